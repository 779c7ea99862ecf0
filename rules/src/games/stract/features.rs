//! Facts about a position that its evaluation weighs, one row for each team.

use crate::{Feature, FeatureRow, Searchable, Seat, Stride, Wording, grid::Square, search::Mixer};

use super::{
    area::{Area, Map},
    event::Event,
    knowledge::Knowledge,
    moves::Move,
    piece::{Element, Team},
    position::Stract,
    view::View,
};

/// The largest number of points that is weighed. More make no difference.
const MOST_WEIGHED: i32 = 4_000;

/// The most pieces on the board that count. More are in each other's way.
const MOST_FIELDED: i16 = 3;

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
const FIELDED: usize = 24;
const FAR_LEAPS: usize = 25;

/// The words for pieces 1, 2 and 3 orders from their goal row, whatever their element.
const NEAR: [Wording; 3] = [
    Wording::Has("piece one order from the goal row", "pieces one order from the goal row"),
    Wording::Has("piece two orders from the goal row", "pieces two orders from the goal row"),
    Wording::Has("piece three orders from the goal row", "pieces three orders from the goal row"),
];

impl Searchable for Stract {
    const FEATURES: &'static [Feature] = &[
        Feature::new("points", "the points").worded(Wording::Has("point", "points")),
        Feature::new("pressure", "16 times the points, divided by the turns left and two"),
        Feature::new(
            "water-1",
            "the water that is one order away from the goal row, if that many turns are left",
        )
        .worded(NEAR[0]),
        Feature::new("water-2", "the same for two orders").worded(NEAR[1]),
        Feature::new("water-3", "the same for three orders").worded(NEAR[2]),
        Feature::new(
            "water-rows",
            "the rows that its pieces have left behind, if enough turns are left for their goal",
        ),
        Feature::new("fire-1", "the fire that is one order away").worded(NEAR[0]),
        Feature::new("fire-2", "the same for two orders").worded(NEAR[1]),
        Feature::new("fire-3", "the same for three orders").worded(NEAR[2]),
        Feature::new(
            "fire-rows",
            "the rows that its pieces have left behind, if enough turns are left for their goal",
        ),
        Feature::new("earth-1", "the earth that is one order away").worded(NEAR[0]),
        Feature::new("earth-2", "the same for two orders").worded(NEAR[1]),
        Feature::new("earth-3", "the same for three orders").worded(NEAR[2]),
        Feature::new(
            "earth-rows",
            "the rows that its pieces have left behind, if enough turns are left for their goal",
        ),
        Feature::new("open", "the pieces that can score on an empty tile with one order"),
        Feature::new("leaps", "the earth beside the goal row that can trade places with a piece in it"),
        Feature::new("secret-runners", "the hidden pieces that are one or two orders away from the goal row"),
        Feature::new(
            "hunted",
            "the pieces that an enemy in reach beats, three orders or more away from the goal row",
        ),
        Feature::new("hunted-runners", "the same for pieces that are nearer"),
        Feature::new("paired", "the pieces with an enemy of the same element in reach"),
        Feature::new("guarded", "the pieces that can score only by beating a guard"),
        Feature::new("shut", "the pieces next to the goal row that cannot score with one order"),
        Feature::new("alive", "the pieces on the board and in the pool"),
        Feature::new("lanes", "the empty tiles of the goal row on which the next order can score")
            .worded(Wording::Can("score on", "free tile", "free tiles")),
        Feature::new(
            "fielded",
            "the pieces on the board, if enough turns are left for their goal, at most three",
        ),
        Feature::new(
            "far-leaps",
            "the earth two rows away from the goal row that can trade places with a piece in it",
        ),
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
        if self.rows <= 8 && self.columns <= 8 {
            Facts::<1>::new(self).write(self, rows);
        } else {
            Facts::<3>::new(self).write(self, rows);
        }
    }

    fn key(&self) -> u64 {
        let mut mixer = Mixer::new();
        for (at, piece) in self.pieces() {
            mixer = mixer.with(u64::from(at.row) << 16 | u64::from(at.col) << 8 | u64::from(piece.number()));
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

/// The position as the features of pieces need it.
struct Facts<const N: usize> {
    map: Map<N>,
    /// The number of turns that are left.
    left: u8,
}

/// The pieces of one element that have enough turns left for their goal row.
struct Group<const N: usize> {
    team: Team,
    element: Element,
    pieces: Area<N>,
}

impl<const N: usize> Facts<N> {
    fn new(game: &Stract) -> Facts<N> {
        Facts { map: Map::new(game), left: game.turns - game.done }
    }

    fn write(&self, game: &Stract, rows: &mut [FeatureRow; 8]) {
        for team in Team::BOTH {
            let row = &mut rows[team.index()];
            game.weigh_team(team, row);
            if self.left > 0 {
                self.weigh_pieces(team, row);
            }
        }
    }

    /// Writes the facts about the pieces of a team.
    fn weigh_pieces(&self, team: Team, row: &mut FeatureRow) {
        let reach = self.reach(team.other());
        let near = [1, 2].map(|stride| self.within(team, 2 * stride));
        let live = [1, 2].map(|stride| self.within(team, self.left.saturating_mul(stride)));
        let (mut runners, mut hunted, mut paired) = (Area::NONE, Area::NONE, Area::NONE);
        let (mut lanes, mut fielded) = (0, 0);
        for element in Element::ALL {
            let by_stride = usize::from(stride(element) - 1);
            let pieces = self.map.of[team.index()][element.index()].and(live[by_stride]);
            runners = runners.or(pieces.and(near[by_stride]));
            hunted = hunted.or(pieces.and(reach[element.hunter().index()]));
            paired = paired.or(pieces.and(reach[element.index()]));
            fielded += pieces.count();
            let group = Group { team, element, pieces };
            if element == Element::Earth {
                row[FAR_LEAPS] = self.far_leaps(&group);
            }
            if self.weigh_distances(&group, row) > 0 {
                self.weigh_last_steps(&group, row, &mut lanes);
            }
        }
        row[SECRET_RUNNERS] = runners.and(self.map.hidden).count();
        row[HUNTED_RUNNERS] = runners.and(hunted).count();
        row[HUNTED] = hunted.without(runners).count();
        row[PAIRED] = paired.count();
        row[LANES] = count(lanes);
        row[FIELDED] = fielded.min(MOST_FIELDED);
    }

    /// Returns the tiles that are at most so many rows away from the goal row of a team.
    fn within(&self, team: Team, rows: u8) -> Area<N> {
        match team {
            Team::North => Area::first_rows(rows.saturating_add(1)),
            Team::South => Area::ALL.without(Area::first_rows((self.map.rows - 1).saturating_sub(rows))),
        }
    }

    /// Returns the tiles that a team's pieces can move to, by element. The tiles of the pieces themselves can be among them, and tiles
    /// beyond the edges of the board.
    fn reach(&self, team: Team) -> [Area<N>; 3] {
        let [water, fire, earth] = self.map.of[team.index()];
        let beside = |pieces: Area<N>| pieces.columns_away(1);
        let column = water.or(water.rows_away(1));
        let ahead = fire.rows_away(1).or(fire.rows_away(2));
        [
            column.or(beside(column)),
            ahead.or(beside(fire)).or(fire.columns_away(2)),
            beside(earth).or(earth.rows_away(1)),
        ]
    }

    /// Writes how far some pieces are from their goal row. Returns how many can score with one order.
    fn weigh_distances(&self, of: &Group<N>, row: &mut FeatureRow) -> i16 {
        let facts = RUNNERS + 4 * of.element.index();
        let by_rows = of.pieces.by_rows();
        let stride = stride(of.element);
        let last = self.map.rows - 1;
        let total = by_rows.total();
        let (within, ahead): (_, i16) = match of.team {
            Team::North => {
                let within = [stride, 2 * stride, 3 * stride].map(|rows| by_rows.up_to(rows));
                (within, i16::from(last) * total - by_rows.sum_of_rows())
            }
            Team::South => {
                let beyond = |rows| last.checked_sub(rows + 1).map_or(0, |row| by_rows.up_to(row));
                let within = [stride, 2 * stride, 3 * stride].map(|rows| total - beyond(rows));
                (within, by_rows.sum_of_rows())
            }
        };
        row[facts] = within[0];
        row[facts + 1] = within[1] - within[0];
        row[facts + 2] = within[2] - within[1];
        row[facts + 3] = ahead;
        within[0]
    }

    /// Returns the row that is so many rows away from the goal row.
    fn line(&self, team: Team, distance: u8) -> Option<u8> {
        let line = (self.map.rows - 1).checked_sub(distance)?;
        Some(if team == Team::North { distance } else { line })
    }

    /// Returns the occupied tiles of a team's goal row.
    fn taken(&self, team: Team) -> u16 {
        let goal = team.goal_row(self.map.rows);
        self.map.of.iter().flatten().fold(0, |taken, pieces| taken | pieces.row(goal))
    }

    /// Returns how many pieces of earth are two rows straight in front of a piece in the goal row.
    fn far_leaps(&self, of: &Group<N>) -> i16 {
        self.line(of.team, 2).map_or(0, |line| count(of.pieces.row(line) & self.taken(of.team)))
    }

    /// Adds the facts about pieces that can score with one order.
    fn weigh_last_steps(&self, of: &Group<N>, row: &mut FeatureRow, lanes: &mut u16) {
        let goal = of.team.goal_row(self.map.rows);
        let both = |element: Element| {
            self.map.of[0][element.index()].row(goal) | self.map.of[1][element.index()].row(goal)
        };
        let taken = self.taken(of.team);
        let prey = Element::ALL.into_iter().filter(|&prey| of.element.beats(prey));
        let prey = prey.fold(0, |all, element| all | both(element));
        let free = !taken & ((1 << self.map.columns) - 1);
        // Water can also go to the columns beside its own.
        let ways = |tiles: u16| if of.element == Element::Water { tiles | beside(tiles) } else { tiles };
        for line in (0..=stride(of.element)).filter_map(|distance| self.line(of.team, distance)) {
            let pieces = of.pieces.row(line);
            if pieces == 0 {
                continue;
            }
            let open = pieces & ways(free);
            let guarded = pieces & ways(prey) & !open;
            let leaps = if of.element == Element::Earth { pieces & (taken | beside(taken)) } else { 0 };
            *lanes |= ways(pieces) & free;
            row[OPEN] += count(open);
            row[GUARDED] += count(guarded);
            row[LEAPS] += count(leaps);
            row[SHUT] += count(pieces & !open & !guarded & !leaps);
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

/// Returns how many rows an order can bring a piece ahead.
const fn stride(element: Element) -> u8 {
    match element {
        Element::Fire => 2,
        Element::Water | Element::Earth => 1,
    }
}
