//! Properties of every game.

use proptest::prelude::*;
use rand::{Rng, seq::SliceRandom};
use ratings::{
    MOST_OFFSET, Member, PairFactor, RateError, Rating, RatingError, Replaced, Side, rate, rate_former,
    seat_offset,
};

use crate::{Dice, duel, rating};

fn ratings() -> impl Strategy<Value = Rating> {
    let usual = (-20_000_000..70_000_000i64, 300_000..=8_333_333i64);
    let any = (-500_000_000..=500_000_000i64, 1..=8_333_333i64);
    prop_oneof![4 => usual, 1 => any].prop_map(|(mu, sigma)| rating(mu, sigma))
}

fn members() -> impl Strategy<Value = Member> {
    let days = prop_oneof![Just(0), 0..60u32, any::<u32>()];
    let offset = prop_oneof![Just(0), -MOST_OFFSET..=MOST_OFFSET];
    (ratings(), days, offset, 0..12u32).prop_map(|(rating, days, offset, earlier)| {
        let factor = PairFactor::of_table([earlier, 0]);
        Member { rating, days, offset, factor }
    })
}

/// Returns games of 2 to 8 people on 2 to 8 sides.
fn games() -> impl Strategy<Value = Vec<Side>> {
    let people = prop::collection::vec((members(), 0..8usize, 1..5u32), 2..=8);
    people.prop_map(|people| {
        let mut sides: Vec<Side> = Vec::new();
        for (index, (member, side, place)) in people.into_iter().enumerate() {
            match sides.get_mut(side) {
                Some(side) if index >= 2 => side.members.push(member),
                _ => sides.push(Side::one(place, member)),
            }
        }
        sides
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn order_of_seats_does_not_matter(sides in games(), seed in any::<u64>()) {
        let mut dice = Dice::new(seed).0;
        let mut order: Vec<(usize, Vec<usize>)> =
            sides.iter().enumerate().map(|(side, it)| (side, (0..it.members.len()).collect())).collect();
        order.shuffle(&mut dice);
        order.iter_mut().for_each(|(_, members)| members.shuffle(&mut dice));
        let shuffled: Vec<Side> = order
            .iter()
            .map(|(side, members)| {
                let members = members.iter().map(|member| sides[*side].members[*member]).collect();
                Side { place: sides[*side].place, members }
            })
            .collect();
        let (straight, shuffled) = (rate(&sides).unwrap(), rate(&shuffled).unwrap());
        for ((side, members), changes) in order.iter().zip(shuffled) {
            for (member, change) in members.iter().zip(changes) {
                prop_assert_eq!(straight[*side][*member], change);
            }
        }
    }

    #[test]
    fn names_of_places_do_not_matter(sides in games()) {
        let mut spread = sides.clone();
        spread.iter_mut().for_each(|side| side.place = side.place * 7 + 100);
        prop_assert_eq!(rate(&sides).unwrap(), rate(&spread).unwrap());
    }

    #[test]
    fn game_without_weight_adds_only_drift(mut sides in games()) {
        let rated = rate(&sides).unwrap();
        let first = Member { factor: PairFactor::NONE, ..sides[0].members[0] };
        sides[0].members[0] = first;
        let changes = rate(&sides).unwrap();
        let change = changes[0][0];
        prop_assert_eq!((change.weight, change.after.mu()), (0, first.rating.mu()));
        prop_assert!(change.after >= first.rating.after_days(first.days));
        prop_assert!(change.after.sigma() <= Rating::START.sigma());
        // The drift is the same in any game, and the others' results do not depend on this person's weight.
        let other = rate(&duel(Member::new(Rating::START), first)).unwrap()[1][0];
        prop_assert_eq!(change, other);
        prop_assert_eq!(&changes[1..], &rated[1..]);
    }

    #[test]
    fn duel_of_equal_uncertainty_adds_to_zero(
        (first, second) in (-20_000_000..70_000_000i64, -20_000_000..70_000_000i64), sigma in 1..=8_333_333i64,
        places in (1..3u32, 1..3u32), days in 0..400u32
    ) {
        let side = |mu, place| Side::one(place, Member { days, ..Member::new(rating(mu, sigma)) });
        let changes = rate(&[side(first, places.0), side(second, places.1)]).unwrap();
        prop_assert_eq!(changes[0][0].after.mu() + changes[1][0].after.mu(), first + second);
        prop_assert_eq!(changes[0][0].after.sigma(), changes[1][0].after.sigma());
    }

    #[test]
    fn winner_never_loses_and_last_never_gains(mut sides in games()) {
        sides[0].place = 0;
        let winner = rate(&sides).unwrap();
        sides[0].place = 9;
        let last = rate(&sides).unwrap();
        for (won, lost) in winner[0].iter().zip(&last[0]) {
            prop_assert!(won.after.mu() >= won.before.mu());
            prop_assert!(lost.after.mu() <= lost.before.mu());
        }
    }

    #[test]
    fn result_is_certain_and_within_bounds(sides in games()) {
        for (side, changes) in sides.iter().zip(rate(&sides).unwrap()) {
            for (member, change) in side.members.iter().zip(changes) {
                prop_assert_eq!(change.before, member.rating);
                prop_assert!((change.after.mu() - change.before.mu()).abs() <= 12_000_000, "{:?}", change);
                prop_assert_eq!(Rating::new(change.after.mu(), change.after.sigma()), Ok(change.after));
                let drift = rate(&duel(Member { factor: PairFactor::NONE, ..*member }, *member)).unwrap()[0][0];
                prop_assert!(change.after.sigma() <= drift.after.sigma());
            }
        }
    }

    #[test]
    fn undo_restores_the_rating(sides in games()) {
        for change in rate(&sides).unwrap().into_iter().flatten() {
            let undone = change.undo(change.after);
            prop_assert_eq!(undone.mu(), change.before.mu());
            prop_assert_eq!(undone.sigma(), change.before.sigma().max(change.after.sigma()));
        }
    }

    #[test]
    fn being_replaced_never_gains(sides in games(), own in 0..=20u32, former in members()) {
        let handed = Replaced::HandedOver { own, all: 20 };
        let change = rate_former(&sides, (0, 0), former, handed).unwrap();
        prop_assert!(change.is_none_or(|change| change.after.mu() < former.rating.mu()));
        let opened = rate_former(&sides, (0, 0), former, Replaced::Opened).unwrap().unwrap();
        prop_assert!(opened.after.mu() <= former.rating.mu());
        // Being replaced costs at least as much as a seat that is handed over.
        let cost = |change: Option<ratings::Change>| change.map_or(0, |change| change.before.mu() - change.after.mu());
        prop_assert!(cost(Some(opened)) >= cost(change));
    }
}

#[test]
fn hundred_thousand_random_games_stay_in_range() {
    let mut dice = Dice::new(5).0;
    let mut people = vec![Rating::START; 40];
    for _ in 0..100_000 {
        let size = [1, 1, 1, 2, 4][dice.random_range(0..5)];
        let sides = if size > 1 { 2 } else { dice.random_range(2..=8) };
        people.shuffle(&mut dice);
        let game: Vec<Side> = people
            .chunks_exact(size)
            .take(sides)
            .map(|team| {
                let days = dice.random_range(0..100);
                let offset = dice.random_range(-MOST_OFFSET..=MOST_OFFSET);
                let factor = PairFactor::of_pair(dice.random_range(0..10));
                let members = team.iter().map(|rating| Member { rating: *rating, days, offset, factor });
                Side { place: dice.random_range(1..=8), members: members.collect() }
            })
            .collect();
        for (person, change) in people.iter_mut().zip(rate(&game).unwrap().into_iter().flatten()) {
            assert!((change.after.mu() - change.before.mu()).abs() <= 12_000_000, "{change:?} in {game:?}");
            *person = change.after;
        }
    }
    for rating in people {
        assert!(
            (400..4000).contains(&rating.shown()) && (9..=246).contains(&rating.plus_minus()),
            "{rating:?}"
        );
    }
}

#[test]
fn bad_games_are_rejected() {
    let new = Member::new(Rating::START);
    let sides = |count: usize| vec![Side::one(1, new); count];
    assert_eq!(rate(&sides(1)), Err(RateError::Sides(1)));
    assert_eq!(rate(&sides(9)), Err(RateError::Sides(9)));
    assert!(rate(&sides(8)).is_ok());
    let empty = Side { place: 1, members: Vec::new() };
    assert_eq!(rate(&[Side::one(1, new), empty]), Err(RateError::Empty(1)));
    let large = Side { place: 1, members: vec![new; 8] };
    assert_eq!(rate(&[large, Side::one(1, new)]), Err(RateError::People(9)));
    let far = Member { offset: 401, ..new };
    assert_eq!(rate(&duel(new, far)), Err(RateError::Offset(401)));

    let game = duel(new, new);
    let opened = |seat| rate_former(&game, seat, new, Replaced::Opened);
    assert_eq!(opened((2, 0)), Err(RateError::NoSeat { side: 2, member: 0 }));
    assert_eq!(opened((0, 1)), Err(RateError::NoSeat { side: 0, member: 1 }));
    let turns = |own, all| rate_former(&game, (0, 0), new, Replaced::HandedOver { own, all });
    assert_eq!(turns(3, 2), Err(RateError::Turns { own: 3, all: 2 }));
    assert_eq!(turns(0, 0), Err(RateError::Turns { own: 0, all: 0 }));
}

#[test]
fn bad_ratings_are_rejected() {
    assert_eq!(Rating::new(500_000_001, 1), Err(RatingError::Mu(500_000_001)));
    assert_eq!(Rating::new(i64::MIN, 1), Err(RatingError::Mu(i64::MIN)));
    assert_eq!(Rating::new(0, 0), Err(RatingError::Sigma(0)));
    assert_eq!(Rating::new(0, 8_333_334), Err(RatingError::Sigma(8_333_334)));
    assert_eq!(rating(-500_000_000, 1).shown(), 400);
}

#[test]
fn pair_factor_falls_every_three_games() {
    let factors: Vec<f64> = (0..11).map(|earlier| PairFactor::of_pair(earlier).value()).collect();
    assert_eq!(factors, [1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.0, 0.0]);
    assert_eq!(PairFactor::of_table([0, 4, 7, 20]).value(), 1.75 / 4.0);
    assert_eq!(PairFactor::of_table([]), PairFactor::default());
}

#[test]
fn points_are_400_for_odds_of_ten_to_one() {
    let beta = 25.0 / 6.0;
    let points = 400.0 / (std::f64::consts::LN_10 * std::f64::consts::SQRT_2 * beta);
    assert!((points - ratings::POINTS_PER_UNIT).abs() < 1e-13, "{points}");
}

#[test]
fn no_seat_has_an_advantage_yet() {
    for (seats, seat) in [(2, 0), (2, 1), (8, 7), (2, 5)] {
        assert_eq!(seat_offset("protozoa", "teams", seats, seat), 0);
    }
}
