//! The content of a picture in board units and roles, without pixels, colours or fonts.

use rules::{Colour, Focus, Kind, Seat, grid::Square};

/// The longest [`Scene::alt`] in characters. Chat attachments accept no more.
pub const ALT_MAX: usize = 1024;

/// Everything that one viewer may see of a game at one time.
///
/// The game's module in [`games`](crate::games) makes a scene, and the one [`Painter`](crate::Painter) draws it without knowing
/// the game. A scene is plain data: two equal scenes give the same picture, pixel by pixel.
///
/// ```
/// use rules::{Kind, Options, Table, Viewer};
///
/// let table = Table::new(Kind::Semiosphere, &Options::new())?;
/// let scene = render::scene(&table, Viewer::Public, &[]);
/// assert_eq!(scene.headline(), "Blue to move");
/// assert!(scene.alt().starts_with("Semiosphere: Blue to move."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The name of the game.
    pub title: &'static str,
    /// Short facts for all players, such as `turn 12/60`.
    pub facts: Vec<String>,
    /// The headline of a running game, if it is not simply who is to move.
    pub call: Option<String>,
    /// How the game ended, or `None` for a running game.
    pub verdict: Option<Verdict>,
    /// The squares of the board.
    pub board: Board,
    /// The pieces on the squares. If a square has two, the later one is on top.
    pub pieces: Vec<Piece>,
    /// Signs on single squares.
    pub marks: Vec<Mark>,
    /// Lines around groups of squares.
    pub outlines: Vec<Outline>,
    /// Moves and shields from square to square.
    pub arrows: Vec<Arrow>,
    /// One card for each seat, ordered by seat.
    pub cards: Vec<Card>,
    /// The meanings of the shapes on the board.
    pub legend: Vec<Hint>,
    /// The position in sentences, most important first. Each sentence makes sense without the others.
    pub story: Vec<String>,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The seats in first place. Several for a side of several seats, none for a draw.
    pub winners: Vec<Owner>,
    /// One line, such as `Blue wins`.
    pub words: String,
}

/// Columns and rows of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The shape of every cell.
    pub shape: Shape,
    /// The owners of the edges of the board.
    pub edges: Edges,
    /// The number of columns, 1 to 40.
    pub cols: u8,
    /// The names of the columns from the left, one for each.
    pub col_names: Vec<String>,
    /// The names of the rows from the bottom, one for each. A row without a name has an empty one.
    pub row_names: Vec<String>,
    /// The squares in the order of [`Square::index`].
    pub cells: Vec<Cell>,
    /// Words written across rows, each with the number of its row from 0.
    pub banners: Vec<(u8, &'static str)>,
    /// The place of the viewer's home row.
    pub home: Home,
}

impl Board {
    /// Returns a board of plain squares, with rows named from 1.
    pub fn plain(cols: u8, rows: u8) -> Board {
        Board {
            shape: Shape::Square,
            edges: Edges::default(),
            cols,
            col_names: (0..cols).map(Square::column_name).collect(),
            row_names: (1..=rows).map(|row| row.to_string()).collect(),
            cells: vec![Cell::default(); usize::from(cols) * usize::from(rows)],
            banners: Vec::new(),
            home: Home::None,
        }
    }

    /// Returns a board of plain hexagons, with rows named from 1. See [`Shape::Hexagon`] for their places.
    pub fn hexagons(cols: u8, rows: u8) -> Board {
        Board { shape: Shape::Hexagon, ..Board::plain(cols, rows) }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u8 {
        self.row_names.len() as u8
    }

    /// Returns the cell of a square.
    ///
    /// # Panics
    /// Panics if the square is not on the board.
    pub fn cell_mut(&mut self, square: Square) -> &mut Cell {
        &mut self.cells[square.index(self.cols)]
    }

    /// Gives all squares of a row this ground.
    ///
    /// # Panics
    /// Panics if the row does not exist.
    pub fn lay(&mut self, row: u8, ground: Ground) {
        for col in 0..self.cols {
            self.cell_mut(Square::new(col, row)).ground = ground;
        }
    }
}

/// The shape of a board's cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Shape {
    /// Squares.
    #[default]
    Square,
    /// Hexagons with a corner at the top. Each row begins half a cell further to the right than the row below, so a board with as
    /// many rows as columns is a rhombus. A cell has six neighbours: those of e5 are d5, f5, e6, e4, d6 and f4. Every piece fills
    /// one hexagon, even if its art fills several squares on other boards.
    Hexagon,
}

