//! The content of scenes as text.

use std::collections::BTreeSet;

use insta::assert_snapshot;
use render::{ALT_MAX, Item, State, Way};
use rules::{ABORT, Focus, Kind, Options, RESIGN, Seat, Table, Viewer, grid::Square};

use crate::{play::Moment, positions, text};

/// The snapshot of a showcase is named by its sentence. `INSTA_UPDATE=always` accepts new ones: look at them before you commit.
#[test]
fn every_showcase_reads_as_accepted() {
    for (kind, showcase) in positions::all() {
        assert_snapshot!(showcase.stem(), text::of(&positions::scene(kind, showcase)));
    }
}

/// A snapshot without a showcase would never fail.
#[test]
fn every_snapshot_is_of_a_showcase() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/snapshots");
    let mut files: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".snap"))
        .collect();
    for (_, showcase) in positions::all() {
        files.remove(&format!("it__scenes__{}.snap", showcase.stem()));
    }
    files.remove("it__hexagons__hexagons.snap");
    files.remove("it__text_boards__text_boards.snap");
    assert_eq!(files, BTreeSet::new());
}

#[test]
fn protozoa_names_the_next_losses_and_why() {
    let alt = |position: &str| {
        render::scene(&Table::from(Kind::Protozoa.read(position).unwrap()), Viewer::Public, &[]).alt()
    };
    let start = alt("8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1");
    assert!(
        start.contains(
            " No piece dies next, unless something changes. Blue, with neighbours: drones d4 (3), e5 (3)."
        ),
        "{start}"
    );
    let lonely = alt("8 2 15 4/60 1 4@0,4@0 a1=p1,d4=d1,e4=d2,d5=d2,e5=d1,g5=q2,h5=p1");
    for sentence in [
        "Blue loses next, unless something changes: pawn a1 (0 neighbours, too few).",
        "Orange loses next, unless something changes: queen g5 (1 neighbour, too few).",
        "Orange, with neighbours: drones e4 (3), d5 (3); queen g5 (1).",
        "Record of Blue: 4 of 15; largest organism now 4 (d4 e5).",
        "A pawn lives with 1 to 3 neighbours, a drone with 3 to 5, a queen with 5 to 7.",
    ] {
        assert!(lonely.contains(sentence), "{lonely}");
    }
}

#[test]
fn end_of_protozoa_counts_the_turns_played() {
    let position = "8 2 6 14/60 1 5@3,4@0 c3=p1,d4=d1,e4=d2,d5=d2,e5=d1";
    let mut table = Table::from(Kind::Protozoa.read(position).unwrap());
    let alt = |table: &Table| render::scene(table, Viewer::Public, &[]).alt();
    assert!(alt(&table).contains("Turn 15 of 60."), "{}", alt(&table));
    table.play(Seat::FIRST, "p@b2").unwrap();
    assert!(table.outcome().is_some());
    assert!(alt(&table).contains("Turn 15 of 60."), "{}", alt(&table));
}

#[test]
fn semiosphere_tells_points_of_the_next_round() {
    let blue = |position: &str| {
        let scene =
            render::scene(&Table::from(Kind::Semiosphere.read(position).unwrap()), Viewer::Public, &[]);
        let has_card =
            scene.cards[0].lines.iter().flatten().any(|item| *item == Item::Words("next round:".to_owned()));
        (scene.story.into_iter().find(|sentence| sentence.starts_with("Blue:")).unwrap(), has_card)
    };
    for (position, sentence, has_card) in [
        (
            "6x7 3/0/3/r 1 1 1 b3:h:3,e3:h:3 -",
            "Blue: on b3, carrying its planet, 3 points, 3 in the next round.",
            true,
        ),
        (
            "6x7 3/0/3/r 1 1 1 b3:h:3,e3:h:3 d2=1",
            "Blue: on b3, carrying its planet, 3 points, 4 in the next round.",
            true,
        ),
        // The void takes the piece with row 2.
        ("6x7 3/0/3/r 1 1 1 b2:h:3,e3:h:3 d2=1", "Blue: on b2, carrying its planet, 3 points.", false),
        // Row 7 is the last one.
        ("6x7 3/0/3/r 6 1 1 b7:h:3,e7:h:3 -", "Blue: on b7, carrying its planet, 3 points.", false),
    ] {
        assert_eq!(blue(position), (sentence.to_owned(), has_card), "{position}");
    }
}

