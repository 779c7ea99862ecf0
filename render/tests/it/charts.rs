//! Charts of ratings: their pictures, weights and alt texts.

use jiff::{
    ToSpan,
    civil::{Date, date},
};
use proptest::prelude::*;
use render::{
    ALT_MAX, Chart, Owner, Painter, Profile, Theme,
    chart::{Change, Ladder, Line, MAX_POINTS, Own, Point, Row, Scores, Series},
};

use rules::{Kind, Seat};

use crate::pictures::compare;

/// Returns numbers that look random and are the same each time.
fn noise(seed: u32) -> impl Iterator<Item = i32> {
    std::iter::successors(Some(seed.wrapping_mul(2_654_435_761)), |last| {
        Some(last.wrapping_mul(1_664_525).wrapping_add(1_013_904_223))
    })
    .map(|number| (number >> 16) as i32)
}

/// Returns a row whose last ratings lead to the rating in steps of up to `step` points.
fn row(place: u32, rating: i32, deviation: i32, change: Change, step: i32) -> Row {
    let mut recent = vec![rating];
    for (number, _) in noise(place).zip(1..10) {
        recent.push(recent[recent.len() - 1] + number % (2 * step + 1) - step);
    }
    recent.reverse();
    Row { place, rating, deviation, recent, change }
}

/// Returns a row of a season's board.
fn season_row(place: u32, rating: i32, points: i32) -> Row {
    Row { place, rating, deviation: 0, recent: Vec::new(), change: Change::Points(points) }
}

fn ladder(rows: Vec<Row>, own: Option<Own>) -> Chart {
    Chart::Ladder(Ladder { title: "Protozoa duels here".to_owned(), rows, own })
}

/// Returns the ten rows of a lively board.
fn lively() -> Vec<Row> {
    use Change::{Down, New, Same, Up};
    [
        (1, 1712, 84, Up(2)),
        (2, 1698, 71, Down(1)),
        (3, 1674, 92, Down(1)),
        (4, 1655, 66, Same),
        (5, 1641, 118, Up(4)),
        (6, 1622, 187, New),
        (7, 1603, 75, Same),
        (7, 1603, 102, Up(1)),
        (9, 1577, 69, Down(4)),
        (10, 1560, 133, Up(12)),
    ]
    .map(|(place, rating, deviation, change)| row(place, rating, deviation, change, 24))
    .to_vec()
}

fn line(title: &str, points: Vec<Point>) -> Chart {
    Chart::Line(Line { title: title.to_owned(), points })
}

/// Returns a line of games every few days. Each changes the rating by up to `step` points, and the deviation falls from `from`.
fn games(first: Date, count: usize, every: i64, step: i32, (from, to): (i32, i32)) -> Vec<Point> {
    let mut points = vec![Point { day: first, rating: 1500, deviation: from }];
    for number in noise(count as u32).take(count - 1) {
        let last = points[points.len() - 1];
        points.push(Point {
            day: last
                .day
                .saturating_add((i64::from(number) % (2 * every + 1) * (i64::from(number) / 512 % 2)).days()),
            rating: last.rating + number / 7 % (2 * step + 1) - step + (1640 - last.rating) / 60,
            deviation: last.deviation - (last.deviation - to + 8) / 9,
        });
    }
    points
}

