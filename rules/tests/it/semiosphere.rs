//! Tests of Semiosphere beyond the laws of all games.

use proptest::prelude::*;
use rules::{
    Any, Game, Kind, MOST_FEATURES, Options, Searchable, Seat, SeatSet, Turn,
    games::semiosphere::{Move, Planet, Semiosphere, Whereabouts},
};

use crate::walk::{self, Dice};

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..Default::default() })]

    #[test]
    fn points_and_rounds_match_the_announcement(options in walk::options(Kind::Semiosphere), seed in any::<u64>()) {
        let Ok(Any::Semiosphere(mut game)) = Kind::Semiosphere.new_game(&options) else {
            return Err(TestCaseError::reject("options clash"));
        };
        let mut dice = Dice::new(seed);
        let mut moves = Vec::new();
        while let Some(seat) = game.to_act().first() {
            check_next_points(&game);
            check_planets(&game);
            moves.clear();
            game.legal(seat, &mut moves);
            // Half of all steps go up, otherwise no piece would live to reach the top.
            let up = moves.iter().copied().filter(|mv| matches!((mv, game.whereabouts(seat)),
                (Move::Go(to), Whereabouts::On(from)) if to.row > from.row) || *mv == Move::Enter);
            let up: Vec<Move> = up.collect();
            let mv = if up.is_empty() || dice.roll(2) == 0 { *dice.pick(&moves) } else { *dice.pick(&up) };
            let before = game.clone();
            let turn = game.play(seat, &mv, &mut |_| {}).unwrap();
            prop_assert_eq!(turn == Turn::Open, game.to_act().first() == Some(seat) && game.points(seat) > 0
                && game.taken() == before.taken() && !before.is_placing() && mv != Move::End, "{} {}", before, mv);
            prop_assert!(game.points(seat) <= game.base_points() + 2 + 2 + game.columns());
            prop_assert!(game.taken() <= game.rows());
        }
        prop_assert!(SeatSet::all(game.seats()).iter().all(|seat| game.points(seat) == 0));
    }
}

/// Checks that seats have the announced points in the next round if everybody ends the turn now.
fn check_next_points(game: &Semiosphere) {
    if game.is_placing() {
        return;
    }
    let mut next = game.clone();
    while let Some(seat) = next.to_act().first() {
        if next.taken() > game.taken() {
            break;
        }
        next.play(seat, &Move::End, &mut |_| {}).unwrap();
    }
    if next.outcome().is_some() {
        return;
    }
    for seat in next.order() {
        assert_eq!(next.points(seat), game.base_points() + game.upcoming_bonus(seat), "seat {seat}: {game}");
    }
    let lead = if game.rotates() { game.lead().next(game.seats()) } else { game.lead() };
    assert_eq!(next.lead(), lead, "{game}");
}

fn check_planets(game: &Semiosphere) {
    for seat in SeatSet::all(game.seats()).iter() {
        assert!(game.is_alive(seat) || game.planet(seat) != Planet::Carried, "{game}");
        let goes = matches!(game.whereabouts(seat), Whereabouts::On(at) if at.row == game.taken());
        assert!((game.is_alive(seat) && !goes) || game.upcoming_bonus(seat) == 0, "{game}");
    }
    assert!(game.marks().all(|(at, seat)| game.mark(at) == Some(seat) && at.row >= game.taken()), "{game}");
}

#[track_caller]
fn check_words(position: &str, seat: u8, mv: &str, explained: &str, words: &[&str]) {
    let mut game: Semiosphere = position.parse().unwrap();
    let seat = Seat::new(seat).unwrap();
    let mv: Move = mv.parse().unwrap();
    assert_eq!(game.explain(seat, &mv), explained);
    let mut events = Vec::new();
    game.play(seat, &mv, &mut |event| events.push(event)).unwrap();
    let who = |seat: Seat| Kind::Semiosphere.colour(seat).name().to_owned();
    let sentences: Vec<String> = events.iter().map(|event| Semiosphere::describe(event, &who)).collect();
    assert_eq!(
        sentences.iter().filter(|words| !words.is_empty()).collect::<Vec<_>>(),
        words.iter().collect::<Vec<_>>()
    );
}

