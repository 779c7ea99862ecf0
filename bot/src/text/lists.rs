//! Words of lists: games, rules, pieces.

use data::Question;

use super::{life::asks_for, *};

/// Somebody's games and invitations, a line each, with a line for each question that they have not answered.
#[must_use]
pub fn games(person: PersonId, games: &[Listed]) -> String {
    if games.is_empty() {
        return "You are in no game. `/play` opens one, or join one that is waiting in a channel.".to_owned();
    }
    /// As much as fits into a card.
    const LONGEST: usize = 3800;
    let mut lines = String::new();
    for (index, listed) in games.iter().enumerate() {
        let mut own = game_line(person, listed);
        own.extend(listed.questions.iter().map(|asked| question_line(listed, asked)));
        if lines.len() + own.len() > LONGEST {
            let _ = write!(lines, "… and {} more", games.len() - index);
            break;
        }
        lines += &own;
    }
    lines.trim_end().to_owned()
}

fn game_line(person: PersonId, listed: &Listed) -> String {
    let others = mentions(listed.people.iter().copied().filter(|&other| other != person));
    let with = if others.is_empty() { String::new() } else { format!(" with {others}") };
    let state = match listed.state {
        _ if listed.suspended => "📦 its channel is gone",
        GameState::Running if listed.is_last() => "🔔 **your move**, you are the last one it waits for",
        GameState::Running if listed.to_move => "🔔 **your move**",
        GameState::Running if listed.waits => "❔ **your answer is missing**",
        GameState::Running => "waiting for the others",
        _ if listed.waits => "✉️ **you are asked to join**",
        _ => "not started yet",
    };
    let link = if listed.suspended {
        format!("go on with `/continue game:{}` in another channel of that server", listed.id)
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
    format!("{state}: {}{with}{time} · {link}\n", listed.kind.title())
}

fn question_line(listed: &Listed, asked: &Question) -> String {
    let who = mention(asked.person);
    let asks = match asks_for(asked.kind) {
        Some(asks) => format!("{who} {asks}"),
        None => format!("⌛ the time of {who} is up: choose what follows"),
    };
    format!("↳ {asks} · {}\n", place(listed, asked.message))
}

/// The way to a message of a game, or to its channel.
fn place(listed: &Listed, message: Option<MessageId>) -> String {
    match message {
        Some(message) => link(listed.guild, listed.channel, message),
        None => format!("<#{}>", listed.channel),
    }
}

/// Above somebody's digest: how many games wait for them, and how many do not.
#[must_use]
pub fn digest(waiting: usize, others: usize) -> String {
    let waiting = match waiting {
        1 => "1 game waits for you.".to_owned(),
        _ => format!("{waiting} games wait for you."),
    };
    match others {
        0 => waiting,
        _ => format!(
            "{waiting} In {} the others are to move; `/games` lists all.",
            plural(others, "more game")
        ),
    }
}

/// To somebody whose digest was refused.
pub const NO_DIGEST: &str = "📰 your account takes no direct messages from me, so there are no digests any more. Allow them, and set `/settings digest` again.";

/// Small print of a digest; no other one to the same person has the same.
#[must_use]
pub fn digest_footer(day: &str) -> String {
    format!("/settings digest:none ends these lists · Digest of {day}")
}

/// All games, a paragraph each.
#[must_use]
pub fn all_games() -> String {
    let about = Kind::ALL.iter().map(|kind| {
        let about = kind.about();
        format!("**{}** ({} players)\n{}\n{}", about.title, counts(about.seats), about.goal, about.length)
    });
    about.collect::<Vec<_>>().join("\n\n")
}

/// The heading above what is said of a piece.
#[must_use]
pub fn piece_title(kind: Kind, info: &PieceInfo) -> String {
    format!("{} · {}", capitalised(info.name), kind.title())
}

/// What can be done with a piece now, a line each.
#[must_use]
pub fn piece_moves(offers: &[LegalMove]) -> String {
    /// More than that nobody reads.
    const MOST: usize = 15;
    if offers.is_empty() {
        return "You have no move with it now.".to_owned();
    }
    let mut lines: Vec<String> =
        offers.iter().take(MOST).map(|offer| format!("`{}` {}", offer.notation, offer.words)).collect();
    if offers.len() > MOST {
        lines.push(format!("… and {} more", offers.len() - MOST));
    }
    format!("**Now**\n{}", lines.join("\n"))
}

/// Said to a name that no piece has.
#[must_use]
pub fn unknown_piece(typed: &str) -> String {
    format!("I know no piece called {}. Start typing, and the list shows what there is.", quoted(typed))
}

/// Said of a square that is empty or not there.
#[must_use]
pub fn nothing_on(square: &str) -> String {
    format!("You see nothing on {}.", quoted(square))
}

/// The words of a page of rules; what its board shows comes last, right above the picture.
#[must_use]
pub fn rules_page(page: &Page) -> String {
    match &page.board {
        Some(diagram) => format!("{}\n\n**On the board.** {}", page.text, diagram.caption),
        None => page.text.to_owned(),
    }
}

/// A page of rules in the list of all pages.
#[must_use]
pub fn in_contents(index: usize, page: &Page) -> String {
    format!("{}. {}", index + 1, page.title)
}

/// Small print of a page of rules.
#[must_use]
pub fn rules_footer(kind: Kind, index: usize, pages: usize) -> String {
    format!("Page {} of {pages} · {}", index + 1, plain(kind.about().notation))
}
