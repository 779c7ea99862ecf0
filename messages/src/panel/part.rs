//! The part of a large board that a picture shows, since its squares would be too small on a phone.

use render::Scene;
use rules::{Route, Step, grid::Square};

use super::walk::Place;

/// The most columns of a board that is shown whole.
const MOST_COLUMNS: u8 = 14;

/// The columns of a part, and its rows if the squares in question fit into so many.
const SIDE: u8 = 13;

/// The most rows of a part. A picture with more rows would be as small as the whole board.
const MOST_ROWS: u8 = 24;

/// The part of a board around a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    middle: Square,
    rows: u8,
}

impl Part {
    /// Returns the part around one square.
    pub(crate) const fn around(middle: Square) -> Part {
        Part { middle, rows: SIDE }
    }

    /// Returns the part that a screen is about: the squares around the chosen piece, or those that are left in the chosen columns.
    /// `None` if the player chooses from the whole board.
    pub(crate) fn of_place(place: &Place<'_>) -> Option<Part> {
        let from = place.steps.iter().find_map(|step| match step {
            Step::From(at) => Some(*at),
            Step::To(_) | Step::Kind(_) | Step::Do(_) => None,
        });
        if let Some(from) = from {
            return Some(Part::around(from));
        }
        if place.narrow.is_empty() {
            return None;
        }
        let squares: Vec<Square> = place.next().into_iter().filter_map(Step::square).collect();
        let span = |line: fn(&Square) -> u8| {
            let lines = || squares.iter().map(line);
            Some((lines().min()?, lines().max()?))
        };
        let ((left, right), (low, high)) = (span(|at| at.col)?, span(|at| at.row)?);
        let rows = if high - low < SIDE { SIDE } else { MOST_ROWS };
        let fits = right - left < SIDE && high - low < rows;
        let middle = Square::new(left + (right - left) / 2, low + (high - low) / 2);
        fits.then_some(Part { middle, rows })
    }

    /// Returns the part around the square that a move leads to or stays on.
    pub(crate) fn of_route(route: Route) -> Option<Part> {
        route.to.map(|(to, _)| to).or(route.from).map(Part::around)
    }

    /// Returns the scene with only this part, or all of it if the board is not large.
    #[must_use]
    pub(crate) fn of(self, scene: Scene) -> Scene {
        match scene.board.cols > MOST_COLUMNS {
            true => scene.window(self.middle, (SIDE, self.rows)),
            false => scene,
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::{Focus, Kind, Options, Seat, Table, Viewer};

    use super::*;
    use crate::panel::Offers;

    /// Returns the size of the picture of a screen, or `None` if it shows the whole board.
    fn size(table: &Table, path: &[&str]) -> Option<(u8, u8)> {
        let offers = Offers::of_seat(table, table.to_act().first().unwrap());
        let part = Part::of_place(&Place::find(&offers, path))?;
        let board = part.of(render::scene(table, Viewer::Public, &[])).board;
        Some((board.cols, board.rows()))
    }

    #[test]
    fn large_boards_show_what_is_left() {
        let mut table = Table::new(Kind::Parasites, &Options::new().with("size", 22)).unwrap();
        assert_eq!(size(&table, &[]), None, "the whole board is to choose from");
        assert_eq!(size(&table, &["i-p"]), Some((13, 22)));
        assert_eq!(size(&table, &["c"]), Some((13, 22)));
        for (seat, queen) in [(Seat::FIRST, "c3=q"), (Seat::FIRST.next(2), "v22=q")] {
            table.play(seat, queen).unwrap();
        }
        assert_eq!(size(&table, &["c3"]), Some((13, 13)));
        let largest = Table::new(Kind::Parasites, &Options::new().with("size", 40)).unwrap();
        assert_eq!(size(&largest, &["i-p"]), None, "forty rows do not fit");
        assert_eq!(size(&largest, &["i", "1-8"]), Some((13, 13)));
        let small = Table::new(Kind::Parasites, &Options::new().with("size", 10)).unwrap();
        assert_eq!(size(&small, &["c"]), Some((10, 10)));
    }

    #[test]
    fn preview_shows_the_last_move() {
        let [from, to] = [Square::new(2, 2), Square::new(20, 3)];
        let part = |route| Part::of_route(route).map(|part| part.middle);
        assert_eq!(part(Route::new(from, to, Focus::Goal)), Some(to));
        assert_eq!(part(Route::at(from)), Some(from));
        assert_eq!(part(Route::default()), None);
    }
}
