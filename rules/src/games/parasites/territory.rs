//! Who owns which square (section 7 of the rules, R30).

use crate::{Seat, grid::Square};

use super::{Parasite, board::Board};

/// Farther than any two squares of a board are apart.
const FAR: u8 = u8::MAX;

/// The owner of every square, row by row from below: of its parasite, or by the nearest ones around it.
pub(super) fn owners(board: &Board) -> Vec<Option<Seat>> {
    let parasites: Vec<Option<Parasite>> = board.rows().flatten().map(|cell| cell.parasite()).collect();
    let distances = distances(&parasites, board.size());
    let owner = |(index, parasite): (usize, &Option<Parasite>)| match (parasite, distances[index]) {
        (Some(parasite), _) => Some(parasite.owner),
        (None, FAR) => None,
        (None, distance) => claimant(&parasites, board.size(), index, distance),
    };
    parasites.iter().enumerate().map(owner).collect()
}

/// For every square the number of steps to the nearest parasite; [`FAR`] on an empty board.
fn distances(parasites: &[Option<Parasite>], size: u8) -> Vec<u8> {
    let width = usize::from(size);
    let mut distances: Vec<u8> =
        parasites.iter().map(|parasite| if parasite.is_some() { 0 } else { FAR }).collect();
    let mut shorten = |index: usize, by: usize| {
        distances[index] = distances[index].min(distances[by].saturating_add(1));
    };
    // There is always a shortest way that goes all its steps up and to the right before those down and to the left.
    for index in 0..parasites.len() {
        if index >= width {
            shorten(index, index - width);
        }
        if index % width > 0 {
            shorten(index, index - 1);
        }
    }
    for index in (0..parasites.len()).rev() {
        if index + width < parasites.len() {
            shorten(index, index + width);
        }
        if (index + 1) % width > 0 {
            shorten(index, index + 1);
        }
    }
    distances
}

/// The seat with the strongest attack among the parasites at exactly this distance; `None` if several are equally strong.
fn claimant(parasites: &[Option<Parasite>], size: u8, index: usize, distance: u8) -> Option<Seat> {
    let centre = Square::at(index, size);
    let mut attack = [0u32; Seat::MAX as usize];
    let mut count = |col, row| {
        if let Some(parasite) = parasites[Square::new(col, row).index(size)] {
            attack[parasite.owner.index()] += u32::from(parasite.caste.attack());
        }
    };
    for col in centre.col.saturating_sub(distance)..size.min(centre.col + distance + 1) {
        let rows = distance - col.abs_diff(centre.col);
        if centre.row >= rows {
            count(col, centre.row - rows);
        }
        if rows > 0 && centre.row + rows < size {
            count(col, centre.row + rows);
        }
    }
    let most = attack.into_iter().max()?;
    let mut strongest = attack.iter().enumerate().filter(|&(_, &sum)| sum == most);
    let (first, _) = strongest.next()?;
    if strongest.next().is_some() { None } else { Seat::from_index(first) }
}
