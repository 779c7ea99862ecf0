//! Facts for the evaluations of machines.

use crate::{Feature, FeatureRow, Searchable, Seat, SeatSet, Stride, grid::Square, search::Mixer};

use super::{
    event::Event,
    marks::MAX_ROWS,
    position::{ENTER_COST, Planet, Semiosphere, Whereabouts},
};

/// The number of rows that a path is followed upwards.
const AHEAD: u8 = 3;

/// The longest detour that counts. A piece that is walled in has a longer one.
const LONGEST_DETOUR: u8 = 5;

/// The number of points up to which it counts what a seat lacks for the Semiosphere.
const NEAR: i16 = 6;

/// The most points that count.
const RICH: i16 = 20;

/// The rows above the void up to which more are better.
const HIGH: i16 = AHEAD as i16 + 1;

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
/// The first of the features that depend on the bonus for lost planets.
const LOSS: usize = 16;

/// The features that count for more or less where lost planets bring a bonus, which makes losing one a good plan (R18). In this order,
/// each has a second feature: the same number times that bonus.
const BY_LOSS: [usize; 8] = [INSIDE, CARRIED, DROPPED, POINTS, MARKS, READY, LATE_READY, THREAT];

const fn feature(name: &'static str, about: &'static str) -> Feature {
    Feature { name, about }
}

impl Searchable for Semiosphere {
    const FEATURES: &'static [Feature] = &[
        feature("alive", "1 unless the seat is out, or is sure to be when the round ends"),
        feature("inside", "1 in the Semiosphere"),
        feature("margin", "rows between the piece and the void, up to 4"),
        feature("edge", "1 in the row that goes next"),
        feature("carried", "1 while the piece carries its planet"),
        feature("dropped", "1 while the planet lies on the board"),
        feature("points", "points to spend in this round"),
        feature("bonus", "points that the next turn brings in addition"),
        feature("savings", "marks in the row that goes after the next one"),
        feature("marks", "marks in rows above that"),
        feature("detour", "steps lost to obstacles on the way up, 6 for a piece that is walled in"),
        feature("ready", "6 less the points that the next turn lacks to enter the Semiosphere"),
        feature("late-ready", "the same in the last four rounds"),
        feature("threat", "1 if the next turn can enter with the planet"),
        feature("fallen", "for a seat that is out, the row it was taken with"),
        feature("tempo", "1 if the seat is to act"),
        feature("loss-inside", "`inside`, times the bonus for lost planets"),
        feature("loss-carried", "`carried`, times the bonus for lost planets"),
        feature("loss-dropped", "`dropped`, times the bonus for lost planets"),
        feature("loss-points", "`points`, times the bonus for lost planets"),
        feature("loss-marks", "`marks`, times the bonus for lost planets"),
        feature("loss-ready", "`ready`, times the bonus for lost planets"),
        feature("loss-late-ready", "`late-ready`, times the bonus for lost planets"),
        feature("loss-threat", "`threat`, times the bonus for lost planets"),
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

impl Semiosphere {
    fn write_features(&self, seat: Seat, row: &mut FeatureRow) {
        let player = &self.players[seat.index()];
        row[..Self::FEATURES.len()].fill(0);
        let (steps, margin, detour) = match player.piece {
            Whereabouts::Out { row: fallen } => return row[FALLEN] = i16::from(fallen) + 1,
            // The turn is over, so the void takes this piece for certain.
            Whereabouts::On(at) if at.row == self.taken && player.points == 0 => {
                return row[FALLEN] = i16::from(self.taken) + 1;
            }
            Whereabouts::On(at) => {
                let steps = i16::from(self.rules.rows - 1 - at.row);
                (steps, i16::from(at.row - self.taken), self.detour(seat, at))
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
        ];
        row[..numbers.len()].copy_from_slice(&numbers);
        let lost_bonus = i16::from(self.rules.lost_bonus);
        for (at, feature) in (LOSS..).zip(BY_LOSS) {
            row[at] = row[feature] * lost_bonus;
        }
    }

    fn marks_in(&self, seat: Seat, row: u8) -> i16 {
        if row < self.rules.rows { self.marks.of(seat, row).count_ones() as i16 } else { 0 }
    }

    /// Returns how many steps a piece loses to obstacles on its way [`AHEAD`] rows up, or to the top row if that is nearer.
    fn detour(&self, seat: Seat, from: Square) -> i16 {
        let height = AHEAD.min(self.rules.rows - 1 - from.row);
        let mut open = [0; AHEAD as usize + 1];
        for (up, open) in (from.row..).zip(&mut open[..=usize::from(height)]) {
            *open = self.open_columns(seat, up);
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
        i16::from(LONGEST_DETOUR) + 1
    }

    /// Returns the columns of a row that nothing of another seat bars, as bits.
    fn open_columns(&self, seat: Seat, row: u8) -> u16 {
        let mut barred = self.marks.in_row(row) & !self.marks.of(seat, row);
        for other in SeatSet::all(self.seats).without(SeatSet::one(seat)).iter() {
            let player = &self.players[other.index()];
            if let Whereabouts::On(at) = player.piece
                && at.row == row
            {
                barred |= 1 << at.col;
            }
            if let Planet::On(at) = player.planet
                && at.row == row
            {
                barred |= 1 << at.col;
            }
        }
        ((1 << self.rules.columns) - 1) & !barred
    }
}
