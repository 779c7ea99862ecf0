//! The test vectors of the model, to the millionth. They come from an implementation of its own.

use ratings::{Change, Member, PairFactor, Rating, Replaced, Side, rate, rate_former};

use crate::rating;

const N: (i64, i64) = (25_000_000, 8_333_333);
const A: (i64, i64) = (28_392_001, 4_070_434);
const B: (i64, i64) = (25_000_000, 6_105_650);
const C: (i64, i64) = (21_607_999, 3_392_028);
const E: (i64, i64) = (25_000_000, 2_035_217);

fn member((mu, sigma): (i64, i64)) -> Member {
    Member::new(rating(mu, sigma))
}

fn one(place: u32, player: (i64, i64)) -> Side {
    Side::one(place, member(player))
}

fn team(place: u32, players: &[(i64, i64)]) -> Side {
    Side { place, members: players.iter().copied().map(member).collect() }
}

/// Returns μ and σ in millionths, and the points and ± that people read.
fn numbers(rating: Rating) -> (i64, i64, i32, i32) {
    (rating.mu(), rating.sigma(), rating.shown(), rating.plus_minus())
}

/// A game with the expected ratings in the order of its members. A shown number of 0 is not part of the vector.
type Vector = (&'static str, Vec<Side>, Vec<(i64, i64, i32, i32)>);

fn vectors() -> Vec<Vector> {
    let days = |days, player| Member { days, ..member(player) };
    vec![
        (
            "1: N beats N",
            vec![one(1, N), one(2, N)],
            vec![(27635231, 8065506, 1578, 238), (22364769, 8065506, 1422, 238)],
        ),
        (
            "2: A beats B",
            vec![one(1, A), one(2, B)],
            vec![(29119452, 4043613, 1621, 119), (23369293, 5909041, 1452, 174)],
        ),
        (
            "3: A draws B",
            vec![one(1, A), one(1, B)],
            vec![(28234402, 4043613, 1595, 119), (25353285, 5909041, 1510, 174)],
        ),
        (
            "4: a table of four",
            vec![one(1, C), one(2, A), one(3, B), one(4, N)],
            vec![
                (22808950, 3376856, 1435, 0),
                (28339993, 4021566, 1598, 0),
                (23761552, 5845604, 1463, 0),
                (20337594, 7670421, 1363, 226),
            ],
        ),
        (
            "5: the same with a tie in the middle",
            vec![one(1, C), one(2, A), one(2, B), one(4, N)],
            vec![
                (22808950, 3376856, 1435, 0),
                (27897469, 4021566, 1585, 0),
                (24753548, 5845604, 1493, 0),
                (20337594, 7670421, 1363, 226),
            ],
        ),
        (
            "6: a team of A and B loses to C and N",
            vec![team(2, &[A, B]), team(1, &[C, N])],
            vec![
                (27589208, 4057521, 1576, 0),
                (23200401, 6025308, 1447, 0),
                (22167128, 3389489, 1416, 0),
                (28342388, 8053484, 1599, 237),
            ],
        ),
        (
            "7: E after 30 days beats E",
            vec![Side::one(1, days(30, E)), one(2, E)],
            vec![(25381079, 2237915, 1511, 66), (24679521, 2054580, 1491, 61)],
        ),
        (
            "8: A beats B for a quarter",
            [(1, A), (2, B)]
                .map(|(place, player)| {
                    Side::one(place, Member { factor: PairFactor::of_pair(6), ..member(player) })
                })
                .to_vec(),
            vec![(28573864, 4073986, 1605, 120), (24592323, 6063971, 1488, 179)],
        ),
        (
            "9: A beats B from a seat with an advantage of 20 points",
            vec![Side::one(1, Member { offset: 20, ..member(A) }), one(2, B)],
            vec![(29088812, 4044181, 1621, 119), (23437978, 5911964, 1454, 174)],
        ),
        (
            "10: eight new players",
            (1..=8).map(|place| one(place, N)).collect(),
            [29611655, 28294039, 26976424, 25658808, 24341192, 23023576, 21705961, 20388345]
                .map(|mu| (mu, 7858648, 0, 232))
                .to_vec(),
        ),
        (
            "11: E after 3650 days beats N",
            vec![Side::one(1, days(3650, E)), one(2, N)],
            vec![(27635231, 8065506, 1578, 238), (22364769, 8065506, 1422, 238)],
        ),
        (
            "12: C finishes for B behind A and N",
            substituted().to_vec(),
            // The caller drops the change of the substitute.
            vec![(29238432, 4027815, 1625, 0), (21013197, 3380620, 0, 0), (25031565, 7699085, 1501, 227)],
        ),
    ]
}

fn substituted() -> [Side; 3] {
    [one(1, A), one(3, C), one(2, N)]
}

#[track_caller]
fn assert_numbers(name: &str, rating: Rating, (mu, sigma, shown, plus_minus): (i64, i64, i32, i32)) {
    let found = numbers(rating);
    let shown = if shown == 0 { found.2 } else { shown };
    let plus_minus = if plus_minus == 0 { found.3 } else { plus_minus };
    assert_eq!(found, (mu, sigma, shown, plus_minus), "{name}");
}

#[test]
fn games_change_ratings_as_the_vectors_say() {
    for (name, sides, expected) in vectors() {
        let changes: Vec<Change> = rate(&sides).unwrap().into_iter().flatten().collect();
        assert_eq!(changes.len(), expected.len(), "{name}");
        for (change, expected) in changes.iter().zip(expected) {
            assert_numbers(name, change.after, expected);
        }
    }
}

#[test]
fn replaced_players_are_rated_as_vector_12_says() {
    let handed = Replaced::HandedOver { own: 4, all: 10 };
    for (name, replaced, weight, expected) in [
        ("handed over", handed, 266_667, (24146130, 6032590, 1475, 178)),
        ("opened", Replaced::Opened, 666_667, (22865324, 5907221, 1437, 174)),
    ] {
        let change = rate_former(&substituted(), (1, 0), member(B), replaced).unwrap().unwrap();
        assert_numbers(name, change.after, expected);
        assert_eq!(change.weight, weight, "{name}");
    }
}

#[test]
fn voided_game_is_undone_as_vector_13_says() {
    let change = rate(&[one(1, A), one(2, B)]).unwrap()[1][0];
    let undone = change.undo(rating(23_800_000, 5_700_000));
    assert_numbers("13", undone, (25430707, 5903575, 1513, 174));
}
