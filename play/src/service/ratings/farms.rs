//! Farms: accounts that lose on purpose so that another one rises. They play real games beside a league of 200 people, and none of
//! them may reach its first ten.

use std::f64::consts::LN_10;

use clock::from_millis;
use data::{GuildId, NewChange, NewGame, NewMeeting, NewResult, Ranked, Shape};
use ratings::{Change, Forecast, Member, Rating, Side, rate};
use rules::{Kind, Options, PLAYERS, RESIGN, Seat, Table};

use super::*;
use crate::{
    fixture::{Fixture, chance},
    game::record::commit,
};

/// The people of the league, and the rated games that each of them has played.
const PEOPLE: usize = 200;
const GAMES: u32 = 40;
/// The standard deviation of their true strengths, in points.
const SPREAD: f64 = 200.0;
/// The days that the farms have.
const DAYS: i64 = 30;
/// The day on which they begin.
const FIRST_DAY: i64 = 20_000;
/// The accounts of the farms begin here, far above the people of the league.
const ACCOUNTS: u64 = 10_000;

/// A game of a farm, with the numbers of its accounts.
struct FarmGame {
    guild: u64,
    /// The accounts of each side, the best side first. All but the best one resign.
    sides: Vec<Vec<u64>>,
    /// Whether the losers make a move before they resign.
    moved: bool,
}

/// A farm, whose account 0 is to rise.
struct Farm {
    name: &'static str,
    /// Whether its games count for the world.
    world: bool,
    /// Returns the games of a day, counted from 0.
    games: fn(u64) -> Vec<FarmGame>,
}

/// Returns a duel on the first server.
fn duel(winner: u64, loser: u64) -> FarmGame {
    FarmGame { guild: 1, sides: vec![vec![winner], vec![loser]], moved: true }
}

/// Returns a day on which account 0 beats so many helpers.
fn beats(helpers: u64) -> Vec<FarmGame> {
    (1..=helpers).map(|helper| duel(0, helper)).collect()
}

fn farms() -> Vec<Farm> {
    let farm = |name, games| Farm { name, world: true, games };
    vec![
        farm("one helper", |_| beats(1)),
        farm("two helpers", |_| beats(2)),
        farm("three helpers", |_| beats(3)),
        farm("ring of three", |_| vec![duel(0, 1), duel(1, 2), duel(2, 0)]),
        farm("instant resignations", |_| {
            beats(3).into_iter().map(|game| FarmGame { moved: false, ..game }).collect()
        }),
        farm("alternating servers", |day| {
            beats(3).into_iter().map(|game| FarmGame { guild: 1 + day % 2, ..game }).collect()
        }),
        // Games that count for the server alone.
        Farm { world: false, ..farm("server pool", |_| beats(3)) },
        farm("fresh accounts", |day| {
            let fresh = || duel(0, 1 + day);
            vec![fresh(), fresh(), fresh()]
        }),
        farm("table of four", |_| {
            vec![FarmGame { guild: 1, sides: (0..4).map(|account| vec![account]).collect(), moved: true }]
        }),
        farm("team partner", |day| {
            let helper = |nth| 1 + (day + nth) % 3;
            vec![FarmGame {
                guild: 1,
                sides: vec![vec![0, helper(0)], vec![helper(1), helper(2)]],
                moved: true,
            }]
        }),
    ]
}

/// Random numbers for the league.
struct Dice(Box<dyn FnMut(usize) -> usize>);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(Box::new(chance(seed)))
    }

    /// Returns a number between 0 and 1 that is neither.
    fn open(&mut self) -> f64 {
        (self.0(1 << 24) as f64 + 0.5) / f64::from(1 << 24)
    }

    /// Returns a number of the normal distribution, by Box and Muller.
    fn normal(&mut self) -> f64 {
        let (radius, angle) = (self.open(), self.open());
        (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
    }

    /// Returns luck in points. The luck of two sides differs by a logistic distribution.
    fn luck(&mut self) -> f64 {
        -(-self.open().ln()).ln() * 400.0 / LN_10
    }

    fn shuffle(&mut self, list: &mut [usize]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.0(at + 1));
        }
    }
}

