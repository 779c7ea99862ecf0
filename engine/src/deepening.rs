//! Alpha-beta with iterative deepening, for games of two sides in which threats decide more than averages do.
//!
//! A position at least two moves from the end of a search plays and evaluates all its moves and looks at the best first. Late moves
//! are searched less deeply, and again if one of them turns out well. The last move of a search is only evaluated.

use rules::{Searchable, Seat};

use crate::{
    evaluate::{FLATNESS, Judge, WIN, steepen},
    party::ONE,
    stop::Budget,
    think::{Candidate, per_mille},
};

/// A value above every share.
const ABOVE: i32 = ONE as i32 + 1;

/// The largest depth of a search. The budget ends it long before, except where few moves are left in the game.
const DEEPEST: u8 = 60;

/// The number of moves that are searched to the full depth.
const EARLY: usize = 6;

/// The number of moves after which the rest is searched two moves less deeply.
const LATE: usize = 20;

/// The largest number of positions that are remembered, a power of two.
const MOST_REMEMBERED: usize = 1 << 19;

/// The relation of the true value to the one that a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The result of the last search of a position.
#[derive(Clone, Debug)]
struct Memory<M> {
    key: u64,
    value: u16,
    depth: u8,
    bound: Bound,
    best: Option<M>,
}

/// A move of the root, with the value of the last complete search.
#[derive(Clone, Debug)]
struct RootMove<G: Searchable> {
    mv: G::Move,
    after: G,
    value: i32,
    is_over: bool,
}

/// A search of a game with two sides.
pub(crate) struct Deepening<'a, 'b, G: Searchable> {
    judge: &'a Judge,
    budget: &'a mut Budget<'b>,
    /// The nodes that the search of the next move must leave.
    reserve: u32,
    memories: Vec<Option<Memory<G::Move>>>,
}

/// A position after a move of a search, with its value for the seat that made the move.
type Child<G> = (i32, <G as rules::Game>::Move, G, bool);

impl<'a, 'b, G: Searchable> Deepening<'a, 'b, G> {
    pub(crate) fn new(judge: &'a Judge, budget: &'a mut Budget<'b>) -> Self {
        let room = (budget.left() as usize / 2).next_power_of_two().clamp(256, MOST_REMEMBERED);
        Deepening { judge, budget, reserve: 0, memories: vec![None; room] }
    }

    /// Returns the best turns of the seat that acts, at most three, the best first. `later` percent of the nodes are kept for the
    /// later moves of the turn.
    pub(crate) fn solve(&mut self, mut game: G, later: u32) -> Vec<Candidate> {
        let mut best = Candidate { turn: Vec::new(), value: 0 };
        let mut others = Vec::new();
        while let Some(actor) = self.judge.party.to_act(&game).first() {
            self.reserve = self.budget.left() / 100 * later;
            let mut moves = self.deepen(&game, actor).into_iter();
            let Some(first) = moves.next() else { break };
            if best.turn.is_empty() {
                others = moves.take(2).map(|other| self.line(other, actor)).collect();
            }
            best.value = usual(first.value);
            best.turn.push(first.mv.to_string());
            game = first.after;
            if !self.judge.party.to_act(&game).contains(actor) {
                break;
            }
        }
        [best].into_iter().chain(others).collect()
    }

    /// Returns a move and those that look best after it until the turn ends.
    fn line(&mut self, from: RootMove<G>, actor: Seat) -> Candidate {
        let mut candidate = Candidate { turn: vec![from.mv.to_string()], value: usual(from.value) };
        let mut game = from.after;
        while self.judge.party.to_act(&game).contains(actor) {
            let children = self.children(&game, actor, 1);
            let Some((_, mv, after, _)) = children.into_iter().next() else { break };
            candidate.turn.push(mv.to_string());
            game = after;
        }
        candidate
    }

    /// Searches deeper and deeper until only the reserve is left. Returns all moves, the best first.
    fn deepen(&mut self, game: &G, actor: Seat) -> Vec<RootMove<G>> {
        let mut moves: Vec<RootMove<G>> = self
            .children(game, actor, 1)
            .into_iter()
            .map(|(value, mv, after, is_over)| RootMove { mv, after, value, is_over })
            .collect();
        for depth in 2..=DEEPEST {
            let is_clear = moves.len() <= 1 || moves[0].value >= WIN;
            if is_clear || self.is_used_up() || moves.iter().all(|mv| mv.is_over) {
                break;
            }
            self.search_root(&mut moves, actor, depth);
        }
        moves
    }

    fn is_used_up(&self) -> bool {
        self.budget.is_used_up() || self.budget.left() <= self.reserve
    }