/// Returns the charts that tests and the gallery draw.
pub(crate) fn all() -> Vec<(&'static str, Chart)> {
    let far = [2600, 2412, 2305, 1990, 1804, 1533, 1200, 911, 640, 400];
    let point = |day, rating, deviation| Point { day, rating, deviation };
    let spring = date(2026, 5, 3);
    vec![
        ("ladder-lively", ladder(lively(), Some(Own::Apart(row(57, 1480, 110, Change::Up(3), 24))))),
        ("ladder-own", ladder(lively(), Some(Own::Listed(4)))),
        (
            "ladder-above",
            ladder(
                (11..18).map(|place| row(place, 1590 - 6 * place as i32, 70, Change::Same, 16)).collect(),
                Some(Own::Apart(row(4, 1655, 66, Change::Up(1), 24))),
            ),
        ),
        ("ladder-one", ladder(vec![row(1, 1544, 198, Change::New, 20)], None)),
        (
            "ladder-sparse",
            ladder(
                [
                    (1, 1588, 163, Change::New, 10),
                    (2, 1534, 181, Change::Same, 3),
                    (3, 1502, 196, Change::Down(1), 2),
                ]
                .map(|(place, rating, deviation, change, games)| {
                    let mut row = row(place, rating, deviation, change, 40);
                    row.recent.drain(games..);
                    row
                })
                .to_vec(),
                Some(Own::Apart(row(8, 1391, 199, Change::Same, 30))),
            ),
        ),
        (
            "ladder-equal",
            ladder((1..=10).map(|_| row(1, 1500, 200, Change::Same, 0)).collect(), Some(Own::Listed(0))),
        ),
        (
            "ladder-extreme",
            ladder(
                (991..)
                    .zip(far)
                    .map(|(place, rating)| row(place, rating, 246, Change::Down(place * 3 - 2960), 200))
                    .collect(),
                Some(Own::Apart(row(104_512, 400, 246, Change::Up(1204), 90))),
            ),
        ),
        (
            "ladder-season",
            Chart::Ladder(Ladder {
                title: "Protozoa duels here, 2026-Q3".to_owned(),
                rows: [(1, 1712, 112), (2, 1698, -9), (3, 1674, 0), (4, 1523, 23)]
                    .map(|(place, rating, points)| season_row(place, rating, points))
                    .to_vec(),
                own: Some(Own::Apart(season_row(31, 1391, -109))),
            }),
        ),
        (
            "ladder-beyond",
            ladder(
                (111..121).map(|place| row(place, 1490 - place as i32, 90, Change::Unknown, 20)).collect(),
                Some(Own::Listed(3)),
            ),
        ),
        ("line-lively", line("Protozoa duels here", games(spring, 64, 6, 26, (246, 84)))),
        ("line-one", line("Protozoa duels here", vec![point(spring, 1578, 238)])),
        (
            "line-sparse",
            line(
                "Stract teams in the world",
                vec![
                    point(date(2025, 11, 30), 1500, 246),
                    point(date(2026, 1, 4), 1578, 238),
                    point(date(2026, 1, 9), 1531, 229),
                ],
            ),
        ),
        ("line-day", line("Semiosphere duels here", games(spring, 7, 0, 60, (246, 190)))),
        (
            "line-extreme",
            line(
                "Parasites tables here",
                (0..24)
                    .map(|n| {
                        point(spring.saturating_add((n * 50).days()), if n % 5 < 3 { 2600 } else { 400 }, 246)
                    })
                    .collect(),
            ),
        ),
        ("line-many", line("Plankton Synapse duels here", games(date(2023, 8, 20), 3000, 1, 24, (246, 58)))),
        (
            "line-flat",
            line(
                "Protozoa duels here",
                (0..20).map(|n| point(spring.saturating_add((n * 2).days()), 1500, 60)).collect(),
            ),
        ),
    ]
}

#[test]
fn every_chart_looks_as_blessed() {
    for (name, chart) in all() {
        for theme in Theme::ALL {
            compare(name, theme, &Painter::new(theme).chart(&chart, Profile::Post).unwrap());
        }
    }
}

#[test]
fn charts_keep_their_size_and_weight() {
    for (name, chart) in all() {
        let (most, heights) = match chart {
            Chart::Ladder(_) => (30_000, 150..=560),
            Chart::Line(_) => (20_000, 420..=420),
            Chart::Scores(_) => (30_000, 320..=320),
        };
        for theme in Theme::ALL {
            let picture = Painter::new(theme).chart(&chart, Profile::Post).unwrap();
            assert!(picture.len() <= most, "{name}: {} bytes", picture.len());
            let drawn = image::load_from_memory(&picture).unwrap();
            assert_eq!(drawn.width(), 900, "{name}");
            assert!(heights.contains(&drawn.height()), "{name}: {}", drawn.height());
        }
    }
}

