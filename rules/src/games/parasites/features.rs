//! Facts for the evaluations of machines.

use crate::{Feature, FeatureRow, Searchable, Seat, SeatSet, Stride, Wording, search::Mixer};

use super::{
    board::Spot,
    caste::{CHEAPEST, Caste},
    event::Event,
    ground::{FEW, MOST, Map, SMALL, SOME, USUAL, count},
    position::Parasites,
};

/// The product of squares and seats that adds one to the cost of a position.
const COSTLY: u32 = 700;

/// The plans for the squares beside the queen: none of them is the seat's own, or up to four.
const GUARD_PLANS: usize = 5;

/// The plans for attacks. Within a turn their number changes by few, so plans differ by its remainder.
const PRESSED_PLANS: usize = 3;

impl Searchable for Parasites {
    const FEATURES: &'static [Feature] = &[
        Feature::new("alive", "1 unless the seat is out").worded(Wording::Whether("", "queen is gone")),
        Feature::new("attackers", "attackers on the board"),
        Feature::new("defenders", "defenders on the board"),
        Feature::new("builders", "builders on the board"),
        Feature::new("colonies", "colonies on the board").worded(Wording::Has("colony", "colonies")),
        Feature::new("claims", "empty squares within four steps that are nearer to it than to anybody else")
            .worded(Wording::Has("free square with no enemy as near", "free squares with no enemy as near")),
        Feature::new("frontier", "empty squares that its parasites reach").worded(Wording::Can(
            "reach",
            "free square",
            "free squares",
        )),
        Feature::new("exposed", "parasites that one enemy could beat in a turn, without the queen")
            .worded(Wording::Has("parasite in danger", "parasites in danger")),
        Feature::new("hanging", "the same while others are to act"),
        Feature::new("queen-air", "empty squares beside the queen")
            .worded(Wording::Has("free square beside the queen", "free squares beside the queen")),
        Feature::new("queen-bites", "squares beside the queen where one enemy could create attackers"),
        Feature::new("queen-hits", "the largest attack of an enemy beside the queen")
            .worded(Wording::Measures("queen faces an attack of", None)),
        Feature::new(
            "queen-exposed",
            "1 if the seat is to act, and another one could beat its queen in a turn",
        )
        .worded(Wording::Whether("queen is in danger", "queen is safe in the next turn")),
        Feature::new("queen-hanging", "1 if the seat to act can beat the queen in what is left of its turn")
            .worded(Wording::Whether("queen is in danger", "queen is safe in the next turn")),
        Feature::new("to-create", "parasites that it can still create in this turn"),
        Feature::new("fallen", "for a seat that is out, how many groups of seats fell up to then"),
        Feature::new("tempo", "1 if the seat is to act"),
    ];

    const STRIDE: Stride = Stride::Move;

    type Knowledge = Self;

    fn knowledge(view: Self, _: &[Event], _: Seat) -> Self {
        view
    }

    fn world(knowledge: &Self, _: &mut dyn FnMut(u32) -> u32) -> Self {
        knowledge.clone()
    }

    fn features(&self, rows: &mut [FeatureRow; 8]) {
        match (self.board.size(), self.seats) {
            (..=SMALL, ..=2) => self.write_features::<FEW, 2>(rows),
            (..=SMALL, ..=4) => self.write_features::<FEW, 4>(rows),
            (..=USUAL, ..=4) => self.write_features::<SOME, 4>(rows),
            (..=USUAL, _) => self.write_features::<SOME, 8>(rows),
            _ => self.write_features::<MOST, 8>(rows),
        }
    }

    /// The features look at every square and at every two seats.
    fn cost(&self) -> u32 {
        1 + u32::from(self.board.size()).pow(2) * u32::from(self.seats) / COSTLY
    }

    /// A turn that saves the queen often eats less than others, so plans differ by the seat's own squares beside her. They also differ by
    /// the enemies that it has begun to attack, because creations beside an enemy look like a waste until it falls.
    fn plan(&self, seat: Seat) -> usize {
        let guards = self.queens[seat.index()].map_or(0, |queen| {
            let beside = self.board.beside(self.board.spot(queen));
            beside.into_iter().filter(|&at| self.board.get(at).belongs_to(seat)).count()
        });
        guards + GUARD_PLANS * (self.pressed(seat) % PRESSED_PLANS)
    }

    fn key(&self) -> u64 {
        let to_act = self.to_act.map_or(0, Seat::number);
        let turn = [self.board.size(), self.seats, to_act, self.development, self.passes, 0, 0, 0];
        let mut mixer = Mixer::new().with(u64::from_le_bytes(turn)).with(u64::from_le_bytes(self.fallen));
        for used in self.used {
            mixer = mixer.with(used.map_or(0, |used| used.word()));
        }
        // The board shows where the queens are.
        self.board.words().fold(mixer, Mixer::with).finish()
    }
}

