//! Texts of lists: games, rules, pieces.

use data::Question;
use play::content::NextGame;

use rules::OptionSpec;

use super::{board::plain, clocks::stamp, common::*, life::asks_for};
use crate::posts::MOST_IN_CARD;

/// Lists a player's games and invitations, one per line, each followed by the offers that wait for their vote.
#[must_use]
pub fn games(person: PersonId, games: &[Listed]) -> String {
    if games.is_empty() {
        return "You're not in a game yet. Use `/play` to open one, or join one that's waiting in a channel."
            .to_owned();
    }
    /// A card takes 4096 characters; this leaves room for the last line.
    const LONGEST: usize = 3800;
    let mut lines = String::new();
    for (index, listed) in games.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| games[before].against_machines);
        let heading = if listed.against_machines && before != Some(true) { MACHINE_GAMES } else { "" };
        let own = format!("{heading}{}", one_game(person, listed));
        if lines.len() + own.len() > LONGEST {
            let _ = write!(lines, "… and {} more", games.len() - index);
            break;
        }
        lines += &own;
    }
    lines.trim_end().to_owned()
}

/// Heads a player's games with machines only.
const MACHINE_GAMES: &str = "**With machines**\n";

/// Lists one game of a player, with the questions that wait for an answer.
pub(super) fn one_game(person: PersonId, listed: &Listed) -> String {
    let mut lines = game_line(person, listed);
    lines.extend(listed.questions.iter().map(|question| question_line(listed, question)));
    lines
}

fn game_line(person: PersonId, listed: &Listed) -> String {
    let others = mentions(listed.people.iter().copied().filter(|&other| other != person));
    let with = if others.is_empty() { String::new() } else { format!(" with {others}") };
    let state = match listed.state {
        _ if listed.suspended => "📦 its channel is gone",
        GameState::Running if listed.is_last() && !listed.against_machines => {
            "🔔 **your move**, you're the last one we're waiting for"
        }
        GameState::Running if listed.to_move => "🔔 **your move**",
        GameState::Running if listed.waits => "❔ **waiting for your answer**",
        GameState::Running if listed.against_machines => "a machine is thinking",
        GameState::Running => "waiting for the others",
        _ if listed.waits => "✉️ **you're invited**",
        _ => "not started yet",
    };
    let link = if listed.suspended {
        format!("resume it with `/continue game:{}` in another channel of that server", listed.id)
    } else {
        place(listed, listed.message)
    };
    let time = match listed.deadline {
        _ if listed.suspended => String::new(),
        _ if listed.paused => " · ⏸️ paused".to_owned(),
        _ if listed.overdue => " · ⌛ **your time is up**".to_owned(),
        Some(deadline) => format!(" · deadline {}", stamp(deadline, 'R')),
        None => String::new(),
    };
    format!("- {state}: {}{with}{time} · {link}\n", listed.kind.title())
}

fn question_line(listed: &Listed, question: &Question) -> String {
    let who = mention(question.person);
    let asks = match asks_for(question.kind) {
        Some(asks) => format!("{who} {asks}"),
        None => format!("⌛ {who} is out of time: choose what happens"),
    };
    format!("  - {asks} · {}\n", place(listed, question.message))
}

/// Links a message of a game, or its channel.
fn place(listed: &Listed, message: Option<MessageId>) -> String {
    match message {
        Some(message) => link(listed.guild, listed.channel, message),
        None => format!("<#{}>", listed.channel),
    }
}

/// Labels the button that opens the next game of a player whom this many games wait for.
#[must_use]
pub fn next_game(waiting: usize) -> String {
    match waiting {
        1 => "Next game".to_owned(),
        _ => format!("Next game ({waiting})"),
    }
}

/// Returns the address of a player's next game.
#[must_use]
pub fn board_url(next: &NextGame) -> String {
    match next.message {
        Some(message) => link(next.guild, next.channel, message),
        None => format!("https://discord.com/channels/{}/{}", next.guild, next.channel),
    }
}