#[test]
fn steps_and_marks_in_a_row_share_a_sentence() {
    let mut game: Semiosphere = "8x11 3/2/0/- 0 1 1 d3:h:3,f1:h:3 -".parse().unwrap();
    let mut events = Vec::new();
    for action in ["d4", "e4", "+e5"] {
        game.play(Seat::FIRST, &action.parse().unwrap(), &mut |event| events.push(event)).unwrap();
    }
    let told = Semiosphere::describe_all(&events.iter().collect::<Vec<_>>(), &|seat| format!("Seat {seat}"));
    assert_eq!(told, ["Seat 1 steps to d4 and e4, then marks e5."]);
}

#[test]
fn words_describe_an_action() {
    check_words(
        "8x11 3/2/0/- 1 1 1 d5:d4:5,f4:h:3 -",
        1,
        "d4",
        "step back to d4 (free); take your planet (2 points)",
        &["Blue steps back to d4.", "Blue takes the planet on d4 back."],
    );
    check_words(
        "8x11 3/2/0/- 0 1 1 d3:h:1,f1:h:3 d2=1",
        1,
        "c3",
        "step left to c3 (1 point); ends the turn",
        &["Blue steps to c3."],
    );
    check_words(
        "8x11 3/2/0/- 0 1 2 d2:d1:0,f2:h:1 a1=1,b1=2,h1=2",
        2,
        "f3",
        "step up to f3 (1 point); ends the turn",
        &[
            "Orange steps to f3.",
            "The void takes row 1.",
            "Blue gets a point for a mark in it.",
            "Orange gets 2 points for marks in it.",
            "Blue's planet is taken by the void.",
            "Round 2 begins with Blue.",
        ],
    );
    check_words(
        "8x11 3/2/0/- 4 1 2 d5:h:0,f5:h:1 -",
        2,
        "end",
        "end the turn; 1 point is lost; the void takes you",
        &[
            "Orange ends the turn with 1 point unused.",
            "The void takes row 5.",
            "Blue is taken by the void.",
            "Orange is taken by the void.",
        ],
    );
    check_words(
        "8x11 3/2/0/- 4 1 1 d11:h:6,f9:h:3 a5=2",
        1,
        "enter",
        "enter the Semiosphere with your planet and win (5 points)",
        &["Blue enters the Semiosphere with the planet!"],
    );
    check_words(
        "8x11 3/2/0/- 4 1 1 d9:h:3,f9:h:3 a5=2",
        1,
        "-a5",
        "erase Orange's mark on a5 (2 points)",
        &["Blue erases Orange's mark on a5."],
    );
    check_words(
        "8x11 3/2/0/- 4 1 1 d9:h:3,f9:h:3 -",
        1,
        "+a5",
        "mark a5 (1 point); pays 1 next round",
        &["Blue marks a5."],
    );
}

#[track_caller]
fn check_warning(position: &str, mv: &str, explained: &str, warns: bool) {
    let game: Semiosphere = position.parse().unwrap();
    let seat = game.to_act().first().unwrap();
    let mv: Move = mv.parse().unwrap();
    assert!(game.clone().play(seat, &mv, &mut |_| {}).is_ok(), "{mv} is legal");
    assert_eq!(game.explain(seat, &mv), explained);
    let warning = game.warning(seat, &mv);
    assert_eq!(warning.as_deref(), warns.then_some("the void takes you at the end of this round"), "{mv}");
}

