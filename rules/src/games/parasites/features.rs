//! Facts for the evaluations of machines. The squares are bits here, one word a row.

use crate::{Feature, FeatureRow, Searchable, Seat, SeatSet, Stride, grid::MAX_SIDE, search::Mixer};

use super::{
    board::Board,
    caste::{CHEAPEST, Caste, FARTHEST},
    event::Event,
    position::Parasites,
};

/// The number of steps up to which parasites claim empty squares.
const CLAIMED: usize = 4;

/// The empty rows and columns around the bits of a board, so that no scope and no step leaves a word or the rows.
const MARGIN: usize = FARTHEST as usize;

/// The rows of a board as bits, with margins and perhaps more rows above. Small boards take few rows, because clearing them takes
/// most of the time.
type Rows<const N: usize> = [u64; N];
const FEW: usize = 10 + 2 * MARGIN;
const MOST: usize = MAX_SIDE as usize + 2 * MARGIN;

/// The number of squares that adds one to the cost of a position.
const USUAL_SQUARES: u32 = 300;

const fn feature(name: &'static str, about: &'static str) -> Feature {
    Feature { name, about }
}

impl Searchable for Parasites {
    const FEATURES: &'static [Feature] = &[
        feature("alive", "1 unless the seat is out"),
        feature("attackers", "attackers on the board"),
        feature("defenders", "defenders on the board"),
        feature("builders", "builders on the board"),
        feature("colonies", "colonies on the board"),
        feature("claims", "empty squares within four steps that are nearer to it than to anybody else"),
        feature("frontier", "empty squares that its parasites reach"),
        feature("exposed", "parasites that one enemy could beat in a turn, without the queen"),
        feature("hanging", "the same while others are to act"),
        feature("queen-air", "empty squares beside the queen"),
        feature("queen-bites", "squares beside the queen where one enemy could create attackers"),
        feature("queen-hits", "the largest attack of an enemy beside the queen"),
        feature("queen-exposed", "1 if one enemy could beat the queen in a turn"),
        feature("queen-hanging", "the same while others are to act"),
        feature("to-create", "parasites that it can still create in this turn"),
        feature("fallen", "for a seat that is out, how many groups of seats fell up to then"),
        feature("tempo", "1 if the seat is to act"),
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
        match (usize::from(self.board.size()) + 2 * MARGIN, self.seats) {
            (..=FEW, ..=2) => self.write_features::<FEW, 2>(rows),
            (..=FEW, _) => self.write_features::<FEW, 4>(rows),
            _ => self.write_features::<MOST, { Seat::MAX as usize }>(rows),
        }
    }

    /// The features look at every square.
    fn cost(&self) -> u32 {
        1 + u32::from(self.board.size()).pow(2) / USUAL_SQUARES
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
    /// Writes the features of all seats, with room for so many rows and seats.
    fn write_features<const N: usize, const S: usize>(&self, rows: &mut [FeatureRow; 8]) {
        let map = Map::<N, S>::of(&self.board, self.seats);
        let claims = map.claims();
        for seat in SeatSet::all(self.seats).iter() {
            let row = &mut rows[seat.index()];
            row[..Self::FEATURES.len()].fill(0);
            let ground = &map.grounds[seat.index()];
            row[0] = (self.fallen[seat.index()] == 0).into();
            for caste in [Caste::Attacker, Caste::Defender, Caste::Builder, Caste::Colony] {
                row[caste as usize] = ground.castes[caste as usize];
            }
            row[5] = claims[seat.index()];
            row[6] = count(ground.reach);
            row[14] = if self.to_act == Some(seat) { self.to_create() } else { 0 };
            row[15] = self.fallen[seat.index()].into();
            row[16] = (self.to_act == Some(seat)).into();
            self.write_dangers(&map, seat, row);
        }
    }

    /// Returns about how many parasites the seat to act can still create in this turn.
    fn to_create(&self) -> i16 {
        let points: u8 = self.used.iter().flatten().map(|used| used.points / CHEAPEST).sum();
        i16::from(points) + 2 * i16::from(self.development)
    }

    /// Writes what the others could beat in their next turn.
    fn write_dangers<const N: usize, const S: usize>(
        &self,
        map: &Map<'_, N, S>,
        seat: Seat,
        row: &mut FeatureRow,
    ) {
        let own = &map.grounds[seat.index()].own;
        let mut exposed = [0; N];
        for army in SeatSet::all(self.seats).without(SeatSet::one(seat)).iter() {
            let near = &map.grounds[army.index()].near;
            for at in map.inside() {
                let mut bits = own[at] & near[at] & !exposed[at];
                while bits != 0 {
                    let bit = bits & bits.wrapping_neg();
                    bits ^= bit;
                    let danger = map.danger(army, at, bit);
                    match danger.caste {
                        Caste::Queen => {
                            row[10] = row[10].max(danger.bites);
                            row[11] = row[11].max(danger.hits);
                            row[12] = row[12].max(danger.is_deadly.into());
                        }
                        _ if danger.is_deadly => exposed[at] |= bit,
                        _ => {}
                    }
                }
            }
        }
        row[7] = count(exposed);
        if let Some(queen) = self.queens[seat.index()] {
            let beside = self.board.beside(self.board.spot(queen));
            row[9] = beside.into_iter().filter(|&at| self.board.get(at).is_empty()).count() as i16;
        }
        if self.to_act != Some(seat) {
            (row[8], row[13]) = (row[7], row[12]);
        }
    }
}

