//! Where the words of a path lead: to a screen with choices, or to a move.
//!
//! A word is that of a step ([`Step`]), or it narrows the squares of the next step: `e` to a column, `a-h` to several columns,
//! `1-8` to several rows, and `*` to the squares on which the piece would die. Words that do not fit lead to the first screen,
//! because buttons of other versions may have them.

use std::{
    cmp::Reverse,
    collections::{HashMap, hash_map::Entry},
    rc::Rc,
};

use rules::{Path, Step, grid::Square};

use super::offers::Offers;
use crate::view::MOST_CHOICES;

/// The sign between the words of a path.
pub(crate) const DOT: char = '.';

/// The most steps of a piece that share a screen with other kinds of moves.
const MOST_QUICK: usize = 5;

/// The squares that are left of those of the next step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Narrow {
    /// Those on which the piece would die, if the others have buttons of their own.
    Elsewhere,
    /// Those in these columns, the first and the last one.
    Columns(u8, u8),
    /// Those in these rows, the first and the last one.
    Rows(u8, u8),
}

impl Narrow {
    pub(crate) fn word(self) -> String {
        match self {
            Narrow::Elsewhere => "*".to_owned(),
            Narrow::Columns(first, last) if first == last => Square::column_name(first),
            Narrow::Columns(first, last) => {
                format!("{}-{}", Square::column_name(first), Square::column_name(last))
            }
            Narrow::Rows(first, last) => format!("{}-{}", first + 1, last + 1),
        }
    }

    fn read(word: &str) -> Option<Narrow> {
        if word == "*" {
            return Some(Narrow::Elsewhere);
        }
        let column = |name: &str| Some(format!("{name}1").parse::<Square>().ok()?.col);
        let row = |name: &str| Some(format!("a{name}").parse::<Square>().ok()?.row);
        match word.split_once('-') {
            None => column(word).map(|col| Narrow::Columns(col, col)),
            Some((first, last)) => match (column(first), column(last), row(first), row(last)) {
                (Some(first), Some(last), ..) => Some(Narrow::Columns(first, last)),
                (.., Some(first), Some(last)) => Some(Narrow::Rows(first, last)),
                _ => None,
            },
        }
    }
}

/// The place that a path leads to, in the tree of choices.
#[derive(Clone)]
pub(crate) struct Place<'o> {
    offers: &'o Offers<'o>,
    /// The words of the steps that were chosen.
    chosen: Vec<String>,
    /// The steps so far, with those that had no alternative.
    pub(crate) steps: Vec<Step>,
    pub(crate) narrow: Vec<Narrow>,
    /// The moves that begin with these steps. The places of a screen share them, because there can be thousands.
    ahead: Rc<Ahead<'o>>,
}

/// The moves ahead of a place, sorted by their next step.
#[derive(Default)]
struct Ahead<'o> {
    moves: Vec<&'o Path>,
    /// The steps that can follow, in the order in which the game lists them.
    steps: Vec<Step>,
    by_step: HashMap<Step, Vec<&'o Path>>,
}

impl<'o> Ahead<'o> {
    /// Sorts these moves by the step behind the first `depth`.
    fn new(moves: Vec<&'o Path>, depth: usize) -> Rc<Ahead<'o>> {
        let mut ahead = Ahead { moves, ..Ahead::default() };
        for path in &ahead.moves {
            let Some(&step) = path.steps.get(depth) else { continue };
            match ahead.by_step.entry(step) {
                Entry::Occupied(mut known) => known.get_mut().push(path),
                Entry::Vacant(new) => {
                    ahead.steps.push(step);
                    new.insert(vec![path]);
                }
            }
        }
        Rc::new(ahead)
    }
}

/// The content of a place: choices, or a move.
pub(crate) enum Stage<'o> {
    /// The choices of a screen.
    Choose {
        /// The steps of a piece, the other pieces and the commands that share the screen with `squares`.
        others: Vec<Step>,
        /// The place of the squares to choose from, which may be that of a piece or of a kind of moves that was chosen in advance.
        squares: Place<'o>,
    },
    /// A move, with the place at its end.
    Move(Place<'o>),
}

impl<'o> Place<'o> {
    /// Returns the place that these words lead to, or the first one if they do not fit.
    pub(crate) fn find(offers: &'o Offers<'o>, words: &[&str]) -> Place<'o> {
        let ahead = Ahead::new(offers.paths.iter().collect(), 0);
        let first =
            Place { offers, chosen: Vec::new(), steps: Vec::new(), narrow: Vec::new(), ahead }.settled();
        let mut place = first.clone();
        for word in words {
            match place.after(word) {
                Some(next) => place = next,
                // A step without an alternative was taken already.
                None if place.steps.iter().any(|step| step.to_string() == *word) => {}
                None => return first,
            }
        }
        place
    }

