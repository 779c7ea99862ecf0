//! Nodes a second: the thoughts of a Hunter in every game, and beside them the crate `minimax` with the same rules and the same
//! evaluation of Protozoa. `items/s` are nodes a second; a node is one move played on a copy of the board.

#![allow(clippy::unwrap_used, reason = "a bench that cannot continue has failed")]

use std::cell::Cell;

use divan::{Bencher, counter::ItemsCount};
use engine::{Level, Request, Stop, Weights, think};
use minimax::{Evaluation, Evaluator, Negamax, Strategy as _, Winner};
use rules::{Game, Kind, MOST_FEATURES, Searchable as _, Seat, Table, games::protozoa};

/// Positions in the middle of games.
const PARASITES: &str = "9,Q2/10/10/4,A1,5/3,D1,C2,D1,4/3,A1,C2,C2,Q1,3/4,D1,5/10/5,D1,4/10 2 1 2 - 0 -";
const PLANKTON_SYNAPSE: &str = "4z2z/8/2w1nn2/3tt1p1/1JNtt3/2NN2A1/1S4R1/Z6Z 1 - - 1/300";
const PROTOZOA: &str = "8 2 15 6/60 1 8@5,8@6 d3=p1,d4=d1,e4=d2,f4=p1,c5=p2,d5=d2,e5=d1,f5=p1,e6=p2";
const SEMIOSPHERE: &str = "8x11 3/2/0/- 4 1 2* d9:v:0,f6:f5:2 a5=2,b5=2,h5=1,g6=1,c7=1,e7=1,d8=2,f8=1";
const STRACT: &str =
    "1Nw1Ne1Nf1/3NF3/2Nw2Se1/1Sf1NE3/4Sw2/2Se1SF2/1Sw5/3Sf3 14/45 2 6:12 6,7,8:7,6,8 1:c6-c5";

fn main() {
    divan::main();
}

/// Returns a request in the middle of a game.
fn request(kind: Kind) -> Request {
    let position = match kind {
        Kind::Parasites => PARASITES,
        Kind::PlanktonSynapse => PLANKTON_SYNAPSE,
        Kind::Protozoa => PROTOZOA,
        Kind::Semiosphere => SEMIOSPHERE,
        Kind::Stract => STRACT,
    };
    let table = Table::from(kind.read(position).unwrap());
    let seat = table.to_act().first().unwrap();
    Request { sight: table.sight(seat, &[]).unwrap(), level: Level::Hunter, seed: 1 }
}

#[divan::bench(args = Kind::ALL, sample_count = 20)]
fn thoughts(bencher: Bencher<'_, '_>, kind: &Kind) {
    let request = request(*kind);
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
