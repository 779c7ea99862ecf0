//! A best-first search. An expansion plays and evaluates all steps from a position at once. The best of them become children in
//! the tree, and a visit goes down to the child that promises most.

use rules::{Searchable, Seat, Turn};

use crate::{
    evaluate::Judge,
    party::{ONE, Shares},
    stop::Budget,
};

/// The number of children that an expansion keeps, except at the root, which keeps all.
const WIDEST: usize = 64;

/// The part of [`ONE`] that the urge to look at neglected children is worth, per fourth root of the parent's visits.
const CURIOSITY: u64 = ONE as u64 * 3 / 10;

/// The room that a tree may take, in bytes.
const ROOM: usize = 36 << 20;

/// The nodes that the last expansion may need beyond the limit.
const SPARE: usize = 4_096;

/// Shares at least this large are wins against everybody, a few moves away.
const WIN: u16 = ONE - 255;

/// The way in which a search goes from one position to the next.
pub(crate) trait Stepper<G: Searchable> {
    type Step: Clone + PartialEq;

    /// Calls `visit` with every step of `seat` and the position after it, until it returns `false`.
    fn each(
        &mut self,
        game: &G,
        seat: Seat,
        judge: &Judge,
        budget: &mut Budget<'_>,
        visit: &mut dyn FnMut(Self::Step, &G) -> bool,
    );

    /// Plays a step. Returns `None` if it is not legal, and then the position is of no use any more.
    fn play(&self, game: &mut G, seat: Seat, step: &Self::Step) -> Option<Turn>;

    /// Adds the moves of a step in canonical notation.
    fn write(&self, step: &Self::Step, notations: &mut Vec<String>);
}

#[derive(Clone, Debug)]
struct Node<S> {
    /// The step that leads here. Only the root has none.
    step: Option<S>,
    /// How often a search came here, and one for the evaluation.
    visits: u32,
    /// The index of the first child. The others follow.
    first: u32,
    children: u16,
    /// The seat that is to act here. `None` if the game is over, or if the node was not expanded yet.
    actor: Option<Seat>,
    /// Whether the value is certain.
    is_proven: bool,
    /// Whether the children are all steps that there are.
    is_complete: bool,
}

/// A step from the root, with what the search thinks of it.
#[derive(Clone, Debug)]
pub(crate) struct Choice<S> {
    pub(crate) step: S,
    /// The node that the step leads to.
    pub(crate) node: u32,
    /// The share of the seat that acts.
    pub(crate) share: u16,
    /// How much the search trusts it: the number of its visits, or the most or least that there is if its result is proven.
    pub(crate) weight: u32,
}

/// A tree of positions.
pub(crate) struct Tree<'a, G: Searchable, T: Stepper<G>> {
    judge: &'a Judge,
    stepper: T,
    /// The part of the minimax value, in percent.
    minimax: u32,
    nodes: Vec<Node<T::Step>>,
    /// The sums of the shares of all visits, [`Tree::width`] for each node.
    sums: Vec<u64>,
    /// The minimax shares, [`Tree::width`] for each node.
    bests: Vec<u16>,
    width: usize,
    most: usize,
    /// For each distance from the root, the step that won there last.
    killers: Vec<Option<T::Step>>,
    /// Room for the children of one expansion, and for the nodes of one visit.
    fresh: Vec<(T::Step, Shares, bool)>,
    path: Vec<u32>,
    root: u32,
    game: G,
}

impl<'a, G: Searchable, T: Stepper<G>> Tree<'a, G, T> {
    /// Returns a tree that has only its root. It makes room for the children that so many nodes can give it.
    pub(crate) fn new(judge: &'a Judge, stepper: T, minimax: u32, game: G, limit: u32) -> Self {
        let playing = judge.party.playing().len();
        // The shares of two sides add up to one, so the first one is enough.
        let width = if playing <= 2 { 1 } else { playing };
        let bytes = size_of::<Node<T::Step>>() + width * (size_of::<u64>() + size_of::<u16>());
        let most = ROOM / bytes;
        // Vectors that grow would copy themselves, and take up to three times as much meanwhile.
        let room = most.min(limit as usize + SPARE);
        let mut tree = Tree {
            judge,
            stepper,
            minimax,
            nodes: Vec::with_capacity(room),
            sums: Vec::with_capacity(room * width),
            bests: Vec::with_capacity(room * width),
            width,
            most: most - SPARE,
            killers: Vec::new(),
            fresh: Vec::new(),
            path: Vec::new(),
            root: 0,
            game,
        };
        let (shares, _) = judge.shares(&tree.game, 0);
        tree.push(None, &shares, false);
        tree
    }

