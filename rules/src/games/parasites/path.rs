//! The choices that lead to a move: the parasite that creates, the square, and the caste of the newcomer.

use crate::{
    Game, Seat, Step, Word,
    path::{END_WORD, PASS_WORD, capital},
};

use super::{caste::Caste, event::Event, moves::Move, position::Parasites};

const COLONY: Word = Word { letter: 'c', name: "make a colony" };

const fn newcomer(caste: Caste) -> Word {
    let name = match caste {
        Caste::Queen => "a queen",
        Caste::Attacker => "an attacker",
        Caste::Defender => "a defender",
        Caste::Builder => "a builder",
        Caste::Colony => "a colony",
    };
    Word { letter: caste.letter(), name }
}

pub(super) const KINDS: &[&[Word]] =
    &[&[newcomer(Caste::Attacker), newcomer(Caste::Defender), newcomer(Caste::Builder)]];

pub(super) fn path(mv: Move) -> Vec<Step> {
    match mv {
        Move::Place(at) => vec![Step::To(at)],
        Move::Create { from, to, caste } => {
            vec![Step::From(from), Step::To(to), Step::Kind(newcomer(caste))]
        }
        Move::Transform(at) => vec![Step::Do(COLONY), Step::To(at)],
        Move::Pass => vec![Step::Do(PASS_WORD)],
        Move::End => vec![Step::Do(END_WORD)],
    }
}

/// Returns `c3 builder · 6 points` for a parasite that can spend six points, and `Attacker 3` for a newcomer with its price.
pub(super) fn label(game: &Parasites, step: Step) -> String {
    if let Some(caste) = Caste::CREATABLE.into_iter().find(|&caste| step == Step::Kind(newcomer(caste))) {
        return format!("{} {}", capital(caste.name()), caste.cost().unwrap_or_default());
    }
    match step {
        Step::From(from) => match game.parasite(from) {
            Some(creator) => {
                format!("{from} {} · {} points", creator.caste.name(), game.creation_points(from))
            }
            None => step.plain_label(),
        },
        _ => step.plain_label(),
    }
}

/// Returns how many parasites a legal creation wins.
pub(super) fn takes(game: &Parasites, seat: Seat, mv: Move) -> usize {
    let mut won = 0;
    let mut after = game.clone();
    // A refused move wins nothing.
    let _ = after.play(seat, &mv, &mut |event| {
        if let Event::Eaten { parasites, .. } | Event::Fallen { parasites, .. } = event {
            won += parasites.len();
        }
    });
    won
}
