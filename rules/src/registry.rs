//! All games behind one type, with moves and positions as text. The bot, the store and the arbiter work with these types.

use std::{fmt, str::FromStr};

use crate::{
    error::ParseError,
    game::{Game, Leave, PASS, Refused, Route, Turn},
    games,
    grid::Square,
    lesson::Lesson,
    options::{About, Options, SetupError},
    outcome::{self, Outcome},
    page::Focus,
    path::{Choice, Step, Word},
    seat::{Colour, Seat, SeatSet, Viewer},
    showcase::{Quick, Showcase},
};

/// The reason why a move given as text is refused. The position stays as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// It is not this seat's turn.
    #[error("it is not this seat's turn")]
    NotYourTurn {
        /// The seats whose turn it is.
        to_act: SeatSet,
    },
    /// The game is over already.
    #[error("the game is over")]
    Over,
    /// The text is not a notation of this game.
    #[error("{0}")]
    Notation(ParseError),
    /// The rules of the game forbid the move. The text is a clause for the player.
    #[error("{0}")]
    Illegal(String),
}

/// A legal move with its description, for menus and completion.
///
/// # Examples
///
/// ```
/// use rules::{Kind, Options, Seat};
///
/// let game = Kind::Protozoa.new_game(&Options::new())?;
/// let mut moves = game.legal_moves(Seat::FIRST);
/// moves.sort_by_key(|mv| mv.rank());
/// let pawn = moves.iter().find(|mv| mv.notation == "p@f4").ok_or("p@f4 is legal")?;
/// assert_eq!(pawn.words, "pawn on f4: organism grows to 5");
/// assert_eq!(pawn.path_words(), "place a pawn f4");
/// assert!(!pawn.dies && moves.last().is_some_and(|mv| mv.dies));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// The canonical notation.
    pub notation: String,
    /// A description of what the move does, in at most 80 characters ([`Game::explain`]).
    pub words: String,
    /// The choices that lead to the move ([`Game::path`]).
    pub path: Vec<Choice>,
    /// The squares of the move ([`Game::route`]).
    pub route: Route,
    /// How many enemy pieces the move takes ([`Game::takes`]).
    pub takes: usize,
    /// Whether the move kills the piece that it places or changes ([`Game::dies`]). Other moves are suggested first.
    pub dies: bool,
}

/// A legal move with the steps that lead to it, without the words of a [`LegalMove`], which take longer to find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The canonical notation of the move.
    pub notation: String,
    /// The steps, from the first choice to the last.
    pub steps: Vec<Step>,
    /// The squares of the move, as in [`LegalMove::route`].
    pub route: Route,
    /// How many enemy pieces the move takes.
    pub takes: usize,
    /// Whether the move kills the piece that it places or changes.
    pub dies: bool,
}

impl LegalMove {
    /// Returns a key that sorts lists of moves. Moves that keep their piece come first. Among these, moves with few choices,
    /// such as the end of the turn, come before the many moves of one kind. A pass comes last, because few want it.
    pub fn rank(&self) -> (bool, bool, usize) {
        (self.dies, self.notation == PASS, self.path.len())
    }

    /// Returns the choices that lead to the move in words, such as `place a pawn f4`.
    pub fn path_words(&self) -> String {
        let words = self.path.iter().map(|choice| match choice.step {
            Step::From(_) => choice.label.clone(),
            Step::To(at) => at.to_string(),
            Step::Kind(word) | Step::Do(word) => word.name.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
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
        /// The name of a game. [`Kind::ALL`] lists all of them.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Kind {
            $(
                #[doc = concat!("The game of [`games::", stringify!($module), "`].")]
                $name,
            )+
        }

        impl Kind {
            /// All games, sorted by name.
            pub const ALL: &'static [Kind] = &[$(Kind::$name),+];

            /// Returns the description of the game: `Kind::Stract.about().seats` is `[2, 4, 6, 8]`.
            pub const fn about(self) -> &'static About {
                match self {
                    $(Kind::$name => &<games::$module::$name as Game>::ABOUT,)+
                }
            }

            /// Returns the positions of the game that are worth drawing, the busiest first.
            pub const fn showcase(self) -> &'static [Showcase] {
                match self {
                    $(Kind::$name => <games::$module::$name as Game>::SHOWCASE,)+
                }
            }

            /// Returns the guided first game: `Kind::Protozoa.lesson().steps[0].shown` is its first move.
            pub const fn lesson(self) -> Lesson {
                match self {
                    $(Kind::$name => <games::$module::$name as Game>::LESSON,)+
                }
            }

            const fn quicks(self) -> &'static [Quick] {
                match self {
                    $(Kind::$name => <games::$module::$name as Game>::QUICK,)+
                }
            }

