//! The session whose files are recorded: several players make moves at once, deliver the posts about them, and print what the store
//! has acknowledged.

use std::{env, path::PathBuf, time::Instant};

use data::{DatabaseFile, GameId, GuestStatus, NewGame, Payload, Store, StoreError, Tx};
use jiff::Timestamp;
use rand::{Rng as _, SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use rules::{Kind, Options, Table};

use crate::{
    power::notes::{FILE, MOVES, Note, SEED, interaction},
    process::PATIENCE,
};

/// The number of games, each with a player who makes the moves of all seats.
const GAMES: u64 = 6;
/// A game that is long enough for all moves.
const KIND: Kind = Kind::PlanktonSynapse;
const NOW: Timestamp = Timestamp::constant(1_763_000_000, 0);
/// When a lease ends. No time passes in a session.
const LATER: Timestamp = Timestamp::constant(1_763_000_030, 0);

/// Plays the session that the environment asks for.
pub(crate) async fn play() {
    let number = |name| -> u64 { env::var(name).ok().and_then(|text| text.parse().ok()).expect("a number") };
    let (moves, seed) = (number(MOVES), number(SEED));
    let file = PathBuf::from(env::var_os(FILE).expect("the path of a database"));
    let store = Store::open(&file).await.expect("the store opens");
    let begin = |tx: &Tx<'_>| (1..=GAMES).map(|channel| begin(tx, channel)).collect::<Result<Vec<_>, _>>();
    let games = store.write(begin).await.expect("games begin");
    games.iter().for_each(|game| println!("{}", Note::Began { game: game.get() }));
    let players: Vec<_> = (0..)
        .zip(games)
        .map(|(nth, game)| tokio::spawn(player(store.clone(), game, moves / GAMES, seed + nth)))
        .collect();
    for player in players {
        player.await.expect("a player ends");
    }
    drop(store);
    // The store's threads close the file. A write that the end of the program cuts short would be missing in the record.
    let begun = Instant::now();
    while let Err(error) = DatabaseFile::fold_log(&file) {
        assert!(begun.elapsed() < PATIENCE, "{error}");
    }
}

pub(crate) fn begin(tx: &Tx<'_>, channel: u64) -> Result<GameId, StoreError> {
    let people = [3.into(), 4.into()];
    let lobby = NewGame {
        kind: KIND,
        options: Options::new(),
        guild: 1.into(),
        channel: channel.into(),
        host: people[0],
        invited: Vec::new(),
        at: NOW,
    };
    let id = tx.open_lobby(&lobby)?;
    tx.set_guest_status(id, people[1], GuestStatus::Joined, NOW)?;
    let table = Table::new(KIND, &Options::new()).expect("the usual options");
    tx.start(id, &Options::new(), &people, &table, NOW)?;
    Ok(id)
}

/// Makes moves in a game, each with its interaction and its post in one transaction, and delivers a post after each.
async fn player(store: Store, game: GameId, moves: u64, seed: u64) {
    let mut random = StdRng::seed_from_u64(seed);
    for _ in 0..moves {
        let seed = random.random();
        let ply = store.write(move |tx| one_move(tx, game, seed)).await.expect("a move is stored");
        println!("{}", Note::Moved { game: game.get(), ply });
        let due = store.write(|tx| tx.lease(NOW, LATER, &[])).await.expect("a post can be leased");
        let Some(due) = due else { continue };
        let Payload::Board { ply, .. } = due.payload else { continue };
        let (id, game) = (due.id, due.game.get());
        println!("{}", Note::Sending { game, ply });
        store.write(move |tx| tx.settle(id, None, NOW)).await.expect("a post can be settled");
        println!("{}", Note::Sent { game, ply });
    }
}

pub(crate) fn one_move(tx: &Tx<'_>, id: GameId, seed: u64) -> Result<u32, StoreError> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut game = tx.open(id)?;
    let seat = game.table.to_act().first().expect("the game goes on");
    let legal = game.table.legal(seat);
    let notation = legal.choose(&mut random).expect("there is a legal move");
    game.enter(seat, notation).expect("the move is legal");
    tx.append(&mut game, NOW)?;
    let ply = game.table.ply();
    tx.set_done(interaction(id, ply), id, ply, NOW)?;
    tx.queue(id, &Payload::board(ply), NOW)?;
    Ok(ply)
}
