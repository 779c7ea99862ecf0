//! Why a turn is good, in facts that people can see on the board.

use std::cmp::Reverse;

use rules::{Known, MOST_FEATURES, Seat, SeatSet, Sight, Told};

use crate::{
    evaluate::Judge,
    levels::Level,
    party::{ONE, Party},
    think::draws,
    weights::Profiled,
};

/// The most changes that a turn is explained with. More hide what matters.
const MOST_CHANGES: usize = 2;

/// In a game with secrets, a change counts if it is the same in so many positions that fit what the seat knows.
const WORLDS: u64 = 8;

/// A reason for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It wins the game.
    Wins,
    /// Without it the next side, which has these seats, could win with one move.
    Stops(SeatSet),
    /// The side wins with its next move if nobody prevents it.
    Threatens,
    /// It changes a number in favour of the side that plays it.
    Changes {
        /// The seats of the side that has the number.
        side: SeatSet,
        /// What the number counts.
        told: Told,
        /// The number before the turn.
        before: i16,
        /// The number after the turn.
        after: i16,
    },
}

/// Returns why a turn is good for the seat that looks: the strongest reasons first, and none if it only prepares later turns. `turn` is a
/// legal turn as in [`Thought::turn`](crate::Thought::turn).
///
/// In a game with secrets only changes of the seat's own side count, as far as they are certain if nobody else ordered anything.
///
/// # Examples
///
/// ```
/// use engine::{Reason, reasons};
/// use rules::{Kind, Options, Seat, Table, Told};
///
/// let table = Table::new(Kind::Protozoa, &Options::new())?;
/// let sight = table.sight(Seat::FIRST, &[]).ok_or("seat 1 is to act")?;
/// let found = reasons(&sight, &["p@e3".to_owned()]);
/// assert!(matches!(found[0], Reason::Changes { told: Told::Measures(..), before: 4, after: 5, .. }), "{found:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reasons(sight: &Sight, turn: &[String]) -> Vec<Reason> {
    explain(sight, turn)
}

macro_rules! dispatch {
    ($($name:ident, $module:ident;)+) => {
        fn explain(sight: &Sight, turn: &[String]) -> Vec<Reason> {
            match &sight.known {
                $(Known::$name(known) => find::<rules::games::$module::$name>(known, sight, turn),)+
            }
        }
    };
}

rules::for_each_searchable_game!(dispatch);

fn find<G: Profiled>(knowledge: &G::Knowledge, sight: &Sight, turn: &[String]) -> Vec<Reason> {
    if !G::SECRETS {
        let view = View::<G>::new(G::world(knowledge, &mut draws(0)), sight);
        return view.after(turn).map(|after| view.reasons(&after)).unwrap_or_default();
    }
    let mut certain: Option<Vec<Reason>> = None;
    for seed in 0..WORLDS {
        let view = View::<G>::new(G::world(knowledge, &mut draws(seed)), sight);
        let own = view.judge.party.sides()[view.side];
        let Some(after) = view.after(turn) else { return Vec::new() };
        let mut found = view.changes(&after);
        found.retain(|reason| matches!(reason, Reason::Changes { side, .. } if *side == own));
        match &mut certain {
            Some(certain) => certain.retain(|reason| found.contains(reason)),
            None => certain = Some(found),
        }
    }
    let mut certain = certain.unwrap_or_default();
    certain.truncate(MOST_CHANGES);
    certain
}

/// A position as one seat judges it.
struct View<'a, G> {
    game: G,
    sight: &'a Sight,
    judge: Judge,
    weights: &'static [i32],
    side: usize,
}

impl<'a, G: Profiled> View<'a, G> {
    fn new(game: G, sight: &'a Sight) -> Self {
        let party = Party::new(&game, sight.left);
        let (side, weights) = (party.side_of(sight.seat), G::PROFILE.weights(Level::Hunter, party.is_duel()));
        View { game, sight, judge: Judge::new(party, weights, 0, 0), weights, side }
    }

    /// Returns the position after a turn. Where all order at once, nobody else orders anything. `None` if the turn is not legal.
    fn after(&self, turn: &[String]) -> Option<G> {
        let (mut after, mut moves) = (self.game.clone(), Vec::new());
        for notation in turn {
            moves.clear();
            after.legal(self.sight.seat, &mut moves);
            let mv = moves.iter().find(|mv| mv.to_string() == *notation)?;
            after.play(self.sight.seat, mv, &mut |_| {}).ok()?;
        }
        after.resolve(&mut |_| {});
        self.judge.party.settle(&mut after);
        Some(after)
    }

