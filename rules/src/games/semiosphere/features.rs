//! Facts for the evaluations of machines.

use crate::{Feature, FeatureRow, Searchable, Seat, SeatSet, Stride, Wording, grid::Square, search::Mixer};

use super::{
    event::Event,
    marks::{MAX_ROWS, MAX_SEATS},
    moves::Move,
    position::{ENTER_COST, ERASE_COST, PLANET_BONUS, Planet, Semiosphere, Whereabouts},
};

/// The number of rows that a path is followed upwards.
const AHEAD: u8 = 3;

/// The number of columns on each side of a piece in which marks are in its way.
const BESIDE: u8 = 2;

/// The number of rows after the one that goes next in which marks are placed for points.
const SOON: u8 = 2;

/// The longest detour that counts. A piece that is walled in has a longer one.
const LONGEST_DETOUR: u8 = 5;

/// The detour that counts for a piece that is walled in.
const WALLED_IN: i16 = LONGEST_DETOUR as i16 + 1;

/// The most points lost to obstacles that count in a race.
const MOST_LOST: usize = 8;

/// The number of rounds for which a race counts points.
const TURNS: u8 = 5;

/// The weight of a round in a race.
const ROUND: i16 = 16;

/// The weight of a missing point in a race.
const LACK: i16 = 6;

/// The most points to spare that count in a race. Two of them count for one, because they help against obstacles that are still to come.
const SPARE: i16 = 6;

/// The race of a seat that cannot enter with its planet, and the longest that counts.
const LONGEST_RACE: i16 = 100;

/// The longest race that counts if the others hinder it.
const LONGEST_FIRM: i16 = 200;

/// The most points by which a piece counts as stuck.
const MOST_STUCK: i16 = 6;

/// A sure race counts as this number less the turns until its end, and as nothing if it takes longer.
const SURE: i16 = 8;

/// The number of points up to which it counts what a seat lacks for the Semiosphere.
const NEAR: i16 = 6;

/// The most points that count.
const RICH: i16 = 20;

/// The rows above the void up to which more are better.
const HIGH: i16 = AHEAD as i16 + 1;

/// The number of plans for a planet.
const PLANET_PLANS: usize = 3;

/// The number of sides of a piece up to which plans differ. Marks can close the last one.
const MOST_CLOSED: usize = 2;

const INSIDE: usize = 1;
const CARRIED: usize = 4;
const DROPPED: usize = 5;
const POINTS: usize = 6;
const MARKS: usize = 9;
const READY: usize = 11;
const LATE_READY: usize = 12;
const THREAT: usize = 13;
/// The only feature of a seat that is out.
const FALLEN: usize = 14;
const RACE: usize = 16;
/// The first of the features that depend on the bonus for lost planets.
const LOSS: usize = 21;

/// The features that count for more or less where lost planets bring a bonus, which makes losing one a good plan (R18). In this order,
/// each has a second feature: the same number times that bonus.
const BY_LOSS: [usize; 9] = [INSIDE, CARRIED, DROPPED, POINTS, MARKS, READY, LATE_READY, THREAT, RACE];

