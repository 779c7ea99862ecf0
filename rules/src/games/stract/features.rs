//! Facts about a position that its evaluation weighs, one row for each team.

use crate::{Feature, FeatureRow, Searchable, Seat, Stride, grid::Square, search::Mixer};

use super::{
    event::Event,
    knowledge::Knowledge,
    moves::Move,
    piece::{Element, Team},
    position::Stract,
    resolve::MOST_SIDE,
    view::View,
};

/// The largest number of points that is weighed. More make no difference.
const MOST_WEIGHED: i32 = 4_000;

const POINTS: usize = 0;
const PRESSURE: usize = 1;
/// The first of twelve. Each element has four in a row: its pieces 1, 2 and 3 orders from their goal row, and their rows.
const RUNNERS: usize = 2;
const OPEN: usize = 14;
const LEAPS: usize = 15;
const SECRET_RUNNERS: usize = 16;
const HUNTED: usize = 17;
const HUNTED_RUNNERS: usize = 18;
const PAIRED: usize = 19;
const GUARDED: usize = 20;
const SHUT: usize = 21;
const ALIVE: usize = 22;
const LANES: usize = 23;

const fn feature(name: &'static str, about: &'static str) -> Feature {
    Feature { name, about }
}

impl Searchable for Stract {
    const FEATURES: &'static [Feature] = &[
        feature("points", "the points"),
        feature("pressure", "16 times the points, divided by the turns left and two"),
        feature("water-1", "the water that is one order away from the goal row, if that many turns are left"),
        feature("water-2", "the same for two orders"),
        feature("water-3", "the same for three orders"),
        feature(
            "water-rows",
            "the rows that its pieces have left behind, if enough turns are left for their goal",
        ),
        feature("fire-1", "the fire that is one order away"),
        feature("fire-2", "the same for two orders"),
        feature("fire-3", "the same for three orders"),
        feature(
            "fire-rows",
            "the rows that its pieces have left behind, if enough turns are left for their goal",
        ),
        feature("earth-1", "the earth that is one order away"),
        feature("earth-2", "the same for two orders"),
        feature("earth-3", "the same for three orders"),
        feature(
            "earth-rows",
            "the rows that its pieces have left behind, if enough turns are left for their goal",
        ),
        feature("open", "the pieces that can score on an empty tile with one order"),
        feature("leaps", "the earth beside the goal row that can trade places with a piece in it"),
        feature("secret-runners", "the hidden pieces that are one or two orders away from the goal row"),
        feature(
            "hunted",
            "the pieces that an enemy in reach beats, three orders or more away from the goal row",
        ),
        feature("hunted-runners", "the same for pieces that are nearer"),
        feature("paired", "the pieces with an enemy of the same element in reach"),
        feature("guarded", "the pieces that can score only by beating a guard"),
        feature("shut", "the pieces next to the goal row that cannot score with one order"),
        feature("alive", "the pieces on the board and in the pool"),
        feature("lanes", "the empty tiles of the goal row on which the next order can score"),
    ];

    const STRIDE: Stride = Stride::Orders;

    type Knowledge = Knowledge;

    fn knowledge(view: View, seen: &[Event], _: Seat) -> Knowledge {
        Knowledge::new(view, seen)
    }

    fn world(knowledge: &Knowledge, draw: &mut dyn FnMut(u32) -> u32) -> Stract {
        knowledge.world(draw)
    }

    fn features(&self, rows: &mut [FeatureRow; 8]) {
        let map = Map::new(self);
        let left = self.turns - self.done;
        for team in Team::BOTH {
            let row = &mut rows[team.index()];
            self.weigh_team(team, row);
            let reach = map.reach(team.other());
            let mut lanes = 0;
            for element in Element::ALL {
                for line in 0..self.rows {
                    let pieces = map.of[team.index()][element.index()][MARGIN + usize::from(line)];
                    if pieces == 0 {
                        continue;
                    }
                    let orders = orders_to(team.goal_row(self.rows), line, element);
                    if orders <= left {
                        map.weigh_pieces(
                            &Line { team, element, line, orders, pieces },
                            &reach,
                            row,
                            &mut lanes,
                        );
                    }
                }
            }
            row[LANES] = count(lanes);
        }
    }

    fn key(&self) -> u64 {
        let mut mixer = Mixer::new();
        for (at, piece) in self.pieces() {
            mixer = mixer.with(u64::from(at.row) << 16 | u64::from(at.col) << 8 | u64::from(piece.byte()));
        }
        for &(seat, order) in self.orders.as_slice() {
            let (kind, element) = match order {
                Move::Pass => (0, 0),
                Move::Spawn { element, .. } => (1, element as u8),
                Move::Go { .. } => (2, 0),
                Move::Switch { .. } => (3, 0),
            };
            let tile =
                |at: Option<Square>| at.map_or(0xffff, |at| u64::from(at.row) << 8 | u64::from(at.col));
            let small = u64::from(seat.number()) << 16 | kind << 8 | u64::from(element);
            mixer = mixer.with(tile(order.from()) << 48 | tile(order.to()) << 32 | small);
        }
        let sizes = [self.columns, self.rows, self.seats, self.done, self.turns];
        mixer = sizes.into_iter().fold(mixer, |mixer, size| mixer.with(size.into()));
        for team in Team::BOTH.map(Team::index) {
            let [water, fire, earth] = self.pools[team];
            mixer = mixer.with(u32::from_le_bytes([water, fire, earth, self.alive[team]]).into());
            mixer = mixer.with(self.points[team] as u32 as u64);
        }
        mixer.finish()
    }
}