#[test]
fn ending_a_turn_in_the_doomed_row_is_warned() {
    // Blue leads with two points in row 5, which the void takes next; Orange moves after it.
    let there = "8x11 3/2/0/- 4 1 1 d5:h:2,f7:h:3 -";
    check_warning(there, "end", "end the turn; 2 points are lost; the void takes you", true);
    check_warning(there, "+a9", "mark a9 (1 point)", false);
    check_warning(there, "d6", "step up to d6 (1 point)", false);
    let last_point = "8x11 3/2/0/- 4 1 1 d5:h:1,f7:h:3 g9=2";
    check_warning(last_point, "+a9", "mark a9 (1 point); the void takes you", true);
    check_warning(last_point, "c5", "step left to c5 (1 point); the void takes you", true);
    check_warning(last_point, "d6", "step up to d6 (1 point); ends the turn", false);
    check_warning(
        "8x11 3/2/0/- 4 1 1 d5:h:2,f7:h:3 g9=2",
        "-g9",
        "erase Orange's mark on g9 (2 points); the void takes you",
        true,
    );
    check_warning(
        "8x11 3/2/0/- 4 1 1 d6:d5:2,f7:h:3 -",
        "d5",
        "step back to d5 (free); take your planet (2 points); the void takes you",
        true,
    );
    check_warning(
        "8x11 3/2/0/- 4 1 1 d6:h:1,f7:h:3 -",
        "drop",
        "drop your planet behind you (1 point, gives 2)",
        false,
    );
    check_warning("8x11 3/2/0/- 4 1 1 d6:h:1,f7:h:3 -", "end", "end the turn; 1 point is lost", false);
    // Pieces inside, and pieces that are placed in row 1, are not in danger.
    check_warning("8x11 3/2/0/- 10 1 1 S:v:2,f11:v:3 -", "end", "end the turn; 2 points are lost", false);
    check_warning("8x11 3/2/0/- 0 1 1 -:h:3,-:h:3 -", "d1", "place your piece on d1", false);
}

#[test]
fn planet_left_in_the_doomed_row_is_warned() {
    // Blue leads from row 6; its planet is in row 5, which the void takes next.
    let warning = |position: &str, mv: &str| {
        let game: Semiosphere = position.parse().unwrap();
        let (seat, mv): (Seat, Move) = (game.to_act().first().unwrap(), mv.parse().unwrap());
        assert!(game.clone().play(seat, &mv, &mut |_| {}).is_ok(), "{mv} is legal");
        game.warning(seat, &mv)
    };
    let planet = Some("the void takes your planet at the end of this round".to_owned());
    let there = "8x11 3/2/0/- 4 1 1 d6:d5:2,f7:h:3 -";
    assert_eq!(warning(there, "end"), planet);
    assert_eq!(warning(there, "+a9"), None, "the turn continues");
    assert_eq!(warning(there, "d5").as_deref(), Some("the void takes you at the end of this round"));
    let last_point = "8x11 3/2/0/- 4 1 1 d6:d5:1,f7:h:3 -";
    assert_eq!(warning(last_point, "+a9"), planet);
    assert_eq!(warning("8x11 3/2/0/- 4 1 1 d7:d6:2,f7:h:3 -", "end"), None, "one row higher");
}

#[track_caller]
fn check_status(position: &str, status: &str) {
    let game: Semiosphere = position.parse().unwrap();
    assert_eq!(game.status(rules::Viewer::Public), status);
}

#[test]
fn status_says_who_places_a_piece() {
    let game = Semiosphere::new(&Options::new()).unwrap();
    let status = game.status(rules::Viewer::Public);
    assert_eq!(status, "Blue places its piece on a free square of row 1");
}

#[test]
fn status_shows_turn_order_and_the_next_lead() {
    check_status(
        "8x11 3/2/0/- 4 1 1 d5:h:2,f7:h:3 -",
        "2 points left · row 5 goes after this round; in it: Blue",
    );
    check_status(
        "8x11 3/0/3/r 4 1 1 d6:h:1,f7:h:3 -",
        "1 point left · row 5 goes after this round · then Orange has two turns in a row",
    );
    check_status(
        "8x11 3/0/3/r 4 1 2 d6:h:0,f7:h:3 -",
        "3 points left · row 5 goes after this round · then Orange again: two turns in a row",
    );
    // Orange leads but is eliminated. The lead passes to the next number as usual.
    check_status(
        "8x11 3/0/3/r 4 2 3 d6:h:3,x2:v:0,f7:h:3,h8:h:3 -",
        "3 points left · row 5 goes after this round · order: Green, Purple, Blue · Green goes first in the next round",
    );
    check_status(
        "4x5 3/0/3/r 4 1 1 a5:v:3,S:v:3 -",
        "3 points left · row 5 goes after this round; in it: Blue",
    );
}

/// Returns a feature of both seats.
fn feature(name: &str, position: &str) -> [i16; 2] {
    let game: Semiosphere = position.parse().unwrap();
    let at = Semiosphere::FEATURES.iter().position(|feature| feature.name == name).unwrap();
    let mut rows = [[0; MOST_FEATURES]; 8];
    game.features(&mut rows);
    [rows[0][at], rows[1][at]]
}