/// The place of a viewer's home row, from which a look with [`Look::flip`](crate::Look::flip) turns the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Home {
    /// The game has no home rows, or the viewer has none.
    #[default]
    None,
    /// The home row is in the lower half.
    Below,
    /// The home row is in the upper half.
    Above,
}

impl Home {
    /// Returns the home of a viewer whose row is the upper one, or the lower one, or who has none.
    pub const fn of(upper: Option<bool>) -> Home {
        match upper {
            None => Home::None,
            Some(false) => Home::Below,
            Some(true) => Home::Above,
        }
    }

    /// Returns the place after the board was turned.
    pub(crate) const fn turned(self) -> Home {
        match self {
            Home::None => Home::None,
            Home::Below => Home::Above,
            Home::Above => Home::Below,
        }
    }
}

/// The owners of the four edges of a board. Each edge with an owner is drawn along the board in the owner's colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Edges {
    /// The edge above the last row.
    pub top: Option<Owner>,
    /// The edge beside the last column.
    pub right: Option<Owner>,
    /// The edge below the first row.
    pub bottom: Option<Owner>,
    /// The edge beside the first column.
    pub left: Option<Owner>,
}

/// One square of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// The look of the ground.
    pub ground: Ground,
    /// Whether the last turn changed this square.
    pub fresh: bool,
}

/// The look of a square's ground.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ground {
    /// An ordinary square in one of two shades.
    #[default]
    Plain,
    /// A square that is about to be lost.
    Ending,
    /// A square that is no longer part of the board.
    Gone,
    /// A safe square beyond the board.
    Haven,
    /// A square that belongs to the seat of this colour, or would if the game ended now.
    Owned(Colour),
    /// A square on which nothing can be placed now.
    Barred,
}

/// A seat with its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Owner {
    /// The seat in question.
    pub seat: Seat,
    /// The colour of the seat in this game.
    pub colour: Colour,
}

impl Owner {
    /// Returns the owner for a seat of a game.
    pub fn of(kind: Kind, seat: Seat) -> Owner {
        Owner { seat, colour: kind.colour(seat) }
    }
}

/// The shape of a piece, or of an icon on a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Art {
    /// A small spiky virus.
    Pawn,
    /// A bacterium with flagella.
    Drone,
    /// A big amoeba with a nucleus.
    Queen,
    /// A person on foot, with the seat's number.
    Traveller,
    /// A traveller who holds a planet.
    #[strum(to_string = "traveller")]
    Carrier,
    /// A ringed planet with the seat's number.
    Planet,
    /// A planet that was dropped, as an icon.
    #[strum(to_string = "planet")]
    DroppedPlanet,
    /// A planet that was lost, as an icon.
    #[strum(to_string = "planet")]
    LostPlanet,
    /// A plate with the seat's emblem.
    #[strum(to_string = "mark")]
    Plate,
    /// A small round cell with a nucleus.
    Neatom,
    /// A cell with a point to each side.
    Picophyte,
    /// A cell with claws above and below.
    Picozoa,
    /// Four lobes over two by two squares.
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
    #[strum(to_string = "unknown piece")]
    Unknown,
    /// A parasite with a crown.
    #[strum(to_string = "queen")]
    Matriarch,
    /// A parasite with four blades.
    Attacker,
    /// A parasite like a shield.
    Defender,
    /// A parasite like a small nut.
    Builder,
    /// A parasite that fills its square.
    Colony,
}

impl Art {
    /// Returns the number of columns and rows that the shape covers.
    pub const fn span(self) -> u8 {
        match self {
            Art::Tetraphyte => 2,
            _ => 1,
        }
    }

    /// Returns whether the piece shows attack and defence at its lower edge, so that a number goes to its upper corner.
    pub(crate) const fn fights(self) -> bool {
        matches!(self, Art::Matriarch | Art::Attacker | Art::Defender | Art::Builder | Art::Colony)
    }

