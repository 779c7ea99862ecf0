//! The positions of a game after its turns, from which replays are drawn.

use std::ops::{Range, RangeInclusive};

use rules::{AnyEvent, Played, Refusal, Table, are_in_effect};

/// The position after a turn.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The number of the turn, or 0 for the beginning of the game.
    pub number: usize,
    /// The game after that turn.
    pub table: Table,
    /// Everything that happened in that turn. It includes secrets, which a scene leaves out.
    pub events: Vec<AnyEvent>,
}

/// Some turns of a game, in order.
#[derive(Clone, Debug)]
pub struct Film {
    /// The positions, at least one.
    pub moments: Vec<Moment>,
    /// Which turns these are: all of them, or every second, third and so on.
    pub every: usize,
    /// The number of turns between the first and the last position, without those that were taken back.
    pub turns: usize,
    /// The number of each of these turns, with the score of every seat after it. It also has the turns that are not shown.
    pub scores: Vec<(usize, Vec<i32>)>,
}

/// The most frames of a film. A longer game shows every second turn, every third and so on.
pub const MOST_FRAMES: usize = 240;

/// Returns the turns of a record as ranges of its entries.
pub fn turns(record: &[Played]) -> Vec<Range<usize>> {
    let mut end = 0;
    let turns = record.chunk_by(|a, b| a.turn == b.turn).map(|turn| {
        let begin = end;
        end += turn.len();
        begin..end
    });
    turns.collect()
}

/// Returns the positions of a game that began at `start`: the one before the first of these turns and the one after each of them,
/// but no more than `most`. Turn 1 is the first one, and turns that were taken back are left out. A film that would be too long
/// shows every second turn, every third and so on, and always the first and the last position.
///
/// # Errors
/// [`Refusal`] if the rules refuse an entry that they accepted before.
pub fn film(
    start: &Table,
    record: &[Played],
    turns: &[Range<usize>],
    numbers: RangeInclusive<usize>,
    most: usize,
) -> Result<Film, Refusal> {
    let in_effect = are_in_effect(record);
    let counts = |turn: &Range<usize>| in_effect[turn.clone()].contains(&true);
    let to = (*numbers.end()).min(turns.len());
    let from = (*numbers.start()).min(to);
    let mut all: Vec<usize> =
        (from..=to).filter(|&number| number == 0 || counts(&turns[number - 1])).collect();
    if all.is_empty() {
        // All these turns were taken back, and a film has at least one frame.
        all.push(to);
    }
    let every = all.len().saturating_sub(1).div_ceil(most.saturating_sub(1).max(1)).max(1);
    let mut shown: Vec<usize> = all.iter().rev().copied().step_by(every).collect();
    shown.extend(all.first().filter(|first| shown.last() != Some(first)));
    let mut table = start.clone();
    let mut moments = Vec::with_capacity(shown.len());
    let mut scores = Vec::with_capacity(all.len());
    let mut entered = 0;
    for &number in &all {
        let turn = number.checked_sub(1).map_or(0..0, |index| turns[index].clone());
        while entered < turn.end {
            let entry = &record[entered];
            table.enter(&record[..entered], entry.seat, &entry.notation)?;
            entered += 1;
        }
        scores.push((number, table.game().scores()));
        if shown.pop_if(|shown| *shown == number).is_none() {
            continue;
        }
        let events = record[turn].iter().flat_map(|entry| entry.events.iter().cloned()).collect();
        moments.push(Moment { number, table: table.clone(), events });
    }
    Ok(Film { moments, every, turns: all.len().saturating_sub(1), scores })
}

/// An entry of a record: the table after it, and its events.
pub type After = (Table, Vec<AnyEvent>);

