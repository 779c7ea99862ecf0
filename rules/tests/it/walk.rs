//! Random games: options that a game accepts, and a walk through its moves.

use proptest::prelude::*;
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg32;
use rules::{Any, Kind, OptionSpec, Options, Seat, SeatSet, Takes, Value};

/// Random numbers that are the same for the same seed.
pub(crate) struct Dice(Pcg32);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Pcg32::seed_from_u64(seed))
    }

    /// Returns a number below `sides`.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0.random_range(..sides)
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.roll(from.len())]
    }
}

/// Returns options of the right kinds and in range, about half of them given. They may still clash.
pub(crate) fn options(kind: Kind) -> impl Strategy<Value = Options> {
    let (players, others): (Vec<_>, Vec<_>) =
        kind.about().all_options().partition(|spec| matches!(spec.takes, Takes::Seats(_)));
    let players = players.into_iter().map(|spec| prop::option::weighted(0.9, given(spec)));
    let all: Vec<_> = players.chain(others.into_iter().map(|spec| prop::option::of(given(spec)))).collect();
    all.prop_map(|all| all.into_iter().flatten().collect())
}

fn given(spec: OptionSpec) -> BoxedStrategy<(String, Value)> {
    let value = match spec.takes {
        Takes::Int { min, max } => (min..=max).prop_map(Value::Int).boxed(),
        Takes::IntOf(values) => prop::sample::select(values).prop_map(Value::Int).boxed(),
        Takes::Seats(counts) => {
            prop::sample::select(counts).prop_map(|count| Value::Int(count.into())).boxed()
        }
        Takes::TextOf(texts) => prop::sample::select(texts).prop_map(Value::from).boxed(),
        Takes::Flag => any::<bool>().prop_map(Value::Flag).boxed(),
    };
    value.prop_map(|value| (spec.name.to_owned(), value)).boxed()
}

/// Returns a random move of a seat to act or, now and then, of any seat with legal moves, since these may change their orders.
pub(crate) fn choice(game: &Any, dice: &mut Dice) -> Option<(Seat, String)> {
    let to_act = game.to_act();
    if to_act.is_empty() {
        return None;
    }
    let from = if dice.roll(4) == 0 { SeatSet::all(game.seats()) } else { to_act };
    let moves = from.iter().map(|seat| (seat, game.legal(seat)));
    let able: Vec<(Seat, Vec<String>)> = moves.filter(|(_, legal)| !legal.is_empty()).collect();
    let (seat, legal) = dice.pick(&able);
    Some((*seat, dice.pick(legal).clone()))
}