impl Stract {
    /// Writes the facts about a team without those about its pieces.
    fn weigh_team(&self, team: Team, row: &mut FeatureRow) {
        let n = team.index();
        let points = self.points[n].clamp(-MOST_WEIGHED, MOST_WEIGHED);
        row.fill(0);
        row[POINTS] = points as i16;
        row[PRESSURE] = (points * 16 / (i32::from(self.turns - self.done) + 2)) as i16;
        row[ALIVE] = self.alive[n].into();
    }
}

/// A set of tiles: for each row, a bit for each column.
type Mask = [u16; MOST_SIDE as usize + 2 * MARGIN];

/// The number of empty rows before the first row of a [`Mask`] and after its last one. No piece moves farther.
const MARGIN: usize = 2;

/// The pieces of a board as sets of tiles, with which all pieces of a row are compared at once.
struct Map {
    /// The pieces by team and element.
    of: [[Mask; 3]; 2],
    /// The pieces whose elements only their own team knows.
    hidden: Mask,
    rows: u8,
    /// One row of the board.
    full: u16,
}

/// The pieces of one element in one row, and the number of orders that bring them to their goal row.
struct Line {
    team: Team,
    element: Element,
    line: u8,
    orders: u8,
    pieces: u16,
}

impl Map {
    fn new(game: &Stract) -> Map {
        let full = (1 << game.columns) - 1;
        let empty = [0; MOST_SIDE as usize + 2 * MARGIN];
        let mut map = Map { of: [[empty; 3]; 2], hidden: empty, rows: game.rows, full };
        for line in 0..game.rows {
            let row = MARGIN + usize::from(line);
            for (col, tile) in game.tiles.row(line, game.columns).iter().enumerate() {
                let Some(piece) = tile else { continue };
                map.of[piece.team().index()][piece.element().index()][row] |= 1 << col;
                map.hidden[row] |= u16::from(!piece.is_known()) << col;
            }
        }
        map
    }

    /// Returns the tiles that a team's pieces can move to, by element. The tiles of the pieces themselves can be among them.
    fn reach(&self, team: Team) -> [Mask; 3] {
        let [water, fire, earth] = &self.of[team.index()];
        let mut reach = [[0; MOST_SIDE as usize + 2 * MARGIN]; 3];
        for n in MARGIN..MARGIN + usize::from(self.rows) {
            let around = water[n - 1] | water[n] | water[n + 1];
            reach[Element::Water.index()][n] = beside(around) | around;
            let along = beside(fire[n]) | fire[n] << 2 | fire[n] >> 2;
            reach[Element::Fire.index()][n] = along | fire[n - 2] | fire[n - 1] | fire[n + 1] | fire[n + 2];
            reach[Element::Earth.index()][n] = beside(earth[n]) | earth[n - 1] | earth[n + 1];
        }
        reach
    }

    /// Adds the facts about some pieces. `reach` holds the tiles that their enemies can move to.
    fn weigh_pieces(&self, of: &Line, reach: &[Mask; 3], row: &mut FeatureRow, lanes: &mut u16) {
        let n = MARGIN + usize::from(of.line);
        let number = count(of.pieces);
        let facts = RUNNERS + 4 * of.element.index();
        if of.orders < 4 {
            row[facts + usize::from(of.orders) - 1] += number;
        }
        row[facts + 3] += number * i16::from(of.team.home_row(self.rows).abs_diff(of.line));
        let is_runner = of.orders <= 2;
        if is_runner {
            row[SECRET_RUNNERS] += count(of.pieces & self.hidden[n]);
        }
        let hunted = of.pieces & reach[of.element.hunter().index()][n];
        row[if is_runner { HUNTED_RUNNERS } else { HUNTED }] += count(hunted);
        row[PAIRED] += count(of.pieces & reach[of.element.index()][n]);
        if of.orders == 1 {
            self.weigh_last_steps(of, row, lanes);
        }
    }

    /// Weighs pieces that can score with one order.
    fn weigh_last_steps(&self, of: &Line, row: &mut FeatureRow, lanes: &mut u16) {
        let goal = MARGIN + usize::from(of.team.goal_row(self.rows));
        let of_both =
            |element: Element| self.of[0][element.index()][goal] | self.of[1][element.index()][goal];
        let taken = Element::ALL.into_iter().fold(0, |taken, element| taken | of_both(element));
        let prey = Element::ALL.into_iter().filter(|&prey| of.element.beats(prey));
        let prey = prey.fold(0, |all, element| all | of_both(element));
        let mut rest = of.pieces;
        while rest != 0 {
            let piece = rest & rest.wrapping_neg();
            rest ^= piece;
            let ways = if of.element == Element::Water { piece | beside(piece) } else { piece };
            let free = ways & self.full & !taken;
            *lanes |= free;
            let (open, guarded) = (free != 0, ways & prey != 0);
            let leaps = of.element == Element::Earth && (piece | beside(piece)) & taken != 0;
            row[OPEN] += i16::from(open);
            row[GUARDED] += i16::from(!open && guarded);
            row[LEAPS] += i16::from(leaps);
            row[SHUT] += i16::from(!open && !guarded && !leaps);
        }
    }
}

/// Returns the tiles to the left and to the right of these.
const fn beside(tiles: u16) -> u16 {
    tiles << 1 | tiles >> 1
}

const fn count(tiles: u16) -> i16 {
    tiles.count_ones() as i16
}

/// Returns how many orders bring a piece from a row to its goal row, at least 1.
fn orders_to(goal: u8, row: u8, element: Element) -> u8 {
    let rows = goal.abs_diff(row).max(1);
    if element == Element::Fire { rows.div_ceil(2) } else { rows }
}