fn count<const N: usize>(rows: Rows<N>) -> i16 {
    rows.into_iter().map(|row| row.count_ones() as i16).sum()
}

/// The squares of one seat.
#[derive(Clone, Copy)]
struct Ground<const N: usize> {
    castes: [i16; Caste::ALL.len()],
    own: Rows<N>,
    /// The empty squares in its scopes.
    reach: Rows<N>,
    /// The empty squares where it can create attackers, which attackers themselves cannot.
    bites: Rows<N>,
    /// The squares beside its parasites and beside those where it can create attackers.
    near: Rows<N>,
}

/// What one army could do to a parasite.
struct Danger {
    caste: Caste,
    /// The squares beside the parasite where the army could create attackers.
    bites: i16,
    /// The attack that the army has beside the parasite.
    hits: i16,
    is_deadly: bool,
}

/// The squares of all seats.
struct Map<'a, const N: usize, const S: usize> {
    board: &'a Board,
    seats: usize,
    empty: Rows<N>,
    grounds: [Ground<N>; S],
}

/// The rows of every caste's scope, as bits from the leftmost square on.
const SCOPES: [[u64; 2 * MARGIN + 1]; Caste::ALL.len()] = {
    let mut scopes = [[0; 2 * MARGIN + 1]; Caste::ALL.len()];
    let mut caste = 0;
    while caste < Caste::ALL.len() {
        let steps = Caste::ALL[caste].scope();
        let mut n = 0;
        while n < steps.len() {
            let (cols, rows) = (steps[n].0 + MARGIN as i8, steps[n].1 + MARGIN as i8);
            scopes[caste][rows as usize] |= 1 << cols;
            n += 1;
        }
        caste += 1;
    }
    scopes
};

