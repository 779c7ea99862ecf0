//! A board in letters, for screen readers and for people who prefer text to pictures.

use rules::grid::Square;

use crate::scene::{Art, Cell, Ground, Owner, Piece, Scene, Shape, State};

/// A board in characters of equal width, and the key to its letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextBoard {
    /// The rows from the top with their names, then the names of the columns. Each square has two characters: a letter for the piece
    /// and the number of its seat. A capital says that the piece glows or, in games with secrets, that all players know its kind.
    pub rows: Vec<String>,
    /// The letters on the board with their pieces, such as `d drone`, and the signs for squares without a piece.
    pub key: Vec<String>,
    /// The meaning of a capital, if there is one on the board.
    pub capitals: Option<&'static str>,
    /// The seats on the board with their numbers.
    pub owners: Vec<Owner>,
}

impl TextBoard {
    /// Returns the number of characters of the longest row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.rows.iter().map(|row| row.chars().count()).max().unwrap_or_default()
    }
}

impl Scene {
    /// Returns the board in letters. It shows the same pieces as the picture, except those that are gone or only planned.
    ///
    /// ```
    /// use rules::{Kind, Options, Table, Viewer};
    ///
    /// let mut table = Table::new(Kind::Protozoa, &Options::new())?;
    /// let board = render::scene(&table, Viewer::Public, &[]).text_board();
    /// assert_eq!(board.rows.last().map(|names| names.trim()), Some("a  b  c  d  e  f  g  h"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn text_board(&self) -> TextBoard {
        let pieces: Vec<&Piece> = self
            .pieces
            .iter()
            .filter(|piece| !matches!(piece.state, State::Ghost | State::Planned))
            .collect();
        let secrets = pieces.iter().any(|piece| piece.art == Art::Unknown || piece.state == State::Secret);
        let mut capitals = None;
        let mut key: Vec<(char, String)> = Vec::new();
        let mut explain = |sign: char, words: &str| {
            if !key.iter().any(|(known, _)| *known == sign) {
                key.push((sign, words.to_owned()));
            }
        };
        let mut cell = |square: Square| -> String {
            // If a square has two pieces, the later one is on top.
            let on = |piece: &&&Piece| covers(piece, square);
            if let Some(piece) = pieces.iter().rev().find(on) {
                let letter = letter(piece.art);
                explain(letter, name(piece.art));
                let shown = in_case(letter, piece, secrets);
                if shown.is_ascii_uppercase() {
                    capitals = Some(if secrets { "everyone knows it" } else { "it glows" });
                }
                return format!("{shown}{}", piece.owner.seat);
            }
            let Cell { ground, .. } = self.board.cells[square.index(self.board.cols)];
            match ground {
                Ground::Gone => explain('~', "lost to the void"),
                Ground::Ending => explain('-', "lost next"),
                Ground::Barred => explain('x', "nothing can go here"),
                Ground::Plain | Ground::Haven | Ground::Owned(_) => {}
            }
            sign(ground).to_owned()
        };
        let names = &self.board.row_names;
        let margin = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
        let mut rows = Vec::with_capacity(names.len() + 1);
        for row in (0..self.board.rows()).rev() {
            let squares: Vec<String> = (0..self.board.cols).map(|col| cell(Square::new(col, row))).collect();
            let name = &names[usize::from(row)];
            let shift = " ".repeat(self.shift(row));
            rows.push(format!("{name:>margin$} {shift}{}", squares.join(" ")).trim_end().to_owned());
        }
        let columns: Vec<String> = (0..self.board.cols).map(|col| format!("{:<2}", column(col))).collect();
        rows.push(format!("{:margin$} {}", "", columns.join(" ")).trim_end().to_owned());
        let key = key.into_iter().map(|(sign, words)| format!("{sign} {words}")).collect();
        let owner_of = |seat| pieces.iter().map(|piece| piece.owner).find(|owner| owner.seat == seat);
        let owners = self.cards.iter().filter_map(|card| owner_of(card.owner.seat)).collect();
        TextBoard { rows, key, capitals, owners }
    }

    /// Returns by how many characters a row begins further right than the lowest one.
    fn shift(&self, row: u8) -> usize {
        match self.board.shape {
            Shape::Square => 0,
            // Half a cell, which is three characters wide with its gap.
            Shape::Hexagon => usize::from(row) * 3 / 2,
        }
    }
}

/// Returns the name of a column, such as `e`.
fn column(col: u8) -> String {
    let name = Square::new(col, 0).to_string();
    name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
}

fn covers(piece: &Piece, square: Square) -> bool {
    let within = |from: u8, at: u8| (from..from.saturating_add(piece.art.span())).contains(&at);
    within(piece.on.col, square.col) && within(piece.on.row, square.row)
}

/// Returns the letter of a piece, a capital for what the field [`TextBoard::rows`] describes.
const fn in_case(letter: char, piece: &Piece, secrets: bool) -> char {
    let known_to_all = secrets && !matches!(piece.state, State::Secret);
    if known_to_all || matches!(piece.state, State::Glowing) { letter.to_ascii_uppercase() } else { letter }
}

const fn sign(ground: Ground) -> &'static str {
    match ground {
        Ground::Plain | Ground::Haven | Ground::Owned(_) => "..",
        Ground::Gone => "~~",
        Ground::Ending => "--",
        Ground::Barred => "xx",
    }
}

/// Returns the name of a piece in the key.
fn name(art: Art) -> &'static str {
    match art {
        Art::Carrier => "traveller with a planet",
        art => art.name(),
    }
}

/// Returns the letter of a piece, unique within its game. Where notations have letters for pieces, it is theirs.
const fn letter(art: Art) -> char {
    match art {
        Art::Pawn | Art::Picophyte => 'p',
        Art::Drone | Art::Defender => 'd',
        Art::Queen | Art::Matriarch => 'q',
        Art::Traveller | Art::Tetraphyte => 't',
        Art::Carrier | Art::Colony => 'c',
        Art::Planet | Art::DroppedPlanet | Art::LostPlanet => 'o',
        Art::Plate => 'm',
        Art::Neatom => 'n',
        Art::Picozoa | Art::Attacker => 'a',
        Art::Tetrazoa | Art::Water => 'w',
        Art::Pentaphyte => 's',
        Art::Pentazoa => 'j',
        Art::Phytorb => 'r',
        Art::Zoorb => 'z',
        Art::Fire => 'f',
        Art::Earth => 'e',
        Art::Unknown => '?',
        Art::Builder => 'b',
    }
}
