//! Games in which all seats order at once: an equilibrium of one turn over positions that fit what a seat knows.
//!
//! In every position the two camps, the own side and all others, have a few joint orders each. Regret matching finds mixed
//! strategies: one for the own side, which sees the same in all positions, and one in each position for the others. In a duel the
//! strongest level takes the best orders of this equilibrium and solves it for them again, one turn further.

use rules::{Game, Searchable, Seat, SeatSet, Sight, Turn, Viewer};

use crate::{
    evaluate::Judge,
    matrix::{Balance, Matrix, WHOLE, balance},
    party::ONE,
    stop::Budget,
};

/// How much a thought looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// The number of positions.
    pub(crate) worlds: usize,
    /// The number of joint orders of the own side.
    pub(crate) own: usize,
    /// The number of joint orders of the others.
    pub(crate) others: usize,
    /// How often the others are taken for players who think only of themselves, in percent. Such players exist, and a strategy
    /// against them that an opponent cannot exploit either is stronger than the plain equilibrium.
    pub(crate) naive: i64,
    /// The rounds of regret matching.
    pub(crate) rounds: i64,
    /// Orders with a smaller part of the strategy are never drawn, in percent.
    pub(crate) floor: i64,
    /// The closer look at the best orders, if there is one.
    close: Option<Close>,
}

/// A look at few orders in few positions that plays a turn more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Close {
    worlds: usize,
    own: usize,
    others: usize,
}

impl Plan {
    /// Returns what so many nodes suffice for. More would not make a level stronger. Large teams may get fewer positions.
    fn within(nodes: u32, is_duel: bool) -> Plan {
        let (worlds, own, others, naive) = match nodes {
            0..600 => (1, 3, 2, 0),
            600..50_000 => (1, 4, 3, 0),
            50_000..300_000 => (8, 8, 6, 30),
            _ if is_duel => (32, 64, 14, 50),
            _ => (32, 16, 14, 30),
        };
        let close = (is_duel && nodes >= 300_000).then_some(Close { worlds: 8, own: 8, others: 8 });
        Plan { worlds, own, others, naive, rounds: 100, floor: 15, close }
    }
}

/// An order of the own seat.
#[derive(Clone, Debug)]
pub(crate) struct Choice<M> {
    pub(crate) order: M,
    /// Its part in the strategy.
    part: i64,
    /// The share that the own side can expect.
    pub(crate) share: u16,
}

/// One order for each seat of a camp.
type Joint<M> = Vec<(Seat, M)>;

/// The index of the joint order that players give who think only of themselves.
const NAIVE: usize = 0;

/// The rounds of regret matching for the turn after the next one.
const ROUNDS_AHEAD: i64 = 20;

/// The worlds in which the own seat's orders are compared before the best of them are looked at closely.
const TRIALS: usize = 16;

/// The worth of a point of the final lead, as a share. It is so little that it never outweighs a chance to win.
const POINT: i32 = 2;

/// The largest lead that counts. More makes no difference.
const LARGEST_LEAD: i32 = 100;

/// Looks for an order of one seat.
pub(crate) struct Solver<'a, 'b> {
    pub(crate) judge: &'a Judge,
    pub(crate) seat: Seat,
    pub(crate) left: SeatSet,
    pub(crate) plan: Plan,
    pub(crate) budget: &'a mut Budget<'b>,
}

impl<'a, 'b> Solver<'a, 'b> {
    pub(crate) fn new(judge: &'a Judge, sight: &Sight, budget: &'a mut Budget<'b>) -> Solver<'a, 'b> {
        let plan = Plan::within(budget.left(), judge.party.is_duel());
        Solver { judge, seat: sight.seat, left: sight.left, plan, budget }
    }

    /// Returns orders of the own seat: first the one that is drawn, then the others by their part in the strategy. There is always
    /// one if the seat may order.
    pub(crate) fn solve<G: Searchable>(
        &mut self,
        knowledge: &G::Knowledge,
        draw: &mut dyn FnMut(u32) -> u32,
    ) -> Vec<Choice<G::Move>> {
        let worlds: Vec<G> = (0..self.plan.worlds).map(|_| G::world(knowledge, draw)).collect();
        let own = self.own_orders(&worlds);
        let count = self.plan.others;
        let matrices = self.matrices(&worlds, &own, count, Self::share_of_own, draw);
        let mut choices = self.choices(&own, &matrices);
        if let Some(close) = self.plan.close {
            let best = self.best_of(own, &matrices, close.own);
            let worlds = &worlds[..worlds.len().min(close.worlds)];
            let matrices = self.matrices(worlds, &best, close.others, Self::outlook, draw);
            // If the thought had to end early, the first look has to do.
            if !matrices.is_empty() {
                choices = self.choices(&best, &matrices);
            }
        }
        choices.sort_by_key(|choice| std::cmp::Reverse((choice.part, choice.share)));
        if let Some(n) = pick(&choices, self.plan.floor, draw) {
            choices[..=n].rotate_right(1);
        }
        choices
    }