    fn reasons(&self, after: &G) -> Vec<Reason> {
        if self.is_won(after, self.side) {
            return vec![Reason::Wins];
        }
        let mut found = Vec::new();
        if self.game.can_pass_over() {
            let danger = self.winner_at_once(&self.idle());
            if let Some(enemy) = danger.filter(|&side| side != self.side)
                && self.winner_at_once(after) != danger
            {
                found.push(Reason::Stops(self.judge.party.sides()[enemy]));
            }
            let own_turn = self.passed_over(after, |to_act| self.judge.party.side_of(to_act) != self.side);
            if self.winner_at_once(&own_turn) == Some(self.side) {
                found.push(Reason::Threatens);
            }
        }
        found.extend(self.changes(after).into_iter().take(MOST_CHANGES));
        found
    }

    /// Passes over the seats that are to act, as long as `is_passed` names them.
    fn passed_over(&self, game: &G, is_passed: impl Fn(Seat) -> bool) -> G {
        let mut game = game.clone();
        // The same seat is never to act again before all others were.
        for _ in 0..8 {
            let Some(seat) = self.judge.party.to_act(&game).first().filter(|&seat| is_passed(seat)) else {
                break;
            };
            game.skip(seat, &mut |_| {});
            self.judge.party.settle(&mut game);
        }
        game
    }

    /// Returns the side that is to act, if it can win with one move.
    fn winner_at_once(&self, game: &G) -> Option<usize> {
        let seat = self.judge.party.to_act(game).first()?;
        let side = self.judge.party.side_of(seat);
        let mut moves = Vec::new();
        game.legal(seat, &mut moves);
        let wins = |mv| {
            let mut after = game.clone();
            after.play(seat, mv, &mut |_| {}).is_ok() && self.is_won(&after, side)
        };
        moves.iter().any(wins).then_some(side)
    }

    fn is_won(&self, game: &G, side: usize) -> bool {
        self.judge.party.to_act(game).is_empty() && self.judge.party.result(game)[side] == ONE
    }

    /// Returns the numbers that a turn changes in favour of the side, those that matter most first. A number counts by what it would be if
    /// the seat did nothing, because a round that ends also changes some. Features that people hear of in the same words are one number.
    fn changes(&self, after: &G) -> Vec<Reason> {
        let idle = self.idle();
        let [before, idle, after] = [&self.game, &idle, after].map(|game| {
            let mut rows = [[0; MOST_FEATURES]; 8];
            game.features(&mut rows);
            rows
        });
        let playing = self.judge.party.playing();
        let others = playing.len().saturating_sub(1).max(1) as i32;
        let mut found: Vec<(i32, Reason)> = Vec::new();
        for &side in playing {
            let mut facts: Vec<Fact> = Vec::new();
            for (at, feature) in G::FEATURES.iter().enumerate() {
                let Some(told) = feature.told else { continue };
                let numbers = [before[side][at], idle[side][at], after[side][at]];
                let score = self.weights[at] * i32::from(numbers[2] - numbers[1]);
                match facts.iter_mut().find(|fact| fact.told == told) {
                    Some(fact) => {
                        fact.score += score;
                        fact.numbers.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
                    }
                    None => facts.push(Fact { told, score, numbers }),
                }
            }
            for Fact { told, score, numbers: [before, idle, after] } in facts {
                let gain = if side == self.side { score * others } else { -score };
                let is_seen = after != before && (after > before) == (after > idle);
                if gain > 0 && is_seen && says_something(told, after) {
                    let seats = self.judge.party.sides()[side];
                    found.push((gain, Reason::Changes { side: seats, told, before, after }));
                }
            }
        }
        // The sort is stable, so equal gains keep the order of the features.
        found.sort_by_key(|&(gain, _)| Reverse(gain));
        found.into_iter().map(|(_, reason)| reason).collect()
    }

    /// Returns the position after the turn of a seat that does nothing.
    fn idle(&self) -> G {
        let mut idle = self.game.clone();
        idle.skip(self.sight.seat, &mut |_| {});
        idle.resolve(&mut |_| {});
        self.judge.party.settle(&mut idle);
        idle
    }
}

/// A number of one side.
struct Fact {
    told: Told,
    /// What it is worth to the side that the turn changes it.
    score: i32,
    /// The number before the turn, after an idle turn, and after the turn.
    numbers: [i16; 3],
}

