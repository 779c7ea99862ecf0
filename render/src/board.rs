//! The board of a scene as tiles, one for each square, and the names of rows and columns around it.

use rules::{Colour, grid::Square};

use crate::{
    border::{Border, Neck},
    cells::HEXAGON_AROUND,
    easel::Easel,
    layout::Layout,
    scene::{Arrow, Art, Board, Cell, Edges, Ground, Mark, Outline, Piece, Scene, Shape, State, Way},
    theme::{Ink, Theme},
    tile::{Align, Corner, Count, Layer, Offset, Tile},
};

pub(crate) fn paint(easel: &mut Easel<'_>, scene: &Scene, layout: &Layout) {
    let (board, cells) = (&scene.board, layout.cells);
    if board.edges != Edges::default() {
        // The edges come first, since the names of rows and columns lie on top of them.
        let reach = cells.side / 2;
        let tile = Tile {
            shape: Shape::Square,
            width: layout.board.width + 2 * reach,
            height: layout.board.height + 2 * reach,
            unit: cells.side,
            ground: Ink::Canvas,
            layers: vec![Layer::Edges(board.edges, cells)],
        };
        easel.put(tile, layout.board.left - reach, layout.board.top - reach);
    }
    for (index, layers) in layers(scene, easel.look.theme).into_iter().enumerate() {
        let square = Square::at(index, board.cols);
        let (unit, ground) = match board.shape {
            Shape::Square => (cells.side, ground(board, square)),
            Shape::Hexagon => ((cells.side as f32 * HEART).round() as u32, seam(easel.look.theme)),
        };
        let (width, height) = (cells.side, cells.height());
        let tile = Tile { shape: board.shape, width, height, unit, ground, layers };
        let (left, top) = cells.corner(square);
        easel.put(tile, layout.board.left + left, layout.board.top + top);
    }
    match board.shape {
        Shape::Square => {
            name_columns(easel, scene, layout);
            name_rows(easel, scene, layout);
        }
        Shape::Hexagon => name_hexagons(easel, scene, layout),
    }
}

/// Returns the colour between hexagons. Contrast has white lines, as on boards of squares.
fn seam(theme: Theme) -> Ink {
    if theme == Theme::Contrast { Ink::Text } else { Ink::Barred }
}

/// The side of the square inside a hexagon that holds pieces and signs, in widths of the hexagon.
const HEART: f32 = 0.82;

fn ground(board: &Board, square: Square) -> Ink {
    let cell = board.cells[square.index(board.cols)];
    // Hexagons have gaps between them, so they need no second colour.
    let even = board.shape == Shape::Square && (square.col + square.row).is_multiple_of(2);
    match cell.ground {
        Ground::Plain if cell.fresh => Ink::Fresh,
        Ground::Plain if even => Ink::Other,
        Ground::Plain => Ink::Square,
        Ground::Ending if even => Ink::EndingOther,
        Ground::Ending => Ink::Ending,
        Ground::Gone => Ink::Gone,
        Ground::Haven => Ink::Haven,
        Ground::Owned(colour) if even => Ink::OtherWash(colour),
        Ground::Owned(colour) => Ink::Wash(colour),
        Ground::Barred => Ink::Barred,
    }
}

