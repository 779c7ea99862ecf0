//! What a seat knows about the pieces that it may not see, and positions that fit.

use crate::{Seat, grid::Square};

use super::{
    event::Event,
    moves::Move,
    piece::{Element, Heap, Piece, Sight, Team},
    position::{MOST_OF_A_KIND, Stract},
    queue::Orders,
    resolve::Tiles,
    view::{Pool, View},
};

/// A set of elements that a piece can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kinds(u8);

impl Kinds {
    const NONE: Kinds = Kinds(0);
    const ALL: Kinds = Kinds(0b111);

    const fn one(element: Element) -> Kinds {
        Kinds(1 << element.index())
    }

    /// Returns the elements that a piece with this look can have.
    fn of(piece: Sight) -> Kinds {
        piece.element.map_or(Kinds::ALL, Kinds::one)
    }

    /// Returns the elements that can move like this.
    fn moving(from: Square, to: Square) -> Kinds {
        match (from.col.abs_diff(to.col), from.row.abs_diff(to.row)) {
            (2, 0) | (0, 2) => Kinds::one(Element::Fire),
            (1, 1) => Kinds::one(Element::Water),
            _ => Kinds::ALL,
        }
    }

    const fn has(self, element: Element) -> bool {
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
    fn only(self) -> Option<Element> {
        Element::ALL.into_iter().find(|&element| self == Kinds::one(element))
    }
}

/// A piece of the other team, followed through the events.
#[derive(Clone, Copy, Debug)]
struct Followed {
    at: Square,
    /// The tile on which it began the turn. A fresh piece has none.
    start: Option<Square>,
    kinds: Kinds,
    known: bool,
}

/// What the events say about one team's pieces.
struct Trail {
    team: Team,
    pieces: Vec<Followed>,
    /// The destroyed pieces whose element nobody else has learned.
    lost: Vec<Kinds>,
}

impl Trail {
    fn new(team: Team, seen: &[Event]) -> Trail {
        let mut trail = Trail { team, pieces: Vec::new(), lost: Vec::new() };
        seen.iter().for_each(|event| trail.follow(event));
        trail
    }

    fn add(&mut self, at: Square, start: Option<Square>, piece: Sight) {
        self.pieces.push(Followed { at, start, kinds: Kinds::of(piece), known: piece.known });
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
                moved.kinds = moved.kinds.and(Kinds::moving(from, to));
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
        self.pieces.push(Followed { at: one.at, start: None, kinds: won, known: survivor.known });
        if [one, other].iter().filter(|piece| !piece.known).count() > usize::from(!survivor.known) {
            self.lost.push(Kinds(losers(a, b).0 | losers(b, a).0));
        }
    }
}

/// The pieces of one team whose elements a viewer has to guess.
#[derive(Clone, Debug)]
struct Unknown {
    team: Team,
    /// The hidden pieces on the board.
    board: Vec<(Square, Kinds)>,
    /// The hidden pieces among the destroyed ones.
    lost: Vec<Kinds>,
    /// The number of pieces in the pool.
    pool: u8,
    /// The pieces that can be any of these, by element. There can be more of them than there are places.
    bag: [u8; 3],
}

/// What a seat knows: its view, the order in which its team's orders arrived, and the elements that each hidden piece can still
/// have.
#[derive(Clone, Debug)]
pub struct Knowledge {
    view: View,
    /// The known orders in order of arrival. Other orders are taken for passes.
    orders: Vec<(Seat, Move)>,
    unknown: Vec<Unknown>,
}

impl Knowledge {
    /// Returns what the events say beyond the view.
    pub(super) fn new(view: View, seen: &[Event]) -> Knowledge {
        let hidden = |team: &Team| matches!(view.pool(*team), Pool::Total(_));
        let unknown =
            Team::BOTH.into_iter().filter(hidden).map(|team| Unknown::new(team, &view, seen)).collect();
        Knowledge { orders: arrivals(&view, seen), unknown, view }
    }

