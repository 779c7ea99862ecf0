//! The test vectors of the model, properties of every game, and simulated leagues.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot continue has failed")]

mod farms;
mod forecasts;
mod leagues;
mod listings;
mod properties;
mod vectors;

use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg32;
use ratings::{Change, Member, POINTS_PER_UNIT, Rating, Side, rate};

/// The days between two games of a person in a league.
const PACE: u32 = 3;

fn rating(mu: i64, sigma: i64) -> Rating {
    Rating::new(mu, sigma).unwrap()
}

/// Returns a duel that the first person wins.
fn duel(winner: Member, loser: Member) -> [Side; 2] {
    [Side::one(1, winner), Side::one(2, loser)]
}

/// Returns the ratings after a game, for each member of each side.
fn by_the_model(game: &[Side]) -> Vec<Vec<Rating>> {
    let after = |side: &Vec<Change>| side.iter().map(|change| change.after).collect();
    rate(game).unwrap().iter().map(after).collect()
}

fn points(rating: Rating) -> f64 {
    1500.0 + POINTS_PER_UNIT * (rating.mu() as f64 / 1e6 - 25.0)
}

fn plus_minus(rating: Rating) -> f64 {
    POINTS_PER_UNIT * rating.sigma() as f64 / 1e6
}

/// Random numbers that are the same for the same seed.
struct Dice(Pcg32);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(Pcg32::seed_from_u64(seed))
    }

    /// Returns a number between 0 and 1 that is neither.
    fn open(&mut self) -> f64 {
        self.0.random_range(f64::EPSILON..1.0)
    }

    /// Returns a number of the normal distribution, by Box and Muller.
    fn normal(&mut self, spread: f64) -> f64 {
        let (radius, angle) = (self.open(), self.open());
        spread * (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
    }

    /// Returns luck in points. The luck of two sides differs by a logistic distribution, so that 400 points are odds of 10 to 1.
    fn luck(&mut self) -> f64 {
        -(-self.open().ln()).ln() * 400.0 / std::f64::consts::LN_10
    }
}

/// People whose true strength is known and changes a little with each game.
struct League {
    people: Vec<Person>,
    dice: Dice,
    games: u32,
}

/// A person of a league.
#[derive(Clone, Copy)]
struct Person {
    strength: f64,
    rating: Rating,
}

impl League {
    fn new(people: usize, seed: u64) -> League {
        let mut dice = Dice::new(seed);
        let people = (0..people)
            .map(|_| Person { strength: 1500.0 + dice.normal(200.0), rating: Rating::START })
            .collect();
        League { people, dice, games: 0 }
    }

    /// Plays one game of every person, with this many sides of this size, and gives each game to `rate` with the true strengths
    /// of the sides. `rate` returns the new ratings.
    fn round(
        &mut self,
        (sides, size): (usize, usize),
        mut rate: impl FnMut(&[Side], &[f64]) -> Vec<Vec<Rating>>,
    ) {
        let mut order: Vec<usize> = (0..self.people.len()).collect();
        order.shuffle(&mut self.dice.0);
        let days = if self.games == 0 { 0 } else { PACE };
        for seats in order.chunks_exact(sides * size) {
            let teams: Vec<&[usize]> = seats.chunks_exact(size).collect();
            let strength =
                |team: &&[usize]| team.iter().map(|person| self.people[*person].strength).sum::<f64>();
            let strengths: Vec<f64> = teams.iter().map(strength).collect();
            let performances: Vec<f64> =
                strengths.iter().map(|strength| strength + self.dice.luck()).collect();
            let game: Vec<Side> = teams
                .iter()
                .zip(&performances)
                .map(|(team, own)| {
                    let place = 1 + performances.iter().filter(|other| *other > own).count() as u32;
                    let member = |person: &usize| Member { days, ..Member::new(self.people[*person].rating) };
                    Side { place, members: team.iter().map(member).collect() }
                })
                .collect();
            let results = rate(&game, &strengths);
            for (person, rating) in seats.iter().zip(results.into_iter().flatten()) {
                self.people[*person].rating = rating;
                self.people[*person].strength += self.dice.normal(3.0);
            }
        }
        self.games += 1;
    }
}