            /// Whether all seats order at the same time ([`Game::SIMULTANEOUS`]): `Kind::Stract.is_simultaneous()` is true.
            pub const fn is_simultaneous(self) -> bool {
                match self {
                    $(Kind::$name => <games::$module::$name as Game>::SIMULTANEOUS,)+
                }
            }

            /// Whether a running game hides information from some viewers ([`Game::SECRETS`]):
            /// `Kind::Stract.has_secrets()` is true.
            pub const fn has_secrets(self) -> bool {
                match self {
                    $(Kind::$name => <games::$module::$name as Game>::SECRETS,)+
                }
            }

            /// Whether a plan can pass for a player until something happens ([`Game::CAN_WAIT`]):
            /// `Kind::Parasites.can_wait()` is true.
            pub const fn can_wait(self) -> bool {
                match self {
                    $(Kind::$name => <games::$module::$name as Game>::CAN_WAIT,)+
                }
            }

            /// Returns the kinds of moves that are offered together ([`Game::KINDS`]).
            pub const fn kinds(self) -> &'static [&'static [Word]] {
                match self {
                    $(Kind::$name => <games::$module::$name as Game>::KINDS,)+
                }
            }

            /// Whether a text is a notation of this game, no matter if the move is legal: `Kind::Protozoa.is_notation("p@e3")`.
            pub fn is_notation(self, text: &str) -> bool {
                match self {
                    $(Kind::$name => text.parse::<<games::$module::$name as Game>::Move>().is_ok(),)+
                }
            }

            /// Returns the rated class of these options ([`Game::class`]). Options with which the game cannot be set up have none.
            ///
            /// ```
            /// use rules::{Kind, Options};
            ///
            /// let options = Options::new().with("players", 2);
            /// assert_eq!(Kind::Protozoa.class(&options), Some("size-8"));
            /// assert_eq!(Kind::Protozoa.class(&options.with("goal", 12)), None);
            /// ```
            pub fn class(self, options: &Options) -> Option<&'static str> {
                self.new_game(options).ok()?;
                match self {
                    $(Kind::$name => <games::$module::$name as Game>::class(options),)+
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
            ///
            /// [`ParseError`] if no position of the game is written like this.
            pub fn read(self, position: &str) -> Result<Any, ParseError> {
                match self {
                    $(Kind::$name => games::$module::$name::from_str(position).map(Any::$name),)+
                }
            }
        }

        /// A position of any game, with moves as text.
        ///
        /// # Examples
        ///
        /// ```
        /// use rules::{Kind, Seat, Viewer};
        ///
        /// let mut game = Kind::Protozoa.read("8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1")?;
        /// assert!(game.legal(Seat::FIRST).contains(&"p@f4".to_owned()));
        ///
        /// let mut events = Vec::new();
        /// game.play(Seat::FIRST, "p@f4", &mut |event| events.push(event))?;
        /// assert_eq!(events.len(), 2, "a pawn is placed, and the organism grows");
        /// assert_eq!(game.scores(), [5, 4]);
        /// assert_eq!(game.status(Viewer::Public), "Turn 2 of 60 · 15 points win · records: Blue 5, Orange 4");
        /// assert_eq!(Kind::Protozoa.read(&game.position())?, game);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Any {
            $(
                #[doc = concat!("A position of [`games::", stringify!($module), "`].")]
                $name(games::$module::$name),
            )+
        }

        impl Any {
            /// Returns the game that this is a position of.
            pub const fn kind(&self) -> Kind {
                match self {
                    $(Any::$name(_) => Kind::$name,)+
                }
            }

            /// Returns this position without the past that its text leaves out ([`Game::without_past`]).
            pub fn without_past(&self) -> Any {
                match self {
                    $(Any::$name(game) => Any::$name(game.without_past()),)+
                }
            }
        }

        /// Evaluates one expression for the position of whichever game it is: `each!(any, game => game.seats())`.
        macro_rules! each {
            ($any:expr, $game:ident => $what:expr) => {
                match $any {
                    $(Any::$name($game) => $what,)+
                }
            };
        }

        /// Something that happens in any game.
        ///
        /// # Examples
        ///
        /// ```
        /// use rules::{Kind, Options, Seat, Table, Viewer};
        ///
        /// let mut table = Table::new(Kind::Stract, &Options::new())?;
        /// let event = table.play(Seat::FIRST, "w+c8")?.events.remove(0);
        /// let name = |seat: Seat| format!("Seat {seat}");
        /// assert_eq!(event.describe(&name), "Seat 1 orders: spawn water on c8.");
        ///
        /// let seen = event.visible_to(Viewer::Public).ok_or("everybody sees that there is an order")?;
        /// assert_eq!(seen.describe(&name), "Seat 1 has ordered.");
        /// assert!(seen.is_transient());
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
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
            /// Returns the part of the event that `to` may know, or `None` if `to` may not even know that it happened.
            pub fn visible_to(&self, to: Viewer) -> Option<AnyEvent> {
                match self {
                    $(AnyEvent::$name(event) => games::$module::$name::visible_to(event, to).map(AnyEvent::$name),)+
                }
            }

            /// Whether the event is worth showing only until the turn ends, such as the news that a seat has ordered.
            pub fn is_transient(&self) -> bool {
                match self {
                    $(AnyEvent::$name(event) => games::$module::$name::is_transient(event),)+
                }
            }

            /// Whether the event takes a piece from its owner ([`Game::captures`]).
            pub fn captures(&self) -> bool {
                match self {
                    $(AnyEvent::$name(event) => games::$module::$name::captures(event),)+
                }
            }

            /// Describes the event in one line of whole sentences, in which `who` names the seats. The text is empty for events
            /// that only pictures show.
            pub fn describe(&self, who: &dyn Fn(Seat) -> String) -> String {
                match self {
                    $(AnyEvent::$name(event) => games::$module::$name::describe(event, who),)+
                }
            }

            /// Describes events of one game in their order, one line of whole sentences each, without those that only pictures
            /// show. Events that belong together can share a sentence.
            ///
            /// # Examples
            ///
            /// ```
            /// use rules::{AnyEvent, Kind, Options, Table};
            ///
            /// let mut table = Table::new(Kind::Parasites, &Options::new())?;
            /// for notation in ["a1=q", "j10=q"] {
            ///     let seat = table.to_act().first().ok_or("a seat is to move")?;
            ///     table.play(seat, notation)?;
            /// }
            /// let seat = table.to_act().first().ok_or("a seat is to move")?;
            /// let mut events = Vec::new();
            /// for notation in ["a1+b1=b", "a1+c1=d", "a1+a2=b"] {
            ///     events.extend(table.play(seat, notation)?.events);
            /// }
            /// let sentences = AnyEvent::describe_all(&events, &|seat| format!("Seat {seat}"));
            /// assert_eq!(sentences, ["From a1, Seat 1 creates builders on b1 and a2, and a defender on c1."]);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn describe_all(events: &[AnyEvent], who: &dyn Fn(Seat) -> String) -> Vec<String> {
                match events.first() {
                    $(Some(AnyEvent::$name(_)) => {
                        let own: Vec<_> = events
                            .iter()
                            .filter_map(|event| match event {
                                AnyEvent::$name(event) => Some(event),
                                _ => None,
                            })
                            .collect();
                        games::$module::$name::describe_all(&own, who)
                    })+
                    None => Vec::new(),
                }
            }
        }
    };
}

