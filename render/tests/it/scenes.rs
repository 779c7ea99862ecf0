//! What scenes say, as text.

use insta::assert_snapshot;
use render::ALT_MAX;
use rules::{Focus, Kind, Options, RESIGN, Seat, Table, Viewer, grid::Square};

use crate::positions;

#[test]
fn protozoa_shows_organisms_ghosts_and_doomed_pieces() {
    assert_snapshot!(positions::protozoa().scene().to_text());
}

#[test]
fn semiosphere_shows_the_void_marks_and_planets() {
    assert_snapshot!(positions::semiosphere().scene().to_text());
}

#[test]
fn plankton_shows_powers_and_what_was_eaten_and_pushed() {
    assert_snapshot!(positions::plankton().scene().to_text());
}

#[test]
fn plankton_announces_a_free_turn_with_the_marks_it_began_with() {
    assert_snapshot!(positions::plankton_free().scene().to_text());
}

#[test]
fn stract_shows_spectators_the_last_turn_and_no_secret() {
    assert_snapshot!(positions::stract().scene().to_text());
}

#[test]
fn stract_shows_a_team_its_own_pieces_and_orders() {
    assert_snapshot!(positions::stract_ordered().seen_by(Viewer::Seat(Seat::FIRST)).to_text());
}

#[test]
fn parasites_show_newcomers_what_they_won_and_territory() {
    assert_snapshot!(positions::parasites().scene().to_text());
}

#[test]
fn parasites_bar_squares_while_queens_are_placed() {
    assert_snapshot!(positions::parasites_placing().scene().to_text());
}

#[test]
fn focus_marks_squares_for_somebody_who_asked() {
    let squares: Vec<Square> = ["d4", "d5", "e4"].iter().map(|name| name.parse().unwrap()).collect();
    let focus = [(squares[0], Focus::Here), (squares[1], Focus::Goal), (squares[2], Focus::Prey)];
    let text = positions::plankton().scene().focused(&focus).to_text();
    let marks: Vec<&str> = text.lines().filter(|line| line.starts_with("focus:")).collect();
    assert_eq!(marks, ["focus: d4 here", "focus: d5 goal", "focus: e4 prey"]);
}

#[test]
fn a_finished_game_shows_the_winner_and_nothing_to_do() {
    assert_snapshot!(positions::semiosphere_won().scene().to_text());
}

#[test]
fn a_seat_that_left_is_out_and_the_other_has_won() {
    let mut table = Table::new(Kind::Protozoa, &Options::new()).unwrap();
    let played = table.play(Seat::FIRST, RESIGN).unwrap();
    let scene = render::scene(&table, Viewer::Public, &played.events);
    assert_eq!(scene.headline(), "Orange wins: the others left");
    assert_eq!(scene.cards[0].role, render::Role::Out);
    assert_eq!(scene.cards[1].role, render::Role::Winner);
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
