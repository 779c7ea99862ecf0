//! The material from which a machine chooses moves: facts about a position as numbers, a hash of it, and the knowledge of one seat.

use std::fmt::Debug;

use crate::{
    game::{Game, Turn},
    games,
    registry::{Any, AnyEvent, Kind},
    seat::{Seat, SeatSet, Viewer},
    table::{Played, Table, in_effect},
};

/// The largest number of features of a game.
pub const MOST_FEATURES: usize = 32;

/// The features of one side, in the order of [`Searchable::FEATURES`]. Entries beyond the last feature stay 0.
pub type FeatureRow = [i16; MOST_FEATURES];

/// A fact about one side that an evaluation can weigh.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// The name in files of weights: lower case letters, digits and hyphens.
    pub name: &'static str,
    /// One line that says which things the number counts.
    pub about: &'static str,
    /// The words with which a hint explains a turn that changes the number. `None` if the number says nothing to people.
    pub wording: Option<Wording>,
}

impl Feature {
    pub(crate) const fn new(name: &'static str, about: &'static str) -> Feature {
        Feature { name, about, wording: None }
    }

    pub(crate) const fn worded(self, wording: Wording) -> Feature {
        Feature { wording: Some(wording), ..self }
    }
}

/// The words for a number of one side. Each sentence begins with the side: `you`, `your`, or its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wording {
    /// Things that the side has, one and several of them: `you have 3 zoorbs`.
    Has(&'static str, &'static str),
    /// Things to which the side can do something: `you can eat 3 zoorbs` has `eat`, `zoorb` and `zoorbs`.
    Can(&'static str, &'static str, &'static str),
    /// Something of the side that has a value: `your pieces are worth 5` has `pieces are worth`. If a number follows, it means that or
    /// more.
    Measures(&'static str, Option<i16>),
    /// Something of the side that is true for 1 and not for 0. If there is nothing to say about one of them, its sentence is empty:
    /// `your queen is in danger` has `queen is in danger`.
    Whether(&'static str, &'static str),
}

/// The unit in which a search looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stride {
    /// One move of one seat.
    Move,
    /// All moves of a seat's turn together, because single moves of it say little.
    Turn,
    /// The orders of all seats, which are given at the same time.
    Orders,
}

/// A game that machines can play. A game without this trait is played by people only, and `/play` offers no machines for it.
///
/// # Examples
///
/// ```
/// use rules::{Game, MOST_FEATURES, Options, Searchable, games::protozoa::Protozoa};
///
/// let game = Protozoa::new(&Options::new())?;
/// let mut rows = [[0; MOST_FEATURES]; 8];
/// game.features(&mut rows);
/// let record = Protozoa::FEATURES.iter().position(|feature| feature.name == "record").ok_or("a feature")?;
/// assert_eq!((rows[0][record], rows[1][record]), (4, 4), "two drones are worth four points");
/// assert_eq!(game.key(), game.clone().key());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Searchable: Game {
    /// The features, in the order of their weights.
    const FEATURES: &'static [Feature];

    /// The unit in which a search of this game looks ahead.
    const STRIDE: Stride;

    /// Everything that one seat knows of a running game. In a game without secrets this is the position.
    type Knowledge: Clone + Debug + Send + 'static;

    /// Returns what `seat` knows. `view` is what it sees now, and `seen` holds the events so far as it saw them. In a game
    /// without secrets `seen` is empty.
    fn knowledge(view: Self::View, seen: &[Self::Event], seat: Seat) -> Self::Knowledge;

    /// Returns a position that fits the knowledge. `draw(n)` returns a number below n. A position may be
    /// likelier than others if it explains better how the other seats have played.
    fn world(knowledge: &Self::Knowledge, draw: &mut dyn FnMut(u32) -> u32) -> Self;

    /// Writes the features of every side, one row each in the order of [`Game::sides`]. The entries of these features hold
    /// anything before.
    fn features(&self, rows: &mut [FeatureRow; 8]);

    /// Plays a turn in which the seat to act does nothing, to compare other turns with it. Pieces that die in every turn die in this one,
    /// too. The seat may be one that is present and cannot pass.
    fn idle(&mut self, seat: Seat) -> Turn {
        self.skip(seat, &mut |_| {})
    }

    /// Returns about how many times longer than on a usual board it takes to play a move and write the features. Strong machines
    /// look at fewer positions then.
    fn cost(&self) -> u32 {
        1
    }

    /// Returns a number for the plan that a seat follows, if a seat can give something up now for a later gain. A search of whole turns
    /// also looks at turns of plans that look worse at first. It distinguishes fifteen plans, 0 to 14.
    fn plan(&self, _: Seat) -> usize {
        0
    }

    /// Returns whether a seat has yet to enter the board. Several places are about as good then.
    fn is_entering(&self, _: Seat) -> bool {
        false
    }

    /// Whether a search of whole turns can leave out a legal move of the seat to act, because it does no more than another one. A seat
    /// always has a move that is not idle.
    fn is_idle(&self, _: Seat, _: &Self::Move) -> bool {
        false
    }

    /// Returns a hash of everything that the future of the game depends on, except the past that
    /// [`Game::without_past`] forgets.
    fn key(&self) -> u64;
}

