//! Explains to people why a turn is good, by facts that they can see on the board.

use std::cmp::Reverse;

use rules::{Known, MOST_FEATURES, Seat, SeatSet, Sight, Turn, Wording};

use crate::{
    party::{ONE, Party},
    think::draws,
    weights::Profiled,
};

/// The most changes that a turn is explained with. More hide what matters.
const MOST_CHANGES: usize = 2;

/// The most moves of a turn with which a win is looked for.
const LONGEST_TURN: u8 = 2;

/// In a game with secrets, a change counts if it is the same in so many drawn positions that fit what the seat knows.
const WORLDS: u64 = 8;

/// A reason for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It wins the game.
    Wins,
    /// Without it the next side, which has these seats, could win in its turn.
    Stops(SeatSet),
    /// The side wins in its next turn if nobody prevents it.
    Threatens,
    /// It changes a number in favour of the side that plays it.
    Changes {
        /// The seats of the side that has the number.
        side: SeatSet,
        /// The words for the number.
        wording: Wording,
        /// The number before the turn.
        before: i16,
        /// The number after the turn.
        after: i16,
    },
}

/// Returns why a turn is good for the seat that looks: the strongest reasons first, and none if it only prepares later turns. `turn` is a
/// legal turn as in [`Thought::turn`](crate::Thought::turn).
///
/// In a game with secrets only changes of the seat's own side count, if nobody else orders anything, and only those that do not depend on
/// what is hidden.
///
/// # Examples
///
/// ```
/// use engine::{Reason, reasons};
/// use rules::{Kind, Options, Seat, Table, Wording};
///
/// let table = Table::new(Kind::Protozoa, &Options::new())?;
/// let sight = table.sight(Seat::FIRST, &[]).ok_or("seat 1 is to act")?;
/// let found = reasons(&sight, &["p@e3".to_owned()]);
/// assert!(matches!(found[0], Reason::Changes { wording: Wording::Measures(..), before: 4, after: 5, .. }), "{found:?}");
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
    let mut common: Option<Vec<Reason>> = None;
    for seed in 0..WORLDS {
        let view = View::<G>::new(G::world(knowledge, &mut draws(seed)), sight);
        let own = view.party.sides()[view.side];
        let Some(after) = view.after(turn) else { return Vec::new() };
        let mut found = view.changes(&after);
        found.retain(|reason| matches!(reason, Reason::Changes { side, .. } if *side == own));
        match &mut common {
            Some(common) => common.retain(|reason| found.contains(reason)),
            None => common = Some(found),
        }
    }
    let mut common = common.unwrap_or_default();
    common.truncate(MOST_CHANGES);
    common
}

/// A position as one seat sees it.
struct View<'a, G> {
    game: G,
    sight: &'a Sight,
    party: Party,
    /// The seat's side.
    side: usize,
}

impl<'a, G: Profiled> View<'a, G> {
    fn new(game: G, sight: &'a Sight) -> Self {
        let party = Party::new(&game, sight.left);
        View { side: party.side_of(sight.seat), game, sight, party }
    }

    /// Returns the position after a turn. Where all order at once, nobody else orders anything. `None` if the turn is not legal.
    fn after(&self, turn: &[String]) -> Option<G> {
        let (mut after, mut moves, mut state) = (self.game.clone(), Vec::new(), Turn::Open);
        for notation in turn {
            moves.clear();
            after.legal(self.sight.seat, &mut moves);
            let mv = moves.iter().find(|mv| mv.to_string() == *notation)?;
            state = after.play(self.sight.seat, mv, &mut |_| {}).ok()?;
        }
        Some(self.settled(after, state))
    }

    /// Returns the position after a turn in which the seat to act does nothing.
    fn idle(&self, game: &G) -> G {
        let mut idle = game.clone();
        let seat = if G::SIMULTANEOUS { Some(self.sight.seat) } else { self.party.to_act(game).first() };
        let state = seat.map_or(Turn::Ended, |seat| idle.idle(seat));
        self.settled(idle, state)
    }

    /// Ends a turn of simultaneous orders that is still open, and passes over seats that have left.
    fn settled(&self, mut game: G, state: Turn) -> G {
        if state == Turn::Open {
            game.resolve(&mut |_| {});
        }
        self.party.settle(&mut game);
        game
    }

    fn reasons(&self, after: &G) -> Vec<Reason> {
        if self.is_won(after, self.side) {
            return vec![Reason::Wins];
        }
        let mut found = Vec::new();
        if self.game.can_pass_over() && !self.party.to_act(after).is_empty() {
            let danger = self.winner_at_once(&self.idle(&self.game));
            if let Some(enemy) = danger.filter(|&side| side != self.side)
                && self.winner_at_once(after) != danger
            {
                found.push(Reason::Stops(self.party.sides()[enemy]));
            }
            let mut own_turn = after.clone();
            // No other seat acts twice before it is the side's turn again.
            for _ in 0..self.party.playing().len() {
                let other = self
                    .party
                    .to_act(&own_turn)
                    .first()
                    .filter(|&seat| self.party.side_of(seat) != self.side);
                if other.is_none() {
                    break;
                }
                own_turn = self.idle(&own_turn);
            }
            if self.winner_at_once(&own_turn) == Some(self.side) {
                found.push(Reason::Threatens);
            }
        }
        found.extend(self.changes(after).into_iter().take(MOST_CHANGES));
        found
    }

