//! The test vectors of the model, from the end of a game to the numbers in the file of the store. `ratings/tests/it/vectors.rs`
//! holds the same numbers for the arithmetic alone.

use clock::from_millis;
use data::{Casual, Game, GameId, NewGame, Pool, Terms};
use ratings::MODEL;
use rules::{DRAW, Kind, Options, PLAYERS, RESIGN, SUBSTITUTE, Table};

use super::*;
use crate::{
    fixture::{Fixture, GUILD, chance},
    game::record::commit,
};

/// μ and σ in millionths.
type Numbers = (i64, i64);

const N: Numbers = (25_000_000, 8_333_333);
const A: Numbers = (28_392_001, 4_070_434);
const B: Numbers = (25_000_000, 6_105_650);
const C: Numbers = (21_607_999, 3_392_028);
const E: Numbers = (25_000_000, 2_035_217);

/// The day on which all games of the vectors end.
const TODAY: i64 = 20_000;

/// A person with a rating, and the days since the last rated game.
type Rated = (Numbers, i64);

/// A game of new people with its sides, each with its place and the members' ratings before and after.
struct Vector {
    name: &'static str,
    sides: Vec<(u32, Vec<(Rated, Numbers)>)>,
    /// How many rated games the people have played with each other before.
    earlier: u32,
}

fn vector(name: &'static str, places: &[u32], before: &[Numbers], after: &[Numbers]) -> Vector {
    let people = before.iter().zip(after).map(|(&before, &after)| vec![((before, 0), after)]);
    Vector { name, sides: places.iter().copied().zip(people).collect(), earlier: 0 }
}

/// Returns the vectors 1 to 8, 10 and 11.
fn vectors() -> Vec<Vector> {
    let eight = [29611655, 28294039, 26976424, 25658808, 24341192, 23023576, 21705961, 20388345];
    vec![
        vector("1", &[1, 2], &[N, N], &[(27635231, 8065506), (22364769, 8065506)]),
        vector("2", &[1, 2], &[A, B], &[(29119452, 4043613), (23369293, 5909041)]),
        vector("3", &[1, 1], &[A, B], &[(28234402, 4043613), (25353285, 5909041)]),
        vector(
            "4",
            &[1, 2, 3, 4],
            &[C, A, B, N],
            &[(22808950, 3376856), (28339993, 4021566), (23761552, 5845604), (20337594, 7670421)],
        ),
        vector(
            "5",
            &[1, 2, 2, 4],
            &[C, A, B, N],
            &[(22808950, 3376856), (27897469, 4021566), (24753548, 5845604), (20337594, 7670421)],
        ),
        Vector {
            name: "6",
            sides: vec![
                (2, vec![((A, 0), (27589208, 4057521)), ((B, 0), (23200401, 6025308))]),
                (1, vec![((C, 0), (22167128, 3389489)), ((N, 0), (28342388, 8053484))]),
            ],
            earlier: 0,
        },
        Vector {
            name: "7",
            sides: vec![(1, vec![((E, 30), (25381079, 2237915))]), (2, vec![((E, 0), (24679521, 2054580))])],
            earlier: 0,
        },
        Vector { earlier: 6, ..vector("8", &[1, 2], &[A, B], &[(28573864, 4073986), (24592323, 6063971)]) },
        vector("10", &[1, 2, 3, 4, 5, 6, 7, 8], &[N; 8], &eight.map(|mu| (mu, 7858648))),
        Vector {
            name: "11",
            sides: vec![
                (1, vec![((E, 3650), (27635231, 8065506))]),
                (2, vec![((N, 0), (22364769, 8065506))]),
            ],
            earlier: 0,
        },
    ]
}

/// A store in which new people play.
struct World<'t> {
    tx: &'t Tx<'t>,
    people: u64,
    channels: u64,
}