/// Returns the table before entry `since` of a game that began at `start`, and the entries from there on that were not taken
/// back. The events include secrets, which a viewer's steps leave out.
///
/// # Errors
/// [`Refusal`] if the rules refuse an entry that they accepted before.
pub fn entries(start: &Table, record: &[Played], since: usize) -> Result<(Table, Vec<After>), Refusal> {
    let in_effect = are_in_effect(record);
    let (mut table, mut before) = (start.clone(), None);
    let mut entries = Vec::new();
    for (index, entry) in record.iter().enumerate() {
        let counts = index >= since && in_effect[index];
        if counts {
            before.get_or_insert_with(|| table.clone());
        }
        table.enter(&record[..index], entry.seat, &entry.notation)?;
        if counts {
            entries.push((table.clone(), entry.events.clone()));
        }
    }
    Ok((before.unwrap_or(table), entries))
}

#[cfg(test)]
mod tests {
    use rules::{BACK, Kind, Options, PASS, Seat};

    use super::*;

    /// Returns a game of Protozoa in which these entries were made: a move, or the ply to go back to.
    fn played(entries: &[Result<&str, usize>]) -> (Table, Vec<Played>) {
        let start = Table::new(Kind::Protozoa, &Options::new().with("players", 2)).unwrap();
        let (mut table, mut record) = (start.clone(), Vec::new());
        for entry in entries {
            let notation = entry.map_or_else(|ply| format!("{BACK}{ply}"), str::to_owned);
            let seat = table.to_act().first().unwrap_or(Seat::FIRST);
            record.push(table.enter(&record, seat, &notation).unwrap());
        }
        (start, record)
    }

    fn numbers(film: &Film) -> Vec<usize> {
        film.moments.iter().map(|moment| moment.number).collect()
    }

    #[test]
    fn taken_back_turns_are_left_out() {
        let (start, record) = played(&[Ok("p@f4"), Ok("p@a1"), Err(1), Ok("p@h8"), Ok("p@a1")]);
        let film = film(&start, &record, &turns(&record), 0..=99, 240).unwrap();
        assert_eq!((numbers(&film), film.every, film.turns), (vec![0, 1, 4, 5], 1, 3));
        let last = film.moments.last().unwrap();
        assert_eq!(last.events, record[4].events);
        assert_eq!(last.table.turn(), 5);
        assert_eq!(film.scores.last(), Some(&(5, last.table.game().scores())));
    }

    #[test]
    fn entries_follow_the_table_before_them() {
        let (start, record) = played(&[Ok("p@f4"), Ok("p@a1"), Ok("p@h8")]);
        for since in 0..=record.len() {
            let (before, after) = entries(&start, &record, since).unwrap();
            assert_eq!((before.ply() as usize, after.len()), (since, record.len() - since));
            assert!(after.iter().zip(&record[since..]).all(|((_, events), entry)| *events == entry.events));
        }
    }

    #[test]
    fn entries_that_were_taken_back_are_left_out() {
        let (start, record) = played(&[Ok("p@f4"), Ok("p@a1"), Err(1), Ok("p@h8")]);
        for since in [1, 2, 3] {
            let (before, after) = entries(&start, &record, since).unwrap();
            assert_eq!(
                before.game().position(),
                entries(&start, &record[..1], 1).unwrap().0.game().position()
            );
            assert_eq!(after.iter().map(|(_, events)| events).collect::<Vec<_>>(), [&record[3].events]);
        }
    }

    #[test]
    fn long_film_keeps_its_ends() {
        let mut table = Table::new(Kind::Stract, &Options::new().with("turns", 99)).unwrap();
        let (start, mut record) = (table.clone(), Vec::new());
        while table.turn() < 31 {
            let seat = table.to_act().first().unwrap();
            record.push(table.play(seat, PASS).unwrap());
        }
        for most in [2, 3, 7, 30, 31, 32, 33] {
            for (from, to) in [(0, 31), (4, 31), (4, 9), (31, 31)] {
                let film = film(&start, &record, &turns(&record), from..=to, most).unwrap();
                let numbers = numbers(&film);
                assert!(numbers.len() <= most, "{numbers:?} of {most}");
                assert_eq!((numbers.first(), numbers.last()), (Some(&from), Some(&to)), "{most}");
                let apart = numbers.windows(2).skip(1).all(|pair| pair[1] - pair[0] == film.every);
                assert!(apart, "{numbers:?}");
                assert_eq!((film.every == 1, film.turns), (numbers.len() == to - from + 1, to - from));
            }
        }
    }
}
