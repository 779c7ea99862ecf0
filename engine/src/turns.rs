//! Whole turns as the steps of a search: a beam of positions grows the turn move by move.

use std::{
    cmp::Reverse,
    collections::HashSet,
    ops::{Range, RangeInclusive},
};

use rules::{Searchable, Seat, Turn};

use crate::{evaluate::Judge, stop::Budget, tree::Stepper};

/// The least and the most positions that it continues from after every move of a turn.
const BEAM: RangeInclusive<usize> = 8..=128;

/// A search with more nodes continues from one position more for so many of them. It sees fewer turns then, and misses fewer good ones.
const NODES_FOR_ONE_MORE: u32 = 12_500;

/// The number of whole turns that it returns.
const WHOLE: usize = 200;

/// The number of plans that it distinguishes.
const PLANS: usize = 15;

/// Goes from one position to the next by a whole turn. It keeps its memory from one position to the next.
#[derive(Clone, Debug)]
pub(crate) struct Turns<G: Searchable> {
    /// The number of positions that it continues from after every move of a turn.
    beam: usize,
    /// The number of whole turns that it returns.
    whole: usize,
    /// Whether it continues from positions of every plan ([`Searchable::plan`]), instead of those that look best, and leaves out idle moves
    /// ([`Searchable::is_idle`]).
    spreads: bool,
    legal: Vec<G::Move>,
    stems: Vec<Stem<G>>,
    /// The hashes of the stems' positions.
    known: Vec<u64>,
    /// The hashes of the positions after the moves of one layer.
    seen: HashSet<u64>,
    /// The moves after which the turn continues.
    open: Vec<Sprout<G::Move>>,
    /// The moves that end the turn.
    ended: Vec<Sprout<G::Move>>,
}

/// A position within the turn.
#[derive(Clone, Debug)]
struct Stem<G: Searchable> {
    position: G,
    /// The stem before it, and the move from there. The first stem has none.
    last: Option<(usize, G::Move)>,
}

/// A move in the position of a stem.
#[derive(Clone, Debug)]
struct Sprout<M> {
    stem: usize,
    mv: M,
    /// The hash of the position after it.
    key: u64,
    /// The share of the seat that acts.
    share: u16,
    /// The plan of the seat that acts, below [`PLANS`].
    plan: usize,
}

impl<G: Searchable> Turns<G> {
    /// Returns a stepper for a search with so many nodes.
    pub(crate) fn new(nodes: u32) -> Turns<G> {
        let beam = ((nodes / NODES_FOR_ONE_MORE) as usize).clamp(*BEAM.start(), *BEAM.end());
        Turns::with(beam, WHOLE, false)
    }

    /// Returns a stepper that continues from `beam` positions after every move and returns `whole` turns. Each plan of the seat has
    /// some of both.
    pub(crate) fn spread(beam: usize, whole: usize) -> Turns<G> {
        Turns::with(beam, whole, true)
    }

    fn with(beam: usize, whole: usize, spreads: bool) -> Turns<G> {
        let (legal, stems, known, seen) = (Vec::new(), Vec::new(), Vec::new(), HashSet::new());
        Turns { beam, whole, spreads, legal, stems, known, seen, open: Vec::new(), ended: Vec::new() }
    }

    /// Finds the moves that end a turn of `seat`, the best first. There is at least one, even if the budget is used up.
    fn grow(&mut self, game: &G, seat: Seat, judge: &Judge, budget: &mut Budget<'_>) {
        self.stems.clear();
        self.known.clear();
        self.ended.clear();
        self.stems.push(Stem { position: game.clone(), last: None });
        self.known.push(game.key());
        let mut layer = 0..1;
        while !layer.is_empty() && (!budget.is_used_up() || self.ended.is_empty()) {
            self.sprout(layer.clone(), seat, judge, budget);
            self.select(seat, judge);
            layer = layer.end..self.stems.len();
        }
        put_best_first(&mut self.ended);
        if self.spreads {
            spread(&mut self.ended, self.whole);
        }
    }