/// Returns the ratings of a league in which everybody plays the same number of games with this many sides of this size.
fn league((sides, size): (usize, usize), dice: &mut Dice) -> Vec<Rating> {
    let strengths: Vec<f64> = (0..PEOPLE).map(|_| SPREAD * dice.normal()).collect();
    let mut ratings = vec![Rating::START; PEOPLE];
    for round in 0..GAMES {
        let mut order: Vec<usize> = (0..PEOPLE).collect();
        dice.shuffle(&mut order);
        for seats in order.chunks_exact(sides * size) {
            let teams: Vec<&[usize]> = seats.chunks_exact(size).collect();
            let strength = |team: &[usize]| team.iter().map(|person| strengths[*person]).sum::<f64>();
            let results: Vec<f64> = teams.iter().map(|team| strength(team) + dice.luck()).collect();
            let days = if round == 0 { 0 } else { 3 };
            let game: Vec<Side> = teams
                .iter()
                .zip(&results)
                .map(|(team, own)| Side {
                    place: 1 + results.iter().filter(|other| *other > own).count() as u32,
                    members: team.iter().map(|&of| Member { days, ..Member::new(ratings[of]) }).collect(),
                })
                .collect();
            for (person, change) in seats.iter().zip(rate(&game).unwrap().into_iter().flatten()) {
                ratings[*person] = change.after;
            }
        }
    }
    ratings
}

/// A store with the league and the farms.
struct Community<'t> {
    tx: &'t Tx<'t>,
    channels: u64,
}

impl Community<'_> {
    fn open(&mut self, guild: u64, options: &Options, people: &[PersonId], at: Timestamp) -> GameId {
        self.channels += 1;
        let lobby = NewGame {
            kind: Kind::Protozoa,
            options: options.clone(),
            guild: guild.into(),
            channel: self.channels.into(),
            host: people[0],
            invited: Vec::new(),
            at,
        };
        self.tx.open_lobby(&lobby).unwrap()
    }

    /// Puts the people of a league on the boards of a server and, if `world` says so, of the world.
    fn settle(&mut self, guild: u64, shape: Shape, ratings: &[Rating], world: bool) {
        let person = |index: usize| PersonId::from(1 + index as u64);
        let game = self.open(guild, &Options::new(), &[person(0)], from_millis(FIRST_DAY * 86_400_000));
        let changes = |world| {
            ratings.iter().enumerate().map(move |(index, &after)| NewChange {
                world,
                person: person(index),
                place: 1,
                change: Change { before: Rating::START, after, weight: 1_000_000 },
                against: 1500,
            })
        };
        // Four opponents are enough to be listed.
        let meet = |index: usize| {
            [1, 2, PEOPLE - 2, PEOPLE - 1].map(|other| NewMeeting {
                person: person(index),
                opponent: person((index + other) % PEOPLE),
                rated: true,
                score: 1,
            })
        };
        let result = NewResult {
            game,
            guild: guild.into(),
            kind: Kind::Protozoa,
            shape,
            day: FIRST_DAY,
            rated: true,
            world,
            changes: changes(false).chain(changes(true).filter(|_| world)).collect(),
            meetings: (0..PEOPLE).flat_map(meet).collect(),
            forecast: Forecast::default(),
        };
        self.tx.ratings().record(&result).unwrap();
    }

    /// Plays a game of a farm, whose accounts begin at `first`.
    fn play(&mut self, first: u64, of: &FarmGame, world: bool, day: i64) {
        let at = from_millis(day * 86_400_000);
        let account = |account: &u64| PersonId::from(first + account);
        let count: usize = of.sides.iter().map(Vec::len).sum();
        let options = Options::new().with(PLAYERS, count as i64);
        let options = if count > of.sides.len() { options.with("teams", "own") } else { options };
        let table = Table::new(Kind::Protozoa, &options).unwrap();
        let mut seats: Vec<(Seat, PersonId)> = Vec::new();
        for (accounts, side) in of.sides.iter().zip(table.game().sides()) {
            seats.extend(side.iter().zip(accounts.iter().map(account)));
        }
        seats.sort_by_key(|(seat, _)| *seat);
        let people: Vec<PersonId> = seats.iter().map(|(_, person)| *person).collect();
        let id = self.open(of.guild, &options, &people, at);
        self.tx.start(id, &options, &people, &table, at).unwrap();
        let class = Kind::Protozoa.class(&options).map(str::to_owned);
        assert!(class.is_some());
        self.tx.set_terms(id, &Terms { class, casual: None, world }).unwrap();
        let mut game = self.tx.open(id).unwrap();
        for _ in 0..if of.moved { count } else { 1 } {
            let seat = game.table.to_act().first().unwrap();
            let quiet = game.table.legal(seat).last().unwrap().clone();
            game.enter(seat, &quiet).unwrap();
        }
        for loser in of.sides[1..].iter().rev().flatten() {
            let (seat, _) = seats.iter().find(|(_, person)| *person == account(loser)).unwrap();
            if game.table.outcome().is_none() && game.table.here().contains(*seat) {
                game.enter(*seat, RESIGN).unwrap();
            }
        }
        assert!(game.table.outcome().is_some());
        commit(self.tx, &mut game, 0, at).unwrap();
    }

    /// Returns the first ten of each board.
    fn tops(&self) -> Vec<Vec<Ranked>> {
        let ratings = self.tx.ratings();
        let guilds = [Some(1), Some(2), None].map(|guild| guild.map(GuildId::from));
        let pools = guilds.into_iter().flat_map(|guild| ratings.pools_on(guild).unwrap());
        pools.map(|pool| ratings.board(pool.id, 0, 10).unwrap()).collect()
    }

    /// Returns a rating for duels on the first server, and whether it is listed.
    fn duels(&self, account: u64) -> (i32, i32, bool) {
        let pool = self.tx.ratings().find_pool(Some(1.into()), Kind::Protozoa, Shape::Duel).unwrap().unwrap();
        let standing = self.tx.ratings().standing(pool.id, account.into()).unwrap().unwrap();
        (standing.rating.shown(), standing.rating.plus_minus(), standing.listed)
    }
}

