//! Measures how fast the rules are: `cargo bench -p rules`. Throughput is counted in moves, so the columns are comparable. The
//! same run also measures chess, as shakmaty plays it.

#![allow(clippy::unwrap_used, reason = "a bench that cannot continue has failed")]

use divan::{Bencher, counter::ItemsCount};
use rules::{
    Game, Kind, Options, Seat, for_each_game,
    games::{
        parasites::Parasites, plankton_synapse::PlanktonSynapse, protozoa::Protozoa,
        semiosphere::Semiosphere, stract::Stract,
    },
};
use shakmaty::{Chess, Position, fen::Fen};

fn main() {
    divan::main();
}

/// A position from the middle of a game.
trait Midgame: Game {
    const POSITION: &str;
    const KIND: Kind;
    const DEPTH: u32;

    fn midgame() -> Self {
        Self::POSITION.parse().unwrap()
    }
}

impl Midgame for Protozoa {
    const POSITION: &str = "8 2 15 20/60 1 12@19,13@20 \
        e2=d2,f2=p2,d3=d2,e3=d1,d4=q1,e4=d2,c5=d1,d5=d2,f5=p2,b6=p1,c6=d1,e6=d2,d7=d1,e7=p2";
    const KIND: Kind = Kind::Protozoa;
    const DEPTH: u32 = 2;
}

impl Midgame for Semiosphere {
    const POSITION: &str = "8x11 3/2/0/- 4 1 2* d9:v:0,f6:f5:2 a5=2,b5=2,h5=1,g6=1,c7=1,e7=1,d8=2,f8=1";
    const KIND: Kind = Kind::Semiosphere;
    const DEPTH: u32 = 2;
}

impl Midgame for Parasites {
    const POSITION: &str = "9,Q2/10/10/4,A1,5/3,D1,C2,D1,4/3,A1,C2,C2,Q1,3/4,D1,5/10/5,D1,4/10 2 1 2 - 0 -";
    const KIND: Kind = Kind::Parasites;
    const DEPTH: u32 = 2;
}

impl Midgame for PlanktonSynapse {
    const POSITION: &str = "4z2z/8/2w1nn2/3tt1p1/1JNtt3/2NN2A1/1S4R1/Z6Z 1 - - 1/300";
    const KIND: Kind = Kind::PlanktonSynapse;
    const DEPTH: u32 = 2;
}

/// One seat has ordered, so every move of the other one carries out a turn.
impl Midgame for Stract {
    const POSITION: &str =
        "1Nw1Ne1Nf1/3NF3/2Nw2Se1/1Sf1NE3/4Sw2/2Se1SF2/1Sw5/3Sf3 14/45 2 6:12 6,7,8:7,6,8 1:c6-c5";
    const KIND: Kind = Kind::Stract;
    const DEPTH: u32 = 1;
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn kiwipete() -> Chess {
    KIWIPETE.parse::<Fen>().unwrap().into_position(shakmaty::CastlingMode::Standard).unwrap()
}

fn acting<G: Game>(game: &G) -> (Seat, Vec<G::Move>) {
    let seat = game.to_act().first().unwrap();
    let mut moves = Vec::new();
    game.legal(seat, &mut moves);
    (seat, moves)
}

#[divan::bench]
fn legal_chess(bencher: Bencher<'_, '_>) {
    let game = kiwipete();
    bencher.counter(ItemsCount::new(game.legal_moves().len())).bench_local(|| game.legal_moves());
}

#[divan::bench]
fn play_chess(bencher: Bencher<'_, '_>) {
    let game = kiwipete();
    let moves = game.legal_moves();
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        for mv in &moves {
            divan::black_box(divan::black_box(&game).clone().play(*mv).is_ok());
        }
    });
}

#[divan::bench]
fn perft_chess(bencher: Bencher<'_, '_>) {
    const DEPTH: u32 = 3;
    bencher
        .counter(ItemsCount::new(checked_perft(&kiwipete(), DEPTH)))
        .bench_local(|| checked_perft(&kiwipete(), DEPTH));
}