impl Searchable for Semiosphere {
    const FEATURES: &'static [Feature] = &[
        Feature::new("alive", "1 unless the seat is out, or is sure to be when the round ends")
            .worded(Wording::Whether("", "piece is lost")),
        Feature::new("inside", "1 in the Semiosphere")
            .worded(Wording::Whether("piece is in the Semiosphere", "")),
        Feature::new("margin", "rows between the piece and the void, up to 4")
            .worded(Wording::Measures("distance from the void is", Some(HIGH))),
        Feature::new("edge", "1 in the row that goes next").worded(Wording::Whether(
            "piece is in the row that goes next",
            "piece is no longer in the row that goes next",
        )),
        Feature::new("carried", "1 while the piece carries its planet")
            .worded(Wording::Whether("piece carries its planet", "")),
        Feature::new("dropped", "1 while the planet lies on the board"),
        Feature::new("points", "points to spend in this round"),
        Feature::new("bonus", "points that the next round brings in addition")
            .worded(Wording::Has("extra point next round", "extra points next round")),
        Feature::new("savings", "marks in the row that goes after the next one"),
        Feature::new("marks", "marks in rows above that"),
        Feature::new("detour", "steps lost to obstacles on the way up, 6 for a piece that is walled in")
            .worded(Wording::Measures("detour around obstacles is", Some(WALLED_IN))),
        Feature::new("ready", "6 less the points that the next turn lacks to enter the Semiosphere"),
        Feature::new("late-ready", "the same in the last four rounds"),
        Feature::new("threat", "1 if the next turn can enter with the planet")
            .worded(Wording::Whether("planet can enter next turn", "")),
        Feature::new("fallen", "for a seat that is out, the row it was taken with"),
        Feature::new("tempo", "1 if the seat is to act"),
        Feature::new(
            "race",
            "100 less the turns and the missing points until the seat can enter with its planet",
        ),
        Feature::new(
            "sure",
            "8 less the turns until the seat enters with its planet, if nobody can hinder it any more",
        ),
        Feature::new(
            "stuck",
            "points that obstacles add to what a piece needs to leave the row that goes next, up to 6",
        ),
        Feature::new(
            "firm",
            "200 less the turns and points of `race`, if the others spend all their points against it",
        ),
        Feature::new("half-firm", "200 less the same, if the others spend half of their points against it"),
        Feature::new("loss-inside", "`inside`, times the bonus for lost planets"),
        Feature::new("loss-carried", "`carried`, times the bonus for lost planets"),
        Feature::new("loss-dropped", "`dropped`, times the bonus for lost planets"),
        Feature::new("loss-points", "`points`, times the bonus for lost planets"),
        Feature::new("loss-marks", "`marks`, times the bonus for lost planets"),
        Feature::new("loss-ready", "`ready`, times the bonus for lost planets"),
        Feature::new("loss-late-ready", "`late-ready`, times the bonus for lost planets"),
        Feature::new("loss-threat", "`threat`, times the bonus for lost planets"),
        Feature::new("loss-race", "`race`, times the bonus for lost planets"),
    ];

    const STRIDE: Stride = Stride::Turn;

    type Knowledge = Self;

    fn knowledge(view: Self, _: &[Event], _: Seat) -> Self {
        view
    }

    fn world(knowledge: &Self, _: &mut dyn FnMut(u32) -> u32) -> Self {
        knowledge.clone()
    }

    fn features(&self, rows: &mut [FeatureRow; 8]) {
        for (seat, row) in SeatSet::all(self.seats).iter().zip(rows) {
            self.write_features(seat, row);
        }
    }

    /// A planet on the board brings points, and a planet that is carried wins. A piece beside its planet can fetch it. With each of these
    /// a seat can also close in on a piece that the void takes next.
    fn plan(&self, seat: Seat) -> usize {
        let of_planet = match (self.planet(seat), self.whereabouts(seat)) {
            (Planet::On(planet), Whereabouts::On(at)) => {
                1 + usize::from(at.col.abs_diff(planet.col) + at.row.abs_diff(planet.row) == 1)
            }
            _ => 0,
        };
        let others = SeatSet::all(self.seats).without(SeatSet::one(seat)).iter();
        let closed = others.map(|other| self.closed_sides(other)).max().unwrap_or(0);
        of_planet + PLANET_PLANS * closed.min(MOST_CLOSED)
    }

    fn is_entering(&self, seat: Seat) -> bool {
        self.whereabouts(seat) == Whereabouts::Unplaced
    }

    /// Marks that are in nobody's way are only good for points, and all marks of a row bring the same. Erasing is good for a way that
    /// becomes free, and to take points from others.
    fn is_idle(&self, seat: Seat, mv: &Move) -> bool {
        match *mv {
            Move::Mark(at) => {
                let mut others = SeatSet::all(self.seats).without(SeatSet::one(seat)).iter();
                let free = self.free_columns(at.row, self.players[seat.index()].piece);
                let is_first = free.trailing_zeros() == u32::from(at.col);
                (at.row > self.taken + SOON || !is_first)
                    && !others.any(|other| self.is_in_the_way(at, other))
            }
            Move::Erase(at) => at.row > self.taken + 1 && !self.is_in_the_way(at, seat),
            _ => false,
        }
    }

    fn key(&self) -> u64 {
        let to_act = self.to_act.map_or(0, Seat::number);
        let rules = &self.rules;
        let bytes = [
            rules.columns,
            rules.rows,
            rules.points,
            rules.lost_bonus,
            rules.reach,
            self.seats,
            self.taken,
            to_act,
        ];
        let flags = [self.lead.number(), rules.rotate.into(), self.touched.into(), 0];
        let mut mixer = Mixer::new().with(u64::from_le_bytes(bytes));
        mixer = mixer.with(u32::from_le_bytes(flags).into());
        for player in self.players() {
            mixer = mixer.with(player.word());
        }
        // The void has cleared the rows below, and the board ends above.
        for row in self.taken..self.rules.rows.min(MAX_ROWS as u8) {
            mixer = mixer.with(self.marks.word(row));
        }
        mixer.finish()
    }
}

