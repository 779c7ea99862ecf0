//! Options and positions at random.

use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use rules::{Kind, Options, Played, Seat, Table, Takes};

/// Largest sides of boards, so that games with many seats stay short.
const LARGEST: i64 = 14;

/// Returns the number in an environment variable, or the usual one if the variable has none.
pub(crate) fn wanted(variable: &str, usual: usize) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

pub(crate) fn dice(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

pub(crate) fn searchable() -> impl Iterator<Item = Kind> {
    Kind::ALL.iter().copied().filter(|kind| kind.is_searchable())
}

/// Returns options with which the game can be set up. Those that keep it short come first, and then any others at random.
pub(crate) fn options(kind: Kind, dice: &mut Pcg64Mcg) -> Options {
    loop {
        let seats = kind.about().seats[dice.random_range(0..kind.about().seats.len())];
        let mut options = kind.quick(seats).with("players", i64::from(seats));
        for spec in kind.about().options {
            match spec.takes {
                _ if dice.random() => {}
                Takes::Int { min, max } => {
                    options.set(spec.name, dice.random_range(min..=max.min(LARGEST.max(min + 2))));
                }
                Takes::TextOf(texts) => options.set(spec.name, texts[dice.random_range(0..texts.len())]),
                Takes::Flag => options.set(spec.name, dice.random::<bool>()),
                _ => {}
            }
        }
        if kind.new_game(&options).is_ok() {
            return options;
        }
    }
}

/// A position with the way to it.
pub(crate) struct Place {
    pub(crate) table: Table,
    pub(crate) record: Vec<Played>,
    pub(crate) seat: Seat,
}

/// Returns options for a short game of two seats.
pub(crate) fn duel(kind: Kind) -> Options {
    kind.quick(2).with("players", 2)
}

/// Calls `visit` with the positions of games with random moves, until it returns `false`.
pub(crate) fn visit(kind: Kind, options: &Options, visit: &mut dyn FnMut(&Place) -> bool) {
    for seed in 0.. {
        let mut dice = dice(seed);
        let table = Table::new(kind, options).unwrap();
        let mut place = Place { table, record: Vec::new(), seat: Seat::FIRST };
        while let Some(seat) = place.table.to_act().first() {
            place.seat = seat;
            if !visit(&place) {
                return;
            }
            let legal = place.table.legal(seat);
            let notation = &legal[dice.random_range(0..legal.len())];
            place.record.push(place.table.play(seat, notation).unwrap());
        }
    }
}
