//! The seats and sides of a game, which stay the same during a search.

use std::cmp::Ordering;

use rules::{Game, Seat, SeatSet};

/// The share of a seat that has beaten everybody. Shares are whole numbers from 0 to this.
pub(crate) const ONE: u16 = 1 << 15;

/// The share that every side can expect, in the order of the sides.
pub(crate) type Shares = [u16; 8];

/// The sides of a game, and the seats that have left it.
#[derive(Clone, Debug)]
pub(crate) struct Party {
    sides: Vec<SeatSet>,
    /// The index of each seat's side.
    side_of: [u8; 8],
    left: SeatSet,
    /// The indices of the sides that have not left.
    playing: Vec<usize>,
}

impl Party {
    pub(crate) fn new<G: Game>(game: &G, left: SeatSet) -> Party {
        let sides = game.sides();
        let mut side_of = [0; 8];
        for (index, side) in sides.iter().enumerate() {
            side.iter().for_each(|seat| side_of[seat.index()] = index as u8);
        }
        let playing = (0..sides.len()).filter(|&side| !sides[side].without(left).is_empty()).collect();
        Party { sides, side_of, left, playing }
    }

    pub(crate) fn side_count(&self) -> usize {
        self.sides.len()
    }

    /// Returns the seats of each side, in the order of [`Game::sides`].
    pub(crate) fn sides(&self) -> &[SeatSet] {
        &self.sides
    }

    /// Returns the index of a seat's side in [`Game::sides`].
    pub(crate) fn side_of(&self, seat: Seat) -> usize {
        self.side_of[seat.index()].into()
    }

    /// Returns the indices of the sides that have not left.
    pub(crate) fn playing(&self) -> &[usize] {
        &self.playing
    }

    /// Whether the game has two sides of one seat each.
    pub(crate) fn is_duel(&self) -> bool {
        self.sides.len() == 2 && self.sides.iter().all(|side| side.len() == 1)
    }

    /// Returns the seats that the game waits for. The set is empty exactly when the game is over.
    pub(crate) fn to_act<G: Game>(&self, game: &G) -> SeatSet {
        if self.is_deserted(game) { SeatSet::EMPTY } else { game.to_act().without(self.left) }
    }

    /// Skips the turns of seats that have left, as [`rules::Table`] does after every entry.
    pub(crate) fn settle<G: Game>(&self, game: &mut G) {
        if self.left.is_empty() {
            return;
        }
        while !self.is_deserted(game) {
            let absent = game.to_act().iter().find(|&seat| self.left.contains(seat));
            let Some(seat) = absent else { break };
            let before = game.clone();
            game.skip(seat, &mut |_| {});
            if *game == before {
                break;
            }
        }
    }

    /// Whether only one side is left because the others went away or were eliminated.
    fn is_deserted<G: Game>(&self, game: &G) -> bool {
        if self.playing.len() == self.sides.len() {
            return false;
        }
        let out = game.eliminated().into_iter().fold(SeatSet::EMPTY, SeatSet::union);
        self.playing.iter().filter(|&&side| !self.sides[side].without(out).is_empty()).count() <= 1
    }

    /// Returns what every side has got at the end of a game.
    pub(crate) fn result<G: Game>(&self, game: &G) -> Shares {
        let ranking = game.outcome().map(|outcome| outcome.ranking);
        let out = game.eliminated();
        let place = |side: usize| {
            let seat = self.sides[side].first()?;
            match &ranking {
                Some(ranking) => ranking.place(seat),
                // The game ended at the table. Everybody who stayed shares the first place, before eliminated seats.
                None => Some(out.iter().position(|group| group.contains(seat)).map_or(0, |group| group + 1)),
            }
        };
        self.compare(|side, other| match place(side).cmp(&place(other)) {
            Ordering::Less => ONE,
            Ordering::Equal => ONE / 2,
            Ordering::Greater => 0,
        })
    }

    /// Returns the share of every side that has not left: the mean of what it gets against each other one.
    pub(crate) fn compare(&self, share: impl Fn(usize, usize) -> u16) -> Shares {
        let mut shares = [0; 8];
        if let [first, second] = *self.playing {
            shares[first] = share(first, second);
            shares[second] = ONE - shares[first];
            return shares;
        }
        for &side in &self.playing {
            let others = self.playing.iter().filter(|&&other| other != side);
            let sum: u32 = others.map(|&other| u32::from(share(side, other))).sum();
            let count = self.playing.len() as u32 - 1;
            shares[side] = sum.checked_div(count).unwrap_or(ONE.into()) as u16;
        }
        shares
    }
}