/// How far a seat is from entering with its planet.
struct Race {
    /// The turns of all seats until then if nobody hinders it, and the points that it lacks, as one number. At most [`LONGEST_RACE`].
    length: i16,
    /// The same if the others spend all of their points against it, and if they spend half of them. At most [`LONGEST_FIRM`].
    firm: [i16; 2],
    /// The turns of all seats until then, if nobody can hinder it any more.
    sure: Option<i16>,
}

/// The obstacles of a seat in each row, as bits of columns.
struct Obstacles {
    /// The columns with a piece or planet of another seat.
    held: [u16; MAX_ROWS],
    /// The columns with a mark of another seat.
    marked: [u16; MAX_ROWS],
    /// All columns of the board.
    columns: u16,
}

impl Obstacles {
    /// Returns the columns of a row that nothing of another seat bars.
    fn open(&self, row: usize) -> u16 {
        self.columns & !self.marked[row] & !self.held[row]
    }

    /// Returns the columns of a row that a mark of another seat bars, and nothing else.
    fn erasable(&self, row: usize) -> u16 {
        self.marked[row] & !self.held[row]
    }
}

impl Race {
    const LOST: Race = Race { length: LONGEST_RACE, firm: [LONGEST_FIRM; 2], sure: None };
}

impl Semiosphere {
    fn write_features(&self, seat: Seat, row: &mut FeatureRow) {
        let player = &self.players[seat.index()];
        row[..Self::FEATURES.len()].fill(0);
        let obstacles = self.obstacles(seat);
        let escape = match player.piece {
            Whereabouts::On(at) if at.row == self.taken => self.escape(at, &obstacles),
            _ => 1,
        };
        let (steps, margin, detour) = match player.piece {
            Whereabouts::Out { row: fallen } => return row[FALLEN] = i16::from(fallen) + 1,
            // It cannot leave the row any more, so the void takes it for certain.
            Whereabouts::On(at) if at.row == self.taken && escape > player.points => {
                return row[FALLEN] = i16::from(self.taken) + 1;
            }
            Whereabouts::On(at) => {
                let steps = i16::from(self.rules.rows - 1 - at.row);
                (steps, i16::from(at.row - self.taken), self.detour(at, &obstacles))
            }
            Whereabouts::Inside => (0, HIGH, 0),
            Whereabouts::Unplaced => (i16::from(self.rules.rows) - 1, 0, 0),
        };
        let points = i16::from(player.points);
        let bonus = i16::from(self.upcoming_bonus(seat));
        let next = if points > 0 { points } else { i16::from(self.rules.points) + bonus };
        let missing = i16::from(ENTER_COST) + steps + detour - next;
        let ready = if player.is_inside() { NEAR } else { NEAR - missing.clamp(0, NEAR) };
        let carried = player.planet == Planet::Carried;
        let is_late = self.rules.rows - self.taken <= AHEAD + 1;
        let race =
            self.way(seat, &obstacles).map_or(Race::LOST, |way| self.race(seat, way, next, &obstacles));
        let numbers = [
            1,
            player.is_inside().into(),
            margin.min(HIGH),
            (margin == 0).into(),
            carried.into(),
            matches!(player.planet, Planet::On(_)).into(),
            points.min(RICH),
            bonus.min(RICH),
            self.marks_in(seat, self.taken + 1),
            (self.taken + 2..self.rules.rows).map(|row| self.marks_in(seat, row)).sum(),
            detour,
            ready,
            if is_late { ready } else { 0 },
            (carried && missing <= 0).into(),
            0,
            (self.to_act == Some(seat)).into(),
            LONGEST_RACE - race.length,
            race.sure.map_or(0, |turns| (SURE - turns).max(0)),
            i16::from(escape - 1).min(MOST_STUCK),
            LONGEST_FIRM - race.firm[0],
            LONGEST_FIRM - race.firm[1],
        ];
        row[..numbers.len()].copy_from_slice(&numbers);
        let lost_bonus = i16::from(self.rules.lost_bonus);
        if lost_bonus > 0 {
            for (at, feature) in (LOSS..).zip(BY_LOSS) {
                row[at] = row[feature] * lost_bonus;
            }
        }
    }

