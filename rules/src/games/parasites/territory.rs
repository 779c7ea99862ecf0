//! The owners of all squares (section 7 of the rules, R30).

use crate::{Seat, grid::Square};

use super::board::{Board, Parasite};

/// A distance larger than that of any two squares of a board.
const FAR: u8 = u8::MAX;

/// Returns the owner of every square, row by row from below. An empty square belongs to the seat that claims it, if one does.
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

/// Returns the number of steps from every square to the nearest parasite, or [`FAR`] on an empty board.
fn distances(parasites: &[Option<Parasite>], size: u8) -> Vec<u8> {
    let width = usize::from(size);
    let mut distances: Vec<u8> =
        parasites.iter().map(|parasite| if parasite.is_some() { 0 } else { FAR }).collect();
    let mut shorten = |index: usize, by: usize| {
        distances[index] = distances[index].min(distances[by].saturating_add(1));
    };
    // Two passes are enough: some shortest path goes first only up and right and then only down and left.
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

/// Returns the seat with the strongest attack among the parasites at exactly this distance, or `None` if several are equally
/// strong.
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