impl World<'_> {
    fn new<'t>(tx: &'t Tx<'t>) -> World<'t> {
        World { tx, people: 1_000, channels: 1_000 }
    }

    fn lobby(&mut self, kind: Kind, options: &Options, host: PersonId) -> GameId {
        self.channels += 1;
        let lobby = NewGame {
            kind,
            options: options.clone(),
            guild: GUILD.into(),
            channel: self.channels.into(),
            host,
            invited: Vec::new(),
            at: from_millis(TODAY * 86_400_000),
        };
        self.tx.open_lobby(&lobby).unwrap()
    }

    /// Records a result without a game, on the server and in the world.
    fn record(
        &mut self,
        (kind, shape): (Kind, Shape),
        day: i64,
        changes: &[(PersonId, u32, Change)],
        meetings: Vec<NewMeeting>,
    ) -> GameId {
        let game = self.lobby(kind, &Options::new(), 9.into());
        let change = |world| {
            changes.iter().map(move |&(person, place, change)| NewChange {
                world,
                person,
                place,
                change,
                against: 1500,
            })
        };
        let result = NewResult {
            game,
            guild: GUILD.into(),
            kind,
            shape,
            day,
            rated: true,
            world: true,
            changes: change(false).chain(change(true)).collect(),
            meetings,
            forecast: Forecast::default(),
        };
        self.tx.ratings().record(&result).unwrap();
        game
    }

    /// Adds a person with a rating from so many days ago.
    fn person(&mut self, pool: (Kind, Shape), (numbers, days): Rated) -> PersonId {
        self.people += 1;
        let person = self.people.into();
        if numbers != N {
            self.set(pool, person, numbers, TODAY - days);
        }
        person
    }

    /// Gives a person this rating.
    fn set(&mut self, pool: (Kind, Shape), person: PersonId, (mu, sigma): Numbers, day: i64) {
        let before = self.standings(pool, person)[0].map_or(Rating::START, |(mu, sigma)| rating((mu, sigma)));
        let change = Change { before, after: rating((mu, sigma)), weight: 1_000_000 };
        self.record(pool, day, &[(person, 1, change)], Vec::new());
    }

    /// Returns a person's stored numbers on the server and in the world.
    fn standings(&self, (kind, shape): (Kind, Shape), person: PersonId) -> [Option<Numbers>; 2] {
        [Some(GUILD.into()), None].map(|guild| {
            let Pool { id, .. } = self.tx.ratings().find_pool(guild, kind, shape).unwrap()?;
            let rating = self.tx.ratings().standing(id, person).unwrap()?.rating;
            Some((rating.mu(), rating.sigma()))
        })
    }

    #[track_caller]
    fn assert_stored(&self, name: &str, pool: (Kind, Shape), person: PersonId, expected: Numbers) {
        assert_eq!(self.standings(pool, person), [Some(expected); 2], "vector {name}");
    }

    /// Begins a rated game of these people, who sit in the order of the list.
    fn begin(&mut self, kind: Kind, options: &Options, people: &[PersonId]) -> Game {
        let id = self.lobby(kind, options, people[0]);
        let table = Table::new(kind, options).unwrap();
        self.tx.start(id, options, people, &table, from_millis(TODAY * 86_400_000)).unwrap();
        let terms = Terms { class: Some("test".to_owned()), casual: None::<Casual>, world: true };
        self.tx.set_terms(id, &terms).unwrap();
        self.tx.open(id).unwrap()
    }

    /// Writes a game that was played in memory.
    fn end(&self, game: &mut Game) {
        assert!(game.table.outcome().is_some());
        commit(self.tx, game, 0, from_millis(TODAY * 86_400_000)).unwrap();
    }

    /// Plays a vector to the end, and compares what is stored.
    fn check(&mut self, vector: &Vector) {
        let (kind, options, entries) = ending(vector);
        let table = Table::new(kind, &options).unwrap();
        let pool = (kind, Shape::of(&table));
        // The seats of each side, which the members take in turn.
        let mut seats: Vec<(Seat, PersonId, Numbers)> = Vec::new();
        for ((_, members), side) in vector.sides.iter().zip(sides(vector, &table, &entries)) {
            for (&(before, after), seat) in members.iter().zip(side.iter()) {
                seats.push((seat, self.person(pool, before), after));
            }
        }
        seats.sort_by_key(|(seat, ..)| *seat);
        let people: Vec<PersonId> = seats.iter().map(|(_, person, _)| *person).collect();
        for _ in 0..vector.earlier {
            let meet = |person, opponent| NewMeeting { person, opponent, rated: true, score: 1 };
            let meetings = vec![meet(people[0], people[1]), meet(people[1], people[0])];
            self.record(pool, TODAY - 29, &[], meetings);
        }
        let mut game = self.begin(kind, &options, &people);
        for (seat, entry) in &entries {
            game.enter(*seat, entry).unwrap();
        }
        self.end(&mut game);
        for (_, person, after) in seats {
            self.assert_stored(vector.name, pool, person, after);
        }
    }

    /// Adds A and B. A beats B in a game without a record.
    fn beats(&mut self, offset: i32) -> (GameId, [PersonId; 2]) {
        let people = [A, B].map(|numbers| self.person(DUEL, (numbers, 0)));
        let first = Member { offset, ..Member::new(rating(A)) };
        let changes = rate(&[Side::one(1, first), Side::one(2, Member::new(rating(B)))]).unwrap();
        let changes = [(people[0], 1, changes[0][0]), (people[1], 2, changes[1][0])];
        (self.record(DUEL, TODAY, &changes, Vec::new()), people)
    }
}

