//! What a picture shows, in board units and roles: no pixel, no colour, no font.

use rules::{Colour, Focus, Kind, Seat, grid::Square};

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
    /// What is to be said first while the game goes on, if not simply who is to move.
    pub call: Option<String>,
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
    /// What the shapes on the board mean.
    pub legend: Vec<Hint>,
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
    /// It belongs to the seat of this colour, or would if the game were counted now.
    Owned(Colour),
    /// Nothing may be put here now.
    Barred,
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
    /// A small round cell with a nucleus.
    Neatom,
    /// A cell with a point to each side.
    Picophyte,
    /// A cell with claws above and below.
    Picozoa,
    /// Four lobes on two by two squares.
    Tetraphyte,
    /// A block of bricks.
    Tetrazoa,
    /// A flower of five petals.
    Pentaphyte,
    /// A leaping star of five legs.
    Pentazoa,
    /// A ball with eight rays.
    Phytorb,
    /// A ball with a crown.
    Zoorb,
    /// A drop on a token.
    Water,
    /// A flame on a token.
    Fire,
    /// A mountain on a token.
    Earth,
    /// A question mark on a token.
    Unknown,
    /// A crowned parasite.
    Matriarch,
    /// A parasite of four blades.
    Attacker,
    /// A parasite like a shield.
    Defender,
    /// A parasite like a small nut.
    Builder,
    /// A parasite that fills its square.
    Colony,
}

impl Art {
    /// How many columns and rows it fills.
    #[must_use]
    pub const fn span(self) -> u8 {
        match self {
            Art::Tetraphyte => 2,
            _ => 1,
        }
    }

    /// What it is called in its game's [`rules::PieceInfo`]s.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Art::Pawn => "pawn",
            Art::Drone => "drone",
            Art::Queen | Art::Matriarch => "queen",
            Art::Traveller | Art::Carrier => "traveller",
            Art::Planet | Art::DroppedPlanet | Art::LostPlanet => "planet",
            Art::Plate => "mark",
            Art::Neatom => "neatom",
            Art::Picophyte => "picophyte",
            Art::Picozoa => "picozoa",
            Art::Tetraphyte => "tetraphyte",
            Art::Tetrazoa => "tetrazoa",
            Art::Pentaphyte => "pentaphyte",
            Art::Pentazoa => "pentazoa",
            Art::Phytorb => "phytorb",
            Art::Zoorb => "zoorb",
            Art::Water => "water",
            Art::Fire => "fire",
            Art::Earth => "earth",
            Art::Unknown => "unknown piece",
            Art::Attacker => "attacker",
            Art::Defender => "defender",
            Art::Builder => "builder",
            Art::Colony => "colony",
        }
    }
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
    /// It glows: it has its special power.
    Glowing,
    /// Nothing can take it.
    Shielded,
    /// Only its own side knows what it is.
    Secret,
    /// It is ordered to appear here.
    Planned,
    /// It came into being in the last turn.
    New,
    /// It changed hands in the last turn.
    Won,
}

/// Something that stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where; of a piece on several squares the lower left one.
    pub on: Square,
    /// Its shape.
    pub art: Art,
    /// Whose it is.
    pub owner: Owner,
    /// How it stands.
    pub state: State,
    /// A number in the corner, such as its neighbours.
    pub count: Option<u8>,
    /// What it fights with, written on it where squares are large enough.
    pub strength: Option<Strength>,
}

impl Piece {
    /// A piece that stands well, with no numbers on it.
    #[must_use]
    pub const fn new(on: Square, art: Art, owner: Owner) -> Piece {
        Piece { on, art, owner, state: State::Sound, count: None, strength: None }
    }
}

/// What a piece fights with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Strength {
    /// What it adds to an attack.
    pub attack: u8,
    /// The attack that beats it; `None` when none does.
    pub defence: Option<u8>,
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
    /// Something is the case or has happened here.
    Sign {
        /// Where.
        on: Square,
        /// What.
        sign: Sign,
    },
    /// Somebody asked about a piece.
    Focus {
        /// Where.
        on: Square,
        /// What this square has to do with it.
        focus: Focus,
    },
}

/// What a sign says of its square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// Who walks here must stop.
    Sticky,
    /// What stands here cannot be shifted by others, and nothing can be born here that is not of this colour.
    Held(Colour),
    /// What stands here can act.
    Ready(Colour),
    /// Something appeared here.
    Born,
    /// Something fell here.
    Fell,
    /// Somebody scored here.
    Goal,
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
    /// How.
    pub way: Way,
}

/// How something moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// By itself.
    Went,
    /// Moved or made by another: of less weight.
    Slight,
    /// It changed places with what was there.
    Traded,
    /// It is ordered to go.
    Planned,
    /// It is ordered to change places.
    PlannedTrade,
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

/// A shape with its meaning.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hint {
    /// The shape.
    pub figure: Figure,
    /// In whose colour.
    pub owner: Owner,
    /// What it means, in a few words.
    pub words: String,
}

/// A shape to be explained.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figure {
    /// A piece in a state.
    Piece(Art, State),
    /// A piece with a sign on its square.
    Signed(Art, Sign),
    /// A sign alone.
    Sign(Sign),
    /// The bar on a card.
    Progress,
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
    /// The same with marks for somebody who asked about a piece.
    #[must_use]
    pub fn focused(mut self, focus: &[(Square, Focus)]) -> Scene {
        self.marks.extend(focus.iter().map(|&(on, focus)| Mark::Focus { on, focus }));
        self
    }

    /// How the game ended, or what is to be done by whom, in a few words.
    #[must_use]
    pub fn headline(&self) -> String {
        if let Some(verdict) = &self.verdict {
            return verdict.words.clone();
        }
        if let Some(call) = &self.call {
            return call.clone();
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
                    return shortened(sentence, |words| words.chars().count() <= ALT_MAX);
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

/// As many whole words as fit, with an ellipsis behind unless that is all.
pub(crate) fn shortened(words: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(words) {
        return words.to_owned();
    }
    let ends = words.match_indices(' ').map(|(end, _)| end).rev();
    let mut shorter = ends.map(|end| format!("{} …", &words[..end]));
    shorter.find(|words| fits(words)).unwrap_or_else(|| "…".to_owned())
}
