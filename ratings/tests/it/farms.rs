//! Farms: people who lose on purpose so that somebody else rises.

use ratings::{Entry, Member, PairFactor, Rating, Scope, rate};

use crate::{League, duel};

/// A group of accounts that play duels of which the result is agreed.
struct Farm {
    accounts: Vec<Account>,
    /// The earlier games of each pair, the lower number first.
    met: Vec<(usize, usize)>,
    /// Whether the pair factor applies.
    guarded: bool,
}

#[derive(Clone)]
struct Account {
    rating: Rating,
    day: u32,
    opponents: Vec<usize>,
}

impl Farm {
    fn new(accounts: usize, guarded: bool) -> Farm {
        let account = Account { rating: Rating::START, day: 0, opponents: Vec::new() };
        Farm { accounts: vec![account; accounts], met: Vec::new(), guarded }
    }

    fn play(&mut self, winner: usize, loser: usize, day: u32) {
        let pair = (winner.min(loser), winner.max(loser));
        let earlier = self.met.iter().filter(|met| **met == pair).count() as u32;
        let factor = if self.guarded { PairFactor::of_pair(earlier) } else { PairFactor::FULL };
        self.met.push(pair);
        let member =
            |account: &Account| Member { days: day - account.day, factor, ..Member::new(account.rating) };
        let game = duel(member(&self.accounts[winner]), member(&self.accounts[loser]));
        let changes = rate(&game).unwrap();
        for (person, opponent, change) in [(winner, loser, changes[0][0]), (loser, winner, changes[1][0])] {
            let account = &mut self.accounts[person];
            account.rating = change.after;
            account.day = day;
            if !account.opponents.contains(&opponent) {
                account.opponents.push(opponent);
            }
        }
    }

    fn entry(&self, account: usize) -> Entry {
        let account = &self.accounts[account];
        let opponents = account.opponents.len() as u32;
        Entry { rating: account.rating, day: account.day.into(), opponents, scope: Scope::World }
    }
}

/// Returns account 0 after it has beaten each of its helpers once a day for 30 days.
fn beats_helpers(helpers: usize, guarded: bool) -> Farm {
    let mut farm = Farm::new(1 + helpers, guarded);
    for day in 0..30 {
        for helper in 1..=helpers {
            farm.play(0, helper, day);
        }
    }
    farm
}

#[test]
fn pair_factor_takes_most_of_a_farms_gain() {
    for (helpers, guarded, full) in [(1, 1755, 1998), (2, 1903, 2195), (3, 2003, 2323)] {
        let points = |guarded| {
            let farm = beats_helpers(helpers, guarded);
            println!(
                "{helpers} helpers: {} ± {}",
                farm.accounts[0].rating.shown(),
                farm.accounts[0].rating.plus_minus()
            );
            farm.accounts[0].rating.shown()
        };
        assert_eq!((points(true), points(false)), (guarded, full), "{helpers} helpers");
    }
}

#[test]
fn explore() {
    for seed in 1..=3 {
        let mut league = League::new(200, seed);
        for round in 1..=60 {
            league.round((2, 1), |game, _| {
                rate(game)
                    .unwrap()
                    .iter()
                    .map(|side| side.iter().map(|change| change.after).collect())
                    .collect()
            });
            if [10, 20, 30, 45, 60].contains(&round) {
                let mut shown: Vec<i32> = league
                    .people
                    .iter()
                    .filter(|p| p.rating.plus_minus() <= 200)
                    .map(|p| p.rating.shown())
                    .collect();
                shown.sort();
                shown.reverse();
                println!(
                    "seed {seed} round {round} listed {} first {} tenth {}",
                    shown.len(),
                    shown[0],
                    shown[9]
                );
            }
        }
    }
    let mut farm = Farm::new(3, true);
    for day in 0..30 {
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            farm.play(a, b, day);
        }
    }
    println!(
        "ring {:?}",
        farm.accounts.iter().map(|a| (a.rating.shown(), a.rating.plus_minus())).collect::<Vec<_>>()
    );
    let two = {
        let mut farm = Farm::new(3, true);
        for day in 0..9 {
            for h in 1..3 {
                farm.play(0, h, day);
            }
        }
        farm
    };
    println!(
        "two {} {}",
        two.accounts[0].rating.sigma(),
        Entry { scope: Scope::Server, ..two.entry(0) }.is_listed(8)
    );
    for helpers in 3..=6 {
        // helpers beat each other in order first: helper 1 beats 2.., then all lose to 0
        let mut farm = Farm::new(1 + helpers, true);
        let mut day = 0;
        for low in (1..=helpers).rev() {
            for high in (1..low).rev() {
                for _ in 0..9 {
                    farm.play(high, low, day);
                }
                day += 1;
            }
        }
        for helper in (1..=helpers).rev() {
            for _ in 0..9 {
                farm.play(0, helper, day);
            }
            day += 1;
        }
        println!(
            "pyramid {helpers}: day {day} {} ± {}",
            farm.accounts[0].rating.shown(),
            farm.accounts[0].rating.plus_minus()
        );
    }
}
