//! What a picture shows, in board units and roles: no pixel, no colour, no font.

use rules::{Colour, Kind, Seat, grid::Square};

/// The longest [`Scene::alt`], in characters: what a chat attachment takes.
pub const ALT_MAX: usize = 1024;

/// Everything one viewer may see of a game at one moment.
///
/// A scene is made by the game's module in [`games`](crate::games) and drawn by the one [`Painter`](crate::Painter), which
/// knows no game. It is plain data: two equal scenes are the same picture, pixel by pixel.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The game's name.
    pub title: &'static str,
    /// Short facts for everybody, such as `turn 12/60`.
    pub facts: Vec<String>,
    /// How the game ended; `None` while it goes on.
    pub verdict: Option<Verdict>,
    /// The squares.
    pub board: Board,
    /// What stands on the squares; of two on one square the later lies on top.
    pub pieces: Vec<Piece>,
    /// Signs on squares.
    pub marks: Vec<Mark>,
    /// Lines round groups of squares.
    pub outlines: Vec<Outline>,
    /// What moved from square to square.
    pub arrows: Vec<Arrow>,
    /// A card for every seat, in the order of seats.
    pub cards: Vec<Card>,
    /// The position in sentences, the most important first; each can be understood without the others.
    pub story: Vec<String>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Those in the first place; more than one for a draw or a side of several seats.
    pub winners: Vec<Owner>,
    /// One line, such as `Blue wins`.
    pub words: String,
}

/// A rectangle of squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// Columns, 1 to 40.
    pub cols: u8,
    /// Names of the rows from below, one for each; empty where a row has none.
    pub row_names: Vec<String>,
    /// The squares as [`Square::index`] counts them.
    pub cells: Vec<Cell>,
    /// A word written large across a row, with the row's number from 0.
    pub banner: Option<(u8, &'static str)>,
}

impl Board {
    /// A board of plain squares with rows named from 1.
    #[must_use]
    pub fn plain(cols: u8, rows: u8) -> Board {
        Board {
            cols,
            row_names: (1..=rows).map(|row| row.to_string()).collect(),
            cells: vec![Cell::default(); usize::from(cols) * usize::from(rows)],
            banner: None,
        }
    }

    /// Rows.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.row_names.len() as u8
    }

    /// The cell of a square on the board.
    ///
    /// # Panics
    /// When the square is not on the board.
    #[must_use]
    pub fn cell_mut(&mut self, square: Square) -> &mut Cell {
        &mut self.cells[square.index(self.cols)]
    }

    /// Gives all squares of a row this ground.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn lay(&mut self, row: u8, ground: Ground) {
        for col in 0..self.cols {
            self.cell_mut(Square::new(col, row)).ground = ground;
        }
    }
}

/// One square of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// What it is made of.
    pub ground: Ground,
    /// Whether the last turn touched it.
    pub fresh: bool,
}

/// What a square is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ground {
    /// Ordinary, chequered.
    #[default]
    Plain,
    /// About to be lost.
    Ending,
    /// No longer part of the board.
    Gone,
    /// Beyond the board, and safe.
    Haven,
}

/// A seat with the colour people know it by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Owner {
    /// The seat.
    pub seat: Seat,
    /// Its colour in this game.
    pub colour: Colour,
}

impl Owner {
    /// The owner at this seat of a game.
    #[must_use]
    pub fn of(kind: Kind, seat: Seat) -> Owner {
        Owner { seat, colour: kind.colour(seat) }
    }
}

/// The shape of a piece or of an icon on a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Art {
    /// A small spiky virus.
    Pawn,
    /// A bacterium with flagella.
    Drone,
    /// A big amoeba with a nucleus.
    Queen,
    /// Somebody on foot, with the seat's number.
    Traveller,
    /// The same, holding a planet.
    Carrier,
    /// A ringed planet with the seat's number.
    Planet,
    /// A planet that lies somewhere, as an icon.
    DroppedPlanet,
    /// A planet that is no more, as an icon.
    LostPlanet,
    /// A plate with the seat's sign.
    Plate,
}

/// How a piece stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum State {
    /// Well.
    Sound,
    /// It will be lost unless something changes.
    Doomed,
    /// It was here and was lost in the last turn.
    Ghost,
}

/// Something that stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where.
    pub on: Square,
    /// Its shape.
    pub art: Art,
    /// Whose it is.
    pub owner: Owner,
    /// How it stands.
    pub state: State,
    /// A number in the corner, such as its neighbours.
    pub count: Option<u8>,
}

/// A sign on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The seat to act can go here for so many points.
    Step {
        /// Where.
        on: Square,
        /// What it costs, where that is to be said.
        cost: Option<u8>,
        /// Whose step it is.
        owner: Owner,
    },
}

/// A line round a group of squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// Whose group it is.
    pub owner: Owner,
    /// Its squares, in the order of squares.
    pub squares: Vec<Square>,
    /// What it is worth.
    pub value: u32,
}

/// Something moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// Who moved.
    pub owner: Owner,
    /// From the middle of this square.
    pub from: Square,
    /// To the middle of this one.
    pub to: Square,
}

/// What is to be known of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The seat.
    pub owner: Owner,
    /// Other seats of its side.
    pub allies: Vec<Seat>,
    /// What it is doing.
    pub role: Role,
    /// Its score in a few characters, such as `9/15`.
    pub score: String,
    /// The score as a part of the whole, as (part, whole); `None` where there is no whole.
    pub progress: Option<(u32, u32)>,
    /// What it has, in lines.
    pub lines: Vec<Vec<Item>>,
}

/// What a seat is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// The game waits for it.
    ToAct,
    /// It waits.
    Waiting,
    /// It is out of the game, or has left it.
    Out,
    /// It has won.
    Winner,
}

/// Something on a card.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Item {
    /// So many of these.
    Stock(Art, u8),
    /// One of these.
    Has(Art),
    /// So many points to spend.
    Points(u8),
    /// A few words.
    Words(String),
}

impl Scene {
    /// How the game ended, or who is to move, in a few words.
    #[must_use]
    pub fn headline(&self) -> String {
        if let Some(verdict) = &self.verdict {
            return verdict.words.clone();
        }
        let to_act = self.cards.iter().filter(|card| card.role == Role::ToAct);
        let names: Vec<&str> = to_act.map(|card| card.owner.colour.name()).collect();
        format!("{} to move", names.join(", "))
    }

    /// The position in words, for those who do not see the picture: at most [`ALT_MAX`] characters. Sentences there is no
    /// room for are left out; if the first alone is too long, it is cut between words.
    #[must_use]
    pub fn alt(&self) -> String {
        let mut alt = String::new();
        let mut length = 0;
        for sentence in &self.story {
            let gap = usize::from(!alt.is_empty());
            let added = gap + sentence.chars().count();
            if length + added > ALT_MAX {
                if alt.is_empty() {
                    return cut(sentence);
                }
                continue;
            }
            if gap == 1 {
                alt.push(' ');
            }
            alt.push_str(sentence);
            length += added;
        }
        alt
    }
}

/// As many whole words as there is room for, with an ellipsis behind.
fn cut(sentence: &str) -> String {
    let head: String = sentence.chars().take(ALT_MAX - 2).collect();
    let end = head.rfind(' ').unwrap_or(head.len());
    format!("{} …", &head[..end])
}
