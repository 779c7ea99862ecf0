//! The danger of a position, compared with the moves of opponents when it is their turn.

use std::collections::BTreeSet;

use rules::{
    AnyEvent, Focus, Game, Kind, Options, Seat, Table,
    games::{parasites, plankton_synapse, protozoa, semiosphere, stract::Stract},
    grid::Square,
};

use crate::walk::Dice;

/// Returns the squares on which an event takes something of a seat.
fn lost(event: &AnyEvent, seat: Seat) -> Vec<Square> {
    match event {
        AnyEvent::PlanktonSynapse(plankton_synapse::Event::Eaten { owner, at, .. })
        | AnyEvent::Semiosphere(semiosphere::Event::Erased { owner, at, .. })
            if *owner == seat =>
        {
            vec![*at]
        }
        AnyEvent::Parasites(
            parasites::Event::Eaten { owner, parasites, .. }
            | parasites::Event::Fallen { seat: owner, parasites, .. },
        ) if *owner == seat => parasites.iter().map(|&(at, _)| at).collect(),
        AnyEvent::Protozoa(protozoa::Event::Died { pieces, .. }) => {
            pieces.iter().filter(|(_, piece)| piece.owner == seat).map(|(at, _)| at).collect()
        }
        _ => Vec::new(),
    }
}

fn names(squares: impl IntoIterator<Item = Square>) -> BTreeSet<String> {
    squares.into_iter().map(|at| at.to_string()).collect()
}

#[test]
fn threats_are_what_the_next_move_takes() {
    for &kind in Kind::ALL.iter().filter(|kind| !kind.is_simultaneous()) {
        let (mut dice, mut threats) = (Dice::new(7), 0);
        for _ in 0..6 {
            let mut table = Table::new(kind, &Options::new()).unwrap();
            let mut turn = u32::MAX;
            for _ in 0..60 {
                let Some(seat) = table.to_act().first() else { break };
                let legal = table.legal(seat);
                if table.turn() != turn {
                    turn = table.turn();
                    let other = seat.next(table.game().seats());
                    let taken = legal.iter().flat_map(|mv| {
                        let events = table.clone().play(seat, mv).unwrap().events;
                        events.iter().flat_map(|event| lost(event, other)).collect::<Vec<_>>()
                    });
                    let danger = table.game().danger(other);
                    let squares = names(danger.iter().map(|&(at, _)| at));
                    assert_eq!(squares.len(), danger.len(), "each square once");
                    let threatened = danger.into_iter().filter(|(_, focus)| *focus == Focus::Threat);
                    let threatened = names(threatened.map(|(at, _)| at));
                    threats += threatened.len();
                    assert_eq!(threatened, names(taken), "{kind}: {}", table.game().position());
                }
                let best = |mv: &&String| table.legal_move(seat, mv).map_or(0, |mv| mv.takes);
                let few: Vec<&String> = (0..4).map(|_| dice.pick(&legal)).collect();
                let mv = few.into_iter().max_by_key(best).unwrap();
                table.play(seat, mv).unwrap();
            }
        }
        assert!(threats > 0, "{kind}");
    }
}

#[test]
fn hidden_elements_are_not_given_away() {
    let marked = |position: &str, wanted: Focus| {
        let game: Stract = position.parse().unwrap();
        let squares = game.danger(Seat::FIRST).into_iter().filter(|(_, focus)| *focus == wanted);
        names(squares.map(|(at, _)| at)).into_iter().collect::<Vec<_>>().join(" ")
    };
    let hidden = |element: &str| format!("5/5/2Nw2/5/2S{element}2/5 3/20 2 0:0 5,5,5:5,5,5 -");
    for element in ["w", "f", "e"] {
        assert_eq!(marked(&hidden(element), Focus::Threat), "c4");
        assert_eq!(marked(&hidden(element), Focus::Reach), "a2 b1 b2 b3 c1 c3 d1 d2 d3 e2", "{element}");
    }
    assert_eq!(marked(&hidden("E"), Focus::Threat), "", "an earth that everybody knows moves one tile");
    assert_eq!(marked(&hidden("E"), Focus::Reach), "b2 c1 c3 d2");
}
