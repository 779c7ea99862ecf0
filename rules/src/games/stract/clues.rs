//! Draws conclusions about hidden pieces from what they did.

use crate::grid::Square;

use super::{
    event::Event,
    piece::{Element, Team},
    trail::Trail,
    view::View,
};

/// Returns the hidden pieces that cannot be of every element any more, each with the elements that are left. `seen` are all events of
/// the game as the viewer of `view` may know them. Only a fire moves two tiles, only a water moves diagonally, and only an earth
/// switches.
pub fn clues(view: &View, seen: &[Event]) -> Vec<(Square, Vec<Element>)> {
    let trails = Team::BOTH.map(|team| Trail::new(team, seen));
    let hidden = view.pieces().filter(|(_, piece)| piece.element.is_none());
    let left = hidden.filter_map(|(at, piece)| {
        let followed = trails[piece.team.index()].pieces.iter().find(|piece| piece.at == at)?;
        let left = Element::ALL.into_iter().filter(|&element| followed.kinds.has(element));
        Some((at, left.collect::<Vec<_>>()))
    });
    left.filter(|(_, left)| left.len() < Element::ALL.len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Seat, Viewer, games::stract::Stract};

    /// Returns the clues of a viewer after these orders of North and South.
    fn after(position: &str, turns: &[[&str; 2]], to: Viewer) -> Vec<String> {
        let mut game: Stract = position.parse().unwrap();
        let mut events = Vec::new();
        for orders in turns {
            for (seat, order) in [1, 2].into_iter().zip(orders) {
                let report = &mut |event| events.push(event);
                game.play(Seat::new(seat).unwrap(), &order.parse().unwrap(), report).unwrap();
            }
        }
        let seen: Vec<Event> = events.iter().filter_map(|event| Stract::visible_to(event, to)).collect();
        let words = |(at, left): (Square, Vec<Element>)| {
            format!("{at} {}", left.into_iter().map(Element::name).collect::<Vec<_>>().join(" "))
        };
        clues(&game.view(to), &seen).into_iter().map(words).collect()
    }

    #[test]
    fn moves_and_switches_tell_elements() {
        let from = "Nw1Ne2/2Nf2/5/5/5/Sf1Se1Sw 3/20 2 0:0 5,5,5:5,5,5 -";
        let turns: &[[&str; 2]] = &[["a6-b5", "a1-a3"], ["c5-c3", "e1-d2"], ["pass", "c1-c2"]];
        let south = Viewer::Seat(Seat::new(2).unwrap());
        assert_eq!(after(from, turns, Viewer::Public), ["d2 water", "a3 fire", "c3 fire", "b5 water"]);
        assert_eq!(after(from, turns, south), ["c3 fire", "b5 water"]);
        assert!(after(from, turns, Viewer::Open).is_empty());
        assert!(after(from, &turns[..0], Viewer::Public).is_empty());
    }
}