    /// Searches all moves of the root and sorts them. If the budget ends before, the moves that were searched come first.
    fn search_root(&mut self, moves: &mut [RootMove<G>], actor: Seat, depth: u8) {
        let mut alpha = -1;
        for n in 0..moves.len() {
            if moves[n].is_over {
                alpha = alpha.max(moves[n].value);
                continue;
            }
            let after = moves[n].after.clone();
            let value = self.value_after(&after, actor, depth, n, [alpha, ABOVE], 1);
            let Some(value) = value else { break };
            moves[n].value = value.clamp(0, ONE.into());
            if value > alpha {
                alpha = value;
                // The best move so far leads, also if the budget ends before the other moves are searched.
                moves[..=n].rotate_right(1);
            }
        }
    }

    /// Returns what the position after the `n`-th best move is worth to the seat that made it. `None` if the budget has ended.
    fn value_after(
        &mut self,
        after: &G,
        actor: Seat,
        depth: u8,
        n: usize,
        window: [i32; 2],
        distance: u8,
    ) -> Option<i32> {
        let less = match n {
            0..EARLY => 0,
            EARLY..LATE => 1,
            _ => 2,
        };
        let less = if depth >= 3 { less.min(depth - 2) } else { 0 };
        let mut look = |depth: u8, window: [i32; 2]| self.look(after, actor, depth, window, distance);
        if n == 0 { look(depth - 1, window) } else { narrow_first(depth - 1, less, window, look) }
    }

    /// Searches a position and returns its value for one seat, which need not be the seat that acts there.
    fn look(&mut self, game: &G, of: Seat, depth: u8, [alpha, beta]: [i32; 2], distance: u8) -> Option<i32> {
        let actor = self.judge.party.to_act(game).first()?;
        if self.judge.party.side_of(actor) == self.judge.party.side_of(of) {
            return self.search(game, actor, depth, [alpha, beta], distance);
        }
        let one = i32::from(ONE);
        let value = self.search(game, actor, depth, [one - beta, one - alpha], distance)?;
        Some(one - value)
    }