/// Counts as [`Game::perft`] does: every leaf is a clone and a checked move.
fn checked_perft(game: &Chess, depth: u32) -> u64 {
    let mut nodes = 0;
    for mv in game.legal_moves() {
        if let Ok(next) = game.clone().play(mv) {
            nodes += if depth == 1 { 1 } else { checked_perft(&next, depth - 1) };
        }
    }
    nodes
}

/// Measures the longest menus: a hundred parasites far apart on the largest board.
#[divan::bench]
fn legal_moves_of_thousands(bencher: Bencher<'_, '_>) {
    let colony = format!("{},3", ["D1"; 10].join(",3,"));
    let rows = [&colony, "40", "40", "40"].repeat(10).join("/");
    let rows = rows.replacen("D1", "Q1", 1).replacen("/40", "/1,Q2,38", 1);
    let game = Kind::Parasites.read(&format!("{rows} 2 1 2 - 0 -")).unwrap();
    bencher
        .counter(ItemsCount::new(game.legal(Seat::FIRST).len()))
        .bench_local(|| game.legal_moves(Seat::FIRST));
}

/// Measures every game. A game without a position above does not compile.
macro_rules! benches {
    ($($name:ident, $module:ident;)+) => {
        #[divan::bench(types = [$($name),+])]
        fn legal<G: Midgame>(bencher: Bencher<'_, '_>) {
            let game = G::midgame();
            let (seat, mut moves) = acting(&game);
            bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
                moves.clear();
                game.legal(seat, &mut moves);
                moves.len()
            });
        }

        /// Plays every legal move on its own clone, with all checks.
        #[divan::bench(types = [$($name),+])]
        fn play<G: Midgame>(bencher: Bencher<'_, '_>) {
            let game = G::midgame();
            let (seat, moves) = acting(&game);
            bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
                for mv in &moves {
                    let mut next = divan::black_box(&game).clone();
                    divan::black_box(next.play(seat, mv, &mut |_| {}).is_ok());
                }
            });
        }

        #[divan::bench(types = [$($name),+])]
        fn perft<G: Midgame>(bencher: Bencher<'_, '_>) {
            let game = G::midgame();
            bencher.counter(ItemsCount::new(game.perft(G::DEPTH))).bench_local(|| game.perft(G::DEPTH));
        }

        /// Plays as the bot and the store do: any game, with moves as text.
        #[divan::bench(types = [$($name),+])]
        fn play_text<G: Midgame>(bencher: Bencher<'_, '_>) {
            let game = G::KIND.read(G::POSITION).unwrap();
            let seat = game.to_act().first().unwrap();
            let moves = game.legal(seat);
            bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
                for mv in &moves {
                    let mut next = divan::black_box(&game).clone();
                    divan::black_box(next.play(seat, mv, &mut |_| {}).is_ok());
                }
            });
        }

        /// Lists all legal moves with their descriptions, as one menu needs them.
        #[divan::bench(types = [$($name),+])]
        fn legal_moves<G: Midgame>(bencher: Bencher<'_, '_>) {
            let game = G::KIND.read(G::POSITION).unwrap();
            let seat = game.to_act().first().unwrap();
            bencher.counter(ItemsCount::new(game.legal(seat).len())).bench_local(|| game.legal_moves(seat));
        }

        #[divan::bench(types = [$($name),+])]
        fn read_position<G: Midgame>() -> G {
            divan::black_box(G::POSITION).parse().unwrap()
        }

        #[divan::bench(types = [$($name),+])]
        fn write_position<G: Midgame>(bencher: Bencher<'_, '_>) {
            let game = G::midgame();
            bencher.bench_local(|| game.to_string());
        }

        #[divan::bench(types = [$($name),+])]
        fn set_up<G: Midgame>() -> rules::Any {
            G::KIND.new_game(&Options::new()).unwrap()
        }
    };
}

for_each_game!(benches);