/// Heads a player's digest: how many games wait for them, and how many do not.
#[must_use]
pub fn digest(waiting: usize, others: usize) -> String {
    let waiting = match waiting {
        1 => "1 game is waiting for you.".to_owned(),
        _ => format!("{waiting} games are waiting for you."),
    };
    match others {
        0 => waiting,
        _ => format!(
            "{waiting} In {} the others are to move. Use `/games` to see them all.",
            plural(others, "more game")
        ),
    }
}

/// Notifies a player whose digest Discord refused.
pub const NO_DIGEST: &str = "📰 your account doesn't accept direct messages from me, so your daily digest is off. Allow them, and set `/settings digest` again.";

/// Returns the small print of a digest. No other digest of the same player has the same last part, so the outbox can find it again.
#[must_use]
pub fn digest_footer(day: &str) -> String {
    format!("Digest of {day}")
}

/// Describes all games, one paragraph each.
#[must_use]
pub fn all_games() -> String {
    let about = Kind::ALL.iter().map(|kind| {
        let about = kind.about();
        format!("**{}** ({} players)\n{}\n{}", about.title, counts(about.seats), about.goal, about.length)
    });
    about.collect::<Vec<_>>().join("\n\n")
}

/// Heads the description of a piece.
#[must_use]
pub fn piece_title(kind: Kind, info: &PieceInfo) -> String {
    format!("{} · {}", capitalised(info.name), kind.title())
}

/// Lists the legal moves of a piece, one per line. `to_act` says whether it is the player's turn.
#[must_use]
pub fn piece_moves(offers: &[LegalMove], to_act: bool) -> String {
    /// Nobody reads more.
    const MOST: usize = 15;
    if offers.is_empty() {
        return match to_act {
            true => "It has no legal move for you right now.".to_owned(),
            false => "It's not your turn, so you can't move it now.".to_owned(),
        };
    }
    let mut lines: Vec<String> =
        offers.iter().take(MOST).map(|offer| format!("`{}` {}", offer.notation, offer.words)).collect();
    if offers.len() > MOST {
        lines.push(format!("… and {} more", offers.len() - MOST));
    }
    format!("**Now**\n{}", lines.join("\n"))
}

/// Rejects a name that no piece has.
#[must_use]
pub fn unknown_piece(typed: &str) -> String {
    format!("There's no piece called {}. Start typing to see a list of them.", quoted(typed))
}

/// Rejects a square that is empty, hidden from the caller, or not on the board.
#[must_use]
pub fn nothing_on(square: &str) -> String {
    format!("You can't see anything on {}.", quoted(square))
}

/// Returns the words of a page of rules. The values of `unusual` options, by which the game in the channel differs, come first. The
/// caption of its board comes last, right above the picture.
#[must_use]
pub fn rules_page(page: &Page, unusual: &[(OptionSpec, String)]) -> String {
    let words = match &page.board {
        Some(diagram) => format!("{}\n\n**On the board.** {}", page.text, diagram.caption),
        None => page.text.to_owned(),
    };
    if unusual.is_empty() {
        return words;
    }
    let long =
        unusual.iter().map(|(spec, value)| format!("- `{}` is **{value}**. {}\n", spec.name, spec.about));
    let long = format!("**The game here differs from these rules:**\n{}\n", long.collect::<String>());
    if long.chars().count() + words.chars().count() <= MOST_IN_CARD {
        return long + &words;
    }
    let short = unusual.iter().map(|(spec, value)| format!("`{}` {value}", spec.name)).collect::<Vec<_>>();
    format!("**The game here differs from these rules:** {}.\n\n{words}", short.join(", "))
}

/// Labels a page of rules in the list of all pages.
#[must_use]
pub fn in_contents(index: usize, page: &Page) -> String {
    format!("{}. {}", index + 1, page.title)
}

/// Returns the small print of a page of rules.
#[must_use]
pub fn rules_footer(kind: Kind, index: usize, pages: usize) -> String {
    format!("Page {} of {pages} · {}", index + 1, plain(kind.about().notation))
}
