//! What scenes say, as text.

use insta::assert_snapshot;
use render::ALT_MAX;
use rules::{Kind, Options, RESIGN, Seat, Table, Viewer};

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