    fn balance(&self, matrices: &[Matrix], rows: usize) -> Balance {
        balance(matrices, rows, self.plan.rounds, self.plan.naive)
    }

    /// Returns the orders that deserve a closer look: those of the strategy, and those that are worth nearly as much.
    fn best_of<M>(&self, own: Vec<Joint<M>>, matrices: &[Matrix], count: usize) -> Vec<Joint<M>> {
        let Balance { parts, values } = self.balance(matrices, own.len());
        // The whole strategy counts as much as an eighth of a game.
        let merits =
            parts.into_iter().zip(values).map(|(part, value)| part + value * 8 * WHOLE / i64::from(ONE));
        let mut ranked: Vec<(i64, Joint<M>)> = merits.zip(own).collect();
        ranked.sort_by_key(|&(merit, _)| std::cmp::Reverse(merit));
        ranked.into_iter().take(count).map(|(_, joint)| joint).collect()
    }

    fn choices<M: PartialEq + Clone>(&self, own: &[Joint<M>], matrices: &[Matrix]) -> Vec<Choice<M>> {
        let mut balance = self.balance(matrices, own.len());
        if matrices.is_empty() {
            // The thought had to end early. The first order is the best if nobody else orders anything.
            balance.parts.fill(0);
            balance.parts.iter_mut().take(1).for_each(|part| *part = WHOLE);
        }
        let mut choices: Vec<Choice<M>> = Vec::new();
        for (joint, (part, value)) in own.iter().zip(balance.parts.into_iter().zip(balance.values)) {
            let share = value.clamp(0, ONE.into()) as u16;
            let Some((_, order)) = joint.first() else { continue };
            match choices.iter_mut().find(|choice| choice.order == *order) {
                Some(choice) => {
                    choice.part += part;
                    choice.share = choice.share.max(share);
                }
                None => choices.push(Choice { order: order.clone(), part, share }),
            }
        }
        choices
    }

    fn side(&self) -> usize {
        self.judge.party.side_of(self.seat)
    }

    /// Returns the seats of one camp that are still to choose an order, the own seat first.
    fn choosers<G: Game>(&self, game: &G, own: bool) -> Vec<Seat> {
        let waiting = game.to_act();
        let chooses = |seat: Seat| {
            let is_own = self.judge.party.side_of(seat) == self.side();
            // Nobody knows the orders of other sides, so these choose even if they have ordered already.
            is_own == own && (!is_own || waiting.contains(seat)) && seat != self.seat
        };
        let others = SeatSet::all(game.seats()).without(self.left).iter().filter(|&seat| chooses(seat));
        own.then_some(self.seat).into_iter().chain(others).collect()
    }

    /// Returns the best orders of a seat if nobody else orders anything more, the best first.
    fn best_orders<G: Searchable>(&mut self, game: &G, seat: Seat, count: usize) -> Vec<(u16, G::Move)> {
        let mut moves = Vec::new();
        game.legal(seat, &mut moves);
        let side = self.judge.party.side_of(seat);
        let mut scored = Vec::with_capacity(moves.len());
        for mv in moves {
            let mut next = game.clone();
            self.budget.spend();
            if next.play(seat, &mv, &mut |_| {}) == Ok(Turn::Open) {
                next.resolve(&mut |_| {});
            }
            scored.push((self.share(&next, side), mv));
            if self.budget.is_used_up() {
                break;
            }
        }
        // The sort is stable: equal orders stay in the order of the rules.
        scored.sort_by_key(|&(share, _)| std::cmp::Reverse(share));
        scored.truncate(count);
        scored
    }

    fn share<G: Searchable>(&self, game: &G, side: usize) -> u16 {
        let (shares, is_over) = self.judge.shares(game, 1);
        // Only the strongest level of a duel has a closer look. The others judge a finished game by its result alone.
        if is_over && self.plan.close.is_some() {
            return with_lead(shares[side], self.lead(game, side));
        }
        shares[side]
    }

    /// Returns by how many points a side of a duel is ahead.
    fn lead<G: Game>(&self, game: &G, side: usize) -> i32 {
        let scores = SeatSet::all(game.seats()).iter().zip(game.scores());
        scores.map(|(seat, score)| if self.judge.party.side_of(seat) == side { score } else { -score }).sum()
    }