    /// Returns the side that is to act, if it can win in this turn.
    fn winner_at_once(&self, game: &G) -> Option<usize> {
        let seat = self.party.to_act(game).first()?;
        let side = self.party.side_of(seat);
        self.can_win(game, seat, LONGEST_TURN).then_some(side)
    }

    /// Returns whether a seat can win with at most so many moves of one turn.
    fn can_win(&self, game: &G, seat: Seat, moves: u8) -> bool {
        let mut legal = Vec::new();
        game.legal(seat, &mut legal);
        legal.iter().any(|mv| {
            let mut after = game.clone();
            match after.play(seat, mv, &mut |_| {}) {
                Ok(Turn::Ended) => self.is_won(&after, self.party.side_of(seat)),
                Ok(Turn::Open) => moves > 1 && self.can_win(&after, seat, moves - 1),
                Err(_) => false,
            }
        })
    }

    fn is_won(&self, game: &G, side: usize) -> bool {
        self.party.to_act(game).is_empty() && self.party.result(game)[side] == ONE
    }

    /// Returns the numbers that a turn changes in favour of the side, those that matter most first. A number counts by what it would be if
    /// the seat did nothing, because a round that ends also changes some. Features with the same words are one number.
    fn changes(&self, after: &G) -> Vec<Reason> {
        let idle = self.idle(&self.game);
        let [before, idle, after] = [&self.game, &idle, after].map(|game| {
            let mut rows = [[0; MOST_FEATURES]; 8];
            game.features(&mut rows);
            rows
        });
        let playing = self.party.playing();
        let others = playing.len().saturating_sub(1).max(1) as i32;
        let mut found: Vec<(i32, Reason)> = Vec::new();
        for &side in playing {
            let mut facts: Vec<Fact> = Vec::new();
            for (at, feature) in G::FEATURES.iter().enumerate() {
                let Some(wording) = feature.wording else { continue };
                let numbers = [before[side][at], idle[side][at], after[side][at]];
                let score = G::PROFILE.weights[at] * i32::from(numbers[2] - numbers[1]);
                match facts.iter_mut().find(|fact| fact.wording == wording) {
                    Some(fact) => {
                        fact.score += score;
                        fact.numbers.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
                    }
                    None => facts.push(Fact { wording, score, numbers }),
                }
            }
            for Fact { wording, score, numbers: [before, idle, after] } in facts {
                let gain = if side == self.side { score * others } else { -score };
                let is_seen = after != before && (after > before) == (after > idle);
                if gain > 0 && is_seen && says_something(wording, after) {
                    let seats = self.party.sides()[side];
                    found.push((gain, Reason::Changes { side: seats, wording, before, after }));
                }
            }
        }
        // The sort is stable, so equal gains keep the order of the features.
        found.sort_by_key(|&(gain, _)| Reverse(gain));
        found.into_iter().map(|(_, reason)| reason).collect()
    }
}

/// A number of one side.
struct Fact {
    wording: Wording,
    /// The worth of the change to the side.
    score: i32,
    /// The number before the turn, after an idle turn, and after the turn.
    numbers: [i16; 3],
}