    /// Visits the tree until the budget has only `reserve` nodes left, the value of the root is certain, or there is no choice.
    pub(crate) fn search(&mut self, budget: &mut Budget<'_>, reserve: u32) {
        while !budget.is_used_up() && budget.left() > reserve {
            let root = self.node(self.root);
            let is_forced = root.is_complete && root.children == 1;
            if root.is_proven || is_forced || self.nodes.len() >= self.most {
                break;
            }
            // A visit that expands nothing only moves averages. Such visits are few, and each must count for something.
            let before = budget.spent();
            self.visit(budget);
            if budget.spent() == before {
                budget.spend();
            }
        }
    }

    /// Returns the steps from the root, the best first.
    pub(crate) fn choices(&self) -> Vec<Choice<T::Step>> {
        self.choices_at(self.root)
    }

    fn choices_at(&self, at: u32) -> Vec<Choice<T::Step>> {
        let Some(actor) = self.node(at).actor else { return Vec::new() };
        let side = self.judge.party.side_of(actor);
        let mut choices: Vec<Choice<T::Step>> = self
            .children(at)
            .filter_map(|child| {
                let node = self.node(child);
                let share = self.value(child, side) as u16;
                // A proven step counts by its value alone: a win as if it had all visits, and a loss as if it had none.
                let weight = match node.is_proven {
                    true if share >= WIN => u32::MAX,
                    true if share < ONE / 2 => 0,
                    _ => node.visits,
                };
                Some(Choice { step: node.step.clone()?, node: child, share, weight })
            })
            .collect();
        choices.sort_by_key(|choice| std::cmp::Reverse((choice.weight, choice.share)));
        choices
    }

    /// Returns the moves of a choice in canonical notation, and those that look best after it until the turn ends.
    pub(crate) fn line(&mut self, choice: &Choice<T::Step>, budget: &mut Budget<'_>) -> Vec<String> {
        let mut notations = Vec::new();
        let Some(actor) = self.node(self.root).actor else { return notations };
        let mut game = self.game.clone();
        let (mut step, mut at) = (choice.step.clone(), Some(choice.node));
        loop {
            self.stepper.write(&step, &mut notations);
            let turn = self.stepper.play(&mut game, actor, &step);
            self.judge.party.settle(&mut game);
            if turn != Some(Turn::Open) || !self.judge.party.to_act(&game).contains(actor) {
                return notations;
            }
            let next = at.and_then(|at| self.choices_at(at).into_iter().next());
            at = next.as_ref().map(|choice| choice.node);
            let next = next.map(|choice| choice.step).or_else(|| self.greedy(&game, actor, budget));
            let Some(next) = next else { return notations };
            step = next;
        }
    }

    /// Returns the step after which the position looks best for the seat that acts.
    fn greedy(&mut self, game: &G, actor: Seat, budget: &mut Budget<'_>) -> Option<T::Step> {
        let judge = self.judge;
        let side = judge.party.side_of(actor);
        let mut best: Option<(u16, T::Step)> = None;
        self.stepper.each(game, actor, judge, budget, &mut |step, after| {
            let (shares, _) = judge.shares(after, 1);
            if best.as_ref().is_none_or(|(share, _)| shares[side] > *share) {
                best = Some((shares[side], step));
            }
            true
        });
        best.map(|(_, step)| step)
    }

    /// Adds the moves of a step in canonical notation.
    pub(crate) fn write(&self, step: &T::Step, notations: &mut Vec<String>) {
        self.stepper.write(step, notations);
    }