const DUEL: (Kind, Shape) = (Kind::Protozoa, Shape::Duel);

fn rating((mu, sigma): Numbers) -> Rating {
    Rating::new(mu, sigma).unwrap()
}

/// Returns a game that ends with the places of a vector: its kind, its options, and all entries of its record.
fn ending(vector: &Vector) -> (Kind, Options, Vec<(Seat, String)>) {
    let places: Vec<u32> = vector.sides.iter().map(|(place, _)| *place).collect();
    let count = vector.sides.iter().map(|(_, members)| members.len()).sum::<usize>();
    let players = Options::new().with(PLAYERS, count as i64);
    if places == [1, 2, 2, 4] {
        return tie_in_the_middle();
    }
    let (kind, options) = match count {
        8 => (Kind::Parasites, players),
        4 if places.len() == 2 => (Kind::Protozoa, players.with("teams", "own")),
        _ => (Kind::Protozoa, players),
    };
    let mut table = Table::new(kind, &options).unwrap();
    let mut entries = Vec::new();
    let sides = table.game().sides();
    let mut enter = |table: &mut Table, seat: Seat, entry: &str| {
        table.play(seat, entry).unwrap();
        entries.push((seat, entry.to_owned()));
    };
    // Everybody makes a move first.
    let mut moved = SeatSet::EMPTY;
    while moved.len() < count {
        let seat = table.to_act().first().unwrap();
        let quiet = table.legal(seat).last().unwrap().clone();
        enter(&mut table, seat, &quiet);
        moved.insert(seat);
    }
    if places.iter().all(|&place| place == 1) {
        enter(&mut table, Seat::FIRST, DRAW);
    }
    for place in (2..=places.len() as u32).rev() {
        let side = places.iter().position(|&own| own == place).map(|side| sides[side]);
        for seat in side.into_iter().flat_map(|side| side.iter()) {
            if table.here().contains(seat) && table.outcome().is_none() {
                enter(&mut table, seat, RESIGN);
            }
        }
    }
    (kind, options, entries)
}

/// Returns a game of four that the rules end with two players in the second place.
fn tie_in_the_middle() -> (Kind, Options, Vec<(Seat, String)>) {
    let options = Options::new().with(PLAYERS, 4).with("columns", 4).with("rows", 5);
    let mut pick = chance(5);
    loop {
        let mut table = Table::new(Kind::Semiosphere, &options).unwrap();
        let mut entries = Vec::new();
        while let Some(seat) = table.to_act().first() {
            let legal = table.legal(seat);
            let entry = legal[pick(legal.len())].clone();
            table.play(seat, &entry).unwrap();
            entries.push((seat, entry));
        }
        let ranking = table.outcome().unwrap().ranking;
        if ranking.groups().iter().map(|group| group.len()).eq([1, 2, 1]) {
            return (Kind::Semiosphere, options, entries);
        }
    }
}