    fn obstacles(&self, seat: Seat) -> Obstacles {
        let (mut held, mut marked) = ([0; MAX_ROWS], [0; MAX_ROWS]);
        for other in SeatSet::all(self.seats).without(SeatSet::one(seat)).iter() {
            let player = &self.players[other.index()];
            if let Whereabouts::On(at) = player.piece {
                held[usize::from(at.row)] |= 1 << at.col;
            }
            if let Planet::On(at) = player.planet {
                held[usize::from(at.row)] |= 1 << at.col;
            }
        }
        for row in self.taken..self.rules.rows {
            marked[usize::from(row)] = self.marks.in_row(row) & !self.marks.of(seat, row);
        }
        Obstacles { held, marked, columns: (1 << self.rules.columns) - 1 }
    }

    /// Returns the points that a piece needs to leave its row for the next one or for the Semiosphere. A piece that is walled in needs more
    /// than it can have.
    fn escape(&self, from: Square, obstacles: &Obstacles) -> u8 {
        let up = from.row + 1;
        if up == self.rules.rows {
            return ENTER_COST;
        }
        let rows = [from.row, up].map(usize::from);
        let step = |n: usize, col: u8| {
            let erase = if obstacles.marked[rows[n]] & 1 << col != 0 { ERASE_COST } else { 0 };
            if obstacles.held[rows[n]] & 1 << col != 0 { u8::MAX } else { 1 + erase }
        };
        // The points until it is above a column, when it has gone so far in one direction.
        let climb = |spent: &mut u8, col: u8| {
            *spent = spent.saturating_add(step(0, col));
            Some(spent.saturating_add(step(1, col)))
        };
        let left = (0..from.col).rev().scan(0, climb);
        let right = (from.col + 1..self.rules.columns).scan(0, climb);
        left.chain(right).fold(step(1, from.col), u8::min)
    }

    fn marks_in(&self, seat: Seat, row: u8) -> i16 {
        let marks = if row < self.rules.rows { self.marks.of(seat, row) } else { 0 };
        // Most rows have none, and counting bits takes time.
        if marks == 0 { 0 } else { marks.count_ones() as i16 }
    }