    /// Returns the place that a text of words with dots between them leads to.
    pub(crate) fn read(offers: &'o Offers<'o>, path: &str) -> Place<'o> {
        let words: Vec<&str> = path.split(DOT).filter(|word| !word.is_empty()).collect();
        Place::find(offers, &words)
    }

    /// Returns the place one word further, or `None` if the word does not fit.
    pub(crate) fn after(&self, word: &str) -> Option<Place<'o>> {
        let square = word.parse::<Square>().ok();
        let is_meant = |step: &Step| match step.square() {
            Some(at) => square == Some(at) && at.to_string() == word,
            None => step.to_string() == word,
        };
        match self.ahead.steps.iter().find(|step| is_meant(step) && self.is_left(**step)) {
            Some(step) => self.behind(*step),
            None => self.narrowed(Narrow::read(word)?),
        }
    }

    /// Returns the place behind a step, or `None` if the step cannot follow.
    pub(crate) fn behind(&self, step: Step) -> Option<Place<'o>> {
        if !self.ahead.by_step.contains_key(&step) || !self.is_left(step) {
            return None;
        }
        let mut place = self.clone();
        place.chosen.push(step.to_string());
        place.take(step);
        Some(place.settled())
    }

    /// Returns the place with fewer squares to choose from, or `None` if none would be left or nothing would change.
    pub(crate) fn narrowed(&self, narrow: Narrow) -> Option<Place<'o>> {
        let mut place = self.clone();
        if let Narrow::Columns(..) = narrow {
            // A column says all that its group of columns said.
            place.narrow.retain(|narrow| !matches!(narrow, Narrow::Columns(..)));
        }
        if place.narrow.contains(&narrow) {
            return None;
        }
        place.narrow.push(narrow);
        place.next().first()?;
        Some(place.settled())
    }

    /// Takes steps without an alternative.
    fn settled(mut self) -> Place<'o> {
        while let [only] = self.next()[..] {
            if !self.narrow.is_empty() {
                self.chosen.push(only.to_string());
            }
            self.take(only);
        }
        self
    }

    fn take(&mut self, step: Step) {
        let depth = self.steps.len();
        self.steps.push(step);
        self.narrow.clear();
        let moves = self.ahead.by_step.get(&step).cloned().unwrap_or_default();
        self.ahead = Ahead::new(moves, depth + 1);
    }

    /// Returns the words that lead here.
    pub(crate) fn words(&self) -> Vec<String> {
        self.chosen.iter().cloned().chain(self.narrow.iter().map(|narrow| narrow.word())).collect()
    }

    /// Returns the words that lead here, with dots between them.
    pub(crate) fn path(&self) -> String {
        self.words().join(&DOT.to_string())
    }

    /// Returns the place before the last choice, or the first one. A kind that was chosen instead of another does not count.
    pub(crate) fn back(&self) -> Place<'o> {
        let mut words = self.words();
        while words.last().is_some_and(|word| word.starts_with('=')) {
            words.pop();
        }
        words.pop();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let first = Place::find(self.offers, &[]);
        match first.stage(true) {
            // The first screen shows the squares of this piece already.
            Stage::Choose { squares, .. } if squares.words() == words => first,
            _ => Place::find(self.offers, &words),
        }
    }

    /// Returns the moves that begin with the steps so far.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &'o Path> {
        self.ahead.moves.iter().copied()
    }

    /// Returns the moves that begin with the steps so far and this one.
    pub(crate) fn moves_by(&self, step: Step) -> impl Iterator<Item = &'o Path> {
        self.ahead.by_step.get(&step).into_iter().flatten().copied()
    }

    /// Returns the steps that can follow, in the order in which the game lists them.
    pub(crate) fn next(&self) -> Vec<Step> {
        self.ahead.steps.iter().copied().filter(|step| self.is_left(*step)).collect()
    }

    /// Returns whether a step that can follow is left after the squares were narrowed.
    fn is_left(&self, step: Step) -> bool {
        let fits = |narrow: &Narrow| step.square().is_some_and(|at| self.fits(step, at, *narrow));
        self.narrow.iter().all(fits)
    }

    fn fits(&self, step: Step, at: Square, narrow: Narrow) -> bool {
        match narrow {
            Narrow::Elsewhere => self.dies(step),
            Narrow::Columns(first, last) => (first..=last).contains(&at.col),
            Narrow::Rows(first, last) => (first..=last).contains(&at.row),
        }
    }

    /// Whether every move by this step kills its own piece.
    pub(crate) fn dies(&self, step: Step) -> bool {
        self.moves_by(step).all(|path| path.dies)
    }

    /// Returns how many pieces the best move by this step takes.
    pub(crate) fn takes(&self, step: Step) -> usize {
        self.moves_by(step).map(|path| path.takes).max().unwrap_or_default()
    }

    pub(crate) fn label(&self, step: Step) -> String {
        (self.offers.label)(step)
    }

    pub(crate) fn survive(&self) -> Option<&'static str> {
        self.offers.survive
    }

    pub(crate) fn words_of(&self, path: &Path) -> String {
        (self.offers.words)(&path.notation)
    }

    /// Returns these kinds, which can follow, and the others of their group in the game's order.
    pub(crate) fn with_others(&self, kinds: &[Step]) -> Vec<Step> {
        let groups = self.offers.kinds.iter().map(|group| group.iter().map(|&word| Step::Kind(word)));
        let group: Vec<Step> = groups
            .map(Vec::from_iter)
            .find(|group| kinds.iter().any(|kind| group.contains(kind)))
            .unwrap_or_default();
        let further = kinds.iter().copied().filter(|kind| !group.contains(kind));
        group.iter().copied().chain(further).collect()
    }

    /// Returns a place without moves behind a kind that is not legal here. Its words lead to the first screen.
    pub(crate) fn nowhere(&self, kind: Step) -> Place<'o> {
        let chosen = self.chosen.iter().cloned().chain([kind.to_string()]).collect();
        Place { chosen, ahead: Rc::default(), narrow: Vec::new(), ..self.clone() }
    }

    /// Returns the move that the steps so far make up, if they do.
    pub(crate) fn end(&self) -> Option<&'o Path> {
        self.moves().find(|path| path.steps.len() == self.steps.len())
    }

    /// Returns the piece that is chosen in advance, with the place of its squares: the only one that can act, or that of the move
    /// before. Nothing but pieces and commands, such as a pass, can be chosen beside it.
    fn piece_in_advance(&self, others: &[Step]) -> Option<(Step, Place<'o>)> {
        let mut pieces = others.iter().copied().filter(|step| step.square().is_some());
        let count = pieces.clone().count();
        let piece = pieces.clone().find(|piece| count == 1 || self.offers.latest_piece == Some(*piece))?;
        let squares = self.behind(piece)?;
        let all_squares = squares.next().iter().all(|step| matches!(step, Step::To(_)));
        let all_pieces = pieces.all(|step| matches!(step, Step::From(_)));
        let fit = all_squares && all_pieces && count <= 1 + MOST_CHOICES;
        (fit && squares.end().is_none()).then_some((piece, squares))
    }

    /// Returns what the place shows. With `ahead`, the last kind of a move is chosen in advance: the one that takes most, or the
    /// player's latest one among equals.
    pub(crate) fn stage(&self, ahead: bool) -> Stage<'o> {
        if self.end().is_some() {
            return Stage::Move(self.clone());
        }
        let next = self.next();
        let (kinds, others): (Vec<Step>, Vec<Step>) =
            next.iter().partition(|step| matches!(step, Step::Kind(_)));
        let quick = others.iter().all(|step| !matches!(step, Step::From(_)))
            && others.iter().filter(|step| step.square().is_some()).count() <= MOST_QUICK;
        if kinds.is_empty()
            && let Some((piece, squares)) = self.piece_in_advance(&others)
        {
            let others = others.into_iter().filter(|step| *step != piece).collect();
            return Stage::Choose { others, squares };
        }
        let by_use = |kind: &&Step| {
            (self.dies(**kind), Reverse(self.takes(**kind)), self.offers.latest_kind != Some(**kind))
        };
        let best = kinds.iter().min_by_key(by_use);
        if let Some(chosen) = best.filter(|_| quick).and_then(|kind| self.behind(*kind)) {
            match chosen.end() {
                Some(_) if ahead && others.is_empty() => return Stage::Move(chosen),
                Some(_) => {}
                // Kinds with squares of their own are in the game's order.
                None => {
                    let first = kinds.first().and_then(|kind| self.behind(*kind));
                    return Stage::Choose { others, squares: first.unwrap_or(chosen) };
                }
            }
        }
        Stage::Choose { others: Vec::new(), squares: self.clone() }
    }

    /// Returns the place at which the last kind was chosen, with all kinds that could be chosen there, or `None` if the player had
    /// no such choice or has made another one since.
    pub(crate) fn kinds(&self) -> Option<(Place<'o>, Vec<Step>)> {
        let (Some(Step::Kind(_)), before) = (self.steps.last(), self.steps.len().saturating_sub(1)) else {
            return None;
        };
        let steps = self.steps[..before].to_vec();
        let moves = self.offers.paths.iter().filter(|path| path.steps.starts_with(&steps)).collect();
        let ahead = Ahead::new(moves, before);
        let mut place = Place { steps, narrow: Vec::new(), ahead, ..self.clone() };
        let next = place.next();
        let at = place.chosen.iter().rposition(|word| word.starts_with('=')).unwrap_or(place.chosen.len());
        place.chosen.truncate(at);
        let kinds = next.iter().copied().filter(|step| matches!(step, Step::Kind(_))).collect();
        (next.len() > 1).then_some((place, kinds))
    }
}