    /// Makes the position after one of its steps the root. Returns whether the turn of the seat ends there.
    pub(crate) fn descend(&mut self, choice: &Choice<T::Step>) -> Turn {
        let Some(actor) = self.node(self.root).actor else { return Turn::Ended };
        let turn = self.stepper.play(&mut self.game, actor, &choice.step);
        self.judge.party.settle(&mut self.game);
        self.root = choice.node;
        turn.filter(|_| self.judge.party.to_act(&self.game).contains(actor)).unwrap_or(Turn::Ended)
    }

    /// Expands the root, unless that has been done.
    pub(crate) fn open(&mut self, budget: &mut Budget<'_>) {
        if self.node(self.root).actor.is_none() {
            self.visit(budget);
        }
    }

    /// Goes down to a position without children, expands it, and takes what it learns back to the root.
    fn visit(&mut self, budget: &mut Budget<'_>) {
        let mut game = self.game.clone();
        let mut path = std::mem::take(&mut self.path);
        path.clear();
        let mut at = self.root;
        path.push(at);
        while let Some(actor) = self.node(at).actor {
            let Some(child) = self.select(at, actor) else { break };
            if let Some(step) = &self.nodes[child as usize].step {
                self.stepper.play(&mut game, actor, step);
                self.judge.party.settle(&mut game);
            }
            at = child;
            path.push(at);
        }
        if !self.node(at).is_proven {
            self.expand(at, &game, path.len() - 1, budget);
        }
        let leaf = self.bests(at);
        for &at in path.iter().rev() {
            self.refresh(at);
            let sums = &mut self.sums[at as usize * self.width..][..self.width];
            sums.iter_mut().zip(leaf).for_each(|(sum, share)| *sum += u64::from(share));
            self.nodes[at as usize].visits += 1;
        }
        self.path = path;
    }

    /// Returns the child that promises most to the seat that acts.
    fn select(&self, at: u32, actor: Seat) -> Option<u32> {
        let side = self.judge.party.side_of(actor);
        let visits = self.node(at).visits;
        let mut open = 2 * visits.isqrt();
        let root = (u64::from(visits) << 32).isqrt().isqrt();
        let urge = (CURIOSITY * root) >> 8;
        let mut best = None;
        for child in self.children(at) {
            if self.node(child).is_proven {
                continue;
            }
            let promise = self.value(child, side) + urge / u64::from(self.node(child).visits);
            if best.is_none_or(|(most, _)| promise > most) {
                best = Some((promise, child));
            }
            open -= 1;
            if open == 0 {
                break;
            }
        }
        best.map(|(_, child)| child)
    }

    /// Plays and evaluates all steps from a position, and adds the best as children. If it had children already, these have all
    /// lost, and now it keeps all steps.
    fn expand(&mut self, at: u32, game: &G, depth: usize, budget: &mut Budget<'_>) {
        let judge = self.judge;
        let Some(actor) = judge.party.to_act(game).first() else { return };
        let side = judge.party.side_of(actor);
        let keeps_all = at == self.root || self.node(at).children > 0;
        self.nodes[at as usize].actor = Some(actor);
        if self.refute(at, game, actor, depth, budget) {
            return;
        }
        let distance = u8::try_from(depth + 1).unwrap_or(u8::MAX);
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.clear();
        let mut has_won = false;
        self.stepper.each(game, actor, judge, budget, &mut |step, after| {
            let (shares, is_over) = judge.shares(after, distance);
            has_won = is_over && shares[side] >= WIN;
            fresh.push((step, shares, is_over));
            !has_won
        });
        if has_won {
            self.note_killer(depth, fresh.last().map(|(step, ..)| step.clone()));
        }
        // A stable sort keeps the order of the rules among equals, which is the same everywhere.
        fresh.sort_by_key(|(_, shares, _)| std::cmp::Reverse(shares[side]));
        let most = if has_won {
            1
        } else if keeps_all {
            usize::from(u16::MAX)
        } else {
            WIDEST
        };
        let kept = fresh.len().min(most);
        let first = self.nodes.len() as u32;
        let node = &mut self.nodes[at as usize];
        (node.first, node.children, node.is_complete) = (first, kept as u16, kept == fresh.len());
        for (step, shares, is_over) in fresh.drain(..).take(kept) {
            self.push(Some(step), &shares, is_over);
        }
        self.fresh = fresh;
    }