/// Returns how near the seats are to entering with their planets, about 100 for the nearest.
fn races(position: &str) -> [i16; 2] {
    feature("race", position)
}

#[test]
fn race_is_won_or_lost() {
    assert_eq!(races("8x11 3/0/3/r 4 1 1 d11:h:5,f9:h:3 -")[0], 100, "seat 1 can enter");
    assert_eq!(races("8x11 3/0/3/r 4 1 1 d11:v:6,f9:h:3 -")[0], 0, "its planet is gone");
    let [dying, far] = races("8x11 3/0/3/r 4 1 2 d5:h:0,a5:h:3 -");
    assert!(dying == 0 && far > 0, "a seat that the void takes has no race, and one far away has: {far}");
}

#[test]
fn lacking_points_cost_a_turn() {
    // A round of both seats counts as 16.
    let [lacking, _] = races("8x11 3/0/3/r 4 1 1 d11:h:4,f9:h:3 -");
    assert!(lacking <= 100 - 8, "{lacking}");
}

#[test]
fn marks_bring_the_end_of_a_race_nearer() {
    let [bare, _] = races("8x11 3/0/3/r 4 1 2 d7:d6:0,h7:h:3 -");
    let [rich, _] = races("8x11 3/0/3/r 4 1 2 d7:d6:0,h7:h:3 b5=1,c5=1,d5=1,e5=1,f5=1");
    assert!(rich > bare, "{rich} with marks, {bare} without");
}

#[test]
fn race_counts_the_points_of_the_last_turn() {
    // Both need ten points and get three in each turn. To have five in the last one, they must mark rows that the void takes soon.
    let [near, _] = races("8x11 3/0/3/- 3 1 1 d6:h:3,h6:h:3 -");
    let [far, _] = races("8x11 3/0/3/- 0 1 1 d6:h:3,h6:h:3 -");
    assert!(near > far, "{near} in reach of these rows, {far} far above them");
}

#[test]
fn race_knows_who_goes_first_in_the_next_round() {
    let [later, _] = races("8x11 3/0/3/r 4 1 2 d8:d7:0,f9:h:3 b5=1,c5=1,d5=1,e5=1,f5=1,g5=1");
    let [sooner, _] = races("8x11 3/0/3/- 4 1 2 d8:d7:0,f9:h:3 b5=1,c5=1,d5=1,e5=1,f5=1,g5=1");
    assert!(sooner > later, "{sooner} if seat 1 is next, {later} if seat 2 has two turns");
}

#[test]
fn race_goes_round_marks_or_erases_them() {
    let race = |points, marks| races(&format!("8x11 3/0/3/r 4 1 1 d9:h:{points},a9:h:3 {marks}"))[0];
    // Its two steps and its entry cost seven points. Going round a mark costs one more, and erasing it costs two more.
    let everywhere = "a10=2,b10=2,c10=2,d10=2,e10=2,f10=2,g10=2,h10=2";
    for (needed, marks) in [(7, "-"), (8, "d10=2"), (9, everywhere)] {
        let [enough, lacking] = [needed, needed - 1].map(|points| race(points, marks));
        assert_eq!(enough, 100, "{needed} points suffice: {marks}");
        assert!(lacking <= 100 - 8, "{lacking} with a point less: {marks}");
    }
}

