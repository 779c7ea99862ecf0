//! A seat's knowledge of the pieces that it may not see, and positions that fit.

use crate::{Seat, grid::Square};

use super::{
    event::Event,
    moves::Move,
    piece::{Element, Piece, Team},
    position::{MOST_OF_A_KIND, Stract},
    queue::Orders,
    resolve::Tiles,
    trail::{Kinds, Trail},
    view::{Pool, View},
};

/// The pieces of one team whose elements a viewer has to guess.
#[derive(Clone, Debug)]
struct Unknown {
    team: Team,
    /// The hidden pieces on the board.
    board: Vec<Hidden>,
    /// The hidden pieces among the destroyed ones.
    lost: Vec<Kinds>,
    /// The number of pieces in the pool.
    pool: u8,
    /// The pieces that can be any of these, by element. There can be more of them than there are places.
    bag: [u8; 3],
}

/// A hidden piece on the board.
#[derive(Clone, Copy, Debug)]
struct Hidden {
    at: Square,
    kinds: Kinds,
    /// The number of its moves that every element can make.
    steps: u8,
}

/// A seat's knowledge: its view, the order in which its team's orders arrived, and the elements that each hidden piece can still
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
    let last = |standing: (Seat, Move)| {
        seen.iter().rposition(|event| match *event {
            Event::Ordered { seat, order: Some(order), .. } => (seat, order) == standing,
            _ => false,
        })
    };
    orders.sort_by_key(|&standing| last(standing));
    orders
}

impl Unknown {
    fn new(team: Team, view: &View, seen: &[Event]) -> Unknown {
        let trail = Trail::new(team, seen);
        let hidden = view.pieces().filter(|(_, piece)| piece.team == team && piece.element.is_none());
        let board: Vec<Hidden> = hidden
            .map(|(at, _)| match trail.pieces.iter().find(|piece| piece.at == at) {
                Some(piece) => Hidden { at, kinds: piece.kinds, steps: piece.steps },
                None => Hidden { at, kinds: Kinds::ALL, steps: 0 },
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
        self.board.iter().map(|piece| piece.kinds).chain(self.lost.iter().copied())
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
        for (piece, &element) in self.board.iter().zip(board) {
            game.tiles[piece.at] = Some(Piece::new(self.team, element, false));
        }
        for &element in lost {
            game.lost[n][element.index()] += 1;
            game.unseen[n][element.index()] += 1;
        }
        for _ in 0..self.pool {
            let element = take(&mut bag, EVEN, draw);
            game.pools[n][element.index()] += 1;
        }
    }

    /// Draws an element for each place on the board and among the lost. All ways to hand out the pieces of the bag are equally
    /// likely, except that pieces which walk in single steps are rather earth. Returns the elements and the rest of the bag.
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
        for tries in 0..=TRIES {
            let mut rest = bag;
            // The last try is not even, but it always fits.
            let mut draw_one = |kinds| take(&mut rest, if tries < TRIES { EVEN } else { among(kinds) }, draw);
            let got: Vec<Element> = pairs.iter().map(|&(_, kinds)| draw_one(kinds)).collect();
            if pairs.iter().zip(&got).all(|((_, kinds), &element)| kinds.has(element)) {
                pairs.iter().zip(got).for_each(|(&(place, _), element)| drawn[place] = Some(element));
                bag = rest;
                break;
            }
        }
        let odds = self.board.iter().map(|piece| after_steps(piece.steps)).chain(std::iter::repeat(EVEN));
        let all = drawn
            .into_iter()
            .zip(odds)
            .map(|(element, odds)| element.unwrap_or_else(|| take(&mut bag, odds, draw)))
            .collect();
        (all, bag)
    }
}

/// How often places with two possible elements are drawn before they are made to fit.
const TRIES: u32 = 200;

/// How likely a piece of each element is, compared with one of another element.
type Odds = [u32; 3];

const EVEN: Odds = [1; 3];

/// The number of steps after which more do not make earth more likely.
const MOST_STEPS: u8 = 3;

fn among(kinds: Kinds) -> Odds {
    Element::ALL.map(|element| kinds.has(element).into())
}

/// Fire would rather go two tiles at once and water diagonally, but earth has only single steps: every step makes it twice as likely.
fn after_steps(steps: u8) -> Odds {
    let mut odds = EVEN;
    odds[Element::Earth.index()] <<= steps.min(MOST_STEPS);
    odds
}

/// Takes a piece out of the bag. If the bag is out of those that are possible, it lends one.
fn take(bag: &mut [u8; 3], odds: Odds, draw: &mut dyn FnMut(u32) -> u32) -> Element {
    let count = |element: Element| u32::from(bag[element.index()]) * odds[element.index()];
    let total: u32 = Element::ALL.into_iter().map(count).sum();
    if total == 0 {
        let possible = |element: &Element| odds[element.index()] > 0;
        return Element::ALL.into_iter().find(possible).unwrap_or(Element::Water);
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
