//! All games behind one type: what the bot, the store and the arbiter hold, with moves and positions as text.

use std::{fmt, str::FromStr};

use crate::{
    About, Colour, Game, Leave, Options, Outcome, ParseError, Refused, Route, Seat, SeatSet, SetupError,
    Turn, Viewer, for_each_game, games, table,
};

/// Why a move given as text was refused; the position is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The seat is not to act.
    #[error("it is not this seat's turn")]
    NotYourTurn {
        /// The seats that are.
        to_act: SeatSet,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The text is no notation of this game.
    #[error("{0}")]
    Notation(ParseError),
    /// The rules forbid the move; a sentence part for the player.
    #[error("{0}")]
    Illegal(String),
}

/// A legal move as people are shown it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// Its canonical notation.
    pub notation: String,
    /// What it would do, in a few plain words ([`Game::explain`]).
    pub words: String,
    /// The choices that lead to it in menus ([`Game::steps`]).
    pub steps: Vec<String>,
    /// Where on the board it is made ([`Game::route`]).
    pub route: Route,
    /// Whether it costs the piece that is placed or changed ([`Game::dies`]); others are suggested before.
    pub dies: bool,
}

impl LegalMove {
    /// Sorts lists of moves. Moves that live come before those that die. Moves without steps in menus, such as the end of the
    /// turn, come before the many moves of one kind.
    #[must_use]
    pub fn rank(&self) -> (bool, usize) {
        (self.dies, self.steps.len())
    }
}

impl<W: std::error::Error> From<Refused<W>> for Refusal {
    fn from(refused: Refused<W>) -> Self {
        match refused {
            Refused::NotYourTurn { to_act } => Refusal::NotYourTurn { to_act },
            Refused::Over => Refusal::Over,
            Refused::Illegal(why) => Refusal::Illegal(why.to_string()),
        }
    }
}

macro_rules! registry {
    ($($name:ident, $module:ident;)+) => {
        /// Which game.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Kind {
            $(
                #[doc = concat!("The game of [`games::", stringify!($module), "`].")]
                $name,
            )+
        }

        impl Kind {
            /// All games.
            pub const ALL: &'static [Kind] = &[$(Kind::$name),+];

            /// What the game says about itself.
            #[must_use]
            pub const fn about(self) -> &'static About {
                match self {
                    $(Kind::$name => &<games::$module::$name as Game>::ABOUT,)+
                }
            }

            /// Whether all seats give their orders for a turn at once ([`Game::SIMULTANEOUS`]).
            #[must_use]
            pub const fn is_simultaneous(self) -> bool {
                match self {
                    $(Kind::$name => <games::$module::$name as Game>::SIMULTANEOUS,)+
                }
            }

            /// Whether something of a running game is hidden from somebody ([`Game::SECRETS`]).
            #[must_use]
            pub const fn has_secrets(self) -> bool {
                match self {
                    $(Kind::$name => <games::$module::$name as Game>::SECRETS,)+
                }
            }

            /// Whether a text is the notation of a move of this game, possible or not.
            #[must_use]
            pub fn is_notation(self, text: &str) -> bool {
                match self {
                    $(Kind::$name => text.parse::<<games::$module::$name as Game>::Move>().is_ok(),)+
                }
            }

            fn start(self, options: &Options) -> Result<Any, SetupError> {
                match self {
                    $(Kind::$name => games::$module::$name::new(options).map(Any::$name),)+
                }
            }

            /// Reads a position text of this game.
            ///
            /// # Errors
            /// When the text could not have been written for any possible position.
            pub fn read(self, position: &str) -> Result<Any, ParseError> {
                match self {
                    $(Kind::$name => games::$module::$name::from_str(position).map(Any::$name),)+
                }
            }
        }

        /// A position of any game.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Any {
            $(
                #[doc = concat!("A position of [`games::", stringify!($module), "`].")]
                $name(games::$module::$name),
            )+
        }

        impl Any {
            /// Which game it is.
            #[must_use]
            pub const fn kind(&self) -> Kind {
                match self {
                    $(Any::$name(_) => Kind::$name,)+
                }
            }

            /// The position without what its text does not tell of the past (repetitions that count, the log of the last
            /// turn); what reading the text gives.
            #[must_use]
            pub fn without_past(&self) -> Any {
                match self {
                    $(Any::$name(game) => Any::$name(game.without_past()),)+
                }
            }
        }

        /// One expression for the position of whichever game it is: `each!(any, game => game.seats())`.
        macro_rules! each {
            ($any:expr, $game:ident => $what:expr) => {
                match $any {
                    $(Any::$name($game) => $what,)+
                }
            };
        }

        /// Something that happened in any game.
        #[derive(Clone, PartialEq, Debug)]
        pub enum AnyEvent {
            $(
                #[doc = concat!("An event of [`games::", stringify!($module), "`].")]
                $name(<games::$module::$name as Game>::Event),
            )+
        }

        $(
            impl From<<games::$module::$name as Game>::Event> for AnyEvent {
                fn from(event: <games::$module::$name as Game>::Event) -> Self {
                    AnyEvent::$name(event)
                }
            }
        )+

        impl AnyEvent {
            /// What `to` may know of it; `None` when not even that it happened.
            #[must_use]
            pub fn visible_to(&self, to: Viewer) -> Option<AnyEvent> {
                match self {
                    $(AnyEvent::$name(event) => games::$module::$name::visible_to(event, to).map(AnyEvent::$name),)+
                }
            }

            /// Whether it says nothing any more once its turn is over, as that somebody has ordered.
            #[must_use]
            pub fn is_transient(&self) -> bool {
                match self {
                    $(AnyEvent::$name(event) => games::$module::$name::is_transient(event),)+
                }
            }

            /// The event in one sentence, with `who` naming seats; empty for events that only pictures show.
            #[must_use]
            pub fn describe(&self, who: &dyn Fn(Seat) -> String) -> String {
                match self {
                    $(AnyEvent::$name(event) => games::$module::$name::describe(event, who),)+
                }
            }
        }
    };
}