    /// Plays every move in the positions of these stems.
    fn sprout(&mut self, stems: Range<usize>, seat: Seat, judge: &Judge, budget: &mut Budget<'_>) {
        let side = judge.party.side_of(seat);
        self.seen.clear();
        for stem in stems {
            let position = &self.stems[stem].position;
            position.legal(seat, &mut self.legal);
            for mv in self.legal.drain(..) {
                if self.spreads && position.is_idle(seat, &mv) {
                    continue;
                }
                let mut after = position.clone();
                budget.spend();
                let Ok(turn) = after.play(seat, &mv, &mut |_| {}) else { continue };
                judge.party.settle(&mut after);
                // Moves in another order often lead to the same position.
                let key = after.key();
                if !self.seen.insert(key) {
                    continue;
                }
                let (shares, is_over) = judge.shares(&after, 1);
                let plan = if self.spreads { after.plan(seat).min(PLANS - 1) } else { 0 };
                let sprouts = if is_over || turn == Turn::Ended { &mut self.ended } else { &mut self.open };
                sprouts.push(Sprout { stem, mv, key, share: shares[side], plan });
            }
        }
    }

    /// Makes stems of the best positions in which the turn continues.
    fn select(&mut self, seat: Seat, judge: &Judge) {
        put_best_first(&mut self.open);
        if self.spreads {
            spread(&mut self.open, self.beam);
        }
        let most = self.stems.len() + self.beam;
        for sprout in self.open.drain(..) {
            if self.stems.len() == most {
                break;
            }
            // Free moves there and back must not lead in circles.
            if self.known.contains(&sprout.key) {
                continue;
            }
            if let Some(position) = after(&self.stems, &sprout, seat, judge) {
                self.known.push(sprout.key);
                self.stems.push(Stem { position, last: Some((sprout.stem, sprout.mv)) });
            }
        }
    }

    /// Returns the moves from the first stem up to this sprout.
    fn moves(&self, sprout: &Sprout<G::Move>) -> Box<[G::Move]> {
        let mut moves = vec![sprout.mv.clone()];
        let mut stem = sprout.stem;
        while let Some((before, mv)) = &self.stems[stem].last {
            moves.push(mv.clone());
            stem = *before;
        }
        moves.reverse();
        moves.into()
    }
}

/// Returns the position after a move.
fn after<G: Searchable>(stems: &[Stem<G>], sprout: &Sprout<G::Move>, seat: Seat, judge: &Judge) -> Option<G> {
    let mut position = stems[sprout.stem].position.clone();
    position.play(seat, &sprout.mv, &mut |_| {}).ok()?;
    judge.party.settle(&mut position);
    Some(position)
}

/// Sorts moves, the best first, and keeps one of those that lead to the same position.
fn put_best_first<M>(sprouts: &mut Vec<Sprout<M>>) {
    // Equal positions have equal shares, so they are side by side then.
    sprouts.sort_unstable_by_key(|sprout| (Reverse(sprout.share), sprout.key));
    sprouts.dedup_by_key(|sprout| sprout.key);
}

/// Moves the best moves of every plan among the first `count`. The plans share half of these equally, and each gets at least one. The
/// rest goes to the moves that look best.
fn spread<M>(sprouts: &mut Vec<Sprout<M>>, count: usize) {
    let mut found = [0; PLANS];
    sprouts.iter().for_each(|sprout| found[sprout.plan] += 1);
    let plans = found.iter().filter(|&&found| found > 0).count();
    let part = (count / 2 / plans.max(1)).max(1);
    let mut taken = [0; PLANS];
    let (mut first, rest): (Vec<_>, Vec<_>) = sprouts.drain(..).partition(|sprout| {
        taken[sprout.plan] += 1;
        taken[sprout.plan] <= part
    });
    first.extend(rest);
    *sprouts = first;
}

impl<G: Searchable> Stepper<G> for Turns<G> {
    type Step = Box<[G::Move]>;

    fn each(
        &mut self,
        game: &G,
        seat: Seat,
        judge: &Judge,
        budget: &mut Budget<'_>,
        visit: &mut dyn FnMut(Box<[G::Move]>, &G) -> bool,
    ) {
        self.grow(game, seat, judge, budget);
        for sprout in self.ended.iter().take(self.whole) {
            let Some(after) = after(&self.stems, sprout, seat, judge) else { continue };
            if !visit(self.moves(sprout), &after) {
                break;
            }
        }
    }

    fn play(&self, game: &mut G, seat: Seat, turn: &Box<[G::Move]>) -> Option<Turn> {
        let mut last = None;
        for mv in turn {
            last = Some(game.play(seat, mv, &mut |_| {}).ok()?);
        }
        last
    }

