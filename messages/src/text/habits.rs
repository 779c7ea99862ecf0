//! Texts about how people play: how fast, at what time of day, and how reliably.

use clock::{DAY, HOUR, MINUTE, in_words};
use data::Conduct;
use jiff::SignedDuration;
use play::content::{Habits, KNOWN_TURNS};

use super::{clocks::stamp, common::*};

/// Says what the counts of reliability cover.
const COVERED: &str = "90 days, games with a clock, all servers";

/// Describes how fast a person moves, for a lobby.
#[must_use]
pub fn pace(turn: SignedDuration) -> String {
    let rounded = |unit: SignedDuration| turn.as_secs().saturating_add(unit.as_secs() / 2) / unit.as_secs();
    let about = match (rounded(MINUTE), rounded(HOUR)) {
        (..1, _) => return "moves within a minute".to_owned(),
        (minutes @ ..60, _) => format!("{minutes}\u{a0}min"),
        (_, hours @ ..48) => format!("{hours}\u{a0}h"),
        _ => plural(rounded(DAY) as usize, "day"),
    };
    format!("moves in about {about}")
}

/// Describes how reliably the people of a lobby play.
#[must_use]
pub fn people(people: &[(PersonId, Conduct)]) -> String {
    let line = |(person, conduct): &(PersonId, Conduct)| {
        let how = if conduct.turns < KNOWN_TURNS {
            format!("new here: {} so far", plural(conduct.turns as usize, "turn"))
        } else {
            kept(conduct).join(", ")
        };
        format!("- {}: {how}", mention(*person))
    };
    let lines: Vec<String> = people.iter().map(line).collect();
    let lines = cut(&lines.join("\n"), 1700);
    format!(
        "**How reliable are they?** ({COVERED})\n{lines}\nPlayers leave a game if their time is up for good or another player takes \
         their seat. Resigning isn't leaving."
    )
}

/// Describes how often a person kept the time, and how often they left.
fn kept(conduct: &Conduct) -> Vec<String> {
    let Conduct { turns, late, left, .. } = *conduct;
    let turns =
        (turns > 0).then(|| format!("ran out of time in {late} of {}", plural(turns as usize, "turn")));
    let games = conduct.games();
    let games = (games > 0).then(|| format!("left {left} of {}", plural(games as usize, "game")));
    turns.into_iter().chain(games).collect()
}

/// Describes a person's habits in their profile. The text is empty if nothing is known.
pub(super) fn habits(habits: &Habits) -> String {
    let mut parts = Vec::new();
    let kept: Vec<String> = kept(&habits.conduct).iter().map(|part| capitalised(part)).collect();
    if !kept.is_empty() {
        parts.push(format!("**Reliability** ({COVERED})\n{}.", kept.join(".\n")));
    }
    let mut pace = Vec::new();
    if let Some(turn) = habits.turn {
        let most = if turn < MINUTE { "a minute".to_owned() } else { together(&in_words(turn)) };
        pace.push(format!("Half of the turns take less than {most}."));
    }
    if let Some((from, to)) = habits.hours {
        pace.push(format!("Mostly moves between {} and {}.", stamp(from, 't'), stamp(to, 't')));
    }
    if !pace.is_empty() {
        parts.push(format!("**Pace**\n{}", pace.join("\n")));
    }
    parts.join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pace_is_rounded() {
        for (seconds, words) in [
            (20, "moves within a minute"),
            (90, "moves in about 2\u{a0}min"),
            (59 * 60 + 40, "moves in about 1\u{a0}h"),
            (6 * 3600 + 1200, "moves in about 6\u{a0}h"),
            (47 * 3600 + 1900, "moves in about 2\u{a0}days"),
            (10 * 86_400, "moves in about 10\u{a0}days"),
        ] {
            assert_eq!(pace(SignedDuration::from_secs(seconds)), words);
        }
    }

    #[test]
    fn people_are_new_below_twenty_turns() {
        let conduct =
            |turns, finished, left| Conduct { turns, late: 2, finished, left, ..Conduct::default() };
        let said = people(&[
            (1.into(), conduct(84, 11, 1)),
            (2.into(), conduct(19, 4, 1)),
            (3.into(), Conduct::default()),
            (4.into(), conduct(20, 0, 0)),
        ]);
        let lines: Vec<&str> = said.lines().skip(1).take(4).collect();
        assert_eq!(
            lines,
            [
                "- <@1>: ran out of time in 2 of 84\u{a0}turns, left 1 of 12\u{a0}games",
                "- <@2>: new here: 19\u{a0}turns so far",
                "- <@3>: new here: 0\u{a0}turns so far",
                "- <@4>: ran out of time in 2 of 20\u{a0}turns",
            ]
        );
    }
}