    /// Returns joint orders of the own side, the same in all worlds. Each begins with another order of the own seat.
    fn own_orders<G: Searchable>(&mut self, worlds: &[G]) -> Vec<Joint<G::Move>> {
        let mut sums: Vec<(u32, G::Move)> = Vec::new();
        for game in worlds.iter().take(TRIALS) {
            let mut scored = self.best_orders(game, self.seat, usize::MAX);
            scored.sort_by(|a, b| a.1.cmp(&b.1));
            if sums.is_empty() {
                sums = scored.into_iter().map(|(share, order)| (share.into(), order)).collect();
            } else if sums.len() == scored.len() {
                sums.iter_mut().zip(scored).for_each(|(sum, (share, _))| sum.0 += u32::from(share));
            }
            if self.budget.is_used_up() {
                break;
            }
        }
        sums.sort_by_key(|&(sum, _)| std::cmp::Reverse(sum));
        sums.truncate(self.plan.own);
        let Some(game) = worlds.first() else { return Vec::new() };
        let mates = self.choosers(game, true);
        sums.into_iter().map(|(_, order)| self.completed(game, &mates, vec![(self.seat, order)])).collect()
    }

    /// Returns a joint order to which every seat that is not in it yet adds its best one.
    fn completed<G: Searchable>(
        &mut self,
        game: &G,
        seats: &[Seat],
        mut joint: Joint<G::Move>,
    ) -> Joint<G::Move> {
        if joint.len() == seats.len() {
            return joint;
        }
        let mut game = game.clone();
        let mut turn = self.enter(&mut game, &joint);
        for &seat in seats {
            if joint.iter().any(|(other, _)| *other == seat)
                || turn == Turn::Ended
                || self.budget.is_used_up()
            {
                continue;
            }
            let Some((_, order)) = self.best_orders(&game, seat, 1).pop() else { continue };
            self.budget.spend();
            turn = game.play(seat, &order, &mut |_| {}).unwrap_or(Turn::Ended);
            joint.push((seat, order));
        }
        joint
    }

    /// Returns at most `count` joint orders of the others in one world, and at least one. The first is what they order if they think only
    /// of themselves.
    fn other_orders<G: Searchable>(
        &mut self,
        game: &G,
        count: usize,
        draw: &mut dyn FnMut(u32) -> u32,
    ) -> Vec<Joint<G::Move>> {
        let seats = self.choosers(game, false);
        let Some(&first) = seats.first() else { return vec![Vec::new()] };
        // They do not see the own side's secrets either.
        let imagined = G::world(&G::knowledge(game.view(Viewer::Seat(first)), &[], first), draw);
        let mut joints = vec![self.completed(&imagined, &seats, Vec::new())];
        let lists: Vec<Vec<(u16, G::Move)>> =
            seats.iter().map(|&seat| self.best_orders(game, seat, count)).collect();
        for rank in 0..count {
            for (&seat, list) in seats.iter().zip(&lists) {
                let Some((_, order)) = list.get(rank) else { continue };
                if joints.len() < count {
                    let joint = self.completed(game, &seats, vec![(seat, order.clone())]);
                    if !joints.contains(&joint) {
                        joints.push(joint);
                    }
                }
            }
        }
        joints
    }

    /// Returns the payoffs in these worlds. There are fewer if the thought has to end before.
    fn matrices<G: Searchable>(
        &mut self,
        worlds: &[G],
        own: &[Joint<G::Move>],
        others: usize,
        value: impl Fn(&mut Self, &G) -> u16,
        draw: &mut dyn FnMut(u32) -> u32,
    ) -> Vec<Matrix> {
        let mut matrices = Vec::with_capacity(worlds.len());
        for world in worlds {
            let others = self.other_orders(world, others, draw);
            let Some(matrix) = self.matrix(world, own, &others, &value) else { break };
            matrices.push(matrix);
        }
        matrices
    }

    /// Returns the payoffs in one world, or `None` if the thought has to end before.
    fn matrix<G: Searchable>(
        &mut self,
        world: &G,
        own: &[Joint<G::Move>],
        others: &[Joint<G::Move>],
        value: impl Fn(&mut Self, &G) -> u16,
    ) -> Option<Matrix> {
        let mut payoffs = Vec::with_capacity(own.len() * others.len());
        for ours in own {
            for theirs in others {
                if self.budget.is_used_up() {
                    return None;
                }
                let after = self.after(world, ours, theirs);
                payoffs.push(value(self, &after).into());
            }
        }
        Some(Matrix { payoffs, columns: others.len(), naive: NAIVE })
    }

