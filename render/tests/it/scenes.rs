//! What scenes say, as text.

use insta::assert_snapshot;
use render::{ALT_MAX, Item, State, Way};
use rules::{ABORT, Focus, Kind, Options, RESIGN, Seat, Table, Viewer, grid::Square};

use crate::{play::Moment, positions, text};

#[test]
fn protozoa_shows_organisms_ghosts_and_doomed_pieces() {
    assert_snapshot!(text::of(&positions::protozoa().scene()));
}

#[test]
fn protozoa_tells_who_dies_next_and_why() {
    let alt = |position: &str| {
        render::scene(&Table::from(Kind::Protozoa.read(position).unwrap()), Viewer::Public, &[]).alt()
    };
    let start = alt("8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1");
    assert!(
        start.contains(" As things stand, no piece dies next. Blue, with neighbours: drones d4 (3), e5 (3)."),
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

/// Four players with all their pieces on a board where most of them die: the most important sentences stay.
#[test]
fn a_full_protozoa_board_keeps_its_dangers() {
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
fn semiosphere_shows_the_void_marks_and_planets() {
    assert_snapshot!(text::of(&positions::semiosphere().scene()));
}

#[test]
fn semiosphere_tells_the_order_and_who_leads_the_next_round_where_that_is_not_plain() {
    for (position, fact, told) in [
        ("8x11 3/2/0/- 4 1 1 d6:h:3,f7:h:3 -", "Blue leads", "Order: Blue, Orange. The board"),
        (
            "8x11 3/0/3/r 4 1 1 d6:h:3,f7:h:3 -",
            "Blue leads, then Orange",
            "Order: Blue, Orange. Orange leads the next round.",
        ),
        ("8x11 3/2/0/- 4 2 2 d6:h:3,f7:h:3,h8:h:3 -", "order 2 3 1", "Order: Orange, Green, Blue. The board"),
        // The lead would pass to Blue, who is out.
        (
            "8x11 3/0/3/r 4 3 3 x2:v:0,d6:h:3,f7:h:3 -",
            "order 3 2, then 2 leads",
            "Order: Green, Orange. Orange leads the next round.",
        ),
    ] {
        let table = Table::from(Kind::Semiosphere.read(position).unwrap());
        let scene = render::scene(&table, Viewer::Public, &[]);
        assert_eq!(scene.facts[0], fact);
        assert!(scene.alt().contains(told), "{}", scene.alt());
    }
}

#[test]
fn plankton_shows_powers_and_what_was_eaten_and_pushed() {
    assert_snapshot!(text::of(&positions::plankton().scene()));
}

#[test]
fn plankton_announces_a_free_turn_with_the_marks_it_began_with() {
    assert_snapshot!(text::of(&positions::plankton_free().scene()));
}

#[test]
fn plankton_marks_the_square_taken_of_a_large_cell_that_fell() {
    assert_snapshot!(text::of(&positions::plankton_eaten().scene()));
}

#[test]
fn plankton_marks_all_squares_of_what_four_became() {
    assert_snapshot!(text::of(&positions::plankton_fused().scene()));
}

#[test]
fn stract_shows_the_score_it_ended_with() {
    assert_snapshot!(text::of(&positions::stract_won().scene()));
}

#[test]
fn stract_shows_spectators_the_last_turn_and_no_secret() {
    assert_snapshot!(text::of(&positions::stract().scene()));
}

#[test]
fn stract_shows_a_team_its_own_pieces_and_orders() {
    assert_snapshot!(text::of(&positions::stract_ordered().seen_by(Viewer::Seat(Seat::FIRST))));
}

#[test]
fn parasites_show_newcomers_what_they_won_and_territory() {
    assert_snapshot!(text::of(&positions::parasites().scene()));
}

#[test]
fn parasites_bar_squares_while_queens_are_placed() {
    assert_snapshot!(text::of(&positions::parasites_placing().scene()));
}

#[test]
fn focus_marks_squares_for_somebody_who_asked() {
    let squares: Vec<Square> = ["d4", "d5", "e4"].iter().map(|name| name.parse().unwrap()).collect();
    let focus = [(squares[0], Focus::Here), (squares[1], Focus::Goal), (squares[2], Focus::Prey)];
    let text = text::of(&positions::plankton().scene().focused(&focus));
    let marks: Vec<&str> = text.lines().filter(|line| line.starts_with("focus:")).collect();
    assert_eq!(marks, ["focus: d4 here", "focus: d5 goal", "focus: e4 prey"]);
}

#[test]
fn a_finished_game_shows_the_winner_and_nothing_to_do() {
    assert_snapshot!(text::of(&positions::semiosphere_won().scene()));
}

#[test]
fn a_seat_that_left_is_out_and_the_other_has_won() {
    let mut table = Table::new(Kind::Protozoa, &Options::new()).unwrap();
    let played = table.play(Seat::FIRST, RESIGN).unwrap();
    let scene = render::scene(&table, Viewer::Public, &played.events);
    assert_eq!(scene.headline(), "Orange wins: nobody else is left");
    assert_eq!(scene.cards[0].role, render::Role::Out);
    assert_eq!(scene.cards[1].role, render::Role::Winner);
}

#[test]
fn who_has_left_was_not_taken_by_the_void() {
    let mut table = Table::new(Kind::Semiosphere, &Options::new().with("players", 3)).unwrap();
    table.play(Seat::FIRST, RESIGN).unwrap();
    let scene = render::scene(&table, Viewer::Public, &[]);
    assert!(scene.alt().contains("Blue: out, has left"), "{}", scene.alt());
    assert!(scene.cards[0].lines.iter().flatten().any(|item| *item == Item::Words("left".to_owned())));
}

#[test]
fn orders_of_a_game_that_was_called_off_are_not_shown() {
    let Moment { mut table, recent } = positions::stract_ordered();
    let seen = |table: &Table| render::scene(table, Viewer::Seat(Seat::FIRST), &recent);
    assert!(seen(&table).alt().contains("Ordered: "));
    table.play(Seat::FIRST, ABORT).unwrap();
    let scene = seen(&table);
    assert!(!scene.alt().contains("Ordered: "), "{}", scene.alt());
    assert!(scene.pieces.iter().all(|piece| piece.state != State::Planned));
    assert!(scene.arrows.iter().all(|arrow| !matches!(arrow.way, Way::Planned | Way::PlannedTrade)));
}

/// The newest of it, with as much before as there is room for, and then the position.
#[test]
fn of_a_long_turn_the_end_is_told() {
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
    let mut scene = positions::protozoa().scene();
    scene.story = vec!["One.".to_owned(), "x".repeat(ALT_MAX - 4), "Two.".to_owned()];
    assert_eq!(scene.alt(), "One. Two.", "with the gap the second is a character too long");
    scene.story[1].pop();
    assert_eq!(scene.alt().chars().count(), ALT_MAX);
}

#[test]
fn one_long_sentence_is_cut_between_words() {
    let mut scene = positions::protozoa().scene();
    scene.story = vec!["wörd ".repeat(400)];
    let alt = scene.alt();
    assert!(alt.ends_with("wörd …"), "{alt}");
    assert!(alt.chars().count() <= ALT_MAX);
}