#[test]
fn alt_texts_say_what_charts_show() {
    let alt = |name: &str| all().into_iter().find(|(other, _)| *other == name).unwrap().1.alt();
    assert_eq!(
        alt("ladder-lively"),
        "Protozoa duels here, places 1 to 10. 1: 1712 ± 84, up 2. 2: 1698 ± 71, down 1. 3: 1674 ± 92, down 1. \
         4: 1655 ± 66, same place. 5: 1641 ± 118, up 4. 6: 1622 ± 187, new. 7: 1603 ± 75, same place. \
         7: 1603 ± 102, up 1. 9: 1577 ± 69, down 4. 10: 1560 ± 133, up 12. Your place, 57: 1480 ± 110, up 3."
    );
    assert!(alt("ladder-own").contains(" 5 (yours): 1641 ± 118, up 4. "), "{}", alt("ladder-own"));
    assert_eq!(alt("ladder-one"), "Protozoa duels here, place 1. 1: 1544 ± 198, new.");
    assert_eq!(
        alt("ladder-season"),
        "Protozoa duels here, 2026-Q3, places 1 to 4. 1: 1712, up 112 points. 2: 1698, down 9 points. \
         3: 1674, same points. 4: 1523, up 23 points. Your place, 31: 1391, down 109 points."
    );
    assert!(alt("ladder-beyond").contains("111: 1379 ± 90. 112: 1378 ± 90. "), "{}", alt("ladder-beyond"));
    assert_eq!(alt("line-one"), "Protozoa duels here. Rating 1578 on 3 May.");
    assert_eq!(
        alt("line-sparse"),
        "Stract teams in the world. Rating from 1500 on 30 November 2025 to 1531 on 9 January 2026, highest 1578."
    );
}

#[test]
fn long_alt_text_has_whole_rows() {
    let mut rows = lively();
    for row in &mut rows {
        row.place = 9_999_999;
        row.change = Change::Down(9_999_999);
    }
    let title = "Protozoa ".repeat(80);
    let alt = Chart::Ladder(Ladder { title: title.trim_end().to_owned(), rows, own: None }).alt();
    assert!((ALT_MAX - 60..=ALT_MAX).contains(&alt.chars().count()), "{}", alt.len());
    assert!(alt.ends_with(", down 9999999."), "{alt}");
    let endless = line(&"Protozoa ".repeat(800), Vec::new()).alt();
    assert!(endless.chars().count() <= ALT_MAX && endless.ends_with('…'), "{endless}");
}

/// Checks that nothing lies on the edges of a picture, and no text at the sides of a card.
fn assert_inside(chart: &Chart) {
    let picture = Painter::new(Theme::Dark).chart(chart, Profile::Quick).unwrap();
    let drawn = image::load_from_memory(&picture).unwrap().to_rgb8();
    let canvas = drawn.get_pixel(0, 0);
    let (width, height) = drawn.dimensions();
    let frame = |x: u32, y: u32| x < 14 || y < 14 || x >= width - 14 || y >= height - 14;
    for (x, y, pixel) in drawn.enumerate_pixels() {
        assert!(!frame(x, y) || pixel == canvas, "{x}, {y}");
    }
    for x in [28, width - 29] {
        let brightest = (80..height).map(|y| drawn.get_pixel(x, y).0[2]).max().unwrap_or_default();
        assert!(brightest < 130, "text at {x}");
    }
}

