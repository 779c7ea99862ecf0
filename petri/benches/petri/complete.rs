//! Measures how long a player who types `/move` waits for completions in the middle of a game. It should be at most 50 ms.

use std::sync::LazyLock;

use data::PersonId;
use divan::Bencher;
use play::{Caller, catalogue, setup};
use rand::{SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use rules::{Kind, PLAYERS, Seat, Table, Value};

use crate::world::{World, begin};

/// Each game with its default options, and on its largest board with as many players as possible.
static GAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let both = |&kind: &Kind| [kind.slug().to_owned(), catalogue::largest(kind)];
    Kind::ALL.iter().flat_map(both).collect()
});
/// The most plies of a game when looking for its middle.
const MOST_PLIES: usize = 2_000;

/// All games, each in its own channel, with the caller to move.
static TABLES: LazyLock<(World, Vec<Caller>)> = LazyLock::new(|| {
    let world = World::new();
    let channels = (1_u64..).zip(GAMES.iter());
    let callers = channels.map(|(channel, wish)| play_to_the_middle(&world, channel, wish)).collect();
    (world, callers)
});

fn play_to_the_middle(world: &World, channel: u64, wish: &str) -> Caller {
    let (name, options) = wish.split_once(' ').unwrap_or((wish, ""));
    let kind = catalogue::find_game(name).unwrap();
    let options = setup::read(kind, options).unwrap();
    let count = match options.get(PLAYERS) {
        Some(&Value::Int(count)) => count.unsigned_abs(),
        _ => kind.about().fewest().into(),
    };
    let people: Vec<PersonId> = (1..=count).map(|person| (100 * channel + person).into()).collect();
    let record = half_of_a_game(Table::new(kind, &options.clone().with(PLAYERS, count as i64)).unwrap());
    let at = world.service.now();
    let person = world.write(move |tx| {
        let id = begin(tx, kind, &options, &people, channel, at)?;
        let mut game = tx.open(id)?;
        for (seat, notation) in &record {
            game.enter(*seat, notation).unwrap();
        }
        tx.append(&mut game, at)?;
        Ok(game.awaited()[0])
    });
    let (channel, interaction) = (channel.into(), 1.into());
    Caller { person, guild: Some(1.into()), channel, interaction, pressed: None, at }
}

/// Returns the first half of a random game.
fn half_of_a_game(mut table: Table) -> Vec<(Seat, String)> {
    let mut random = StdRng::seed_from_u64(1);
    let mut record = Vec::new();
    while let Some(seat) = table.to_act().first().filter(|_| record.len() < MOST_PLIES) {
        let notation = table.legal(seat).choose(&mut random).unwrap().clone();
        table.play(seat, &notation).unwrap();
        record.push((seat, notation));
    }
    record.truncate(record.len() / 2);
    record
}

#[divan::bench(args = GAMES.iter(), sample_count = 200, sample_size = 1)]
fn a_move(bencher: Bencher<'_, '_>, game: &String) {
    let (world, callers) = &*TABLES;
    let caller = &callers[GAMES.iter().position(|known| known == game).unwrap()];
    bencher.bench_local(|| {
        let choices = world.runtime.block_on(world.service.complete_move(caller, String::new())).unwrap();
        assert!(!choices.is_empty());
        choices
    });
}