/// Mixes words into a hash that is the same on every machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mixer(u64);

impl Mixer {
    pub(crate) const fn new() -> Mixer {
        Mixer(0x9e37_79b9_7f4a_7c15)
    }

    #[must_use]
    pub(crate) const fn with(self, word: u64) -> Mixer {
        // Both halves of the wide product depend on all bits of the word.
        let product = ((self.0 ^ word) as u128) * 0xa076_1d64_78bd_642f_u128;
        Mixer((product as u64 ^ (product >> 64) as u64).rotate_left(23).wrapping_add(0xbf58_476d_1ce4_e5b9))
    }

    #[must_use]
    pub(crate) const fn wide(self, word: u128) -> Mixer {
        self.with(word as u64).with((word >> 64) as u64)
    }

    pub(crate) const fn finish(self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xe703_7ed1_a0b4_28db);
        mixed ^ (mixed >> 29)
    }
}

/// One seat's knowledge of a running game. A machine in its place gets nothing else.
///
/// # Examples
///
/// ```
/// use rules::{Kind, Known, Options, Seat, Table};
///
/// let table = Table::new(Kind::Protozoa, &Options::new())?;
/// let sight = table.sight(Seat::FIRST, &[]).ok_or("seat 1 is to act")?;
/// assert!(matches!(sight.known, Known::Protozoa(_)));
/// assert!(Seat::new(2).is_some_and(|second| table.sight(second, &[]).is_none()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sight {
    /// The seat that looks.
    pub seat: Seat,
    /// The seats that have left the game.
    pub left: SeatSet,
    /// Its knowledge of the position.
    pub known: Known,
}

macro_rules! searchable {
    ($($name:ident, $module:ident;)+) => {
        /// The knowledge that a seat has of a game, for every game that machines can play.
        #[derive(Clone, Debug)]
        pub enum Known {
            $(
                #[doc = concat!("Knowledge of [`games::", stringify!($module), "`].")]
                $name(<games::$module::$name as Searchable>::Knowledge),
            )+
        }

        impl Known {
            /// Returns the game that this is knowledge of.
            pub const fn kind(&self) -> Kind {
                match self {
                    $(Known::$name(_) => Kind::$name,)+
                }
            }
        }

        impl Kind {
            /// Whether machines can play the game ([`Searchable`]): `Kind::Protozoa.is_searchable()` is true.
            pub const fn is_searchable(self) -> bool {
                matches!(self, $(Kind::$name)|+)
            }
        }

        /// Returns what `seat` knows, or `None` if machines cannot play the game.
        // The last arm is for games that machines cannot play. Today they play all.
        #[allow(unreachable_patterns)]
        fn known(game: &Any, record: &[Played], seat: Seat) -> Option<Known> {
            Some(match game {
                $(Any::$name(game) => {
                    let mut seen = Vec::new();
                    visit_seen(game, record, seat, &mut |event| {
                        if let AnyEvent::$name(event) = event {
                            seen.push(event);
                        }
                    });
                    Known::$name(games::$module::$name::knowledge(game.view(Viewer::Seat(seat)), &seen, seat))
                })+
                _ => return None,
            })
        }
    };
}

games::for_each_searchable_game!(searchable);

/// Calls `add` with the events of a game with secrets as `seat` saw them.
fn visit_seen<G: Game>(_: &G, record: &[Played], seat: Seat, add: &mut dyn FnMut(AnyEvent)) {
    if G::SECRETS {
        let events = in_effect(record).into_iter().flat_map(|entry| &entry.events);
        events.filter_map(|event| event.visible_to(Viewer::Seat(seat))).for_each(add);
    }
}

impl Table {
    /// Returns what `seat` knows, for a machine that is to act for it. `record` must hold all entries of this table so far.
    /// Returns `None` if machines cannot play the game or the seat has no legal move.
    ///
    /// In a game with secrets the sight holds only what the seat sees now and has seen before, never the position.
    pub fn sight(&self, seat: Seat, record: &[Played]) -> Option<Sight> {
        let may_act = self.kind().is_searchable() && !self.legal(seat).is_empty();
        let known = may_act.then(|| known(self.game(), record, seat)).flatten()?;
        Some(Sight { seat, left: self.left(), known })
    }
}