/// Returns the layers of every square, in the order of squares.
fn layers(scene: &Scene, theme: Theme) -> Vec<Vec<Layer>> {
    let board = &scene.board;
    let mut layers: Vec<Vec<Layer>> = board
        .cells
        .iter()
        .enumerate()
        .map(|(index, cell)| of_ground(board, Square::at(index, board.cols), *cell, theme))
        .collect();
    let mut add = |square: Square, layer: Layer| {
        if let Some(layers) = layers.get_mut(square.index(board.cols)) {
            layers.push(layer);
        }
    };
    let (plates, figures): (Vec<&Piece>, Vec<&Piece>) =
        scene.pieces.iter().partition(|piece| piece.art == Art::Plate);
    for piece in plates {
        add(piece.on, Layer::Piece(piece.art, piece.owner, piece.state));
    }
    for outline in &scene.outlines {
        add_outline(outline, board, &mut add);
    }
    for (index, _) in board.cells.iter().enumerate().filter(|(_, cell)| cell.fresh) {
        add(Square::at(index, board.cols), Layer::Frame);
    }
    for mark in &scene.marks {
        if let Mark::Sign { on, sign } = *mark
            && sign.is_below()
        {
            add(on, Layer::Sign(sign));
        }
    }
    let (crossing, others): (Vec<&Arrow>, Vec<&Arrow>) =
        scene.arrows.iter().partition(|arrow| is_crossing(arrow, &figures, board));
    for arrow in others {
        add_arrow(*arrow, board, Layer::Arrow, &mut add);
    }
    let step = |mark: &Mark| match *mark {
        Mark::Step { on, cost, owner } => Some((on, cost, owner.colour)),
        Mark::Sign { .. } | Mark::Focus { .. } => None,
    };
    let is_taken = |&(on, ..): &(Square, _, _)| figures.iter().any(|piece| piece.on == on);
    let (beside_pieces, others): (Vec<_>, Vec<_>) = scene.marks.iter().filter_map(step).partition(is_taken);
    for (on, cost, colour) in others {
        add(on, Layer::Step { cost, colour, is_small: false });
    }
    for piece in &figures {
        add_piece(piece, board, &mut add);
    }
    for (on, cost, colour) in beside_pieces {
        add(on, Layer::Step { cost, colour, is_small: true });
    }
    for arrow in crossing {
        add_arrow(*arrow, board, Layer::CrossingArrow, &mut add);
    }
    for mark in &scene.marks {
        match *mark {
            Mark::Sign { on, sign } if !sign.is_below() => add(on, Layer::Sign(sign)),
            Mark::Focus { on, focus } => add(on, Layer::Focus(focus)),
            Mark::Sign { .. } | Mark::Step { .. } => {}
        }
    }
    // The ring of a focused square must not cross the numbers of its piece.
    for piece in &figures {
        if let Some(strength) = piece.strength {
            add(piece.on, Layer::Strength(strength));
        }
        if let Some(number) = piece.count {
            add(piece.on, Layer::Count(Count { number, state: piece.state, high: piece.art.fights() }));
        }
    }
    let mut flagged = Vec::new();
    for outline in &scene.outlines {
        if let (Some((on, corner)), Some(value)) = (flag(outline, scene, &flagged), outline.value) {
            flagged.push(on);
            add(on, Layer::Tag(value, outline.owner.colour, corner));
        }
    }
    layers
}

/// Returns the square and its corner for the flag of a group: beside the upper left square of the group, where it hides no piece, or
/// on that square if there is no room beside it.
fn flag(outline: &Outline, scene: &Scene, flagged: &[Square]) -> Option<(Square, Corner)> {
    let board = &scene.board;
    let by_height = |square: &&Square| (square.row, std::cmp::Reverse(square.col));
    let upper = *outline.squares.iter().max_by_key(by_height)?;
    let is_free = |&(at, _): &(Square, Corner)| {
        !flagged.contains(&at) && scene.pieces.iter().all(|piece| piece.on != at)
    };
    let places = [((0, 1), Corner::LowerLeft), ((-1, 0), Corner::UpperRight), ((1, 0), Corner::UpperLeft)];
    let mut beside =
        places.into_iter().filter(|_| board.shape == Shape::Square).filter_map(|((cols, rows), corner)| {
            Some((upper.offset(cols, rows, board.cols, board.rows())?, corner))
        });
    Some(beside.find(is_free).unwrap_or((upper, Corner::UpperLeft)))
}

fn of_ground(board: &Board, square: Square, cell: Cell, theme: Theme) -> Vec<Layer> {
    let mut layers = Vec::new();
    if board.shape == Shape::Hexagon {
        layers.push(Layer::Hexagon(ground(board, square)));
    }
    match cell.ground {
        Ground::Gone => layers.push(Layer::Stars((square.col * 3 + square.row * 7) % 5)),
        Ground::Haven => layers.push(Layer::Glow),
        Ground::Ending => layers.push(Layer::Teeth),
        Ground::Barred => layers.push(Layer::Bars),
        Ground::Plain | Ground::Owned(_) => {}
    }
    // Two shades of black look the same on many screens.
    let lined = !matches!(cell.ground, Ground::Gone | Ground::Haven);
    if theme == Theme::Contrast && board.shape == Shape::Square && lined {
        layers.push(Layer::Lines);
    }
    let banners = board.banners.iter().filter(|(row, _)| *row == square.row);
    layers.extend(banners.map(|&(_, words)| Layer::Banner(words, board.cols, square.col)));
    layers
}