/// Four players have all their pieces on a board where most of them die. The most important sentences must stay.
#[test]
fn full_protozoa_board_keeps_its_dangers() {
    let seats = ["1", "2", "3", "4"];
    let piece = |n: usize| {
        format!(
            "{}{}={}{}",
            char::from(b'a' + (n % 10) as u8),
            n / 10 + 1,
            ["p", "d", "q"][n / 4 % 3],
            seats[n % 4]
        )
    };
    let pieces: Vec<String> = (0..60).map(piece).collect();
    let position = format!("10 4 30 60/400 1 9@0,9@0,9@0,9@0 {}", pieces.join(","));
    let table = Table::from(Kind::Protozoa.read(&position).unwrap());
    let scene = render::scene(&table, Viewer::Public, &[]);
    for danger in scene.story.iter().filter(|sentence| sentence.contains(" loses next, ")) {
        assert!(danger.chars().count() < 360, "{danger}");
    }
    let alt = scene.alt();
    assert!(alt.starts_with("Protozoa: Blue to move. Blue loses next, unless something changes: "), "{alt}");
    assert!(alt.contains(" Orange loses next, ") && alt.contains(" Green loses next, "), "{alt}");
}

#[test]
fn row_with_several_marks_shows_no_words() {
    let table = Table::new(Kind::Stract, &Options::new()).unwrap();
    let scene = render::scene(&table, Viewer::Public, &[]);
    let (home, _) = scene.board.banners[0];
    let marked = |count: u8| {
        let focus: Vec<_> = (0..count).map(|col| (Square::new(col, home), Focus::Goal)).collect();
        scene.clone().focused(&focus).board.banners.len()
    };
    assert_eq!([0, 1, 2].map(marked), [2, 2, 1]);
}

#[test]
fn semiosphere_names_order_and_next_leader() {
    for (position, fact, sentence) in [
        ("8x11 3/2/0/- 4 1 1 d6:h:3,f7:h:3 -", "Blue goes first", "Order: Blue, Orange. The board"),
        (
            "8x11 3/0/3/r 4 1 1 d6:h:3,f7:h:3 -",
            "Blue goes first, next round Orange",
            "Order: Blue, Orange. Orange goes first in the next round.",
        ),
        ("8x11 3/2/0/- 4 2 2 d6:h:3,f7:h:3,h8:h:3 -", "order 2 3 1", "Order: Orange, Green, Blue. The board"),
        // The lead would pass to Blue, who was eliminated.
        (
            "8x11 3/0/3/r 4 3 3 x2:v:0,d6:h:3,f7:h:3 -",
            "order 3 2, next round 2 first",
            "Order: Green, Orange. Orange goes first in the next round.",
        ),
    ] {
        let table = Table::from(Kind::Semiosphere.read(position).unwrap());
        let scene = render::scene(&table, Viewer::Public, &[]);
        assert_eq!(scene.facts[0], fact);
        assert!(scene.alt().contains(sentence), "{}", scene.alt());
    }
}

#[test]
fn focus_highlights_squares() {
    let squares: Vec<Square> = ["d4", "d5", "e4"].iter().map(|name| name.parse().unwrap()).collect();
    let focus = [(squares[0], Focus::Here), (squares[1], Focus::Goal), (squares[2], Focus::Prey)];
    let text = text::of(&positions::named("plankton").scene().focused(&focus));
    let marks: Vec<&str> = text.lines().filter(|line| line.starts_with("focus:")).collect();
    assert_eq!(marks, ["focus: d4 here", "focus: d5 goal", "focus: e4 prey"]);
}