    /// Returns a position that fits. `draw(n)` is a number below `n`.
    pub(super) fn world(&self, draw: &mut dyn FnMut(u32) -> u32) -> Stract {
        let view = &self.view;
        let losses = Team::BOTH.map(|team| view.losses(team).known);
        let mut game = Stract {
            columns: view.columns(),
            rows: view.rows(),
            seats: view.seats(),
            done: view.done(),
            turns: view.turns(),
            points: Team::BOTH.map(|team| view.points(team)),
            pools: [[0; 3]; 2],
            alive: [0; 2],
            lost: losses,
            unseen: [[0; 3]; 2],
            tiles: Tiles::EMPTY,
            orders: Orders::NONE,
            last: None,
        };
        for (at, sight) in view.pieces() {
            if let Some(element) = sight.element {
                game.tiles[at] = Some(Piece::new(sight.team, element, sight.known));
            }
            game.alive[sight.team.index()] += 1;
        }
        for team in Team::BOTH {
            if let Pool::Open(pool) = view.pool(team) {
                game.pools[team.index()] = pool;
            }
            game.alive[team.index()] += view.pool(team).total();
        }
        for unknown in &self.unknown {
            unknown.fill(&mut game, draw);
        }
        for &(seat, order) in &self.orders {
            game.orders.put(seat, order);
        }
        game
    }
}

/// Returns the known orders of the open turn in order of arrival, as far as the events show it. Every other seat that has ordered
/// passes.
fn arrivals(view: &View, seen: &[Event]) -> Vec<(Seat, Move)> {
    let mut orders: Vec<(Seat, Move)> =
        view.orders().map(|(seat, order)| (seat, order.unwrap_or(Move::Pass))).collect();
    let last = |seat: Seat, standing: Move| {
        seen.iter().rposition(
            |event| matches!(*event, Event::Ordered { seat: by, order: Some(order), .. } if by == seat && order == standing),
        )
    };
    orders.sort_by_key(|&(seat, order)| last(seat, order));
    orders
}

impl Unknown {
    fn new(team: Team, view: &View, seen: &[Event]) -> Unknown {
        let trail = Trail::new(team, seen);
        let hidden = view.pieces().filter(|(_, piece)| piece.team == team && piece.element.is_none());
        let board: Vec<(Square, Kinds)> = hidden
            .map(|(at, _)| {
                let followed = trail.pieces.iter().find(|piece| piece.at == at);
                (at, followed.map_or(Kinds::ALL, |piece| piece.kinds))
            })
            .collect();
        let mut lost = trail.lost;
        lost.resize(view.losses(team).unknown.into(), Kinds::ALL);
        let pool = view.pool(team).total();
        let mut unknown = Unknown { team, board, lost, pool, bag: [0; 3] };
        unknown.bag = unknown.fair_bag(view).unwrap_or_else(|| unknown.large_bag(view));
        unknown
    }

    /// Returns the elements of all places.
    fn places(&self) -> impl Iterator<Item = Kinds> {
        self.board.iter().map(|&(_, kinds)| kinds).chain(self.lost.iter().copied())
    }

    /// Returns the team's unknown pieces if both teams began with the same ones, as in every game from the start.
    fn fair_bag(&self, view: &View) -> Option<[u8; 3]> {
        let other = self.team.other();
        let Pool::Open(mut bag) = view.pool(other) else { return None };
        let of = |team: Team| {
            view.pieces().filter(move |(_, piece)| piece.team == team).filter_map(|(_, piece)| piece.element)
        };
        for element in Element::ALL {
            let n = element.index();
            let own = of(other).filter(|&piece| piece == element).count() as u8;
            let known = of(self.team).filter(|&piece| piece == element).count() as u8;
            let began = bag[n].checked_add(own)?.checked_add(view.losses(other).known[n])?;
            bag[n] = began.checked_sub(known)?.checked_sub(view.losses(self.team).known[n])?;
            let shown = self.places().filter(|kinds| kinds.only() == Some(element)).count();
            if shown > usize::from(bag[n]) {
                return None;
            }
        }
        let places = self.board.len() + self.lost.len() + usize::from(self.pool);
        (bag.iter().copied().map(usize::from).sum::<usize>() == places).then_some(bag)
    }