    /// Returns the name of the piece in its game's [`rules::PieceInfo`]s.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The condition of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum State {
    /// No special condition applies.
    Sound,
    /// It will be lost unless something changes.
    Doomed,
    /// One more piece beside it would doom it.
    Full,
    /// It was lost on this square in the last turn.
    Ghost,
    /// It glows, since it has its special power.
    Glowing,
    /// No piece can capture it.
    Shielded,
    /// Only its own side knows its kind.
    Secret,
    /// An order will place it here.
    Planned,
    /// It appeared in the last turn.
    New,
    /// It changed sides in the last turn.
    Won,
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its square; the lower left one if it covers several.
    pub on: Square,
    /// The shape of the piece.
    pub art: Art,
    /// The seat that owns it.
    pub owner: Owner,
    /// The condition of the piece.
    pub state: State,
    /// A number in its corner, such as the number of neighbours.
    pub count: Option<u8>,
    /// Its strength, written on it where squares are large enough.
    pub strength: Option<Strength>,
}

impl Piece {
    /// Returns a piece in sound condition, without numbers.
    pub const fn new(on: Square, art: Art, owner: Owner) -> Piece {
        Piece { on, art, owner, state: State::Sound, count: None, strength: None }
    }
}

/// The strength of a piece in fights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Strength {
    /// The part of an attack that the piece adds.
    pub attack: u8,
    /// The attack that beats it; `None` if no attack does.
    pub defence: Option<u8>,
}

/// A mark on a single square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A square that the seat to act can move to.
    Step {
        /// The square to move to.
        on: Square,
        /// The cost of the move in points, if it should be shown.
        cost: Option<u8>,
        /// The seat that can move there.
        owner: Owner,
    },
    /// A sign about a state or an event.
    Sign {
        /// The square with the sign.
        on: Square,
        /// The meaning of the sign.
        sign: Sign,
    },
    /// A highlight for a player who asked about a piece.
    Focus {
        /// The square to highlight.
        on: Square,
        /// How the square is related to that piece.
        focus: Focus,
    },
}

/// The meaning of a sign on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// A piece that enters this square must stop.
    Sticky,
    /// Other seats cannot push the piece on this square, and only pieces of this colour can appear here.
    Held(Colour),
    /// The piece on this square can act.
    Ready(Colour),
    /// A piece appeared here.
    Born,
    /// A piece was lost here.
    Fell,
    /// A piece won a clash here.
    Survived,
    /// A piece scored here.
    Goal,
    /// The hidden piece here can only be one of these: one or two small pieces of this owner.
    Perhaps(Owner, [Option<Art>; 2]),
    /// The first, second or third of the turns in a list is about this square.
    Listed([bool; 3]),
}

/// A line around a group of squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// The seat that owns the group.
    pub owner: Owner,
    /// The squares of the group, ordered by index.
    pub squares: Vec<Square>,
    /// The value of the group, or `None` if the game does not value groups.
    pub value: Option<u32>,
}

/// A line from square to square: a move, or a shield.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The seat that moved or shields.
    pub owner: Owner,
    /// The square where the arrow begins.
    pub from: Square,
    /// The square where the arrow ends.
    pub to: Square,
    /// The meaning of the arrow.
    pub way: Way,
}

/// The meaning of an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// The piece moved by itself.
    Went,
    /// Another piece moved or created it, or it moved in an earlier turn. The arrow is thinner.
    Slight,
    /// Two pieces swapped places.
    Traded,
    /// An order will move the piece.
    Planned,
    /// An order will swap two pieces.
    PlannedTrade,
    /// No move: the first piece protects the second one. A thin line without a head.
    Shields,
}

/// The card with everything about one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The seat and its colour.
    pub owner: Owner,
    /// The other seats of its side.
    pub allies: Vec<Seat>,
    /// The seat's part in the game at present.
    pub role: Role,
    /// The score in a few characters, such as `9/15`.
    pub score: String,
    /// The score as `(part, whole)` for a bar, or `None` without a maximum.
    pub progress: Option<(u32, u32)>,
    /// The possessions of the seat, line by line.
    pub lines: Vec<Vec<Item>>,
}