games::for_each_game!(registry);

impl Kind {
    /// Returns the game with this name: `Kind::from_slug("stract")` is [`Kind::Stract`].
    pub fn from_slug(slug: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.slug() == slug)
    }

    /// Returns the name in commands, texts and the database: `Kind::PlanktonSynapse.slug()` is `plankton-synapse`.
    pub const fn slug(self) -> &'static str {
        self.about().slug
    }

    /// Returns the name for people: `Kind::PlanktonSynapse.title()` is `Plankton Synapse`.
    pub const fn title(self) -> &'static str {
        self.about().title
    }

    /// Returns options that keep a game for so many seats short. The number of players is not among them.
    pub fn quick(self, seats: u8) -> Options {
        let quick = self.quicks().iter().find(|quick| seats <= quick.seats);
        quick.map_or_else(Options::new, |quick| Options::of(quick.options))
    }

    /// Returns the colour of a seat in this game: `Kind::Stract.colour(Seat::FIRST)` is [`Colour::Blue`].
    pub fn colour(self, seat: Seat) -> Colour {
        self.about().colour(seat)
    }

    /// Describes why a game is over, for a reason of the game or of the table: a clause of at most 60 characters, lower case,
    /// no final dot. An unknown reason is returned as it is: `Kind::Stract.ending("turns")` gives `the turns are used up`.
    pub fn ending(self, reason: &'static str) -> &'static str {
        outcome::ending(reason).or_else(|| self.about().ending(reason)).unwrap_or(reason)
    }

    /// Sets up a new game: `Kind::Stract.new_game(&Options::new())`.
    ///
    /// # Errors
    ///
    /// [`SetupError`] says which option is unknown or has a wrong value, or which options do not fit together.
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
    /// Returns the canonical position text, which [`Kind::read`] reads.
    pub fn position(&self) -> String {
        each!(self, game => game.to_string())
    }

    /// Describes the numbers that this game is played with, in whole sentences ([`Game::figures`]).
    pub fn figures(&self) -> String {
        each!(self, game => game.figures())
    }

    /// Returns the number of seats, including eliminated ones.
    pub fn seats(&self) -> u8 {
        each!(self, game => game.seats())
    }

    /// Returns the groups of seats that win and lose together.
    pub fn sides(&self) -> Vec<SeatSet> {
        each!(self, game => game.sides())
    }

    /// Returns the seats that the game waits for. The set is empty exactly when the game is over.
    pub fn to_act(&self) -> SeatSet {
        each!(self, game => game.to_act())
    }

    /// Returns the legal moves of a seat, sorted by bytes. A seat that may not act has none.
    pub fn legal(&self, seat: Seat) -> Vec<String> {
        each!(self, game => legal(game, seat))
    }

    /// Returns the legal moves of a seat with their descriptions, in the order of [`Any::legal`].
    pub fn legal_moves(&self, seat: Seat) -> Vec<LegalMove> {
        each!(self, game => legal_moves(game, seat))
    }

    /// Returns the legal moves of a seat with the choices that lead to them, in the order in which the game lists
    /// them: the most usual kind first.
    pub fn paths(&self, seat: Seat) -> Vec<Path> {
        each!(self, game => paths(game, seat))
    }

    /// Returns one legal move with its description, or `None` if it is not legal.
    pub fn legal_move(&self, seat: Seat, notation: &str) -> Option<LegalMove> {
        each!(self, game => legal_move(game, seat, notation))
    }

    /// Returns the label of a step's button or menu line ([`Game::label`]).
    pub fn label(&self, seat: Seat, step: Step) -> String {
        each!(self, game => game.label(seat, step))
    }

    /// Returns what a legal move costs its own side, if players should confirm it first ([`Game::warning`]).
    pub fn warning(&self, seat: Seat, notation: &str) -> Option<String> {
        each!(self, game => warning(game, seat, notation))
    }

    /// Returns what the opponents of a seat could do with their next move ([`Game::danger`]).
    pub fn danger(&self, seat: Seat) -> Vec<(Square, Focus)> {
        each!(self, game => game.danger(seat))
    }

    /// Plays a move in canonical notation and passes its events, in order, to `report`.
    ///
    /// # Errors
    ///
    /// [`Refusal`] says why the move is refused. Nothing changes then, and nothing is reported.
    pub fn play(
        &mut self,
        seat: Seat,
        notation: &str,
        report: &mut dyn FnMut(AnyEvent),
    ) -> Result<Turn, Refusal> {
        each!(self, game => play(game, seat, notation, report))
    }

    /// Ends a turn of simultaneous orders early; missing orders count as none. Returns `false` if there is no such turn.
    pub fn resolve(&mut self, report: &mut dyn FnMut(AnyEvent)) -> bool {
        each!(self, game => game.resolve(&mut |event| report(event.into())))
    }

    /// Returns the result, or `None` while the game is running.
    pub fn outcome(&self) -> Option<Outcome> {
        each!(self, game => game.outcome())
    }

    /// Returns the seats that the rules have eliminated, in groups that rank behind all other seats, best first.
    pub fn eliminated(&self) -> Vec<SeatSet> {
        each!(self, game => game.eliminated())
    }

    /// Returns the score of every seat, in the order of the seats.
    pub fn scores(&self) -> Vec<i32> {
        each!(self, game => game.scores())
    }

    /// Returns what `to` may see, as text. This is the position text if nothing is hidden.
    pub fn view(&self, to: Viewer) -> String {
        each!(self, game => game.view(to).to_string())
    }

    /// Returns the log of the last turn as `to` may read it. It is empty in games that define no such log.
    pub fn log(&self, to: Viewer) -> Vec<String> {
        each!(self, game => game.log(to))
    }

    /// Returns what the seats to act should know before they move: one line, empty if there is nothing to say.
    pub fn status(&self, to: Viewer) -> String {
        each!(self, game => game.status(to))
    }

    /// Counts the sequences of `depth` legal moves from here ([`Game::perft`]).
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_within(depth, u64::MAX).unwrap_or(u64::MAX)
    }

    /// Counts the sequences of `depth` legal moves from here. Returns `None` if this takes more than `plays` moves, including
    /// those in between.
    pub fn perft_within(&self, depth: u32, mut plays: u64) -> Option<u64> {
        each!(self, game => game.perft_within(depth, &mut plays))
    }

    pub(crate) fn retire(&mut self, seat: Seat, report: &mut dyn FnMut(AnyEvent)) -> Leave {
        each!(self, game => game.retire(seat, &mut |event| report(event.into())))
    }

    pub(crate) fn skip(&mut self, seat: Seat, report: &mut dyn FnMut(AnyEvent)) -> Turn {
        each!(self, game => game.skip(seat, &mut |event| report(event.into())))
    }

    pub(crate) fn can_pass_over(&self) -> bool {
        each!(self, game => game.can_pass_over())
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
    let mut legal_moves: Vec<LegalMove> = moves.iter().map(|mv| described(game, seat, mv)).collect();
    legal_moves.sort_unstable_by(|a, b| a.notation.cmp(&b.notation));
    legal_moves
}