    /// Returns the points that a seat must spend to enter with its planet, and the square from which it carries it up, if that is known
    /// already. Returns `None` if it cannot any more.
    fn way(&self, seat: Seat, obstacles: &Obstacles) -> Option<(i16, Option<Square>)> {
        let player = &self.players[seat.index()];
        let (from, fetch) = match (player.piece, player.planet) {
            (Whereabouts::Inside | Whereabouts::Out { .. }, _) | (_, Planet::Taken) => return None,
            // The piece must go there first. Steps back are free.
            (Whereabouts::On(at), Planet::On(planet)) => {
                let steps = at.col.abs_diff(planet.col) + planet.row.saturating_sub(at.row);
                let barred = (planet.row..at.row)
                    .filter(|&row| obstacles.open(usize::from(row)) & 1 << planet.col == 0);
                (planet, i16::from(PLANET_BONUS + steps) + i16::from(ERASE_COST) * barred.count() as i16)
            }
            (Whereabouts::On(at), _) => (at, 0),
            (Whereabouts::Unplaced, _) => {
                return Some((i16::from(ENTER_COST + self.rules.rows - 1), None));
            }
        };
        let steps = i16::from(ENTER_COST + self.rules.rows - 1 - from.row);
        Some((steps + fetch + self.lost(from, obstacles), Some(from)))
    }

    /// Returns how far a seat is from entering with its planet. `way` is what it must spend, `from` is where it has its planet then, and
    /// `next` is what its next turn has.
    fn race(&self, seat: Seat, (way, from): (i16, Option<Square>), next: i16, obstacles: &Obstacles) -> Race {
        let player = &self.players[seat.index()];
        let seats = i16::from(self.seats);
        let mut lead = self.lead.index() as i16;
        // How many seats have their turns before this one in a round that `lead` leads. Divisions would take a large part of a thought.
        let place_of = |seat: Seat, lead: i16| {
            let place = seat.index() as i16 - lead;
            if place < 0 { place + seats } else { place }
        };
        let now = self.to_act.map_or(0, |to_act| place_of(to_act, lead));
        // The number of rounds until its next turn.
        let first = u8::from(player.points == 0);
        // A planet that was dropped in this turn cannot be fetched in it.
        let is_barred = self.touched && self.to_act == Some(seat) && matches!(player.planet, Planet::On(_));
        // The points until the end of a turn that can be spent on the way, and those of the turn itself if the planet lies on the board
        // until then. Only marks carry points over to the next turn.
        let (mut budget, mut waiting, mut race) = (next, next, Race::LOST);
        // The points of each other seat in the rounds before.
        let mut foreign = [0; MAX_SEATS];
        for rounds in 0..=TURNS {
            if rounds > 0 && self.rules.rotate {
                lead = if lead + 1 == seats { 0 } else { lead + 1 };
            }
            let place = place_of(seat, lead);
            let mut against = 0;
            for other in SeatSet::all(self.seats).without(SeatSet::one(seat)).iter() {
                let points = &mut foreign[other.index()];
                let before = *points;
                *points += self.income(other, rounds);
                let is_sooner = place_of(other, lead) < place;
                against += self.harm(other, from, if is_sooner { *points } else { before });
            }
            if rounds < first {
                continue;
            }
            let mut last = next;
            if rounds > first {
                // The row that pays for this turn.
                let row = self.taken + rounds - 1;
                if row >= self.rules.rows {
                    break;
                }
                let income = i16::from(self.rules.points) + self.marks_in(seat, row);
                let room = self.room(seat, row, obstacles);
                last = income + budget.min(room);
                budget += income;
                if matches!(player.planet, Planet::On(at) if at.row > row) {
                    waiting = waiting.min(room) + income + i16::from(PLANET_BONUS);
                    last = last.max(waiting);
                    budget = budget.max(waiting);
                }
            }
            let turns = i16::from(rounds) * seats + place - now;
            let later = match seats {
                2 => turns * ROUND / 2,
                3 => turns * ROUND / 3,
                _ => turns * ROUND / 4,
            };
            // Entering needs its points in one turn.
            let lack = |way: i16| (way - budget).max(i16::from(ENTER_COST) - last).max(0);
            let length = |way: i16| match lack(way) {
                // The points of the next turn are known, so what it lacks it cannot get.
                1.. if rounds == first => LONGEST_FIRM,
                lack => later + lack * LACK - (budget - way).clamp(0, SPARE) / 2,
            };
            race.length = race.length.min(length(way));
            race.firm[0] = race.firm[0].min(length(way + against));
            race.firm[1] = race.firm[1].min(length(way + against / 2));
            if lack(way) == 0 && budget >= way + against && !(is_barred && turns == 0) {
                // Later turns are no better.
                race.sure = Some(turns);
                break;
            }
        }
        race
    }