    /// Returns as many pieces as a team can have. A position that was read does not say what its teams began with.
    fn large_bag(&self, view: &View) -> [u8; 3] {
        Element::ALL.map(|element| {
            let known =
                view.pieces().filter(|(_, piece)| piece.team == self.team && piece.element == Some(element));
            (MOST_OF_A_KIND as u8).saturating_sub(known.count() as u8)
        })
    }

    /// Draws an element for each place and puts the pieces into the position.
    fn fill(&self, game: &mut Stract, draw: &mut dyn FnMut(u32) -> u32) {
        let n = self.team.index();
        let (drawn, mut bag) = self.draw_places(draw);
        let (board, lost) = drawn.split_at(self.board.len());
        for (&(at, _), &element) in self.board.iter().zip(board) {
            game.tiles[at] = Some(Piece::new(self.team, element, false));
        }
        for &element in lost {
            game.lost[n][element.index()] += 1;
            game.unseen[n][element.index()] += 1;
        }
        for _ in 0..self.pool {
            let element = take(&mut bag, Kinds::ALL, draw);
            game.pools[n][element.index()] += 1;
        }
    }

    /// Draws an element for each place on the board and among the lost. All ways to hand out the pieces of the bag are equally
    /// likely. Returns the elements and the rest of the bag.
    fn draw_places(&self, draw: &mut dyn FnMut(u32) -> u32) -> (Vec<Element>, [u8; 3]) {
        let mut drawn: Vec<Option<Element>> = self.places().map(Kinds::only).collect();
        let mut bag = self.bag;
        for element in drawn.iter().flatten() {
            bag[element.index()] = bag[element.index()].saturating_sub(1);
        }
        // Places with two possible elements are drawn like all others and again until all of them fit.
        let pairs: Vec<(usize, Kinds)> = self
            .places()
            .enumerate()
            .filter(|(_, kinds)| *kinds != Kinds::ALL && kinds.only().is_none())
            .collect();
        for tries in 0.. {
            let mut rest = bag;
            let strict = if tries < TRIES { Kinds::ALL } else { Kinds::NONE };
            let got: Vec<(usize, Kinds, Element)> = pairs
                .iter()
                .map(|&(place, kinds)| {
                    let among = if strict == Kinds::ALL { Kinds::ALL } else { kinds };
                    (place, kinds, take(&mut rest, among, draw))
                })
                .collect();
            if got.iter().all(|&(_, kinds, element)| kinds.has(element)) {
                got.iter().for_each(|&(place, _, element)| drawn[place] = Some(element));
                bag = rest;
                break;
            }
        }
        let all =
            drawn.into_iter().map(|element| element.unwrap_or_else(|| take(&mut bag, Kinds::ALL, draw)));
        let all = all.collect();
        (all, bag)
    }
}

/// How often places with two possible elements are drawn before the draw is no longer even.
const TRIES: u32 = 200;

/// Takes a piece out of the bag, evenly among those of these elements. If there is none left, the bag lends one.
fn take(bag: &mut [u8; 3], kinds: Kinds, draw: &mut dyn FnMut(u32) -> u32) -> Element {
    let count = |element: Element| if kinds.has(element) { u32::from(bag[element.index()]) } else { 0 };
    let total: u32 = Element::ALL.into_iter().map(count).sum();
    if total == 0 {
        return Element::ALL.into_iter().find(|&element| kinds.has(element)).unwrap_or(Element::Water);
    }
    let mut left = draw(total);
    let found = Element::ALL.into_iter().find(|&element| {
        let count = count(element);
        let is_it = left < count;
        left = left.saturating_sub(count);
        is_it
    });
    let element = found.unwrap_or(Element::Water);
    bag[element.index()] = bag[element.index()].saturating_sub(1);
    element
}