/// Runs a check on a store of its own.
async fn in_a_community(check: impl Fn(&mut Community<'_>) + Send + 'static) {
    let fixture = Fixture::new().await;
    let check = move |tx: &Tx<'_>| {
        check(&mut Community { tx, channels: 1_000_000 });
        Ok::<_, Error>(())
    };
    fixture.service.store().write(check).await.unwrap();
}

/// Checks that no farm reaches the first ten of any board.
async fn farms_stay_out_of_the_first_ten(seed: u64) {
    in_a_community(move |community| {
        let mut dice = Dice::new(seed);
        let duels = league((2, 1), &mut dice);
        community.settle(1, Shape::Duel, &duels, true);
        community.settle(2, Shape::Duel, &duels, false);
        community.settle(1, Shape::Table, &league((4, 1), &mut dice), true);
        community.settle(1, Shape::Team, &league((2, 2), &mut dice), true);
        assert!(community.tops().iter().all(|top| top.len() == 10), "all boards are full");
        for day in 0..DAYS {
            for (farm, first) in farms().iter().zip((ACCOUNTS..).step_by(100)) {
                for game in (farm.games)(day as u64) {
                    community.play(first, &game, farm.world, FIRST_DAY + day);
                }
                for row in community.tops().iter().flatten() {
                    let is_of_farm = (first..first + 100).contains(&row.person.get());
                    assert!(!is_of_farm, "{} on day {day}, seed {seed}: {row:?}", farm.name);
                }
            }
        }
    })
    .await;
}

#[tokio::test]
async fn farms_stay_out_of_one_league() {
    farms_stay_out_of_the_first_ten(1).await;
}

#[tokio::test]
async fn farms_stay_out_of_another_league() {
    farms_stay_out_of_the_first_ten(2).await;
}

/// The boards miss one farm: if the helpers also play each other, the account looks like a strong newcomer to the model, and a
/// fourth or fifth helper lifts it further. A manager finds such pairs by their one-sided results and voids them.
#[tokio::test]
async fn helpers_who_met_each_other_count() {
    in_a_community(|community| {
        for day in 0..9 {
            for game in beats(3) {
                community.play(ACCOUNTS, &game, true, FIRST_DAY + day);
            }
        }
        assert_eq!(community.duels(ACCOUNTS), (2003, 191, false));
        community.play(ACCOUNTS, &duel(1, 2), true, FIRST_DAY + 8);
        assert_eq!(community.duels(ACCOUNTS), (2003, 191, true), "the account itself has not played");
    })
    .await;
}