    /// Returns how many marks a seat can place in a row without moving its piece. They carry points over to the next turn.
    fn room(&self, seat: Seat, row: u8, obstacles: &Obstacles) -> i16 {
        let player = &self.players[seat.index()];
        let Whereabouts::On(piece) = player.piece else { return 0 };
        let open = obstacles.open(usize::from(row)) & !self.marks.of(seat, row);
        let mut free = self.markable_columns(row, player.piece) & open;
        if piece.row == row {
            free &= !(1 << piece.col);
        }
        if let Planet::On(planet) = player.planet
            && planet.row == row
        {
            free &= !(1 << planet.col);
        }
        free.count_ones() as i16
    }

    /// Returns the columns of a row in which a piece can place marks, as bits.
    fn free_columns(&self, row: u8, piece: Whereabouts) -> u16 {
        self.markable_columns(row, piece) & !self.marks.in_row(row) & !self.held_columns(row)
    }

    /// Whether a mark can get in the way of a piece that goes up, or of a piece that fetches a planet.
    fn is_in_the_way(&self, at: Square, seat: Seat) -> bool {
        let player = &self.players[seat.index()];
        let of_piece = matches!(player.piece, Whereabouts::On(from)
            if at.col.abs_diff(from.col) <= BESIDE && (from.row..=from.row + AHEAD).contains(&at.row));
        let of_planet = matches!(player.planet, Planet::On(planet)
            if at.col.abs_diff(planet.col) <= 1 && at.row.abs_diff(planet.row) <= 1);
        of_piece || of_planet
    }

    /// Returns about how many points another seat can spend in the round after so many others.
    fn income(&self, other: Seat, rounds: u8) -> i16 {
        let player = &self.players[other.index()];
        if rounds == 0 || !player.is_alive() {
            return i16::from(player.points);
        }
        let planet = if player.planet == Planet::Taken { self.rules.lost_bonus } else { PLANET_BONUS };
        i16::from(self.rules.points + planet) + self.marks_in(other, self.taken + rounds - 1)
    }

    /// Returns about how many points a piece on its way up from a square loses if another seat spends so many points against it. A
    /// piece that is not placed yet has no square, and then everybody is near.
    fn harm(&self, other: Seat, from: Option<Square>, points: i16) -> i16 {
        let away = match (self.players[other.index()].piece, from) {
            // The steps until its marks reach the way.
            (Whereabouts::On(at), Some(from)) if self.rules.reach > 0 => {
                let beside = at.col.abs_diff(from.col).saturating_sub(self.rules.reach);
                beside + (from.row + 1).saturating_sub(at.row + self.rules.reach)
            }
            _ => 0,
        };
        // A point that pays for a mark in the way costs about one. A point that was saved costs two to erase.
        (points - i16::from(away)).max(points / i16::from(ERASE_COST))
    }

