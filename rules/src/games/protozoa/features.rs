//! Facts about a position for the evaluation of machines.

use crate::{Feature, FeatureRow, Searchable, Seat, SeatSet, Stride, Turn, Wording, search::Mixer};

use super::{
    board::{Pieces, Squares},
    piece::Size,
    position::Protozoa,
};

/// The distance to the goal from which on [`Searchable::FEATURES`] count how near it is.
const NEAR: i32 = 6;

impl Searchable for Protozoa {
    const FEATURES: &'static [Feature] = &[
        Feature::new("tempo", "1 if the side is to act"),
        Feature::new("record", "the record").worded(Wording::Measures("record is", None)),
        Feature::new("organism", "the value of the largest organism"),
        Feature::new(
            "standing",
            "the value of the largest organism that survives the next cull if nothing changes",
        )
        .worded(Wording::Measures("surviving organism is worth", None)),
        Feature::new("near", "6 less the points that this organism needs to win, if it needs at most 6"),
        Feature::new("near-tempo", "the same, if the side is to act"),
        Feature::new("material", "the value of all pieces on the board")
            .worded(Wording::Measures("pieces are worth", None)),
        Feature::new("doomed", "the value of the pieces that die in the next cull if nothing changes")
            .worded(Wording::Measures("doomed pieces are worth", None)),
        Feature::new("border", "the empty squares beside the surviving organism"),
        Feature::new("pawn-room", "those on which a pawn lives"),
        Feature::new("drone-room", "those on which a drone lives"),
        Feature::new("queen-room", "those on which a queen lives"),
        Feature::new("growth", "the pieces of the surviving organism that can be promoted and live"),
        Feature::new("pawns", "the pawns in hand"),
        Feature::new("queens", "the queens in hand"),
        Feature::new("ahead", "if there are more than two sides, those whose records rank behind")
            .worded(Wording::Has("player behind", "players behind")),
    ];

    const STRIDE: Stride = Stride::Move;

    type Knowledge = Self;

    fn knowledge(view: Self, _: &[Self::Event], _: Seat) -> Self {
        view
    }

    fn world(knowledge: &Self, _: &mut dyn FnMut(u32) -> u32) -> Self {
        knowledge.clone()
    }

    /// Pieces die in every turn.
    fn idle(&mut self, seat: Seat) -> Turn {
        self.pieces.take(self.pieces.doomed());
        self.count_turn(seat);
        Turn::Ended
    }

    fn features(&self, rows: &mut [FeatureRow; 8]) {
        let livable = self.pieces.livable();
        let doomed = self.pieces.doomed();
        for (side, row) in rows.iter_mut().enumerate().take(self.side_count()) {
            self.write_row(side, livable, doomed, row);
        }
    }

    fn key(&self) -> u64 {
        let numbers = [self.goal, self.played, self.limit];
        let small = [self.size, self.seats, self.teams as u8, self.to_act.map_or(0, Seat::number)];
        let mut mixer = self.pieces.words().fold(Mixer::new(), Mixer::wide);
        for record in self.records() {
            mixer = mixer.with(u64::from(record.value) << 32 | u64::from(record.turn));
        }
        mixer = numbers.into_iter().fold(mixer, |mixer, number| mixer.with(number.into()));
        mixer.with(u32::from_le_bytes(small).into()).finish()
    }
}

impl Protozoa {
    fn write_row(&self, side: usize, livable: [Squares; 3], doomed: Squares, row: &mut FeatureRow) {
        let seats = self.side(side);
        let is_to_act = self.to_act.is_some_and(|seat| seats.contains(seat));
        let own = seats.iter().fold(Squares::NONE, |own, seat| own | self.pieces.of(seat));
        let (standing, standing_value) = self.standing(seats, doomed);
        // Without doomed pieces the largest organism is the one that survives.
        let is_safe = (own & doomed).is_empty();
        let organism = if is_safe { standing_value } else { self.largest_organism(side).1 };
        let need = self.goal as i32 - standing_value as i32;
        let near = (NEAR - need).max(0);

        let border = standing.with_neighbours() & self.empty_squares();
        let room = livable.map(|squares| (squares & border).len());
        let growth = [Size::Pawn, Size::Drone].map(|size| {
            let stronger = livable[size.index() + 1];
            (standing & self.pieces.of_size(size) & stronger).len()
        });
        let in_hand =
            |size: Size| seats.iter().map(|seat| i32::from(self.stash(seat)[size.index()])).sum::<i32>();

        let numbers = [
            i32::from(is_to_act),
            self.records[side].value as i32,
            organism as i32,
            standing_value as i32,
            near,
            if is_to_act { near } else { 0 },
            self.pieces.value(own) as i32,
            self.pieces.value(own & doomed) as i32,
            border.len() as i32,
            room[0] as i32,
            room[1] as i32,
            room[2] as i32,
            growth.into_iter().sum::<u32>() as i32,
            in_hand(Size::Pawn),
            in_hand(Size::Queen),
            self.ahead(side),
        ];
        for (entry, number) in row.iter_mut().zip(numbers) {
            *entry = number as i16;
        }
    }

    /// Returns how many other sides have a record that ranks behind. With two sides it returns 0, because machines that weighed it played
    /// worse.
    fn ahead(&self, side: usize) -> i32 {
        if self.side_count() <= 2 {
            return 0;
        }
        let rank = self.records[side].rank();
        self.records().iter().filter(|record| record.rank() > rank).count() as i32
    }

    /// Returns the most valuable organism of a side among the pieces that are not doomed, and its value. If several are worth as
    /// much, it returns the squares of all.
    fn standing(&self, side: SeatSet, doomed: Squares) -> (Squares, u32) {
        let (mut squares, mut most) = (Squares::NONE, 0);
        for seat in side.iter() {
            let kin = self.kin(seat).without(doomed);
            let mut rest = kin;
            while let Some(start) = rest.iter().next() {
                let organism = Pieces::connected(Squares::one(start), kin);
                rest = rest.without(organism);
                let value = self.pieces.value(organism);
                if value >= most {
                    squares = if value > most { organism } else { squares | organism };
                    most = value;
                }
            }
        }
        (squares, most)
    }
}