fn any_row() -> impl Strategy<Value = Row> {
    let change = prop_oneof![
        any::<u32>().prop_map(Change::Up),
        (0..30_u32).prop_map(Change::Down),
        Just(Change::Same),
        Just(Change::New),
        any::<i32>().prop_map(Change::Points),
        Just(Change::Unknown),
    ];
    let place = prop_oneof![1..60_u32, any::<u32>()];
    let rating = || prop_oneof![400..2600, any::<i32>()];
    let deviation = prop_oneof![40..=246, any::<i32>()];
    (place, rating(), deviation, prop::collection::vec(rating(), 0..14), change).prop_map(
        |(place, rating, deviation, recent, change)| Row { place, rating, deviation, recent, change },
    )
}

fn any_ladder() -> impl Strategy<Value = Chart> {
    let own = prop_oneof![
        Just(None),
        (0..12_usize).prop_map(|index| Some(Own::Listed(index))),
        any_row().prop_map(|row| Some(Own::Apart(row))),
    ];
    (".{0,80}", prop::collection::vec(any_row(), 0..12), own)
        .prop_map(|(title, rows, own)| Chart::Ladder(Ladder { title, rows, own }))
}

fn any_line() -> impl Strategy<Value = Chart> {
    let day = prop_oneof![
        (0..800_i64).prop_map(|days| date(2026, 1, 1).saturating_add(days.days())),
        (-7_000_000..7_000_000_i64).prop_map(|days| date(0, 1, 1).saturating_add(days.days())),
    ];
    let point = (day, prop_oneof![400..2600, any::<i32>()], prop_oneof![40..=246, any::<i32>()])
        .prop_map(|(day, rating, deviation)| Point { day, rating, deviation });
    let points = prop_oneof![
        prop::collection::vec(point.clone(), 0..12),
        prop::collection::vec(point, 0..2 * MAX_POINTS),
    ];
    (".{0,80}", points).prop_map(|(title, points)| Chart::Line(Line { title, points }))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_ladder_stays_inside_its_picture(chart in any_ladder()) {
        prop_assert!(chart.alt().chars().count() <= ALT_MAX);
        assert_inside(&chart);
    }

    #[test]
    fn any_line_stays_inside_its_picture(chart in any_line()) {
        prop_assert!(chart.alt().chars().count() <= ALT_MAX);
        assert_inside(&chart);
    }
}

/// Returns the scores of a random game of Parasites with this many seats.
fn scores(seats: u8) -> Chart {
    let owner = |seat: u8| Owner::of(Kind::Parasites, Seat::new(seat).unwrap());
    let turns = 0..40_u32;
    let value =
        |seat: u8, turn: u32| (u32::from(seat) * 7919 + turn * turn * 31) % 17 + turn * u32::from(seat % 3);
    let series = (1..=seats).map(|seat| Series {
        owner: owner(seat),
        values: turns.clone().map(|turn| value(seat, turn) as i32 - 9).collect(),
    });
    let (title, series) = ("Parasites: squares by turn".to_owned(), series.collect());
    Chart::Scores(Scores { title, turns: turns.collect(), series })
}

#[test]
fn scores_fit_into_their_chart() {
    for seats in [1, 2, 4, 8] {
        let chart = scores(seats);
        for theme in Theme::ALL {
            let picture = Painter::new(theme).chart(&chart, Profile::Post).unwrap();
            assert!(picture.len() <= 40_000, "{seats}: {} bytes", picture.len());
            let drawn = image::load_from_memory(&picture).unwrap();
            assert_eq!((drawn.width(), drawn.height()), (900, 320), "{seats}");
            if let Some(folder) = std::env::var_os("FILMS") {
                let name = format!("scores-{seats}-{}.png", theme.name());
                std::fs::write(std::path::Path::new(&folder).join(name), &picture).unwrap();
            }
        }
        assert!(chart.alt().chars().count() <= ALT_MAX);
    }
    let empty = Chart::Scores(Scores { title: "Nothing".to_owned(), turns: Vec::new(), series: Vec::new() });
    Painter::new(Theme::Dark).chart(&empty, Profile::Quick).unwrap();
    assert_eq!(empty.alt(), "Nothing.");
}
