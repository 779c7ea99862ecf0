//! The room that the trees of the largest thoughts take.

use rules::{
    Game as _, Options, SeatSet,
    games::{parasites::Parasites, protozoa::Protozoa, semiosphere::Semiosphere},
};

use super::*;
use crate::{party::Party, stepper::Moves, stop::Stop, turns::Turns, weights::Profiled};

/// The bytes that a thought may take.
const LIMIT: usize = 40 << 20;

/// Returns the bytes of a tree after all nodes of Apex. `heap` returns those that a step keeps outside of its node.
fn bytes<G: Profiled, T: Stepper<G>>(game: G, stepper: T, heap: impl Fn(&T::Step) -> usize) -> usize {
    let profile = G::PROFILE;
    let judge = Judge::new(Party::new(&game, SeatSet::EMPTY), profile.weights, 0, 1);
    let stop = Stop::new();
    let mut budget = Budget::new(profile.apex / game.cost(), &stop);
    let mut tree = Tree::new(&judge, stepper, profile.minimax, game, budget.left());
    tree.search(&mut budget, 0);
    assert!(budget.is_used_up() || tree.nodes.len() >= tree.most, "only {} nodes", budget.spent());
    let steps: usize = tree.nodes.iter().filter_map(|node| node.step.as_ref()).map(heap).sum();
    steps
        + tree.nodes.capacity() * size_of::<Node<T::Step>>()
        + tree.sums.capacity() * size_of::<u64>()
        + tree.bests.capacity() * size_of::<u16>()
}

/// Returns the bytes of a tree of single moves from the start.
fn bytes_of_moves<G: Profiled>(options: &Options) -> usize {
    bytes(G::new(options).unwrap(), Moves::<G>::default(), |_| 0)
}

#[test]
fn largest_trees_fit_into_their_room() {
    let players = |number: i64| Options::new().with("players", number);
    let balanced = Options::new().with("preset", "balanced");
    let trees = [
        bytes_of_moves::<Protozoa>(&players(2)),
        bytes_of_moves::<Protozoa>(&players(4)),
        bytes_of_moves::<Parasites>(&players(2)),
        bytes_of_moves::<Parasites>(&players(8)),
        bytes(Semiosphere::new(&balanced).unwrap(), Turns::new(1_000_000), |turn| size_of_val(&**turn)),
    ];
    assert!(trees.iter().all(|bytes| (1..LIMIT).contains(bytes)), "{trees:?} bytes");
}