    /// Returns the value of a position for the seat that acts, or a bound of it outside of the window.
    fn search(
        &mut self,
        game: &G,
        actor: Seat,
        depth: u8,
        [mut alpha, beta]: [i32; 2],
        distance: u8,
    ) -> Option<i32> {
        if self.is_used_up() {
            return None;
        }
        let key = game.key();
        let slot = key as usize & (self.memories.len() - 1);
        let memory = self.memories[slot].as_ref().filter(|memory| memory.key == key);
        let mut hint = None;
        if let Some(memory) = memory {
            let value = i32::from(memory.value);
            let is_enough = match memory.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if memory.depth >= depth && is_enough {
                return Some(value);
            }
            hint = memory.best.clone();
        }
        let from = alpha;
        let (mut best, mut best_move) = (-1, None);
        if depth <= 1 {
            (best, best_move) = self.last(game, actor, hint, distance, beta);
        } else {
            let mut children = self.children(game, actor, distance + 1);
            if let Some(n) = hint.and_then(|hint| children.iter().position(|child| child.1 == hint)) {
                children[..=n].rotate_right(1);
            }
            for (n, (value, mv, after, is_over)) in children.into_iter().enumerate() {
                let value = if is_over {
                    value
                } else {
                    self.value_after(&after, actor, depth, n, [alpha, beta], distance + 1)?
                };
                if value > best {
                    (best, best_move) = (value, Some(mv));
                    alpha = alpha.max(value);
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > from {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let value = best.clamp(0, ONE.into()) as u16;
        self.memories[slot] = Some(Memory { key, value, depth, bound, best: best_move });
        Some(best)
    }

    /// Evaluates the moves of a position one move from the end of a search, until one is worth `beta`. Returns the best one with
    /// its value.
    fn last(
        &mut self,
        game: &G,
        actor: Seat,
        hint: Option<G::Move>,
        distance: u8,
        beta: i32,
    ) -> (i32, Option<G::Move>) {
        let side = self.judge.party.side_of(actor);
        let mut legal = Vec::new();
        game.legal(actor, &mut legal);
        if let Some(n) = hint.and_then(|hint| legal.iter().position(|mv| *mv == hint)) {
            legal[..=n].rotate_right(1);
        }
        let mut best = (-1, None);
        for mv in legal {
            let Some(after) = self.played(game, actor, &mv) else { continue };
            let (value, _) = self.judge.value(&after, side, distance + 1);
            if value > best.0 {
                best = (value, Some(mv));
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    fn played(&mut self, game: &G, actor: Seat, mv: &G::Move) -> Option<G> {
        let mut after = game.clone();
        self.budget.spend();
        after.play(actor, mv, &mut |_| {}).ok()?;
        self.judge.party.settle(&mut after);
        Some(after)
    }

    /// Plays and evaluates all moves of a position. The best come first.
    fn children(&mut self, game: &G, actor: Seat, distance: u8) -> Vec<Child<G>> {
        let side = self.judge.party.side_of(actor);
        let mut legal = Vec::new();
        game.legal(actor, &mut legal);
        let mut children = Vec::with_capacity(legal.len());
        for mv in legal {
            let Some(after) = self.played(game, actor, &mv) else { continue };
            let (value, is_over) = self.judge.value(&after, side, distance);
            children.push((value, mv, after, is_over));
        }
        // A stable sort keeps the order of the rules among equals, which is the same everywhere.
        children.sort_by_key(|child| std::cmp::Reverse(child.0));
        children
    }
}

/// Returns the usual share in thousandths for the value of a judge that is flattened.
fn usual(value: i32) -> u16 {
    per_mille(steepen(value.clamp(0, ONE.into()) as u16, FLATNESS))
}

/// Returns the value of a move that looks worse than another one, or a bound of it outside of the window. `None` if the budget has ended.
/// `look` searches to a depth in a window. The first search is `less` shallower and has the narrowest window. The full ones follow only if
/// the move turns out better than it looks.
pub(crate) fn narrow_first(
    depth: u8,
    less: u8,
    [alpha, beta]: [i32; 2],
    mut look: impl FnMut(u8, [i32; 2]) -> Option<i32>,
) -> Option<i32> {
    let narrow = look(depth - less, [alpha, alpha + 1])?;
    if narrow <= alpha {
        return Some(narrow);
    }
    let narrow = if less > 0 { look(depth, [alpha, alpha + 1])? } else { narrow };
    if narrow <= alpha || narrow >= beta { Some(narrow) } else { look(depth, [alpha, beta]) }
}

#[cfg(test)]
mod tests {
    use rules::{Game as _, MOST_FEATURES, SeatSet, games::plankton_synapse::PlanktonSynapse};

    use super::*;
    use crate::{party::Party, stop::Stop, weights::Profiled as _};

    /// Weights that count zoorbs above all, as far as this test needs them.
    const WEIGHTS: [i32; MOST_FEATURES] = {
        let mut weights = [1; MOST_FEATURES];
        weights[9] = 40;
        weights
    };

    fn game() -> PlanktonSynapse {
        "4z2z/8/2w1nn2/3tt1p1/1JNtt3/2NN2A1/1S4R1/Z6Z 1 - - 1/300".parse().unwrap()
    }

    /// Returns the value of a position by looking at every line of this many moves.
    fn plain(judge: &Judge, game: &PlanktonSynapse, depth: u8, distance: u8) -> i32 {
        let Some(actor) = game.to_act().first() else { unreachable!("the position is open") };
        let side = judge.party.side_of(actor);
        let mut legal = Vec::new();
        game.legal(actor, &mut legal);
        let values = legal.iter().map(|mv| {
            let mut after = game.clone();
            after.play(actor, mv, &mut |_| {}).unwrap();
            let (value, is_over) = judge.value(&after, side, distance + 1);
            if is_over || depth <= 1 {
                return value;
            }
            let value = plain(judge, &after, depth - 1, distance + 1);
            if after.to_act().contains(actor) { value } else { i32::from(ONE) - value }
        });
        values.max().unwrap()
    }

    #[test]
    fn pruned_search_finds_the_plain_value() {
        let game = game();
        let judge = Judge::new(Party::new(&game, SeatSet::EMPTY), &WEIGHTS[..19], 0, 1);
        let stop = Stop::new();
        let mut budget = Budget::new(u32::MAX, &stop);
        let mut search = Deepening::new(&judge, &mut budget);
        let actor = game.to_act().first().unwrap();
        for depth in 1..=2 {
            let found = search.search(&game, actor, depth, [-1, ABOVE], 0).unwrap();
            assert_eq!(found, plain(&judge, &game, depth, 0), "at depth {depth}");
        }
    }

    #[test]
    fn memories_of_the_largest_thought_take_little_room() {
        let judge = Judge::new(Party::new(&game(), SeatSet::EMPTY), &WEIGHTS[..19], 0, 1);
        let stop = Stop::new();
        let mut budget = Budget::new(PlanktonSynapse::PROFILE.apex, &stop);
        let search = Deepening::<PlanktonSynapse>::new(&judge, &mut budget);
        let bytes = size_of_val(&*search.memories);
        assert!((1..40 << 20).contains(&bytes), "{bytes} bytes");
    }

    #[test]
    fn budget_ends_a_search() {
        let game = game();
        let judge = Judge::new(Party::new(&game, SeatSet::EMPTY), &WEIGHTS[..19], 0, 1);
        let stop = Stop::new();
        for limit in [1, 500, 5_000] {
            let mut budget = Budget::new(limit, &stop);
            let best = Deepening::new(&judge, &mut budget).solve(game.clone(), 10);
            assert!((1..=3).contains(&best.len()) && !best[0].turn.is_empty());
            assert!(budget.spent() < limit + 1_000, "{} of {limit} nodes", budget.spent());
        }
    }
}