    /// Returns how many steps a piece loses to obstacles on its way [`AHEAD`] rows up, or to the top row if that is nearer.
    fn detour(&self, from: Square, obstacles: &Obstacles) -> i16 {
        let height = AHEAD.min(self.rules.rows - 1 - from.row);
        let mut open = [0; AHEAD as usize + 1];
        for (up, open) in (usize::from(from.row)..).zip(&mut open[..=usize::from(height)]) {
            *open = obstacles.open(up);
        }
        // Most ways are free.
        if open[1..=usize::from(height)].iter().all(|open| open & 1 << from.col != 0) {
            return 0;
        }
        let mut reached = [0; AHEAD as usize + 1];
        reached[0] = 1 << from.col;
        for detour in 0..=LONGEST_DETOUR {
            // The first round makes the steps that every way needs.
            for _ in 0..if detour == 0 { height } else { 1 } {
                for up in (0..=usize::from(height)).rev() {
                    let below = if up > 0 { reached[up - 1] } else { 0 };
                    reached[up] |= (reached[up] << 1 | reached[up] >> 1 | below) & open[up];
                }
            }
            if reached[usize::from(height)] != 0 {
                return detour.into();
            }
        }
        WALLED_IN
    }

    /// Returns how many points obstacles cost a piece on its way from a square to the top row. It pays for steps aside, and for marks that
    /// it erases.
    fn lost(&self, from: Square, obstacles: &Obstacles) -> i16 {
        let rows = usize::from(self.rules.rows - from.row);
        let up = |n: usize| usize::from(from.row) + n;
        // Most ways are free.
        if (1..rows).all(|n| obstacles.open(up(n)) & 1 << from.col != 0) {
            return 0;
        }
        // The columns of each row that are reached with so many points lost.
        let mut reached = [[0_u16; MAX_ROWS]; MOST_LOST];
        let erase = usize::from(ERASE_COST);
        for lost in 0..MOST_LOST {
            for n in 0..rows {
                let below = |lost: usize| if n > 0 { reached[lost][n - 1] } else { 0 };
                let beside = |lost: usize| reached[lost][n] << 1 | reached[lost][n] >> 1;
                let mut here =
                    if n == 0 && lost == 0 { 1 << from.col } else { below(lost) & obstacles.open(up(n)) };
                if lost >= 1 {
                    here |= beside(lost - 1) & obstacles.open(up(n)) | reached[lost - 1][n];
                }
                if lost >= erase {
                    here |= below(lost - erase) & obstacles.erasable(up(n));
                }
                if lost > erase {
                    here |= beside(lost - erase - 1) & obstacles.erasable(up(n));
                }
                reached[lost][n] = here;
            }
            if reached[lost][rows - 1] != 0 {
                return lost as i16;
            }
        }
        MOST_LOST as i16
    }

    /// Counts the sides of a piece in the row that goes next that a piece or planet of another seat closes. Neither can be erased.
    fn closed_sides(&self, seat: Seat) -> usize {
        let Whereabouts::On(at) = self.whereabouts(seat) else { return 0 };
        if at.row != self.taken {
            return 0;
        }
        let [beside, above] = [at.row, at.row + 1].map(|row| u32::from(self.held_by_others(seat, row)));
        let piece = 1 << at.col;
        let closed = beside & (piece << 1 | piece >> 1) | above & piece;
        closed.count_ones() as usize
    }

    /// Returns the columns of a row with a piece or planet of another seat, as bits.
    fn held_by_others(&self, seat: Seat, row: u8) -> u16 {
        let mut held = 0;
        for other in SeatSet::all(self.seats).without(SeatSet::one(seat)).iter() {
            let player = &self.players[other.index()];
            if let Whereabouts::On(at) = player.piece
                && at.row == row
            {
                held |= 1 << at.col;
            }
            if let Planet::On(at) = player.planet
                && at.row == row
            {
                held |= 1 << at.col;
            }
        }
        held
    }
}
