//! Rejections, and questions before a move that cannot be undone.

use data::{Place, Unwritable};
use play::rejected::Ended;

use super::{
    board::machines_answer,
    common::*,
    outcome::{over, result},
};

/// Rejects a command that needs a game in this channel, and names the caller's games on this server.
#[must_use]
pub fn no_game_here(others: &[Listed]) -> String {
    match places_of(others) {
        Some(places) => format!("There's no game in this channel. Yours are in {places}."),
        None => "There's no game in this channel. Use `/play` to open one.".to_owned(),
    }
}

/// Rejects a command for a game that is over, and names the caller's other games on this server.
#[must_use]
pub fn game_over(ended: Option<&Ended>, others: &[Listed]) -> String {
    let over = over(ended);
    let rejected = format!("{}. `/rematch` plays the same game again.", over.trim_end_matches('.'));
    match places_of(others) {
        Some(places) => format!("{rejected} Your other games here are in {places}."),
        None => rejected,
    }
}

/// Names the channels of the first games: `<#5> (Stract) and <#6> (Protozoa)`. Returns `None` if `games` is empty.
fn places_of(games: &[Listed]) -> Option<String> {
    let place = |game: &Listed| format!("<#{}> ({})", game.channel, game.kind.title());
    let places: Vec<String> = games.iter().take(5).map(place).collect();
    (!places.is_empty()).then(|| listed(&places))
}

/// Rejects a button of a game that the database does not have. An older backup may have been restored, or the button is from
/// another bot.
pub const UNKNOWN_GAME: &str =
    "I can't find that game. Use `/board` to see this channel's game, or `/play` to open one.";

/// Rejects a button of a game that is played in another channel. Discord can link only channels of the caller's server.
#[must_use]
pub fn played_elsewhere(place: &Place, guild: Option<GuildId>) -> String {
    let Place { game, channel, .. } = place;
    let but = if Some(place.guild) == guild { format!(" but in <#{channel}>") } else { String::new() };
    format!(
        "That button belongs to game {game}, which isn't played in this channel{but}. Use `/board` to see this channel's game."
    )
}

/// Rejects a caller who does not play in the game.
#[must_use]
pub fn stranger(players: &[PersonId]) -> String {
    let people = mentions(players.iter().copied());
    format!("You're not playing in this game; {people} are. Use `/board` to see it.")
}

/// Rejects a player whose turn it is not.
#[must_use]
pub fn not_your_turn(to_act: &[PersonId]) -> String {
    let waits = || format!("The game is waiting for {}.", mentions(to_act.iter().copied()));
    format!("It's not your turn yet. {}", machines_answer(to_act).unwrap_or_else(waits))
}

/// Rejects a button of an earlier position.
#[must_use]
pub fn moved_on(ended: Option<&Ended>, to_act: &[PersonId]) -> String {
    let now = match ended {
        Some(_) => over(ended),
        None => format!("It's now waiting for {}.", mentions(to_act.iter().copied())),
    };
    format!("The game has moved on since then. {now}")
}

/// Rejects a message without a move.
#[must_use]
pub fn no_move(kind: Kind, suggestions: &[String]) -> String {
    format!("Which move? {} For example: {}", notation_hint(kind), code_list(suggestions))
}

/// Rejects more moves in one message than anyone needs.
#[must_use]
pub fn too_many_moves(most: usize) -> String {
    format!("That's more than {most} moves at once, so nothing was played.")
}

pub(super) fn notation_hint(kind: Kind) -> String {
    format!("{}.", kind.about().notation.trim_end_matches('.'))
}

/// Rejects a move after the end of the turn.
#[must_use]
pub fn turn_over_before(notation: &str) -> String {
    let too_late = quoted(notation);
    format!("Your turn would be over before {too_late}, so nothing was played. Leave {too_late} out.")
}

/// Rejects a move that is not legal.
#[must_use]
pub fn refused(
    kind: Kind,
    notation: &str,
    refusal: &Refusal,
    suggestions: &[String],
    after_others: bool,
) -> String {
    let then = match after_others {
        true => "Nothing was played. After the moves before it, legal moves include",
        false => "Legal moves include",
    };
    let why = match refusal {
        Refusal::Notation(_) => {
            format!("I can't read {} as a move. {}", quoted(notation), notation_hint(kind))
        }
        other => format!("{} isn't possible: {other}.", quoted(notation)),
    };
    format!("{why} {then} {}", code_list(suggestions))
}

/// Asks a player to confirm moves that end the game; `over` is the game after them.
#[must_use]
pub fn ask_end(over: &Game, outcome: &Outcome, notations: &[String]) -> String {
    format!(
        "If you play {}, the game is over: {}. Nothing has been played yet.",
        code_list(notations),
        result(over, outcome)
    )
}

/// Asks a player to confirm moves after which the game continues, but that cost them what `cost` says: a clause such as `the
/// void takes you at the end of this round`.
#[must_use]
pub fn ask_cost(cost: &str, notations: &[String]) -> String {
    format!("If you play {}, {cost}. Nothing has been played yet.", code_list(notations))
}

/// Asks a player to confirm that they want to end their turn although they could do more. `unused` says what they give up.
#[must_use]
pub fn ask_end_of_turn(unused: &str) -> String {
    format!("If you end your turn now, you give something up: {unused}. Nothing has been played yet.")
}

/// Asks a player to confirm that they want to repeat the moves they have just played, since they may have sent them twice.
#[must_use]
pub fn ask_again(notations: &[String]) -> String {
    let moves = code_list(notations);
    format!(
        "You've just played {moves}, it was answered at once, and it's your move again. Play {moves} again?"
    )
}

/// Asks a player to confirm that they resign.
#[must_use]
pub fn ask_resign(game: &Game) -> String {
    format!("Do you really want to resign this game of **{}**? You can't undo it.", game.table.kind().title())
}

/// Apologizes when nothing can be stored, with the reference to find in the log.
#[must_use]
pub fn cannot_store(why: Unwritable, reference: &str) -> String {
    let (why, who) = match why {
        Unwritable::Disk => ("my disk is full or failing", "Whoever runs this bot needs to fix that"),
        Unwritable::Locked => ("something else is holding up my database", "Try again in a minute"),
        Unwritable::ReadOnly => {
            ("I'm not allowed to write to my database", "Whoever runs this bot needs to fix that")
        }
        Unwritable::Unreachable => ("I can't reach my database", "Try again in a minute"),
    };
    format!(
        "I can't save anything right now: {why}. So this wasn't done, but everything played before is safe. {who} (`{reference}`)."
    )
}

/// Apologizes when the record of a game no longer replays correctly, with the reference to find in the log.
#[must_use]
pub fn broken_record(reference: &str) -> String {
    format!(
        "This game can't continue: under my current rules, its moves lead to a different position. \
Nothing is lost, and nothing was changed. Please tell whoever runs this bot: my log has the details (`{reference}`), and so does `petri verify`."
    )
}

/// Apologizes for an internal error, with the reference to find in the log.
#[must_use]
pub fn our_fault(reference: &str) -> String {
    format!(
        "Something went wrong on my side, and nothing was changed. Try again. If that doesn't help, tell whoever runs this bot: `{reference}`."
    )
}
