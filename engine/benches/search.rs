//! Nodes a second: the thoughts of a Hunter in every game, and beside them the crate `minimax` with the same rules and the same
//! evaluation of Protozoa. `items/s` are nodes a second; a node is one move played on a copy of the board.

#![allow(clippy::unwrap_used, reason = "a bench that cannot continue has failed")]

use std::cell::Cell;

use divan::{Bencher, counter::ItemsCount};
use engine::{Level, Request, Stop, Weights, think};
use minimax::{Evaluation, Evaluator, Negamax, Strategy as _, Winner};
use rules::{Game, Kind, MOST_FEATURES, Searchable as _, Seat, games::protozoa};

/// A position in the middle of a game of Protozoa.
const PROTOZOA: &str = "8 2 15 20/60 1 12@19,13@20 \
    e2=d2,f2=p2,d3=d2,e3=d1,d4=q1,e4=d2,c5=d1,d5=d2,f5=p2,b6=p1,c6=d1,e6=d2,d7=d1,e7=p2";

fn main() {
    divan::main();
}

/// Returns a request in the middle of a game.
fn request(kind: Kind) -> Request {
    let mut tables = kind.showcase().iter().map(|showcase| showcase.set_up(kind).unwrap().0);
    let table = tables.find(|table| !table.to_act().is_empty()).unwrap();
    let seat = table.to_act().first().unwrap();
    Request { sight: table.sight(seat, &[]).unwrap(), level: Level::Hunter, seed: 1 }
}

fn searchable() -> impl Iterator<Item = Kind> {
    Kind::ALL.iter().copied().filter(|kind| kind.is_searchable())
}

#[divan::bench(args = searchable(), sample_count = 20)]
fn thoughts(bencher: Bencher<'_, '_>, kind: Kind) {
    let request = request(kind);
    let nodes = think(&request, &Stop::new()).nodes;
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| think(divan::black_box(&request), &Stop::new()));
}

thread_local! {
    static NODES: Cell<u64> = const { Cell::new(0) };
}

/// The rules of Protozoa for the crate `minimax`.
struct Yardstick;

impl minimax::Game for Yardstick {
    type S = protozoa::Protozoa;
    type M = protozoa::Move;

    fn generate_moves(game: &Self::S, moves: &mut Vec<Self::M>) -> Option<Winner> {
        let winner = Self::get_winner(game);
        if let (None, Some(seat)) = (winner, game.to_act().first()) {
            game.legal(seat, moves);
        }
        winner
    }

    fn apply(game: &mut Self::S, mv: Self::M) -> Option<Self::S> {
        NODES.set(NODES.get() + 1);
        let mut after = game.clone();
        after.play(game.to_act().first()?, &mv, &mut |_| {}).ok()?;
        Some(after)
    }

    fn get_winner(game: &Self::S) -> Option<Winner> {
        // A player wins by their own move here, and every other end is as good as a tie for this purpose.
        let outcome = game.to_act().is_empty().then(|| game.outcome()).flatten()?;
        Some(if outcome.reason == "organism" { Winner::PlayerJustMoved } else { Winner::Draw })
    }
}

/// Our evaluation for the crate `minimax`.
struct Features(Weights);

impl Evaluator for Features {
    type G = Yardstick;

    fn evaluate(&self, game: &protozoa::Protozoa) -> Evaluation {
        let mut rows = [[0; MOST_FEATURES]; 8];
        game.features(&mut rows);
        let score = |row: usize| -> i32 {
            rows[row].iter().zip(self.0.values()).map(|(&fact, weight)| i32::from(fact) * weight).sum()
        };
        let lead = (score(0) - score(1)) as Evaluation;
        if game.to_act().contains(Seat::FIRST) { lead } else { -lead }
    }
}

#[divan::bench(sample_count = 20)]
fn yardstick_minimax_protozoa(bencher: Bencher<'_, '_>) {
    let game: protozoa::Protozoa = PROTOZOA.parse().unwrap();
    let mut negamax = Negamax::new(Features(Weights::of(Kind::Protozoa)), 3);
    NODES.set(0);
    negamax.choose_move(&game);
    bencher
        .counter(ItemsCount::new(NODES.get()))
        .bench_local(|| negamax.choose_move(divan::black_box(&game)));
}