for_each_game!(registry);

impl Kind {
    /// The game with this name.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.slug() == slug)
    }

    /// The game's name in commands, texts and the database.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        self.about().slug
    }

    /// The game's name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.about().title
    }

    /// The colour of a seat in this game.
    #[must_use]
    pub fn colour(self, seat: Seat) -> Colour {
        self.about().colour(seat)
    }

    /// Why a game is over that ended for this reason, the game's own or the table's: a clause of at most 60 characters,
    /// lower case, no final dot. A word that neither knows stands for itself.
    #[must_use]
    pub fn ending(self, reason: &'static str) -> &'static str {
        table::ending(reason).or_else(|| self.about().ending(reason)).unwrap_or(reason)
    }

    /// Sets up a new game.
    ///
    /// # Errors
    /// When an option is unknown, has a value it does not take, or does not go with the others.
    pub fn new_game(self, options: &Options) -> Result<Any, SetupError> {
        self.about().check(options)?;
        self.start(options)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}

impl Any {
    /// The canonical position text.
    #[must_use]
    pub fn position(&self) -> String {
        each!(self, game => game.to_string())
    }

    /// The figures that this game is played by, in whole sentences.
    #[must_use]
    pub fn figures(&self) -> String {
        each!(self, game => game.figures())
    }

    /// How many seats play, those that are out included.
    #[must_use]
    pub fn seats(&self) -> u8 {
        each!(self, game => game.seats())
    }

    /// The seats that win and lose together.
    #[must_use]
    pub fn sides(&self) -> Vec<SeatSet> {
        each!(self, game => game.sides())
    }

    /// The seats the game waits for; empty exactly when it is over.
    #[must_use]
    pub fn to_act(&self) -> SeatSet {
        each!(self, game => game.to_act())
    }

    /// The legal moves of a seat, sorted by bytes; none for a seat that may not act.
    #[must_use]
    pub fn legal(&self, seat: Seat) -> Vec<String> {
        each!(self, game => legal(game, seat))
    }

    /// The legal moves of a seat, sorted by bytes, with what people are shown of each.
    #[must_use]
    pub fn legal_moves(&self, seat: Seat) -> Vec<LegalMove> {
        each!(self, game => legal_moves(game, seat))
    }

    /// What a legal move costs its own side, though the game goes on, that players should be asked about before
    /// ([`Game::warning`]).
    #[must_use]
    pub fn warning(&self, seat: Seat, notation: &str) -> Option<String> {
        each!(self, game => warning(game, seat, notation))
    }

    /// Plays a move given in canonical notation and tells what happened, in order.
    ///
    /// # Errors
    /// A refused move changes nothing and tells nothing.
    pub fn play(
        &mut self,
        seat: Seat,
        notation: &str,
        tell: &mut dyn FnMut(AnyEvent),
    ) -> Result<Turn, Refusal> {
        each!(self, game => play(game, seat, notation, tell))
    }

    /// Ends a simultaneous turn from outside; `false` where there is none to end.
    pub fn resolve(&mut self, tell: &mut dyn FnMut(AnyEvent)) -> bool {
        each!(self, game => game.resolve(&mut |event| tell(event.into())))
    }

    /// How it ended; `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        each!(self, game => game.outcome())
    }

    /// The seats that the rules have put out of the game, in groups as they rank behind all others, best first.
    #[must_use]
    pub fn eliminated(&self) -> Vec<SeatSet> {
        each!(self, game => game.eliminated())
    }

    /// The score of every seat in order.
    #[must_use]
    pub fn scores(&self) -> Vec<i32> {
        each!(self, game => game.scores())
    }

    /// What `to` may see, as text; the position text where nothing is hidden.
    #[must_use]
    pub fn view(&self, to: Viewer) -> String {
        each!(self, game => game.view(to).to_string())
    }

    /// The last turn as `to` may read it, where the game's rules define such a log.
    #[must_use]
    pub fn log(&self, to: Viewer) -> Vec<String> {
        each!(self, game => game.log(to))
    }

    /// What the seats to act should know before they move, one line; empty if nothing.
    #[must_use]
    pub fn status(&self, to: Viewer) -> String {
        each!(self, game => game.status(to))
    }

    /// The number of sequences of `depth` legal moves from here.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_within(depth, u64::MAX).unwrap_or(u64::MAX)
    }

    /// The number of sequences of `depth` legal moves from here; `None` when more than `plays` moves, those in between
    /// included, would have to be played for it.
    #[must_use]
    pub fn perft_within(&self, depth: u32, mut plays: u64) -> Option<u64> {
        each!(self, game => game.perft_within(depth, &mut plays))
    }

    pub(crate) fn retire(&mut self, seat: Seat, tell: &mut dyn FnMut(AnyEvent)) -> Leave {
        each!(self, game => game.retire(seat, &mut |event| tell(event.into())))
    }

    pub(crate) fn skip(&mut self, seat: Seat, tell: &mut dyn FnMut(AnyEvent)) -> Turn {
        each!(self, game => game.skip(seat, &mut |event| tell(event.into())))
    }
}