/// Whether there are words for a number that has changed to this one.
fn says_something(wording: Wording, now: i16) -> bool {
    match wording {
        Wording::Whether(yes, no) => !(if now > 0 { yes } else { no }).is_empty(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use rules::{Any, Game, Kind, Options, Played, Table, games::protozoa::Protozoa};

    use super::*;
    use crate::{Level, Request, Stop, think};

    /// Returns why a turn of the first seat to act is good.
    fn why(table: &Table, record: &[Played], turn: &[&str]) -> Vec<Reason> {
        let seat = table.to_act().first().unwrap();
        let turn: Vec<String> = turn.iter().map(ToString::to_string).collect();
        reasons(&table.sight(seat, record).unwrap(), &turn)
    }

    fn side(number: u8) -> SeatSet {
        SeatSet::one(Seat::new(number).unwrap())
    }

    /// Returns whether a reason is a change of this side.
    fn names(reasons: &[Reason], side: SeatSet) -> bool {
        reasons.iter().any(|reason| matches!(reason, Reason::Changes { side: of, .. } if *of == side))
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

    fn has_won(game: &Protozoa, seat: Seat) -> bool {
        game.outcome()
            .is_some_and(|outcome| outcome.ranking.place(seat) == Some(1) && !outcome.ranking.is_draw())
    }

    /// Returns whether the seat to act can win with one move.
    fn can_win(game: &Protozoa) -> bool {
        let Some(seat) = game.to_act().first() else { return false };
        let mut moves = Vec::new();
        game.legal(seat, &mut moves);
        moves.iter().any(|mv| {
            let mut after = game.clone();
            after.play(seat, mv, &mut |_| {}).unwrap();
            has_won(&after, seat)
        })
    }

    /// Returns the position after a turn that places nothing: the doomed pieces die. `None` if no piece is left.
    fn rested(game: &Protozoa) -> Option<Protozoa> {
        let mut rested = game.clone();
        let seat = game.to_act().first().unwrap();
        rested.skip(seat, &mut |_| {});
        let text = rested.to_string();
        let (rest, pieces) = text.rsplit_once(' ').unwrap();
        let is_doomed = |piece: &str| {
            piece.split('=').next().and_then(|at| at.parse().ok()).is_some_and(|at| game.doomed(at))
        };
        let left: Vec<&str> = pieces.split(',').filter(|piece| !is_doomed(piece)).collect();
        (!left.is_empty()).then(|| format!("{rest} {}", left.join(",")).parse().unwrap())
    }

    #[test]
    fn threats_and_wins_are_named() {
        let mut table = Table::new(Kind::Protozoa, &Options::new()).unwrap();
        let mut record = Vec::new();
        let (mut stopping, mut threatening, mut winning) = (0, 0, 0);
        while let Some(seat) = table.to_act().first() {
            let in_danger = rested(&position(&table)).is_some_and(|game| can_win(&game));
            for mv in table.legal(seat).iter().step_by(3) {
                let found = why(&table, &record, &[mv]);
                let mut after = table.clone();
                after.play(seat, mv).unwrap();
                let Some(enemy) = after.to_act().first() else {
                    let is_won = has_won(&position(&after), seat);
                    assert_eq!(found == [Reason::Wins], is_won, "{mv}");
                    let is_past = |reason: &Reason| !matches!(reason, Reason::Stops(_) | Reason::Threatens);
                    assert!(found.iter().all(is_past), "{mv}: nothing is to come after the end");
                    winning += usize::from(is_won);
                    continue;
                };
                let now = position(&after);
                let (stops, threatens) =
                    (in_danger && !can_win(&now), rested(&now).is_some_and(|game| can_win(&game)));
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
        let worth = Wording::Measures("pieces are worth", None);
        let grown = Reason::Changes { side: side(1), wording: worth, before: 4, after: 5 };
        assert!(why(&table, &[], &["p@e3"]).contains(&grown));
        table.play(Seat::FIRST, "p@e3").unwrap();
        let found = why(&table, &[], &["p@f6"]);
        assert!(!names(&found, side(1)), "what the other side did is no reason: {found:?}");
    }

    #[test]
    fn pieces_that_die_anyway_are_no_reason() {
        // Orange's pawn on a1 dies in every turn.
        let position = "8 2 15 4/60 1 4@0,4@0 a1=p2,d4=d1,e4=d2,d5=d2,e5=d1";
        let table = Table::from(Kind::Protozoa.read(position).unwrap());
        let found = why(&table, &[], &["p@d3"]);
        assert!(!names(&found, side(2)), "{found:?}");
    }

    #[test]
    fn steps_away_from_the_void_are_a_reason() {
        let mut table = Table::new(Kind::Semiosphere, &Options::new()).unwrap();
        for (seat, mv) in [(1, "c1"), (2, "f1")] {
            table.play(Seat::new(seat).unwrap(), mv).unwrap();
        }
        let found = why(&table, &[], &["c2", "c3", "c4"]);
        let Reason::Changes { side: of, wording: Wording::Measures(_, Some(4)), before, after } = found[0]
        else {
            panic!("{found:?}");
        };
        assert_eq!((of, before, after), (side(1), 0, 3));
    }

    /// Features that count against a side need words that do not sound like a gain.
    #[test]
    fn words_of_bad_numbers_sound_bad() {
        let mut bad = Vec::new();
        for &kind in Kind::ALL {
            let weights = crate::weights::profile(kind).unwrap().weights;
            for (feature, &weight) in crate::weights::features(kind).iter().zip(weights) {
                if feature.wording.is_some() && weight < 0 {
                    bad.push(feature.name);
                }
            }
        }
        let known = [
            "exposed",
            "queen-air",
            "queen-hits",
            "queen-exposed",
            "queen-hanging",
            "doomed",
            "edge",
            "detour",
        ];
        bad.sort_unstable();
        let mut known = known.to_vec();
        known.sort_unstable();
        assert_eq!(bad, known);
    }

    #[test]
    fn reasons_are_few_and_hide_what_is_secret() {
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
                let sides = reasons.iter().filter_map(|reason| match reason {
                    Reason::Changes { side, .. } => Some(*side),
                    _ => None,
                });
                let sides: Vec<SeatSet> = sides.collect();
                assert!(sides.len() <= MOST_CHANGES, "{kind:?} {turn:?}");
                assert!(
                    !kind.has_secrets() || sides.iter().all(|side| side.contains(seat)),
                    "{kind:?} {turn:?}"
                );
                found += sides.len();
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
