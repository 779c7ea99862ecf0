//! Leaderboards, profiles, and what explains a rating.

use super::*;

/// Returns a pool with a long name.
fn pool(id: i64) -> Pool {
    let kind = Kind::ALL.iter().copied().max_by_key(|kind| kind.title().len()).unwrap();
    Pool { id: (i64::MAX - id).into(), guild: None, kind, shape: Shape::Team }
}

#[tokio::test]
async fn leaderboards_are_within_discords_limits() {
    let row = |place: u32, person: u64, plus_minus, moved| BoardRow {
        place,
        person: person.into(),
        shown: 16_239,
        plus_minus,
        games: u32::MAX,
        moved,
        recent: vec![16_239; 10],
    };
    let pictures = Pictures::new(Theme::Dark, Profile::Quick);
    let rating = ratings::Rating::START;
    for (span, page, plus_minus, moved) in [
        (Span::All, Some(99), Some(246), Moved::Places(-10_000_000)),
        (Span::All, None, Some(246), Moved::New),
        (Span::All, Some(0), Some(246), Moved::Unknown),
        (Span::Season(4 * 9999 + 3), Some(98), None, Moved::Points(-14_739)),
    ] {
        let own = row(u32::MAX, BIG, plus_minus, moved);
        for (count, own) in [
            (10, None),
            (10, Some(OwnPlace::Listed(own))),
            (1, Some(OwnPlace::Unlisted { rating, games: u32::MAX, why: Unlisted::Needs(Some(u32::MAX)) })),
            (0, Some(OwnPlace::Unlisted { rating, games: 1, why: Unlisted::Needs(None) })),
            (0, Some(OwnPlace::Unlisted { rating, games: 1, why: Unlisted::Opponents })),
            (0, Some(OwnPlace::Unlisted { rating, games: 1, why: Unlisted::Wish })),
            (0, Some(OwnPlace::NoGames)),
        ] {
            let board = Leaderboard {
                pool: pool(0),
                span,
                page,
                up: page.and_then(|page| page.checked_sub(1)),
                down: page.filter(|page| *page < 99).map(|page| page + 1),
                rows: (0..count)
                    .map(|n| row(9_999_990 + n, BIG - 1 - u64::from(n), plus_minus, moved))
                    .collect(),
                listed: u32::MAX,
                own,
                to: Some(BIG.into()),
                others: (1..MOST_CHOICES as i64).map(pool).collect(),
            };
            let picture = match posts::ladder(&board) {
                Some(chart) => Some(pictures.chart(chart).await.unwrap()),
                None => None,
            };
            assert_eq!(picture.is_some(), count > 0);
            check(&posts::leaderboard(&board, picture));
        }
    }
    check(&posts::about_ratings(None));
    for boards in [0, 1, 10, 15] {
        let board = |id| TopRows {
            pool: pool(id),
            rows: (0..10).map(|n| row(n + 1, BIG - u64::from(n), Some(246), Moved::Places(-99))).collect(),
            listed: u32::MAX,
        };
        let weekly = WeeklyBoards { week: i64::MAX / 8, at: NOW, boards: (0..boards).map(board).collect() };
        let post = posts::weekly(&weekly);
        check(&post);
        let fields = post.card.unwrap().fields.len();
        assert!(fields == boards as usize || fields >= 6, "{fields} of {boards}");
    }
    for typed in ["", "2026", "season", "all"] {
        assert!(choices::complete_span(typed, 20_000).len() <= 25);
    }
}

#[test]
fn profiles_and_results_are_within_discords_limits() {
    let rating = ratings::Rating::START;
    let shown = |id: i64| ProfileRating {
        pool: pool(id),
        rating,
        games: u32::MAX,
        place: if id % 2 == 0 { Ok(u32::MAX) } else { Err(Unlisted::Needs(None)) },
        lately: Some((-14_739, 10)),
        against: Some(16_239),
    };
    let event = RatingEvent {
        game: BIG.into(),
        day: i64::MAX,
        place: Some(8),
        before: rating,
        after: rating,
        weight: 1_000_000,
        against: Some(16_239),
    };
    let mut profile = PlayerProfile {
        person: BIG.into(),
        is_own: true,
        kind: None,
        // Every game in every shape, on the server and in the world.
        ratings: (0..6 * Kind::ALL.len() as i64).map(shown).collect(),
        tallies: Kind::ALL
            .iter()
            .map(|&kind| Tally { kind, won: u32::MAX, drawn: u32::MAX, lost: u32::MAX })
            .collect(),
        streak: Some(Streak { score: 0, games: u32::MAX }),
        habits: Habits {
            conduct: data::Conduct { turns: u32::MAX, late: u32::MAX, left: u32::MAX, ..Default::default() },
            turn: Some(jiff::SignedDuration::MAX),
            hours: Some((Timestamp::MAX, Timestamp::MAX)),
        },
        chart: Some((pool(0), vec![event; 200])),
    };
    check(&posts::profile(&profile, None));
    assert!(posts::rating_line(&profile).is_some());
    profile.ratings.clear();
    check(&posts::profile(&profile, None));
    let results = Kind::ALL.iter().flat_map(|&kind| [(kind, true), (kind, false)].repeat(3));
    let result = |(kind, rated)| HeadToHead {
        kind,
        shape: Shape::Team,
        rated,
        won: u32::MAX,
        drawn: u32::MAX,
        lost: u32::MAX,
    };
    let meeting = Meeting {
        game: BIG.into(),
        kind: Kind::PlanktonSynapse,
        shape: Shape::Team,
        guild: BIG.into(),
        day: i64::MAX,
        rated: false,
        score: 2,
    };
    let mut versus = Versus {
        person: BIG.into(),
        opponent: (BIG - 1).into(),
        is_own: false,
        results: results.map(result).collect(),
        last: vec![LastMeeting { meeting, channel: BIG.into(), board: Some(BIG.into()) }; 5],
        expected: Kind::ALL.iter().map(|&kind| (kind, 1.0 / 3.0)).collect(),
    };
    check(&posts::versus(&versus));
    versus.results.clear();
    check(&posts::versus(&versus));
}

#[test]
fn explained_ratings_are_within_discords_limits() {
    let rating = ratings::Rating::START;
    for replaced in [false, true] {
        let part = Part::Changed(Explanation {
            here: (rating, rating),
            world: Some((rating, rating)),
            place: 8,
            sides: 8,
            opponents: people(7).into_iter().map(|person| (person, 9)).collect(),
            against: Some(16_239),
            share: 123_456,
            replaced,
            seat_offset: -400,
        });
        let Pool { kind, shape, .. } = pool(0);
        let change = RatingChange { game: BIG.into(), kind, shape, voided: true, part };
        words_at_most("an explanation", &text::rating_change(&change), 2000);
    }
}
