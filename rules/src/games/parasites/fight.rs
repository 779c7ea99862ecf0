//! Fights: what a new parasite beats, wave after wave (section 6 of the rules).

use crate::{Seat, SeatSet, grid::Square};

use super::{
    board::{Board, Cell, Spot},
    caste::Caste,
    event::Event,
    position::Parasites,
};

impl Parasites {
    /// Whether an enemy is beside a square, so that a newcomer there may win something.
    pub(super) fn meets_enemies(&self, army: Seat, at: Square) -> bool {
        self.board.beside(self.board.spot(at)).into_iter().any(|at| self.board.get(at).is_target_of(army))
    }

    /// Carries out all waves of the fight after `army` has put a new parasite on a square. Returns whether anything was won.
    ///
    /// Within a wave the order does not matter (R17). If nothing is won, nothing is allocated.
    pub(super) fn fight(&mut self, army: Seat, newcomer: Spot, report: &mut dyn FnMut(Event)) -> bool {
        let mut beaten = Vec::new();
        self.board.judge(army, newcomer, &mut beaten);
        let won = !beaten.is_empty();
        let mut wave = 0_u16;
        while !beaten.is_empty() {
            wave += 1;
            let newcomers = self.conquer(army, beaten, wave, report);
            // All squares won in a wave count as newcomers in the next one.
            beaten = Vec::new();
            for newcomer in newcomers {
                self.board.judge(army, newcomer, &mut beaten);
            }
        }
        won
    }

    /// Carries out steps 4 and 5: the beaten parasites become colonies of `army`, and seats that lost a queen are eliminated.
    /// Returns the squares won.
    fn conquer(
        &mut self,
        army: Seat,
        mut beaten: Vec<Spot>,
        wave: u16,
        report: &mut dyn FnMut(Event),
    ) -> Vec<Spot> {
        beaten.sort_unstable();
        let in_effect: Vec<_> =
            beaten.iter().filter_map(|&at| Some((at, self.board.parasite(at)?))).collect();
        let owners: SeatSet = in_effect.iter().map(|(_, parasite)| parasite.owner).collect();
        for owner in owners.iter() {
            let of_owner = in_effect.iter().filter(|(_, parasite)| parasite.owner == owner);
            let parasites = of_owner.map(|&(at, parasite)| (self.board.square(at), parasite.caste)).collect();
            report(Event::Eaten { seat: army, owner, wave, parasites });
        }
        for &at in &beaten {
            self.board.set(at, Cell::new(army, Caste::Colony));
        }
        let queens = in_effect.iter().filter(|(_, parasite)| parasite.caste == Caste::Queen);
        let fallen: SeatSet = queens.map(|(_, parasite)| parasite.owner).collect();
        let group = self.groups_fallen() + 1;
        for owner in fallen.iter() {
            self.queens[owner.index()] = None;
            self.fallen[owner.index()] = group;
            let won = self.take_over(army, owner, &mut beaten);
            report(Event::Fallen { seat: owner, army, parasites: won });
        }
        beaten
    }

    /// Hands everything that `owner` still has to `army`, with the castes unchanged.
    fn take_over(&mut self, army: Seat, owner: Seat, newcomers: &mut Vec<Spot>) -> Vec<(Square, Caste)> {
        let first = newcomers.len();
        newcomers.extend(self.board.of(owner));
        let mut won = Vec::new();
        for &at in &newcomers[first..] {
            if let Some(parasite) = self.board.parasite(at) {
                self.board.set(at, Cell::new(army, parasite.caste));
                won.push((self.board.square(at), parasite.caste));
            }
        }
        won
    }
}

impl Board {
    /// Carries out step 2 for one newcomer: adds the enemies beside it that are beaten, each once, and marks them.
    fn judge(&mut self, army: Seat, newcomer: Spot, beaten: &mut Vec<Spot>) {
        for at in self.beside(newcomer) {
            // The army's own parasites are no targets, so a player cannot lose a queen in their own turn (R24).
            if !self.get(at).is_target_of(army) {
                continue;
            }
            let Some(enemy) = self.parasite(at) else { continue };
            match enemy.caste.defence() {
                Some(defence) if self.attack_on(at, army) >= defence => {
                    self.beat(at);
                    beaten.push(at);
                }
                Some(_) => {}
                None => self.judge_group(army, enemy.owner, at, beaten),
            }
        }
    }

    /// Adds the whole group of a colony if the group is surrounded, and marks it.
    fn judge_group(&mut self, army: Seat, owner: Seat, colony: Spot, beaten: &mut Vec<Spot>) {
        if !self.is_hemmed_in(colony, owner, army) {
            return;
        }
        let first = beaten.len();
        self.beat(colony);
        beaten.push(colony);
        let mut next = first;
        while let Some(&at) = beaten.get(next) {
            next += 1;
            for touching in self.around(at) {
                if !self.is_colony(touching, owner) || self.is_beaten(touching) {
                    continue;
                }
                // One open colony saves the whole group, so everything added so far is taken off again.
                if !self.is_hemmed_in(touching, owner, army) {
                    beaten.drain(first..).for_each(|spared| self.spare(spared));
                    return;
                }
                self.beat(touching);
                beaten.push(touching);
            }
        }
    }
}