/// Whether there are words for a number that has changed to this one.
fn says_something(told: Told, now: i16) -> bool {
    match told {
        Told::Whether(yes, no) => !(if now > 0 { yes } else { no }).is_empty(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use rules::{Any, Game, Kind, Options, Played, Table, games::protozoa::Protozoa};

    use super::*;
    use crate::{Request, Stop, think};

    /// Returns why a turn of the first seat to act is good.
    fn why(table: &Table, record: &[Played], turn: &[&str]) -> Vec<Reason> {
        let seat = table.to_act().first().unwrap();
        let turn: Vec<String> = turn.iter().map(ToString::to_string).collect();
        reasons(&table.sight(seat, record).unwrap(), &turn)
    }

    fn side(number: u8) -> SeatSet {
        SeatSet::one(Seat::new(number).unwrap())
    }

    /// Plays the game on as machines of a level do.
    fn play_on(table: &mut Table, record: &mut Vec<Played>, level: Level) -> (Seat, Vec<String>) {
        let seat = table.to_act().first().unwrap();
        let sight = table.sight(seat, record).unwrap();
        let turn = think(&Request { sight, level, seed: record.len() as u64 }, &Stop::new()).turn;
        for mv in &turn {
            record.push(table.play(seat, mv).unwrap());
        }
        (seat, turn)
    }

    fn position(table: &Table) -> Protozoa {
        match table.game() {
            Any::Protozoa(game) => game.clone(),
            other => panic!("{other:?}"),
        }
    }

    /// Returns whether the seat to act can win with one move.
    fn can_win(game: &Protozoa) -> bool {
        let Some(seat) = game.to_act().first() else { return false };
        let mut moves = Vec::new();
        game.legal(seat, &mut moves);
        moves.iter().any(|mv| {
            let mut after = game.clone();
            after.play(seat, mv, &mut |_| {}).unwrap();
            after
                .outcome()
                .is_some_and(|outcome| outcome.ranking.place(seat) == Some(1) && !outcome.ranking.is_draw())
        })
    }

    fn skipped(game: &Protozoa) -> Protozoa {
        let mut game = game.clone();
        game.skip(game.to_act().first().unwrap(), &mut |_| {});
        game
    }

    #[test]
    fn threats_and_wins_are_named() {
        let mut table = Table::new(Kind::Protozoa, &Options::new()).unwrap();
        let mut record = Vec::new();
        let (mut stopping, mut threatening, mut winning) = (0, 0, 0);
        while let Some(seat) = table.to_act().first() {
            let in_danger = can_win(&skipped(&position(&table)));
            for mv in table.legal(seat).iter().step_by(3) {
                let found = why(&table, &record, &[mv]);
                let mut after = table.clone();
                after.play(seat, mv).unwrap();
                let Some(enemy) = after.to_act().first() else {
                    winning += usize::from(found == [Reason::Wins]);
                    continue;
                };
                let now = position(&after);
                let (stops, threatens) = (in_danger && !can_win(&now), can_win(&skipped(&now)));
                assert_eq!(found.contains(&Reason::Stops(SeatSet::one(enemy))), stops, "{mv}");
                assert_eq!(found.contains(&Reason::Threatens), threatens, "{mv}");
                stopping += usize::from(stops);
                threatening += usize::from(threatens);
            }
            play_on(&mut table, &mut record, Level::Drifter);
        }
        assert!(stopping > 0 && threatening > 0 && winning > 0, "{stopping} {threatening} {winning}");
    }

    #[test]
    fn changes_count_from_before_the_turn() {
        let mut table = Table::new(Kind::Protozoa, &Options::new()).unwrap();
        let worth = Told::Measures("pieces are worth", None);
        let grown = Reason::Changes { side: side(1), told: worth, before: 4, after: 5 };
        assert!(why(&table, &[], &["p@e3"]).contains(&grown));
        table.play(Seat::FIRST, "p@e3").unwrap();
        let second = why(&table, &[], &[&table.legal(Seat::new(2).unwrap())[0]]);
        assert!(second.iter().all(|reason| *reason != grown), "what the other side did is no reason");
    }

    #[test]
    fn reasons_name_real_changes() {
        for &kind in Kind::ALL {
            let mut found = 0;
            let mut table = Table::new(kind, &Options::new()).unwrap();
            let mut record = Vec::new();
            for _ in 0..40 {
                if table.to_act().is_empty() {
                    break;
                }
                let (before, entries) = (table.clone(), record.clone());
                let (seat, turn) = play_on(&mut table, &mut record, Level::Grazer);
                let notations: Vec<&str> = turn.iter().map(String::as_str).collect();
                let reasons = why(&before, &entries, &notations);
                let changes = reasons.iter().filter(|reason| matches!(reason, Reason::Changes { .. }));
                assert!(changes.count() <= MOST_CHANGES);
                if reasons.contains(&Reason::Wins) {
                    assert!(table.to_act().is_empty() && reasons == [Reason::Wins], "{kind:?} {turn:?}");
                }
                for reason in reasons {
                    if let Reason::Changes { side, before, after, .. } = reason {
                        assert_ne!(before, after, "{kind:?} {turn:?}");
                        assert!(!kind.has_secrets() || side.contains(seat), "{kind:?} {turn:?}");
                        found += 1;
                    }
                }
            }
            assert!(found > 5, "{kind:?}: {found}");
        }
    }

    #[test]
    fn turn_that_is_not_legal_has_no_reasons() {
        for &kind in Kind::ALL {
            let table = Table::new(kind, &Options::new()).unwrap();
            assert_eq!(why(&table, &[], &["z99"]), []);
        }
    }
}
