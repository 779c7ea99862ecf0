//! A part of a large board, for a player whose screen shows the whole one too small.

use rules::grid::Square;

use crate::scene::{Edges, Mark, Scene};

impl Scene {
    /// Returns the scene with only the squares around one, at most so many columns and rows. Everything keeps its name. Parts
    /// beyond the window are left out.
    ///
    /// ```
    /// use rules::{Kind, Options, Table, Viewer, grid::Square};
    ///
    /// let table = Table::new(Kind::Parasites, &Options::new().with("size", 22))?;
    /// let scene = render::scene(&table, Viewer::Public, &[]);
    /// let part = scene.window(Square::new(21, 0), (13, 13));
    /// assert_eq!((part.board.cols, part.board.rows()), (13, 13));
    /// assert_eq!(part.board.col_names.last().map(String::as_str), Some("v"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn window(mut self, around: Square, (width, height): (u8, u8)) -> Scene {
        let (cols, rows) = (self.board.cols, self.board.rows());
        let across = Span::new(around.col, width, cols);
        let up = Span::new(around.row, height, rows);
        let board = &mut self.board;
        let cells = &board.cells;
        let cell = |row: u8, col: u8| cells[Square::new(col, row).index(cols)];
        board.cells = up
            .all()
            .flat_map(|row| across.all().map(move |col| (row, col)))
            .map(|(row, col)| cell(row, col))
            .collect();
        board.cols = across.length;
        board.col_names = across.all().map(|col| board.col_names[usize::from(col)].clone()).collect();
        board.row_names = up.all().map(|row| board.row_names[usize::from(row)].clone()).collect();
        board.banners.retain_mut(|(row, _)| up.shift(row));
        let Edges { top, right, bottom, left } = board.edges;
        board.edges = Edges {
            top: top.filter(|_| up.first + up.length == rows),
            right: right.filter(|_| across.first + across.length == cols),
            bottom: bottom.filter(|_| up.first == 0),
            left: left.filter(|_| across.first == 0),
        };
        let shift = |square: &mut Square| across.shift(&mut square.col) && up.shift(&mut square.row);
        self.pieces.retain_mut(|piece| {
            let reach = piece.art.span() - 1;
            let far = Square::new(piece.on.col + reach, piece.on.row + reach);
            across.has(far.col) && up.has(far.row) && shift(&mut piece.on)
        });
        self.marks.retain_mut(|mark| {
            let (Mark::Step { on, .. } | Mark::Sign { on, .. } | Mark::Focus { on, .. }) = mark;
            shift(on)
        });
        self.outlines.iter_mut().for_each(|outline| outline.squares.retain_mut(shift));
        self.outlines.retain(|outline| !outline.squares.is_empty());
        self.arrows.retain_mut(|arrow| shift(&mut arrow.from) && shift(&mut arrow.to));
        self
    }
}

/// Neighbouring columns or rows.
#[derive(Clone, Copy)]
struct Span {
    first: u8,
    length: u8,
}

impl Span {
    /// Returns at most `side` of `all` lines, with `around` as near to the middle as the board allows.
    fn new(around: u8, side: u8, all: u8) -> Span {
        let length = side.min(all);
        let first = around.saturating_sub(length / 2).min(all - length);
        Span { first, length }
    }

    fn all(self) -> std::ops::Range<u8> {
        self.first..self.first + self.length
    }

    fn has(self, line: u8) -> bool {
        self.all().contains(&line)
    }

    /// Renumbers a line, and returns whether it is one of these.
    fn shift(self, line: &mut u8) -> bool {
        let inside = self.has(*line);
        *line = line.saturating_sub(self.first);
        inside
    }
}

#[cfg(test)]
mod tests {
    use rules::{Kind, Options, Seat, Table, Viewer};

    use super::*;

    #[test]
    fn window_keeps_what_is_inside() {
        let mut table = Table::new(Kind::Parasites, &Options::new().with("size", 22)).unwrap();
        for (seat, queen) in [(Seat::FIRST, "c3=q"), (Seat::FIRST.next(2), "v22=q")] {
            table.play(seat, queen).unwrap();
        }
        let whole = crate::scene(&table, Viewer::Public, &[]);
        assert_eq!(whole.pieces.len(), 2);
        let part = whole.clone().window(Square::new(20, 20), (13, 13));
        let names = (&part.board.col_names[0], &part.board.row_names[0]);
        assert_eq!(names, (&"j".to_owned(), &"10".to_owned()));
        let [queen] = &part.pieces[..] else { panic!("{:?}", part.pieces) };
        assert_eq!(queen.on, Square::new(12, 12), "v22 is the upper right square");
        assert_eq!(part.board.cells.len(), 13 * 13);
        let tall = whole.clone().window(Square::new(20, 20), (13, 22));
        assert_eq!((tall.board.cols, tall.board.rows()), (13, 22));
        assert_eq!(
            whole.clone().window(Square::new(3, 3), (40, 40)),
            whole,
            "a large window shows everything"
        );
    }
}