impl<const N: usize, const S: usize> Map<'_, N, S> {
    fn of(board: &Board, seats: u8) -> Map<'_, N, S> {
        let none = Ground { castes: [0; _], own: [0; _], reach: [0; _], bites: [0; _], near: [0; _] };
        let seats = usize::from(seats).min(S);
        let mut map = Map { board, seats, empty: [0; _], grounds: [none; _] };
        for (at, cells) in (MARGIN..).zip(board.rows()) {
            for (col, cell) in cells.iter().enumerate() {
                let bit = 1 << (col + MARGIN);
                let Some(parasite) = cell.parasite() else {
                    map.empty[at] |= bit;
                    continue;
                };
                let ground = &mut map.grounds[parasite.owner.index()];
                ground.castes[parasite.caste as usize] += 1;
                ground.own[at] |= bit;
                let reach =
                    if parasite.caste == Caste::Attacker { &mut ground.reach } else { &mut ground.bites };
                for (row, scope) in reach[at - MARGIN..].iter_mut().zip(SCOPES[parasite.caste as usize]) {
                    *row |= scope << col;
                }
            }
        }
        let inside = map.inside();
        for ground in &mut map.grounds[..seats] {
            let mut from = [0; N];
            for (at, from) in from.iter_mut().enumerate() {
                ground.bites[at] &= map.empty[at];
                ground.reach[at] = (ground.reach[at] | ground.bites[at]) & map.empty[at];
                *from = ground.own[at] | ground.bites[at];
            }
            for at in inside.clone() {
                ground.near[at] = beside(&from, at);
            }
        }
        map
    }

    /// Returns the indices of the board's rows.
    fn inside(&self) -> std::ops::Range<usize> {
        MARGIN..MARGIN + usize::from(self.board.size())
    }

    /// Returns what `army` could do to the parasite at a bit of a row in one turn.
    fn danger(&self, army: Seat, at: usize, bit: u64) -> Danger {
        let ground = &self.grounds[army.index()];
        let square = crate::grid::Square::new(bit.trailing_zeros() as u8 - MARGIN as u8, (at - MARGIN) as u8);
        let spot = self.board.spot(square);
        let sides = |rows: &Rows<N>| {
            let row = rows[at] & (bit << 1 | bit >> 1);
            (row.count_ones() + u32::from(rows[at - 1] & bit != 0) + u32::from(rows[at + 1] & bit != 0))
                as i16
        };
        let caste = self.board.parasite(spot).map_or(Caste::Colony, |parasite| parasite.caste);
        let bites = sides(&ground.bites);
        let hits = i16::from(self.board.attack_on(spot, army));
        let attack = i16::from(Caste::Attacker.attack());
        let is_deadly = caste.defence().is_some_and(|defence| {
            // A newcomer must come beside it, if only a weak one.
            let newcomer = if bites > 0 { bites * attack } else { 2 * sides(&ground.reach).min(1) };
            newcomer > 0 && hits + newcomer >= i16::from(defence)
        });
        Danger { caste, bites, hits, is_deadly }
    }

    /// Returns, for each seat, the number of empty squares that are nearer to it than to all others.
    fn claims(&self) -> [i16; S] {
        let mut free = self.empty;
        let mut fronts = [[0; N]; S];
        let mut claimed = [[0; N]; S];
        for (front, ground) in fronts.iter_mut().zip(&self.grounds).take(self.seats) {
            *front = ground.own;
        }
        for _ in 0..CLAIMED {
            let mut once = [0; N];
            let mut twice = [0; N];
            for front in &mut fronts[..self.seats] {
                let mut below = 0;
                for at in self.inside() {
                    let here = front[at];
                    let row = (here << 1 | here >> 1 | below | front[at + 1]) & free[at];
                    below = here;
                    front[at] = row;
                    twice[at] |= once[at] & row;
                    once[at] |= row;
                }
            }
            for (front, claimed) in fronts.iter().zip(&mut claimed).take(self.seats) {
                for at in self.inside() {
                    claimed[at] |= front[at] & !twice[at];
                }
            }
            for at in self.inside() {
                free[at] &= !once[at];
            }
        }
        claimed.map(count)
    }
}

/// Returns the squares of a row that share a side with any of the given ones.
fn beside<const N: usize>(rows: &Rows<N>, at: usize) -> u64 {
    rows[at] << 1 | rows[at] >> 1 | rows[at - 1] | rows[at + 1]
}
