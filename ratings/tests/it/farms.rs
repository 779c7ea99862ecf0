//! Farms: accounts that lose on purpose so that another one rises.

use ratings::{Entry, LISTED_PLUS_MINUS, Member, PairFactor, Rating, Scope, rate};

use crate::{League, by_the_model, duel};

/// A group of accounts that agree on the results of their duels.
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

/// Returns the farm whose account 0 has beaten each of its helpers once a day for this many days.
fn beats_helpers(helpers: usize, days: u32, guarded: bool) -> Farm {
    let mut farm = Farm::new(1 + helpers, guarded);
    for day in 0..days {
        for helper in 1..=helpers {
            farm.play(0, helper, day);
        }
    }
    farm
}

/// Returns the points of the listed people of a league of 200 after 60 games each, the best first.
fn league(seed: u64) -> Vec<i32> {
    let mut league = League::new(200, seed);
    for _ in 0..60 {
        league.round((2, 1), |game, _| by_the_model(game));
    }
    let listed = league.people.iter().filter(|person| person.rating.plus_minus() <= LISTED_PLUS_MINUS);
    let mut shown: Vec<i32> = listed.map(|person| person.rating.shown()).collect();
    shown.sort_by(|first, second| second.cmp(first));
    shown
}

#[test]
fn pair_factor_takes_most_of_a_farms_gain() {
    for (helpers, guarded, full) in [(1, 1755, 1998), (2, 1903, 2195), (3, 2003, 2323)] {
        let shown = |guarded| beats_helpers(helpers, 30, guarded).accounts[0].rating.shown();
        assert_eq!((shown(true), shown(false)), (guarded, full), "{helpers} helpers");
    }
}

#[test]
fn games_that_do_not_count_widen_the_uncertainty() {
    for (helpers, after_nine, after_thirty) in [(1, 216, 222), (2, 200, 211), (3, 191, 207)] {
        let plus_minus = |days| beats_helpers(helpers, days, true).accounts[0].rating.plus_minus();
        assert_eq!((plus_minus(9), plus_minus(30)), (after_nine, after_thirty), "{helpers} helpers");
    }
}

#[test]
fn one_or_two_helpers_are_never_enough() {
    for helpers in [1, 2] {
        for days in 1..=30 {
            let entry = beats_helpers(helpers, days, true).entry(0);
            for scope in [Scope::World, Scope::Server] {
                let entry = Entry { scope, ..entry };
                assert!(!entry.is_listed(i64::from(days) - 1), "{helpers} helpers, {days} days: {entry:?}");
            }
        }
    }
}

#[test]
fn ring_of_three_gains_nothing() {
    let mut farm = Farm::new(3, true);
    for day in 0..30 {
        for (winner, loser) in [(0, 1), (1, 2), (2, 0)] {
            farm.play(winner, loser, day);
        }
    }
    for account in 0..3 {
        let entry = farm.entry(account);
        assert!((1470..=1510).contains(&entry.rating.shown()), "{entry:?}");
        assert!(!entry.is_listed(29), "{entry:?}");
    }
}

/// By the model alone, three helpers lift an account to about the tenth place of 200. More helpers lift it further, as do helpers
/// who first beat each other. To the model such an account looks like a strong newcomer. The boards list it only after its helpers
/// have met another person (`KNOWN_OPPONENTS`).
#[test]
fn three_helpers_do_not_lead_a_league() {
    let guarded = beats_helpers(3, 9, true).entry(0);
    assert!(guarded.is_listed(8));
    for seed in 1..=3 {
        let league = league(seed);
        assert!(league[0] > guarded.rating.shown(), "seed {seed}: {:?}", &league[..10]);
        // Without the pair factor the farm would lead.
        assert!(league[0] < beats_helpers(3, 30, false).accounts[0].rating.shown(), "seed {seed}");
    }
}