fn add_outline(outline: &Outline, board: &Board, add: &mut impl FnMut(Square, Layer)) {
    const AROUND: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let colour = outline.owner.colour;
    if board.shape == Shape::Hexagon {
        return add_hexagon_outline(outline, board, add);
    }
    for &square in &outline.squares {
        let at = |(cols, rows): (i8, i8)| square.offset(cols, rows, board.cols, board.rows());
        let near = AROUND.map(|to| at(to).is_some_and(|other| outline.squares.binary_search(&other).is_ok()));
        let inside = if board.cells[square.index(board.cols)].fresh { Ink::Fresh } else { Ink::Wash(colour) };
        add(square, Layer::Border(Border(near), inside, colour));
    }
    for &square in &outline.squares {
        let at = |cols: i8, rows: i8| square.offset(cols, rows, board.cols, board.rows());
        let holds = |other: Square| outline.squares.binary_search(&other).is_ok();
        for (rising, rows) in [(true, 1), (false, -1)] {
            // Each pair is visited once, from its left square.
            let (Some(far), Some(beside), Some(level)) = (at(1, rows), at(1, 0), at(0, rows)) else {
                continue;
            };
            if holds(far) && !holds(beside) && !holds(level) {
                for (part, right) in [(square, true), (level, true), (beside, false), (far, false)] {
                    let below = (part.row == square.row) != rising;
                    add(part, Layer::Neck(Neck { right, below, rising }, colour));
                }
            }
        }
    }
}

/// Gives each hexagon of a group its part of the border.
fn add_hexagon_outline(outline: &Outline, board: &Board, add: &mut impl FnMut(Square, Layer)) {
    let colour = outline.owner.colour;
    for &square in &outline.squares {
        let at = |(cols, rows): (i8, i8)| square.offset(cols, rows, board.cols, board.rows());
        let holds = |other: Square| outline.squares.binary_search(&other).is_ok();
        let near = HEXAGON_AROUND.map(|to| at(to).is_some_and(holds));
        let inside = if board.cells[square.index(board.cols)].fresh { Ink::Fresh } else { Ink::Wash(colour) };
        add(square, Layer::HexagonBorder(near, inside, colour));
    }
}

/// Gives each square of a piece its part.
fn add_piece(piece: &Piece, board: &Board, add: &mut impl FnMut(Square, Layer)) {
    let Piece { on, art, owner, state, .. } = *piece;
    if art.span() == 1 || board.shape == Shape::Hexagon {
        add(on, Layer::Piece(art, owner, state));
    } else {
        let last = art.span() - 1;
        for (col, row) in (0..=last).flat_map(|row| (0..=last).map(move |col| (col, row))) {
            if let Some(square) = on.offset(col as i8, row as i8, board.cols, board.rows()) {
                add(square, Layer::Part(art, owner, state, (col, last - row)));
            }
        }
    }
    if state == State::Doomed {
        add(on, Layer::Doom);
    }
}

/// Returns whether pieces on two neighbouring squares would hide an arrow between them, because a piece came to the square that
/// another one left.
fn is_crossing(arrow: &Arrow, figures: &[&Piece], board: &Board) -> bool {
    let Arrow { from, to, way, .. } = *arrow;
    let stands = |at: Square| figures.iter().any(|piece| piece.on == at && piece.state != State::Ghost);
    board.shape == Shape::Square
        && matches!(way, Way::Went | Way::Traded)
        && from.col.abs_diff(to.col) + from.row.abs_diff(to.row) == 1
        && stands(from)
        && stands(to)
}

/// Gives a part of the arrow to every square that it may touch.
fn add_arrow(
    arrow: Arrow,
    board: &Board,
    layer: fn(Offset, Offset, Way, Colour) -> Layer,
    add: &mut impl FnMut(Square, Layer),
) {
    let Arrow { owner, from, to, way } = arrow;
    let point = |square: Square| match board.shape {
        Shape::Square => (f32::from(square.col), f32::from(square.row)),
        Shape::Hexagon => (f32::from(square.col) + f32::from(square.row) / 2.0, f32::from(square.row)),
    };
    let (start, end) = (point(from), point(to));
    let along = (end.0 - start.0, end.1 - start.1);
    let length = along.0.hypot(along.1).max(0.001);
    for row in from.row.min(to.row)..=from.row.max(to.row).min(board.rows() - 1) {
        for col in from.col.min(to.col)..=from.col.max(to.col).min(board.cols - 1) {
            let here = point(Square::new(col, row));
            let off = (here.0 - start.0, here.1 - start.1);
            // The distance of the square's middle from the line, compared with half its diagonal and half the head's width.
            if (off.0 * along.1 - off.1 * along.0).abs() / length < 0.95 {
                let seen = |square: Square| (square.col as i8 - col as i8, row as i8 - square.row as i8);
                add(Square::new(col, row), layer(seen(from), seen(to), way, owner.colour));
            }
        }
    }
}