    /// Returns the position at the end of a turn with both joint orders.
    fn after<G: Searchable>(&mut self, game: &G, ours: &Joint<G::Move>, theirs: &Joint<G::Move>) -> G {
        let mut next = game.clone();
        // The last missing order ends the turn. A world takes unknown orders for passes, which have to be replaced before.
        let is_missing = game.to_act().contains(self.seat);
        let [first, last] = if is_missing { [theirs, ours] } else { [ours, theirs] };
        if self.enter(&mut next, first) == Turn::Open && self.enter(&mut next, last) == Turn::Open {
            next.resolve(&mut |_| {});
        }
        next
    }

    fn share_of_own<G: Searchable>(&mut self, game: &G) -> u16 {
        self.share(game, self.side())
    }

    /// Returns the share that the own seat can expect at the beginning of a turn, if it and its opponent choose between a few good
    /// orders. This counts what both can do in the position, not only what it looks like.
    fn outlook<G: Searchable>(&mut self, game: &G) -> u16 {
        let other = game.to_act().iter().find(|&seat| seat != self.seat);
        let next = other.and_then(|other| self.next_turn(game, other));
        next.unwrap_or_else(|| self.share_of_own(game))
    }

    /// Returns what the next turn is worth to the own seat, or `None` if one of both seats has no order.
    fn next_turn<G: Searchable>(&mut self, game: &G, other: Seat) -> Option<u16> {
        let mut ours = self.best_orders(game, self.seat, 2);
        let mut theirs = self.best_orders(game, other, 2);
        let (our_best, their_best) = (ours.first()?.1.clone(), theirs.first()?.1.clone());
        self.add_reply(game, self.seat, (other, their_best), &mut ours);
        self.add_reply(game, other, (self.seat, our_best), &mut theirs);
        let mut payoffs = Vec::with_capacity(ours.len() * theirs.len());
        for (_, ours) in &ours {
            let mut after = game.clone();
            self.enter(&mut after, &[(self.seat, ours.clone())]);
            for (_, theirs) in &theirs {
                let mut next = after.clone();
                self.enter(&mut next, &[(other, theirs.clone())]);
                payoffs.push(self.share_of_own(&next).into());
            }
        }
        let rows = ours.len();
        let matrix = Matrix { payoffs, columns: theirs.len(), naive: NAIVE };
        Some(balance(&[matrix], rows, ROUNDS_AHEAD, 0).worth().clamp(0, ONE.into()) as u16)
    }

    /// Adds the order that would be a seat's best if it knew this one of its opponent.
    fn add_reply<G: Searchable>(
        &mut self,
        game: &G,
        seat: Seat,
        (other, order): (Seat, G::Move),
        orders: &mut Vec<(u16, G::Move)>,
    ) {
        let mut after = game.clone();
        self.enter(&mut after, &[(other, order)]);
        let reply = self.best_orders(&after, seat, 1).pop();
        orders.extend(reply.filter(|(_, reply)| !orders.iter().any(|(_, order)| order == reply)));
    }

    /// Enters a joint order into a position. Orders after the end of the turn are left out.
    fn enter<G: Game>(&mut self, game: &mut G, joint: &[(Seat, G::Move)]) -> Turn {
        for (seat, order) in joint {
            self.budget.spend();
            if game.play(*seat, order, &mut |_| {}) == Ok(Turn::Ended) {
                return Turn::Ended;
            }
        }
        Turn::Open
    }
}

/// Adds a little for the lead to the result of a finished game. If the result is certain, the strategy still prefers more points.
fn with_lead(share: u16, lead: i32) -> u16 {
    let room = LARGEST_LEAD * POINT;
    let result = i32::from(share).clamp(room, i32::from(ONE) - room);
    (result + lead.clamp(-LARGEST_LEAD, LARGEST_LEAD) * POINT) as u16
}

/// Draws an order by its part in the strategy. Orders with less than `floor` percent are never drawn, unless all have less.
fn pick<M>(choices: &[Choice<M>], floor: i64, draw: &mut dyn FnMut(u32) -> u32) -> Option<usize> {
    let is_large = |choice: &Choice<M>| choice.part * 100 >= floor * WHOLE;
    let sum: i64 = choices.iter().filter(|choice| is_large(choice)).map(|choice| choice.part).sum();
    if sum == 0 {
        return (!choices.is_empty()).then_some(0);
    }
    let mut left = i64::from(draw(sum as u32));
    choices.iter().position(|choice| {
        let found = is_large(choice) && left < choice.part;
        left -= if is_large(choice) { choice.part } else { 0 };
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_never_outweigh_results() {
        let ranked = [(0, -120), (0, -100), (0, -2), (ONE / 2, 0), (ONE, 2), (ONE, 100), (ONE, 120)];
        let shares = ranked.map(|(share, lead)| with_lead(share, lead));
        assert!(shares.is_sorted(), "{shares:?}");
        assert_eq!([shares[0], shares[3], shares[6]], [0, ONE / 2, ONE]);
    }
}