fn described<G: Game>(game: &G, seat: Seat, mv: &G::Move) -> LegalMove {
    let path = game.path(seat, mv).into_iter().map(|step| Choice { step, label: game.label(seat, step) });
    LegalMove {
        notation: mv.to_string(),
        words: game.explain(seat, mv),
        path: path.collect(),
        route: game.route(seat, mv),
        takes: game.takes(seat, mv),
        dies: game.dies(seat, mv),
    }
}

fn paths<G: Game>(game: &G, seat: Seat) -> Vec<Path> {
    let mut moves = Vec::new();
    game.legal(seat, &mut moves);
    let path = |mv: &G::Move| Path {
        notation: mv.to_string(),
        steps: game.path(seat, mv),
        route: game.route(seat, mv),
        takes: game.takes(seat, mv),
        dies: game.dies(seat, mv),
    };
    moves.iter().map(path).collect()
}

fn legal_move<G: Game>(game: &G, seat: Seat, notation: &str) -> Option<LegalMove> {
    let mv = notation.parse::<G::Move>().ok()?;
    let mut moves = Vec::new();
    game.legal(seat, &mut moves);
    moves.contains(&mv).then(|| described(game, seat, &mv))
}

fn warning<G: Game>(game: &G, seat: Seat, notation: &str) -> Option<String> {
    game.warning(seat, &notation.parse().ok()?)
}

fn play<G: Game>(
    game: &mut G,
    seat: Seat,
    notation: &str,
    report: &mut dyn FnMut(AnyEvent),
) -> Result<Turn, Refusal>
where
    AnyEvent: From<G::Event>,
{
    let mv = notation.parse::<G::Move>().map_err(Refusal::Notation)?;
    Ok(game.play(seat, &mv, &mut |event| report(event.into()))?)
}