    /// Tries the step that won last at this distance from the root. Returns whether it wins here, too.
    fn refute(&mut self, at: u32, game: &G, actor: Seat, depth: usize, budget: &mut Budget<'_>) -> bool {
        let Some(step) = self.killers.get(depth).cloned().flatten() else { return false };
        let mut after = game.clone();
        budget.spend();
        if self.stepper.play(&mut after, actor, &step).is_none() {
            return false;
        }
        self.judge.party.settle(&mut after);
        let distance = u8::try_from(depth + 1).unwrap_or(u8::MAX);
        let (shares, is_over) = self.judge.shares(&after, distance);
        let wins = is_over && shares[self.judge.party.side_of(actor)] >= WIN;
        if wins {
            let first = self.nodes.len() as u32;
            let node = &mut self.nodes[at as usize];
            (node.first, node.children, node.is_complete) = (first, 1, false);
            self.push(Some(step), &shares, true);
        }
        wins
    }

    fn note_killer(&mut self, depth: usize, step: Option<T::Step>) {
        if self.killers.len() <= depth {
            self.killers.resize(depth + 1, None);
        }
        self.killers[depth] = step;
    }

    fn push(&mut self, step: Option<T::Step>, shares: &Shares, is_over: bool) {
        for n in 0..self.width {
            let share = shares[self.judge.party.playing()[n]];
            self.sums.push(share.into());
            self.bests.push(share);
        }
        self.nodes.push(Node {
            step,
            visits: 1,
            first: 0,
            children: 0,
            actor: None,
            is_proven: is_over,
            is_complete: false,
        });
    }

    /// Works out the minimax value of a node from its children, and whether it is certain.
    fn refresh(&mut self, at: u32) {
        let node = self.node(at);
        let Some(actor) = node.actor.filter(|_| node.children > 0 && !node.is_proven) else { return };
        let side = self.judge.party.side_of(actor);
        // Children that nobody visited are judged one step too early, so they count only as long as there are no others.
        let mut best: Option<((bool, u16), u32)> = None;
        let mut are_proven = node.is_complete;
        for child in self.children(at) {
            let (child_node, share) = (self.node(child), self.best(child, side));
            are_proven &= child_node.is_proven;
            let key = (child_node.visits > 1 || child_node.is_proven, share);
            if best.is_none_or(|(most, _)| key > most) {
                best = Some((key, child));
            }
        }
        let Some(((_, share), child)) = best else { return };
        let wins = self.node(child).is_proven && share >= WIN;
        self.nodes[at as usize].is_proven = wins || are_proven;
        let (from, to) = (child as usize * self.width, at as usize * self.width);
        self.bests.copy_within(from..from + self.width, to);
    }

    /// Returns the value of a node for a side: the blend of mean and minimax, or the certain value.
    fn value(&self, at: u32, side: usize) -> u64 {
        let best = u64::from(self.best(at, side));
        let node = self.node(at);
        if node.is_proven {
            return best;
        }
        let mean =
            self.side_of_width(side, |n| self.sums[at as usize * self.width + n] / u64::from(node.visits));
        (mean * u64::from(100 - self.minimax) + best * u64::from(self.minimax)) / 100
    }

    fn best(&self, at: u32, side: usize) -> u16 {
        self.side_of_width(side, |n| self.bests[at as usize * self.width + n].into()) as u16
    }

    /// Returns the share of a side, from a function that has it for the sides that are stored.
    fn side_of_width(&self, side: usize, stored: impl Fn(usize) -> u64) -> u64 {
        let playing = self.judge.party.playing();
        match playing.iter().position(|&other| other == side) {
            Some(n) if n < self.width => stored(n),
            Some(_) => u64::from(ONE) - stored(0),
            None => 0,
        }
    }

    fn bests(&self, at: u32) -> Shares {
        let mut shares = [0; 8];
        let from = at as usize * self.width;
        shares[..self.width].copy_from_slice(&self.bests[from..from + self.width]);
        shares
    }

    fn node(&self, at: u32) -> &Node<T::Step> {
        &self.nodes[at as usize]
    }

    fn children(&self, at: u32) -> std::ops::Range<u32> {
        let node = self.node(at);
        node.first..node.first + u32::from(node.children)
    }
}

#[cfg(test)]
mod tests;
