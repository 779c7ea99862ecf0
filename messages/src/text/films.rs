//! Texts about films of games.

use play::{
    content::{CatchUp, GameNews, Overview, Replay, Turn},
    game::{film::Moment, missed::Since},
};
use render::Step;
use rules::{Kind, plural};

use super::{
    board::{tell, what_they_did},
    common::*,
    lists,
};
use crate::{missed::Sheet, view::cut};

/// Returns the title of the chart of a game's course. Semiosphere has no points, so its chart shows the row of each piece, and one row
/// more for the Semiosphere. The charts of other games are named after what they count.
#[must_use]
pub fn course(kind: Kind) -> String {
    let what = match kind {
        Kind::Parasites => "squares",
        Kind::PlanktonSynapse => "zoorbs",
        Kind::Protozoa => "records",
        Kind::Semiosphere => "row of each piece",
        Kind::Stract => "points",
    };
    format!("{}: {what} by turn", kind.title())
}

/// Rejects a film of turns that a game does not have.
#[must_use]
pub fn no_turns(last: u32) -> String {
    match last {
        0 => "There's nothing to replay yet. Come back when a turn has been played.".to_owned(),
        1 => "This game has had one turn so far. Leave `from` and `to` empty to see it.".to_owned(),
        last => {
            format!("This game has turns 1 to {last}. Choose `from` and `to` between them, `from` first.")
        }
    }
}

/// Returns the heading of a replay.
#[must_use]
pub fn replay_title(game: &Game) -> String {
    format!("{} · game {} · replay", game.table.kind().title(), game.id)
}

/// Says which turns a replay shows. `thinned` is how many of its frames became one to make the file smaller.
#[must_use]
pub fn replay_turns(replay: &Replay, thinned: usize) -> String {
    let moments = &replay.film.moments;
    let [first, last] =
        [moments.first(), moments.last()].map(|moment| moment.map_or(0, |moment| moment.number));
    let which = match (first, last) {
        (first, last) if first == last => format!("Turn {last} of {}.", replay.last),
        (0, last) => format!("From the beginning to turn {last} of {}.", replay.last),
        (first, last) => format!("Turns {first} to {last} of {}.", replay.last),
    };
    match replay.film.every * thinned {
        1 => format!("{which}\n{REPLAY_ADVICE}"),
        every => format!("{which} The film shows every {} turn.\n{REPLAY_ADVICE}", ordinal(every)),
    }
}

/// Says which positions a sheet shows.
#[must_use]
pub fn stills(shown: &[&Moment]) -> String {
    let which: Vec<String> = shown
        .iter()
        .map(|moment| match moment.number {
            0 => "the start".to_owned(),
            turn => format!("turn {turn}"),
        })
        .collect();
    format!("{READING_ORDER}\nThey show {}. {REPLAY_ADVICE}", listed(&which))
}

/// Labels the picture of the position after a turn, or of the beginning.
#[must_use]
pub fn turn_label(number: usize) -> String {
    match number {
        0 => "Start".to_owned(),
        number => format!("Turn {number}"),
    }
}

/// Labels the picture of a step, or of the board before the first one. The lines below have the same numbers.
#[must_use]
pub fn step_label(number: usize, all: usize) -> String {
    match number {
        0 => "Before".to_owned(),
        number => format!("{number} of {all}"),
    }
}

/// Says how far the drawing of a film has come.
#[must_use]
pub fn drawing(number: usize, all: usize) -> String {
    format!("Drawing picture {number} of {all} …")
}

/// Says in which order the pictures of a sheet are.
pub const READING_ORDER: &str = "The pictures are in rows of three, from left to right.";

/// Describes a film for people who do not see it.
#[must_use]
pub fn replay_alt(turns: usize, last: &str) -> String {
    cut(&format!("A film of {}. The last position: {last}", plural(turns, "turn")), render::ALT_MAX)
}

/// Says where the turns of a replay can be read.
const REPLAY_ADVICE: &str = "`/history` shows the turns one by one.";

/// Responds to a viewer for whom nothing has changed on the board.
#[must_use]
pub fn no_steps(game: &Game, since: Since) -> String {
    match since {
        Since::LastMove | Since::OwnTurn => {
            "Nothing has changed on the board since your last move.".to_owned()
        }
        Since::NewestTurn if game.table.turn() == 0 => "No turn has ended yet.".to_owned(),
        Since::NewestTurn => "Nothing changed on the board in the newest turn.".to_owned(),
    }
}

/// Returns the heading of the steps of a game.
#[must_use]
pub fn steps_title(game: &Game) -> String {
    format!("{} · game {} · step by step", game.table.kind().title(), game.id)
}

/// Lists the steps of a game, one numbered line each. If `moved_on`, players have moved since the board with the button was posted.
#[must_use]
pub fn steps(steps: &[Step], since: Since, moved_on: bool) -> String {
    let mut lines = Vec::new();
    if moved_on {
        lines.push("More has happened since that board; this leads to the board as it is now.".to_owned());
    }
    lines.push(
        match since {
            Since::LastMove => "Since your last move:",
            Since::OwnTurn => "Your last turn:",
            Since::NewestTurn => "The newest turn:",
        }
        .to_owned(),
    );
    lines.extend(numbered(steps));
    lines.push("`/catchup` shows whole turns.".to_owned());
    lines.join("\n")
}

/// Describes the film of steps for people who do not see it.
#[must_use]
pub fn steps_alt(steps: &[Step]) -> String {
    cut(&numbered(steps).collect::<Vec<_>>().join(" "), render::ALT_MAX)
}

fn numbered(steps: &[Step]) -> impl Iterator<Item = String> {
    (1..).zip(steps).map(|(number, step)| format!("{number}: {}", step.caption))
}

