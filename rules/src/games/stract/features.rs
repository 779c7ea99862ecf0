//! Facts about a position that its evaluation weighs, one row for each team.

use crate::{Feature, FeatureRow, Searchable, Seat, Stride, grid::Square, search::Mixer};

use super::{
    event::Event,
    knowledge::Knowledge,
    moves::Move,
    piece::{Element, Piece, Team},
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
        for team in Team::BOTH {
            self.weigh_team(team, &mut rows[team.index()]);
        }
        let mut lanes = [0u16; 2];
        for (at, piece) in self.pieces() {
            let n = piece.team().index();
            self.weigh_piece(at, piece, &mut rows[n], &mut lanes[n]);
        }
        for (row, lanes) in rows.iter_mut().zip(lanes) {
            row[LANES] = lanes.count_ones() as i16;
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

    /// Adds the facts about one piece.
    fn weigh_piece(&self, at: Square, piece: Piece, row: &mut FeatureRow, lanes: &mut u16) {
        let (team, element) = (piece.team(), piece.element());
        let goal = team.goal_row(self.rows);
        let orders = orders_to(goal, at, element);
        if orders > self.turns - self.done {
            return;
        }
        let facts = RUNNERS + 4 * element.index();
        if orders < 4 {
            row[facts + usize::from(orders) - 1] += 1;
        }
        row[facts + 3] += i16::from(team.home_row(self.rows).abs_diff(at.row));
        let is_runner = orders <= 2;
        row[SECRET_RUNNERS] += i16::from(is_runner && !piece.is_known());
        if orders == 1 {
            self.weigh_last_step(row, lanes, goal, at, piece);
        }
        let (mut hunted, mut paired) = (false, false);
        for enemy in self.attackers(team, at) {
            hunted |= enemy.element().beats(element);
            paired |= enemy.element() == element;
        }
        row[if is_runner { HUNTED_RUNNERS } else { HUNTED }] += i16::from(hunted);
        row[PAIRED] += i16::from(paired);
    }

    /// Weighs a piece that can score with one order.
    fn weigh_last_step(&self, row: &mut FeatureRow, lanes: &mut u16, goal: u8, at: Square, piece: Piece) {
        let element = piece.element();
        let (mut open, mut guarded) = (false, false);
        let side = u8::from(element == Element::Water);
        for col in at.col.saturating_sub(side)..=(at.col + side).min(self.columns - 1) {
            match self.tiles[Square::new(col, goal)] {
                None => {
                    open = true;
                    *lanes |= 1 << col;
                }
                Some(guard) if element.beats(guard.element()) => guarded = true,
                Some(_) => {}
            }
        }
        let leaps = element == Element::Earth && self.leaps(goal, at);
        row[OPEN] += i16::from(open);
        row[GUARDED] += i16::from(!open && guarded);
        row[LEAPS] += i16::from(leaps);
        row[SHUT] += i16::from(!open && !guarded && !leaps);
    }

    /// Whether an earth next to its goal row can trade places with a piece in it.
    fn leaps(&self, goal: u8, at: Square) -> bool {
        let cols = at.col.saturating_sub(1)..=(at.col + 1).min(MOST_SIDE - 1);
        cols.into_iter().any(|col| self.tiles[Square::new(col, goal)].is_some())
    }
}

/// Returns how many orders bring a piece to its goal row, at least 1.
fn orders_to(goal: u8, at: Square, element: Element) -> u8 {
    let rows = goal.abs_diff(at.row).max(1);
    if element == Element::Fire { rows.div_ceil(2) } else { rows }
}