fn name_columns(easel: &mut Easel<'_>, scene: &Scene, layout: &Layout) {
    let names = &scene.board.col_names;
    let widths = names.iter().map(|name| easel.letters.width(name, layout.names as f32));
    let longest = widths.fold(0.0, f32::max);
    let step = (longest * 1.15 / layout.cells.side as f32).ceil().max(1.0) as usize;
    for (col, name) in names.iter().enumerate().step_by(step) {
        let middle = layout.board.left + col as u32 * layout.cells.side + layout.cells.side / 2;
        let board = layout.board;
        for y in [board.top - layout.margin / 2, board.top + board.height + layout.margin / 2] {
            put_name(easel, layout, name.clone(), (middle, y));
        }
    }
}

fn name_rows(easel: &mut Easel<'_>, scene: &Scene, layout: &Layout) {
    let step = (layout.names as f32 * 0.9 / layout.cells.side as f32).ceil().max(1.0) as usize;
    for (row, name) in
        scene.board.row_names.iter().enumerate().step_by(step).filter(|(_, name)| !name.is_empty())
    {
        let bottom = layout.board.top + layout.board.height - row as u32 * layout.cells.side;
        for middle in [
            layout.board.left - layout.margin / 2,
            layout.board.left + layout.board.width + layout.margin / 2,
        ] {
            put_name(easel, layout, name.clone(), (middle, bottom - layout.cells.side / 2));
        }
    }
}

/// Writes the names of columns above and below their outermost cells, and those of rows beside them.
fn name_hexagons(easel: &mut Easel<'_>, scene: &Scene, layout: &Layout) {
    /// The distance of a name from the middle of the outermost cell, in widths of a cell.
    const OUT: f32 = 1.1;
    let (board, cells) = (&scene.board, layout.cells);
    let side = cells.side as f32;
    let em = layout.names.min(cells.side / 2);
    let height = em * 12 / 10;
    let mut put = |name: String, next_to: Square, (right, down): (f32, f32)| {
        let (left, top) = cells.corner(next_to);
        let x = (layout.board.left + left) as f32 + side / 2.0 + right * OUT;
        let y = (layout.board.top + top) as f32 + cells.height() as f32 / 2.0 + down * OUT;
        let width = easel.letters.pixels(&name, em);
        let layers = vec![Layer::Words(name, em, Ink::Muted, Align::Middle)];
        let tile = Tile { shape: Shape::Square, width, height, unit: height, ground: Ink::Canvas, layers };
        let corner = |middle: f32, size: u32| (middle - size as f32 / 2.0).round().max(0.0) as u32;
        easel.put(tile, corner(x, width), corner(y, height));
    };
    let (last_col, last_row) = (board.cols - 1, board.rows() - 1);
    for (col, name) in (0..).zip(&board.col_names) {
        put(name.clone(), Square::new(col, 0), (0.0, side));
        put(name.clone(), Square::new(col, last_row), (0.0, -side));
    }
    for (row, name) in (0..).zip(&board.row_names).filter(|(_, name)| !name.is_empty()) {
        put(name.clone(), Square::new(0, row), (-side, 0.0));
        put(name.clone(), Square::new(last_col, row), (side, 0.0));
    }
}

fn put_name(easel: &mut Easel<'_>, layout: &Layout, name: String, middle: (u32, u32)) {
    let height = layout.names * 13 / 10;
    let width = easel.letters.pixels(&name, layout.names);
    let layers = vec![Layer::Words(name, layout.names, Ink::Muted, Align::Middle)];
    let tile = Tile { shape: Shape::Square, width, height, unit: height, ground: Ink::Canvas, layers };
    easel.put(tile, middle.0 - width / 2, middle.1 - height / 2);
}
