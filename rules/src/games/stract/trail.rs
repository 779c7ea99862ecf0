//! Follows the pieces of a team through the events that a viewer has seen, and concludes what each of them can be.

use crate::grid::Square;

use super::{
    event::Event,
    piece::{Element, Heap, Sight, Team},
};

/// A set of elements that a piece can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kinds(u8);

impl Kinds {
    const NONE: Kinds = Kinds(0);
    pub(super) const ALL: Kinds = Kinds(0b111);

    const fn one(element: Element) -> Kinds {
        Kinds(1 << element.index())
    }

    /// Returns the elements that a piece with this look can have.
    fn of(piece: Sight) -> Kinds {
        piece.element.map_or(Kinds::ALL, Kinds::one)
    }

    /// Returns the elements that can move like this.
    pub(super) fn moving(from: Square, to: Square) -> Kinds {
        match (from.col.abs_diff(to.col), from.row.abs_diff(to.row)) {
            (2, 0) | (0, 2) => Kinds::one(Element::Fire),
            (1, 1) => Kinds::one(Element::Water),
            _ => Kinds::ALL,
        }
    }

    pub(super) const fn has(self, element: Element) -> bool {
        self.0 & 1 << element.index() != 0
    }

    /// Returns the elements of both sets, or `other` if the sets contradict each other.
    fn and(self, other: Kinds) -> Kinds {
        let both = Kinds(self.0 & other.0);
        if both == Kinds::NONE { other } else { both }
    }

    /// Returns the elements of this set for which `keep` is true.
    fn filter(self, keep: impl Fn(Element) -> bool) -> Kinds {
        let kept = Element::ALL.into_iter().filter(|&element| self.has(element) && keep(element));
        Kinds(kept.fold(0, |set, element| set | Kinds::one(element).0))
    }

    fn any(self, is: impl Fn(Element) -> bool) -> bool {
        self.filter(is) != Kinds::NONE
    }

    /// Returns the only element of the set.
    pub(super) fn only(self) -> Option<Element> {
        Element::ALL.into_iter().find(|&element| self == Kinds::one(element))
    }
}

/// A piece of the other team, followed through the events.
#[derive(Clone, Copy, Debug)]
pub(super) struct Followed {
    pub(super) at: Square,
    /// The tile on which it began the turn. A fresh piece has none.
    start: Option<Square>,
    pub(super) kinds: Kinds,
    known: bool,
    /// The number of its moves that every element can make.
    pub(super) steps: u8,
}

/// The elements that one team's pieces can have after all events. It knows the elements of each piece one by one: that a survivor was fire because
/// the other piece was earth, and not both, is more than it remembers.
pub(super) struct Trail {
    team: Team,
    pub(super) pieces: Vec<Followed>,
    /// The destroyed pieces whose element nobody else has learned.
    pub(super) lost: Vec<Kinds>,
}

impl Trail {
    pub(super) fn new(team: Team, seen: &[Event]) -> Trail {
        let mut trail = Trail { team, pieces: Vec::new(), lost: Vec::new() };
        seen.iter().for_each(|event| trail.follow(event));
        trail
    }

    fn add(&mut self, at: Square, start: Option<Square>, piece: Sight) {
        self.pieces.push(Followed { at, start, kinds: Kinds::of(piece), known: piece.known, steps: 0 });
    }

    /// Returns the index of the piece that began the turn on a tile and is still there. A piece whose arrival the events do not
    /// show is added.
    fn standing(&mut self, from: Square, piece: Sight) -> usize {
        let found = self.pieces.iter().position(|other| other.at == from && other.start == Some(from));
        found.unwrap_or_else(|| {
            self.add(from, Some(from), piece);
            self.pieces.len() - 1
        })
    }

    fn follow(&mut self, event: &Event) {
        match *event {
            Event::TurnBegan { .. } => {
                self.pieces.iter_mut().for_each(|piece| piece.start = Some(piece.at));
            }
            Event::Spawned { piece, at } if piece.team == self.team => self.add(at, None, piece),
            Event::Moved { piece, from, to } if piece.team == self.team => {
                let n = self.standing(from, piece);
                let moved = &mut self.pieces[n];
                moved.at = to;
                let movers = Kinds::moving(from, to);
                moved.kinds = moved.kinds.and(movers);
                moved.steps = moved.steps.saturating_add((movers == Kinds::ALL).into());
            }
            Event::Switched { piece, from, to } => self.switch(piece, from, to),
            Event::Clashed { at, ref heap, survivor, .. } => self.clash(at, heap, survivor),
            Event::Scored { piece, at } if piece.team == self.team => {
                self.pieces.retain(|other| other.at != at);
            }
            _ => {}
        }
    }

    fn switch(&mut self, piece: Sight, from: Square, to: Square) {
        let earth = (piece.team == self.team).then(|| self.standing(from, piece));
        for (n, other) in self.pieces.iter_mut().enumerate() {
            if earth == Some(n) {
                other.at = to;
                other.kinds = Kinds::one(Element::Earth);
            } else if other.at == to {
                other.at = from;
            }
        }
    }

    fn clash(&mut self, at: Square, heap: &Heap, survivor: Option<Sight>) {
        let met: Vec<Followed> = self.pieces.extract_if(.., |piece| piece.at == at).collect();
        let hostile = heap.count(self.team.other()) > 0;
        let survivor = survivor.filter(|piece| piece.team == self.team);
        match *met.as_slice() {
            [one, other] if !hostile => self.settle(one, other, survivor),
            _ => {
                if let Some(piece) = survivor {
                    self.add(at, None, piece);
                }
                if !hostile {
                    self.lost.extend(met.iter().filter(|piece| !piece.known).map(|piece| piece.kinds));
                }
            }
        }
    }

    /// Draws the conclusions from a clash between two pieces of the team.
    fn settle(&mut self, one: Followed, other: Followed, survivor: Option<Sight>) {
        let (a, b) = (one.kinds, other.kinds);
        let Some(survivor) = survivor else {
            let alike = a.and(b);
            let hidden = [one, other].into_iter().filter(|piece| !piece.known);
            self.lost.extend(hidden.map(|_| alike));
            return;
        };
        let winners = |of: Kinds, over: Kinds| of.filter(|x| over.any(|y| x.beats(y)));
        let losers = |of: Kinds, to: Kinds| of.filter(|x| to.any(|y| y.beats(x)));
        let won = Kinds(winners(a, b).0 | winners(b, a).0).and(Kinds::of(survivor));
        let known = survivor.known;
        self.pieces.push(Followed { at: one.at, start: None, kinds: won, known, steps: 0 });
        if [one, other].iter().filter(|piece| !piece.known).count() > usize::from(!survivor.known) {
            self.lost.push(Kinds(losers(a, b).0 | losers(b, a).0));
        }
    }
}