#[test]
fn race_is_sure_if_nobody_can_hinder_it() {
    let cases = [
        // It can enter at once, or after the piece has fetched its planet.
        ("8x11 3/0/3/r 4 1 1 d11:h:5,f9:h:3 -", 8),
        ("8x11 3/0/3/r 4 1 1 d11:d10:8,f9:h:3 -", 8),
        // A planet that was dropped in this turn cannot be fetched in it.
        ("8x11 3/0/3/r 4 1 1* d11:d10:8,f9:h:3 -", 0),
        // It has two turns in a row. Row 4 has room for what it saves, and seven steps around d9, fetching and entering cost 14.
        ("8x11 3/0/3/r 3 2 1 d6:d5:11,f8:h:0 g4=1,e5=2,f5=2,d9=2", 7),
        ("8x11 3/0/3/r 3 2 1 d6:d5:9,f8:h:0 g4=1,e5=2,f5=2,d9=2", 0),
        // Seat 2 has three points to hinder it, and then five more if it leads the next round.
        ("8x11 3/0/3/- 4 1 2 d11:h:0,f9:h:3 a5=1,b5=1,c5=1,d5=1,e5=1", 7),
        ("8x11 3/0/3/- 4 1 2 d11:h:0,f9:h:3 a5=1,b5=1,c5=1,d5=1", 0),
        ("8x11 3/0/3/r 4 1 2 d11:h:0,f9:h:3 a5=1,b5=1,c5=1,d5=1,e5=1", 0),
        // From two rows below, its marks do not reach the way, so it can only erase one of those that pay.
        ("8x11 3/0/3/- 4 1 2 d11:h:0,f7:h:3 a5=1,b5=1,c5=1,d5=1", 7),
        // Seat 2 has eight points with its planet, and six if the void has taken it.
        ("8x11 3/0/3/r 4 1 2 d11:h:0,f9:h:3 a5=1,b5=1,c5=1,d5=1,e5=1,f5=1,g5=1,h5=1", 0),
        ("8x11 3/0/3/r 4 1 2 d11:h:0,f9:v:3 a5=1,b5=1,c5=1,d5=1,e5=1,f5=1,g5=1,h5=1", 6),
    ];
    for (position, sure) in cases {
        assert_eq!(feature("sure", position)[0], sure, "{position}");
    }
}

#[test]
fn points_of_others_make_a_race_less_firm() {
    let firm = |position| feature("firm", position)[0];
    let alone = firm("8x11 3/0/3/r 4 1 2 b8:b7:0,d9:h:3 -");
    let saved = firm("8x11 3/0/3/r 4 1 2 b8:b7:0,d9:h:3 e5=2,f5=2,g5=2,h5=2");
    let far = firm("8x11 3/0/3/r 4 1 2 b8:b7:0,h9:h:3 -");
    assert!(saved < alone, "{saved} against saved points, {alone} without them");
    assert!(far > alone, "{far} out of reach of marks, {alone} within it");
}

#[test]
fn marks_that_do_the_same_are_idle() {
    // Seat 1 can mark columns a to g, and seat 2 goes up near columns e to h.
    let game: Semiosphere = "8x11 3/0/3/r 4 1 1 d7:b5:5,g7:h:3 e5=2,a6=1,b9=2,h9=2".parse().unwrap();
    let mut legal = Vec::new();
    game.legal(Seat::FIRST, &mut legal);
    let names: Vec<String> =
        legal.iter().filter(|mv| !game.is_idle(Seat::FIRST, mv)).map(ToString::to_string).collect();
    let others: Vec<&String> = names.iter().filter(|name| !name.starts_with('+')).collect();
    assert_eq!(others, ["d8", "c7", "e7", "d6", "end", "-e5", "-b9"]);
    let marks = |row: &str| names.iter().filter(|name| name.starts_with('+') && name[2..] == *row).count();
    // One of each of the three next rows for points, and those in the way of seat 2.
    assert_eq!(["5", "6", "7", "8", "9", "10"].map(marks), [1, 1, 3, 3, 3, 3], "{names:?}");
}

#[test]
fn walled_in_piece_counts_as_lost() {
    let cases = [
        // The planet on e1, the piece on f2 and the mark on g1: erasing it and stepping there takes all points.
        ("8x11 3/0/3/r 0 1 2 f2:e1:0,f1:h:3 g1=1", 0),
        ("8x11 3/0/3/r 0 1 2 f2:e1:0,f1:h:4 g1=1", 1),
        ("8x11 3/0/3/r 0 1 2 f2:h:0,f1:h:3 g1=1", 1),
        // Three points for the mark above, or four for the way round it.
        ("8x11 3/0/3/r 0 1 2 c4:h:0,a1:h:3 a2=1,b2=1", 1),
        ("8x11 3/0/3/r 0 1 2 c4:h:0,a1:h:2 a2=1,b2=1", 0),
        // Only the Semiosphere is above the last row.
        ("4x5 3/0/3/r 4 1 2 S:v:0,a5:h:4 -", 0),
        ("4x5 3/0/3/r 4 1 2 S:v:0,a5:h:5 -", 1),
    ];
    for (position, alive) in cases {
        assert_eq!(feature("alive", position)[1], alive, "{position}");
    }
}