/// Returns the seats of each side of a vector. Those of a game that ends by the rules are in the order of its ranking.
fn sides(vector: &Vector, table: &Table, entries: &[(Seat, String)]) -> Vec<SeatSet> {
    if vector.name != "5" {
        return table.game().sides();
    }
    let mut table = table.clone();
    for (seat, entry) in entries {
        table.play(*seat, entry).unwrap();
    }
    let groups = table.outcome().unwrap().ranking;
    let seats = groups.groups().iter().flat_map(|group| group.iter());
    seats.map(|seat| [seat].into_iter().collect()).collect()
}

async fn in_a_store(check: impl Fn(&mut World<'_>) + Send + 'static) {
    let fixture = Fixture::new().await;
    let check = move |tx: &Tx<'_>| {
        check(&mut World::new(tx));
        Ok::<_, StoreError>(())
    };
    fixture.service.store().write(check).await.unwrap();
}

#[tokio::test]
async fn ended_games_store_the_vectors() {
    in_a_store(|world| vectors().iter().for_each(|vector| world.check(vector))).await;
}

/// No seat of this release has an advantage, so the change is computed beside the game.
#[tokio::test]
async fn seat_offset_is_stored_as_vector_9_says() {
    in_a_store(|world| {
        let (_, [first, second]) = world.beats(20);
        world.assert_stored("9", DUEL, first, (29088812, 4044181));
        world.assert_stored("9", DUEL, second, (23437978, 5911964));
    })
    .await;
}

#[tokio::test]
async fn substitutes_are_stored_as_vector_12_says() {
    in_a_store(|world| {
        let pool = (Kind::Protozoa, Shape::Table);
        for (name, asked, expected) in
            [("12, handed over", true, (24146130, 6032590)), ("12, opened", false, (22865324, 5907221))]
        {
            let [first, former, substitute, new] =
                [A, B, C, N].map(|numbers| world.person(pool, (numbers, 0)));
            let options = Options::new().with(PLAYERS, 3);
            let mut game = world.begin(Kind::Protozoa, &options, &[first, former, new]);
            let held = Seat::new(2).unwrap();
            // The seat makes five moves, two of them by its first player.
            let mut turns = 0;
            while turns < 5 || game.table.to_act().first() != Some(Seat::FIRST) {
                let seat = game.table.to_act().first().unwrap();
                let quiet = game.table.legal(seat).last().unwrap().clone();
                game.enter(seat, &quiet).unwrap();
                turns += u32::from(seat == held);
                if seat == held && turns == 2 {
                    let at = from_millis(TODAY * 86_400_000);
                    world.tx.substitute(&mut game, held, substitute, asked, at).unwrap();
                    game.enter(held, SUBSTITUTE).unwrap();
                }
            }
            game.enter(held, RESIGN).unwrap();
            game.enter(Seat::new(3).unwrap(), RESIGN).unwrap();
            world.end(&mut game);
            world.assert_stored(name, pool, first, (29238432, 4027815));
            world.assert_stored(name, pool, new, (25031565, 7699085));
            world.assert_stored(name, pool, substitute, C);
            world.assert_stored(name, pool, former, expected);
        }
    })
    .await;
}

#[tokio::test]
async fn voided_game_is_stored_as_vector_13_says() {
    in_a_store(|world| {
        let (game, [first, second]) = world.beats(0);
        world.assert_stored("2", DUEL, second, (23369293, 5909041));
        world.set(DUEL, second, (23800000, 5700000), TODAY);
        let result = world.tx.ratings().result_of(game).unwrap().unwrap();
        assert_eq!((result.model, result.rated), (MODEL, true));
        world.tx.ratings().void(&result, TODAY).unwrap();
        world.assert_stored("13", DUEL, second, (25430707, 5903575));
        world.assert_stored("13", DUEL, first, A);
    })
    .await;
}
