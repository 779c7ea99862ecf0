//! Words for what cannot be done, and for what is asked once more.

use crate::rejected::Ended;
use data::{Place, Unwritable};

use super::*;

/// Said where a game is needed and none is there, with the caller's games on this server: only its channels can be linked.
#[must_use]
pub fn no_game_here(guild: Option<GuildId>, own: &[Listed]) -> String {
    let running: Vec<String> = own
        .iter()
        .filter(|listed| {
            listed.state == GameState::Running && !listed.suspended && Some(listed.guild) == guild
        })
        .take(5)
        .map(|listed| format!("<#{}> ({})", listed.channel, listed.kind.title()))
        .collect();
    if running.is_empty() {
        "No game is being played in this channel. `/play` opens one.".to_owned()
    } else {
        format!("No game is being played in this channel. Yours are in {}.", listed(running))
    }
}

/// Said to a button of a game that is not there: an older backup was restored, or the button is of another life.
pub const UNKNOWN_GAME: &str = "I do not know that game: my records do not have it. `/board` shows the game of this channel, `/play` opens one.";

/// Said to a button of a game that is played elsewhere; only the channels of the caller's server can be linked.
#[must_use]
pub fn played_elsewhere(place: &Place, guild: Option<GuildId>) -> String {
    let Place { game, channel, .. } = place;
    let but = if Some(place.guild) == guild { format!(" but in <#{channel}>") } else { String::new() };
    format!(
        "That button is of game {game}, which is not played in this channel{but}. `/board` shows the game of a channel."
    )
}

/// Said to somebody who does not play in the game.
#[must_use]
pub fn stranger(players: &[PersonId]) -> String {
    let people = mentions(players.iter().copied());
    format!("You are not playing in this game; {people} are. `/board` shows it to you.")
}

/// Said to a player whose turn it is not.
#[must_use]
pub fn not_your_turn(to_act: &[PersonId]) -> String {
    format!("It is not your turn: the game waits for {}.", mentions(to_act.iter().copied()))
}

/// Said to a move in a game that is over.
#[must_use]
pub fn over(ended: Option<&Ended>) -> String {
    match ended {
        Some(ended) => format!("This game is over: {}", result_of(ended)),
        None => "This game is over.".to_owned(),
    }
}

/// Said when a move was offered for a position that is no more.
#[must_use]
pub fn moved_on(ended: Option<&Ended>, to_act: &[PersonId]) -> String {
    let now = match ended {
        Some(_) => over(ended),
        None => format!("It waits for {} now.", mentions(to_act.iter().copied())),
    };
    format!("The game has moved on since that was offered. {now}")
}

/// Said to a message without a move.
#[must_use]
pub fn no_move(kind: Kind, suggestions: &[String]) -> String {
    format!("Which move? {} For example: {}", notation_hint(kind), code_list(suggestions))
}

/// Said to a message with more moves than anybody plays.
#[must_use]
pub fn too_many_moves(most: usize) -> String {
    format!("That is more than {most} moves at once. Nothing was played.")
}

pub(super) fn notation_hint(kind: Kind) -> String {
    format!("{}.", kind.about().notation.trim_end_matches('.'))
}

/// Said to a move that comes after the end of the turn.
#[must_use]
pub fn turn_over_before(notation: &str) -> String {
    format!("Your turn would be over before {}, so nothing was played. Leave it out.", quoted(notation))
}

/// Said to a move that is not legal.
#[must_use]
pub fn refused(
    kind: Kind,
    notation: &str,
    refusal: &Refusal,
    suggestions: &[String],
    after_others: bool,
) -> String {
    let nothing = if after_others { " Nothing was played." } else { "" };
    let why = match refusal {
        Refusal::Notation(_) => {
            format!("I cannot read {} as a move. {}", quoted(notation), notation_hint(kind))
        }
        other => format!("{} is not possible: {other}.", quoted(notation)),
    };
    format!("{why}{nothing} Possible now, among others: {}", code_list(suggestions))
}

/// Asks whether somebody really wants to play moves that end the game; `over` is the game after them.
#[must_use]
pub fn ask_end(over: &Game, outcome: &Outcome, notations: &[&str]) -> String {
    let notations: Vec<String> = notations.iter().map(|&notation| notation.to_owned()).collect();
    format!(
        "With {} the game would be over: {}. Nothing has been played yet.",
        code_list(&notations),
        result(over, outcome)
    )
}

/// Asks whether somebody really wants to play moves after which the game goes on, but that cost them what `cost` says: a
/// clause such as `the void takes you at the end of this round`.
#[must_use]
pub fn ask_cost(cost: &str, notations: &[&str]) -> String {
    let notations: Vec<String> = notations.iter().map(|&notation| notation.to_owned()).collect();
    format!("With {} {cost}. Nothing has been played yet.", code_list(&notations))
}

/// Asks whether somebody really wants to play once more what they have just played, or have only sent it twice.
#[must_use]
pub fn ask_again(notations: &[&str]) -> String {
    let notations: Vec<String> = notations.iter().map(|&notation| notation.to_owned()).collect();
    let moves = code_list(&notations);
    format!(
        "You have just played {moves}, it was answered at once, and it is your move again. Play {moves} once more?"
    )
}

/// Asks whether somebody really wants to resign.
#[must_use]
pub fn ask_resign(game: &Game) -> String {
    format!(
        "Do you really want to resign this game of **{}**? It cannot be undone.",
        game.table.kind().title()
    )
}

/// An apology where nothing can be stored, with what to look for in the log.
#[must_use]
pub fn cannot_store(why: Unwritable, reference: &str) -> String {
    let (why, who) = match why {
        Unwritable::Disk => ("my disk is full or fails", "Whoever runs this bot has to mend that"),
        Unwritable::Locked => ("another program holds my database", "Try it again in a minute"),
        Unwritable::ReadOnly => {
            ("I am not allowed to write to my database", "Whoever runs this bot has to mend that")
        }
    };
    format!(
        "I cannot note anything just now: {why}. So this was not done; what was played before is safe. {who} (`{reference}`)."
    )
}

/// An apology where the record of a game does not come out as it was played, with what to look for in the log.
#[must_use]
pub fn broken_record(reference: &str) -> String {
    format!(
        "This game stands still: by the rules as I know them now, its moves do not lead where they led when they were played. \
Nothing is lost, and nothing was changed. Whoever runs this bot finds it in my log (`{reference}`), and `petri verify` says more."
    )
}

/// An apology, with what to look for in the log.
#[must_use]
pub fn our_fault(reference: &str) -> String {
    format!(
        "That went wrong on my side; nothing was changed. Try it again. If that does not help, tell whoever runs this bot: `{reference}`."
    )
}