/// The part that a seat has at present.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// The game waits for this seat.
    ToAct,
    /// The same in a film. Its card has a mark and does not light up, because cards that light up by turns take half of a film's bytes.
    ToActInFilm,
    /// Another seat is to act.
    Waiting,
    /// The seat was eliminated, or it left the game.
    Out,
    /// The seat won the game.
    Winner,
}

/// An entry of the legend: a shape with its meaning.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hint {
    /// The shape to explain.
    pub figure: Figure,
    /// The seat whose colour the shape has.
    pub owner: Owner,
    /// The meaning in a few words.
    pub words: String,
}

/// A shape that the legend explains.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figure {
    /// A piece in a certain condition.
    Piece(Art, State),
    /// A piece with a sign on its square.
    Signed(Art, Sign),
    /// A sign without a piece.
    Sign(Sign),
    /// A piece in a certain condition with a number in its corner.
    Counted(Art, State, u8),
    /// A group of squares with this value.
    Valued(u32),
    /// The progress bar of a card.
    Progress,
}

/// An entry on a card.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Item {
    /// A number of pieces or icons.
    Stock(Art, u8),
    /// A single piece or icon.
    Has(Art),
    /// A number of points to spend.
    Points(u8),
    /// A few words of text.
    Words(String),
}

impl Scene {
    /// Returns the scene with highlights for a player who asked about a piece. Several in a row replace the words across it, which
    /// nobody could read.
    #[must_use]
    pub fn focused(mut self, focus: &[(Square, Focus)]) -> Scene {
        self.board.banners.retain(|(row, _)| focus.iter().filter(|(on, _)| on.row == *row).count() < 2);
        self.marks.extend(focus.iter().map(|&(on, focus)| Mark::Focus { on, focus }));
        self
    }

    /// Returns the scene as it looks from the opposite side of the board. Everything keeps its name.
    #[must_use]
    pub fn turned(mut self) -> Scene {
        let (cols, rows) = (self.board.cols, self.board.rows());
        let turn = |square: &mut Square, span: u8| {
            *square = Square::new(cols - square.col - span, rows - square.row - span);
        };
        let board = &mut self.board;
        board.cells.reverse();
        board.col_names.reverse();
        board.row_names.reverse();
        board.banners.iter_mut().for_each(|(row, _)| *row = rows - 1 - *row);
        let Edges { top, right, bottom, left } = board.edges;
        board.edges = Edges { top: bottom, right: left, bottom: top, left: right };
        board.home = board.home.turned();
        self.pieces.iter_mut().for_each(|piece| turn(&mut piece.on, piece.art.span()));
        for mark in &mut self.marks {
            let (Mark::Step { on, .. } | Mark::Sign { on, .. } | Mark::Focus { on, .. }) = mark;
            turn(on, 1);
        }
        for outline in &mut self.outlines {
            outline.squares.iter_mut().for_each(|square| turn(square, 1));
            outline.squares.reverse();
        }
        for arrow in &mut self.arrows {
            turn(&mut arrow.from, 1);
            turn(&mut arrow.to, 1);
        }
        self
    }

    /// Returns a short headline: the result of a game that is over, otherwise what is to be done and by whom.
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

    /// Describes the position in words for people who do not see the picture, in at most [`ALT_MAX`] characters. Sentences that
    /// do not fit are left out. If the first sentence alone is too long, it is cut between words.
    pub fn alt(&self) -> String {
        join_sentences(&self.story)
    }
}

/// Joins as many sentences as fit into [`ALT_MAX`] characters. If the first one alone is too long, it is cut between words.
pub(crate) fn join_sentences(sentences: &[String]) -> String {
    let mut alt = String::new();
    let mut length = 0;
    for sentence in sentences {
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

/// Returns as many whole words as fit, followed by an ellipsis if some are missing.
pub(crate) fn shortened(words: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(words) {
        return words.to_owned();
    }
    let ends = words.match_indices(' ').map(|(end, _)| end).rev();
    let mut shorter = ends.map(|end| format!("{} …", &words[..end]));
    shorter.find(|words| fits(words)).unwrap_or_else(|| "…".to_owned())
}
