//! Places the cells of a board, in pixels. Squares form a grid. Each row of hexagons begins half a cell further to the right than
//! the row below.

use std::ops::Range;

use rules::grid::Square;

use crate::{
    scene::{Board, Shape},
    shape::Point,
};

/// The distance between two rows of hexagons, in widths of a hexagon.
const PITCH: f32 = 0.866_025_4;
/// The height of the part of a hexagon above its upright sides, in widths of the hexagon.
const SLOPE: f32 = 0.288_675_1;

/// The steps from a hexagon to its neighbours, as columns to the right and rows up. The first step crosses the upper right side,
/// and the others follow clockwise.
pub(crate) const HEXAGON_AROUND: [(i8, i8); 6] = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];

/// The cells of a board, all of one size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Cells {
    shape: Shape,
    cols: u8,
    rows: u8,
    /// The width of a cell in pixels. That of a hexagon is even, because its half shifts each row.
    pub side: u32,
}

impl Cells {
    /// Returns cells for a board that are at most this many pixels wide.
    pub(crate) fn new(board: &Board, side: u32) -> Cells {
        let side = match board.shape {
            Shape::Square => side,
            Shape::Hexagon => side & !1,
        };
        let least = if board.shape == Shape::Hexagon { 2 } else { 1 };
        Cells { shape: board.shape, cols: board.cols, rows: board.rows(), side: side.max(least) }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the number of columns and that of rows.
    pub(crate) fn counts(&self) -> (u8, u8) {
        (self.cols, self.rows)
    }

    /// Returns the distance between two rows of hexagons of this width.
    pub(crate) fn pitch_of(side: u32) -> u32 {
        (side as f32 * PITCH).round() as u32
    }

    /// Returns the height of the rectangle round a cell.
    pub(crate) fn height(&self) -> u32 {
        match self.shape {
            Shape::Square => self.side,
            Shape::Hexagon => self.pitch() + slope(self.side),
        }
    }

    /// Returns the distance between two rows.
    pub(crate) fn pitch(&self) -> u32 {
        match self.shape {
            Shape::Square => self.side,
            Shape::Hexagon => Cells::pitch_of(self.side),
        }
    }

    /// Returns the width and height of the whole board.
    pub(crate) fn size(&self) -> (u32, u32) {
        let (cols, above) = (u32::from(self.cols), u32::from(self.rows) - 1);
        (cols * self.side + above * self.shift(), above * self.pitch() + self.height())
    }

    /// Returns the upper left corner of the rectangle round a cell, from the upper left corner of the board.
    pub(crate) fn corner(&self, on: Square) -> (u32, u32) {
        let row = u32::from(on.row);
        (u32::from(on.col) * self.side + row * self.shift(), (u32::from(self.rows) - 1 - row) * self.pitch())
    }

    /// Returns how far each row is shifted to the right of the row below.
    fn shift(&self) -> u32 {
        match self.shape {
            Shape::Square => 0,
            Shape::Hexagon => self.side / 2,
        }
    }
}

impl Shape {
    /// Returns the width and height of a board, in widths of a cell.
    pub(crate) fn extent(self, cols: u32, rows: u32) -> Point {
        let (cols, rows) = (cols as f32, rows as f32);
        match self {
            Shape::Square => (cols, rows),
            Shape::Hexagon => (cols + (rows - 1.0) / 2.0, (rows - 1.0) * PITCH + PITCH + SLOPE),
        }
    }

    /// Returns the pixels that belong to a cell in row `row` of its rectangle, counted from above. No pixel belongs to two cells,
    /// and cells leave no gaps between them.
    pub(crate) fn pixels_of_row(self, (width, height): (u32, u32), row: u32) -> Range<usize> {
        let slope = slope(width);
        let beyond = |row: u32| (2 * row + 1) * width / (4 * slope.max(1));
        let half = match self {
            Shape::Square => return 0..width as usize,
            Shape::Hexagon if row < slope => beyond(row),
            Shape::Hexagon if row >= height - slope => width / 2 - beyond(row + slope - height),
            Shape::Hexagon => width / 2,
        };
        (width / 2 - half) as usize..(width / 2 + half) as usize
    }
}

fn slope(width: u32) -> u32 {
    (width as f32 * SLOPE).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pixel_belongs_to_one_hexagon() {
        for side in (2..80).step_by(2) {
            let cells = Cells::new(&Board::hexagons(4, 3), side);
            let (width, height) = cells.size();
            let mut covered = vec![0_u8; (width * height) as usize];
            for index in 0..12 {
                let (left, top) = cells.corner(Square::at(index, 4));
                for row in 0..cells.height() {
                    for x in Shape::Hexagon.pixels_of_row((side, cells.height()), row) {
                        covered[(top + row) as usize * width as usize + left as usize + x] += 1;
                    }
                }
            }
            assert!(covered.iter().all(|&times| times <= 1), "hexagons {side} wide overlap");
            // The middle row lies between two others, so it has no gaps.
            let (left, top) = cells.corner(Square::new(0, 1));
            for y in top..top + cells.height() {
                let row = &covered[(y * width) as usize..][left as usize + side as usize / 2..]
                    [..side as usize * 3];
                assert!(row.iter().all(|&times| times == 1), "hexagons {side} wide leave gaps");
            }
        }
    }
}