impl Parasites {
    /// Writes the features of all seats. There is room for so many rows and seats.
    fn write_features<const N: usize, const S: usize>(&self, rows: &mut [FeatureRow; 8]) {
        let map = Map::<N, S>::of(&self.board, self.seats);
        let claims = map.claims();
        for seat in SeatSet::all(self.seats).iter() {
            let ground = &map.grounds[seat.index()];
            let acts = self.to_act == Some(seat);
            let threats = self.threats(&map, seat);
            let numbers = [
                (self.fallen[seat.index()] == 0).into(),
                ground.castes[Caste::Attacker as usize],
                ground.castes[Caste::Defender as usize],
                ground.castes[Caste::Builder as usize],
                ground.castes[Caste::Colony as usize],
                claims[seat.index()],
                count(ground.reach),
                threats.exposed,
                if acts { 0 } else { threats.exposed },
                self.queen_air(seat),
                threats.queen_bites,
                threats.queen_hits,
                (acts && self.is_queen_exposed(seat)).into(),
                self.to_act.is_some_and(|army| army != seat && self.blow(army, seat).is_some()).into(),
                if acts { self.to_create() } else { 0 },
                self.fallen[seat.index()].into(),
                acts.into(),
            ];
            rows[seat.index()][..numbers.len()].copy_from_slice(&numbers);
        }
    }

    /// Returns about how many parasites the seat to act can still create in this turn.
    fn to_create(&self) -> i16 {
        let points: u8 = self.used.iter().flatten().map(|used| used.points / CHEAPEST).sum();
        i16::from(points) + 2 * i16::from(self.development)
    }

    /// Returns the number of empty squares beside a seat's queen.
    fn queen_air(&self, seat: Seat) -> i16 {
        self.queens[seat.index()].map_or(0, |queen| {
            let beside = self.board.beside(self.board.spot(queen));
            beside.into_iter().filter(|&at| self.board.get(at).is_empty()).count() as i16
        })
    }

    /// Returns the number of enemies that the seat attacks already and that one attacker more would beat.
    fn pressed(&self, seat: Seat) -> usize {
        let board = &self.board;
        let is_pressed = |at: Spot, defence: u8| {
            let attack = board.attack_on(at, seat);
            attack > 0
                && (attack + 1..=attack + Caste::Attacker.attack()).contains(&defence)
                && board.beside(at).into_iter().any(|beside| board.get(beside).is_empty())
        };
        let enemies = board.parasites().filter(|(_, parasite)| parasite.owner != seat);
        enemies
            .filter(|(at, parasite)| parasite.caste.defence().is_some_and(|defence| is_pressed(*at, defence)))
            .count()
    }

    /// Returns whether another seat could beat a seat's queen in a turn of its own.
    fn is_queen_exposed(&self, seat: Seat) -> bool {
        SeatSet::all(self.seats).iter().any(|army| army != seat && self.blow(army, seat).is_some())
    }

    /// Returns what a seat's parasites have to fear from the next turn of any other seat.
    fn threats<const N: usize, const S: usize>(&self, map: &Map<'_, N, S>, seat: Seat) -> Threats {
        let own = &map.grounds[seat.index()].own;
        let mut exposed = [0; N];
        let mut threats = Threats::default();
        for army in SeatSet::all(self.seats).without(SeatSet::one(seat)).iter() {
            let near = &map.grounds[army.index()].near;
            for at in map.inside() {
                let mut bits = own[at] & near[at] & !exposed[at];
                while bits != 0 {
                    let bit = bits & bits.wrapping_neg();
                    bits ^= bit;
                    let danger = map.danger(army, at, bit);
                    if danger.caste == Caste::Queen {
                        threats.queen_bites = threats.queen_bites.max(danger.bites);
                        threats.queen_hits = threats.queen_hits.max(danger.hits);
                    } else if danger.is_deadly {
                        exposed[at] |= bit;
                    }
                }
            }
        }
        threats.exposed = count(exposed);
        threats
    }
}

/// The captures that a seat's parasites have to fear.
#[derive(Clone, Copy, Default)]
struct Threats {
    /// The parasites that one enemy could beat in a turn, without the queen.
    exposed: i16,
    queen_bites: i16,
    queen_hits: i16,
}