fn legal<G: Game>(game: &G, seat: Seat) -> Vec<String> {
    let mut moves = Vec::new();
    game.legal(seat, &mut moves);
    let mut notations: Vec<String> = moves.iter().map(ToString::to_string).collect();
    notations.sort_unstable();
    notations
}

fn legal_moves<G: Game>(game: &G, seat: Seat) -> Vec<LegalMove> {
    let mut moves = Vec::new();
    game.legal(seat, &mut moves);
    let legal_move = |(mv, steps): (&G::Move, Vec<String>)| LegalMove {
        notation: mv.to_string(),
        words: game.explain(seat, mv),
        steps,
        route: game.route(seat, mv),
        dies: game.dies(seat, mv),
    };
    let mut legal_moves: Vec<LegalMove> =
        moves.iter().zip(game.steps(seat, &moves)).map(legal_move).collect();
    legal_moves.sort_unstable_by(|a, b| a.notation.cmp(&b.notation));
    legal_moves
}

fn warning<G: Game>(game: &G, seat: Seat, notation: &str) -> Option<String> {
    game.warning(seat, &notation.parse().ok()?)
}

fn play<G: Game>(
    game: &mut G,
    seat: Seat,
    notation: &str,
    tell: &mut dyn FnMut(AnyEvent),
) -> Result<Turn, Refusal>
where
    AnyEvent: From<G::Event>,
{
    let mv = notation.parse::<G::Move>().map_err(Refusal::Notation)?;
    Ok(game.play(seat, &mv, &mut |event| tell(event.into()))?)
}