#[test]
fn other_seat_wins_when_a_seat_leaves() {
    let mut table = Table::new(Kind::Protozoa, &Options::new()).unwrap();
    let played = table.play(Seat::FIRST, RESIGN).unwrap();
    let scene = render::scene(&table, Viewer::Public, &played.events);
    assert_eq!(scene.headline(), "Orange wins: by resignation");
    assert_eq!(scene.cards[0].role, render::Role::Out);
    assert_eq!(scene.cards[1].role, render::Role::Winner);
}

#[test]
fn seat_that_left_was_not_taken_by_the_void() {
    let mut table = Table::new(Kind::Semiosphere, &Options::new().with("players", 3)).unwrap();
    table.play(Seat::FIRST, RESIGN).unwrap();
    let scene = render::scene(&table, Viewer::Public, &[]);
    assert!(scene.alt().contains("Blue: left the game"), "{}", scene.alt());
    assert!(scene.cards[0].lines.iter().flatten().any(|item| *item == Item::Words("left,".to_owned())));
}

#[test]
fn erased_mark_leaves_a_ghost() {
    // Orange is beside Blue's mark on d2.
    let mut table = Table::from(Kind::Semiosphere.read("6x7 3/0/3/r 1 1 2 b3:h:3,e3:h:3 d2=1").unwrap());
    let orange = Seat::new(2).unwrap();
    let recent = table.play(orange, "-d2").unwrap().events;
    let at = "d2".parse().unwrap();
    let on_d2 = |table: &Table| {
        let scene = render::scene(table, Viewer::Public, &recent);
        let pieces = scene.pieces.into_iter().filter(|piece| piece.on == at);
        pieces.map(|piece| (piece.state, piece.owner.seat)).collect::<Vec<_>>()
    };
    assert_eq!(on_d2(&table), [(State::Ghost, Seat::FIRST)]);
    // Orange's last point is spent, and the void takes the row.
    table.play(orange, "+d2").unwrap();
    assert_eq!(on_d2(&table), []);
}

/// The order is reversed after each round, so Orange ends this one and begins the next.
#[test]
fn first_of_two_turns_in_a_row_has_thin_arrows() {
    let mut table = Table::from(Kind::Semiosphere.read("6x7 3/0/3/r 1 1 2 b3:h:3,e3:h:3 -").unwrap());
    let orange = Seat::new(2).unwrap();
    let turns: Vec<_> = ["e4", "end", "e5"].map(|mv| table.play(orange, mv).unwrap().events).concat();
    let scene = render::scene(&table, Viewer::Public, &turns);
    let arrows: Vec<_> = scene.arrows.iter().map(|arrow| (arrow.to.to_string(), arrow.way)).collect();
    assert_eq!(arrows, [("e4".to_owned(), Way::Slight), ("e5".to_owned(), Way::Went)]);
}

#[test]
fn won_parasite_that_creates_shows_its_points() {
    let position = "9,Q2/10/10/4,A1,5/3,D1,C2,D1,4/3,A1,C2,C2,Q1,3/4,D1,5/10/5,D1,4/10 2 1 2 - 0 -";
    let mut table = Table::from(Kind::Parasites.read(position).unwrap());
    let won = ["f2+f4=b", "e5+d4=a"].map(|mv| table.play(Seat::FIRST, mv).unwrap().events).concat();
    let scene = render::scene(&table, Viewer::Public, &won);
    let state = |name: &str| {
        let at = name.parse().unwrap();
        scene.pieces.iter().find(|piece| piece.on == at).map(|piece| (piece.count, piece.state))
    };
    assert_eq!(state("f5"), Some((None, State::Won)));
    assert_eq!(state("e5"), Some((Some(3), State::Sound)), "the number of a wave looks otherwise");
}