    fn write(&self, turn: &Box<[G::Move]>, notations: &mut Vec<String>) {
        notations.extend(turn.iter().map(ToString::to_string));
    }
}

#[cfg(test)]
mod tests {
    use rules::{Game, Options, Searchable, SeatSet, games::semiosphere::Semiosphere};

    use super::*;
    use crate::{evaluate::mix, party::Party, stop::Stop, weights::Profiled};

    type Found = Vec<(Box<[<Semiosphere as Game>::Move]>, Semiosphere)>;

    /// Returns the turns of the seat to act and the positions after them.
    fn turns(game: &Semiosphere, nodes: u32) -> Found {
        let judge = Judge::new(Party::new(game, SeatSet::EMPTY), Semiosphere::PROFILE.weights, 0, 0);
        let stop = Stop::new();
        let mut found = Vec::new();
        if let Some(seat) = game.to_act().first() {
            Turns::new(0).each(game, seat, &judge, &mut Budget::new(nodes, &stop), &mut |moves, after| {
                found.push((moves, after.clone()));
                true
            });
        }
        found
    }

    /// Calls `visit` with the positions of some games with random moves.
    fn walk(visit: impl Fn(&Semiosphere)) {
        for seed in 0..12 {
            let players = 2 + seed as i64 % 3;
            let options = Options::new().with("players", players).with("preset", "balanced");
            let mut game = Semiosphere::new(&options).unwrap();
            let mut ply = 0;
            while let Some(seat) = game.to_act().first() {
                visit(&game);
                let mut legal = Vec::new();
                game.legal(seat, &mut legal);
                let mv = legal[(mix(seed << 32 | ply) % legal.len() as u64) as usize];
                game.play(seat, &mv, &mut |_| {}).unwrap();
                ply += 1;
            }
        }
    }

    #[test]
    fn turns_are_whole_and_lead_to_their_positions() {
        walk(|game| {
            let seat = game.to_act().first().unwrap();
            for (moves, after) in turns(game, u32::MAX) {
                let mut played = game.clone();
                for (n, mv) in moves.iter().enumerate() {
                    let turn = played.play(seat, mv, &mut |_| {}).unwrap();
                    assert_eq!(turn == Turn::Ended, n + 1 == moves.len(), "{moves:?} in {game}");
                }
                assert_eq!(played, after);
            }
        });
    }

    #[test]
    fn no_two_turns_lead_to_the_same_position() {
        walk(|game| {
            let mut keys: Vec<u64> = turns(game, u32::MAX).iter().map(|(_, after)| after.key()).collect();
            let all = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!((keys.len(), all > 0), (all, true), "{game}");
        });
    }

    #[test]
    fn used_up_budget_leaves_a_turn() {
        walk(|game| assert!(!turns(game, 0).is_empty(), "{game}"));
    }

    #[test]
    fn turns_of_every_plan_are_found() {
        // A planet that is dropped here looks bad at first.
        let game: Semiosphere = "8x11 3/0/3/r 2 1 1 d7:h:3,h7:h:3 -".parse().unwrap();
        let seat = game.to_act().first().unwrap();
        let judge = Judge::new(Party::new(&game, SeatSet::EMPTY), Semiosphere::PROFILE.weights, 0, 0);
        let count = |mut turns: Turns<Semiosphere>| {
            let (stop, mut all, mut dropped) = (Stop::new(), 0, 0);
            turns.each(&game, seat, &judge, &mut Budget::new(u32::MAX, &stop), &mut |_, after| {
                all += 1;
                dropped += usize::from(after.plan(seat) > 0);
                true
            });
            (all, dropped)
        };
        let (all, dropped) = count(Turns::spread(12, 12));
        assert!(all == 12 && (2..12).contains(&dropped), "{dropped} of {all}");
        assert_eq!(count(Turns::with(12, 12, false)), (12, 0), "these look best");
    }

    #[test]
    fn winning_turn_comes_first() {
        let game: Semiosphere = "8x11 3/0/3/r 6 1 1 b9:h:8,g10:h:3 b10=2".parse().unwrap();
        let found = turns(&game, u32::MAX);
        let (moves, after) = &found[0];
        assert_eq!(after.outcome().map(|outcome| outcome.reason), Some("entered"), "{moves:?}");
    }
}