/// Labels the button that shows what a player has missed.
pub const CATCH_UP: &str = "Catch up";

/// Returns the heading of a sheet of turns.
#[must_use]
pub fn catch_up_title(game: &Game) -> String {
    format!("{} · game {} · what you missed", game.table.kind().title(), game.id)
}

/// Describes the turns on a sheet, two lines each, and counts the others.
#[must_use]
pub fn catch_up(seen: &CatchUp, sheet: &Sheet<'_>) -> String {
    /// About two lines of a card.
    const LONGEST: usize = 160;
    let mut lines = Vec::new();
    match (seen.since, sheet.turns.len()) {
        (_, 0) => {}
        (Since::LastMove, 1) => lines.push("Since your last move:".to_owned()),
        (Since::LastMove, _) => lines.push(format!("Since your last move. {READING_ORDER}")),
        (Since::OwnTurn | Since::NewestTurn, _) => lines.push("The newest turn:".to_owned()),
    }
    match sheet.earlier {
        0 => {}
        1 => lines.push("`/history` has one turn before these.".to_owned()),
        earlier => lines.push(format!("`/history` has {earlier} turns before these.")),
    }
    for turn in &sheet.turns {
        let story = in_a_line(&tell(&seen.game, seen.to, turn.entries.start, entries(&seen.game, turn)));
        lines.push(format!("**Turn {}**\n{}", turn.number, cut(&story, LONGEST)));
    }
    match (sheet.quiet, sheet.turns.is_empty()) {
        (0, true) if seen.since == Since::NewestTurn => lines.push("No turn has ended yet.".to_owned()),
        (0, true) => lines.push("No turn has ended since your last move.".to_owned()),
        (0, false) => {}
        (1, true) => lines.push("There was one turn, and nothing changed on the board.".to_owned()),
        (quiet, true) => lines.push(format!("There were {quiet} turns, and nothing changed on the board.")),
        (1, false) => lines.push("In one more turn nothing changed on the board.".to_owned()),
        (quiet, false) => lines.push(format!("In {quiet} more turns nothing changed on the board.")),
    }
    if sheet.earlier == 0 && !sheet.turns.is_empty() {
        lines.push(REPLAY_ADVICE.to_owned());
    }
    lines.join("\n")
}

/// Describes a sheet of turns for people who do not see it.
#[must_use]
pub fn catch_up_alt(seen: &CatchUp, sheet: &Sheet<'_>) -> String {
    let turns = sheet.turns.iter().map(|turn| {
        let story = what_they_did(&seen.game, seen.to, entries(&seen.game, turn)).join(" ");
        format!("Turn {}: {}", turn.number, story.replace("**", ""))
    });
    cut(&turns.collect::<Vec<_>>().join(" "), render::ALT_MAX)
}

fn entries<'a>(game: &'a Game, turn: &Turn) -> &'a [Played] {
    &game.record[turn.entries.clone()]
}

fn in_a_line(story: &str) -> String {
    story.replace('\n', " ")
}

/// Describes what happened in all games of a player since they last moved or looked in each.
#[must_use]
pub fn overview(overview: &Overview) -> String {
    if overview.games.is_empty() {
        return "You're not in a running game. Use `/play` to open one, or `/games` to see your invitations."
            .to_owned();
    }
    /// A card takes 4096 characters; this leaves room for the last line.
    const LONGEST: usize = 3800;
    let (mut lines, mut shown) = (String::new(), 0);
    for missed in &overview.games {
        let own = missed_game(overview.person, missed);
        if lines.chars().count() + own.chars().count() > LONGEST {
            break;
        }
        lines = format!("{lines}{own}\n");
        shown += 1;
    }
    match overview.games.len() - shown + overview.more {
        0 => format!("{lines}{OVERVIEW_ADVICE}"),
        more => {
            format!(
                "{lines}… and {}. Use `/games` to see them all.\n{OVERVIEW_ADVICE}",
                plural(more, "more game")
            )
        }
    }
}

fn missed_game(person: PersonId, missed: &GameNews) -> String {
    /// A dozen games fit into a card.
    const LONGEST: usize = 160;
    let list = lists::one_game(person, &missed.listed);
    let list = list.trim_end();
    let since = if missed.looked { "since you looked" } else { "since your move" };
    let Some(newest) = missed.turns.last() else {
        return match missed.since {
            Since::NewestTurn if !missed.looked => format!("{list}\n  - no turn has ended yet"),
            _ => format!("{list}\n  - nothing new {since}"),
        };
    };
    let story = tell(&missed.game, missed.to, newest.start, &missed.game.record[newest.clone()]);
    let turns = plural(missed.turns.len(), "turn");
    let newest = match in_a_line(&story) {
        story if story.is_empty() => "nothing changed on the board".to_owned(),
        story => cut(&story, LONGEST),
    };
    match missed.turns.len() {
        _ if missed.since == Since::NewestTurn && !missed.looked => {
            format!("{list}\n  - the newest turn: {newest}")
        }
        1 => format!("{list}\n  - {turns} {since}: {newest}"),
        _ => format!("{list}\n  - {turns} {since}; the newest: {newest}"),
    }
}

/// The heading of what happened in all games of a player.
pub const OVERVIEW_TITLE: &str = "What you missed";

/// Says how to see more of one game.
const OVERVIEW_ADVICE: &str = "`/catchup` with a game shows all turns since your last move as pictures.";

/// Returns a number as in “every 2nd turn”.
fn ordinal(number: usize) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_have_their_endings() {
        let numbers = [2, 3, 4, 11, 12, 13, 21, 22, 111].map(ordinal);
        assert_eq!(numbers, ["2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "111th"]);
    }
}