#[test]
fn protozoa_marks_pieces_that_bear_no_more() {
    let position = "8 2 15 4/60 1 4@0,4@0 a1=p1,b1=d2,a2=d1,b2=d2,c2=p1,g8=p1,h8=d1";
    let scene = render::scene(&Table::from(Kind::Protozoa.read(position).unwrap()), Viewer::Public, &[]);
    let state = |name: &str| {
        let at = name.parse().unwrap();
        scene.pieces.iter().find(|piece| piece.on == at).map(|piece| (piece.count, piece.state))
    };
    assert_eq!(state("a1"), Some((Some(3), State::Sound)), "a corner has no room for a fourth");
    assert_eq!(state("b1"), Some((Some(4), State::Sound)), "a drone bears five");
    assert_eq!(state("h8"), Some((Some(1), State::Doomed)), "a drone needs three");
    let crowd = "8 2 15 4/60 1 4@0,4@0 c3=p1,d3=d2,e3=d1,d4=p2";
    let scene = render::scene(&Table::from(Kind::Protozoa.read(crowd).unwrap()), Viewer::Public, &[]);
    let full: Vec<String> = scene
        .pieces
        .iter()
        .filter(|piece| piece.state == State::Full)
        .map(|piece| piece.on.to_string())
        .collect();
    assert_eq!(full, ["d4"], "a pawn bears three");
}

#[test]
fn orders_of_an_aborted_game_are_not_shown() {
    let Moment { mut table, recent } = positions::named("stract-ordered");
    let seen = |table: &Table| render::scene(table, Viewer::Seat(Seat::FIRST), &recent);
    assert!(seen(&table).alt().contains("Ordered: "));
    table.play(Seat::FIRST, ABORT).unwrap();
    let scene = seen(&table);
    assert!(!scene.alt().contains("Ordered: "), "{}", scene.alt());
    assert!(scene.pieces.iter().all(|piece| piece.state != State::Planned));
    assert!(scene.arrows.iter().all(|arrow| !matches!(arrow.way, Way::Planned | Way::PlannedTrade)));
}

/// The alt text has the newest events, as many earlier ones as fit, and then the position.
#[test]
fn alt_text_keeps_the_end_of_a_long_turn() {
    let mut table = Table::new(Kind::Stract, &Options::new().with("players", 8)).unwrap();
    let mut recent = Vec::new();
    for _ in 0..4 {
        for seat in 1..=8 {
            let seat = Seat::new(seat).unwrap();
            let order = table.legal(seat).into_iter().find(|order| order != "pass").unwrap();
            recent.extend(table.play(seat, &order).unwrap().events);
        }
    }
    let alt = render::scene(&table, Viewer::Public, &recent).alt();
    assert!(alt.contains(" Last: … "), "{alt}");
    let last = recent.iter().filter_map(|event| event.visible_to(Viewer::Public)).next_back().unwrap();
    assert!(alt.contains(&last.describe(&|seat| Kind::Stract.colour(seat).name().to_owned())), "{alt}");
    assert!(alt.contains(" Pool of South: "), "{alt}");
}

#[test]
fn alt_texts_leave_out_sentences_that_do_not_fit() {
    let mut scene = positions::named("protozoa").scene();
    scene.story = vec!["One.".to_owned(), "x".repeat(ALT_MAX - 4), "Two.".to_owned()];
    assert_eq!(
        scene.alt(),
        "One. Two.",
        "with the space before it, the second sentence is one character too long"
    );
    scene.story[1].pop();
    assert_eq!(scene.alt().chars().count(), ALT_MAX);
}

#[test]
fn one_long_sentence_is_cut_between_words() {
    let mut scene = positions::named("protozoa").scene();
    scene.story = vec!["wörd ".repeat(400)];
    let alt = scene.alt();
    assert!(alt.ends_with("wörd …"), "{alt}");
    assert!(alt.chars().count() <= ALT_MAX);
}
