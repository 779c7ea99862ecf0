//! The actions of buttons and menus, and their text form in Discord's `custom_id`.
//!
//! The form is `v1:<game>:<verb>[:<argument>…]`, at most 100 bytes. Any user can send any text, so a custom id says what a
//! press asks for, never what is allowed. The store and the rules decide that. Nor does it prove that the press belongs to the
//! channel: after a backup was restored, the same number may be another game's. [`play::Service::check_press`] checks the channel.

use std::{fmt, str::FromStr};

use data::{
    GameId, OfferId, OfferKind, PassUntil, PersonId, PoolId, PuzzleId, Seating, Setting, SketchId, Vote,
};
use engine::Level;
use play::{
    content::{BoardPage, Draft, Page, Preference, Span},
    service::{Press, SketchAct, Target},
};
use rules::{Kind, Seat};

/// Starts the value of a menu line that plays a move.
pub const PLAY: &str = "play ";
/// Starts the value of a menu line that leads to more choices.
pub const GROUP: &str = "go ";

/// The request of a button or menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Join an open lobby.
    Join(GameId),
    /// Leave a lobby, or decline the invitation.
    Leave(GameId),
    /// Start the game of a lobby.
    Start(GameId),
    /// Invite the users in the menu's values to a lobby.
    Invite(GameId),
    /// Make the game of a lobby casual.
    Casual(GameId),
    /// Make the casual game of a lobby rated again.
    Rated(GameId),
    /// Add a machine of the level in the menu's value to a lobby.
    AddMachine(GameId),
    /// Fill the free seats of a lobby with machines.
    FillWithMachines(GameId),
    /// Send the machine away that joined a lobby last.
    RemoveMachine(GameId),
    /// Show how reliably the people of a lobby play.
    People(GameId),
    /// Set this preset for a lobby's game.
    Preset(GameId, String),
    /// Show the panel for a lobby's options.
    Options(GameId),
    /// In that panel: show the values of an option, whose name is the menu's value.
    OptionName(GameId),
    /// In that panel: set this option to the menu's value.
    OptionValue(GameId, String),
    /// In that panel: set the time control in the menu's value.
    SetClock(GameId),
    /// In that panel: set how the seats are assigned.
    Seating(GameId, Seating),
    /// Allow hints in the game of a lobby, or forbid them.
    Hints(GameId, bool),
    /// Show a hint for the position of a finished game after this turn.
    Hint(GameId, u32),
    /// Show a hint for the caller's next move.
    HintNow(GameId),
    /// Show the panel to choose a move, at any revision of the game.
    Moves(GameId),
    /// Show a screen of that panel, at this revision. The menu's value is the next word of the path.
    Screen {
        /// The game to choose moves in.
        game: GameId,
        /// The revision that the panel shows ([`rules::Table::revision`]).
        revision: u32,
        /// The seat that the moves are for.
        seat: Seat,
        /// The moves chosen so far, which are not played yet.
        draft: Vec<String>,
        /// The choices made so far for the next move, as words with dots between them.
        path: String,
    },
    /// Give this order for a seat if the revision is still current.
    Order {
        /// The game to order in.
        game: GameId,
        /// The revision that the panel shows ([`rules::Table::revision`]).
        revision: u32,
        /// The seat that the order is for.
        seat: Seat,
        /// The order in the game's notation.
        notation: String,
    },
    /// Play the menu's value if it is one of the moves that a typed text can mean. In menus of earlier releases the value can also
    /// be a position in a list of choices, which leads to the first screen of the panel.
    Pick {
        /// The game to choose a move in.
        game: GameId,
        /// The revision of the lists ([`rules::Table::revision`]).
        revision: u32,
        /// The seat that the move is for.
        seat: Seat,
        /// The choices made so far in a menu of an earlier release.
        path: Vec<u8>,
    },
    /// Show the first screen of the panel. Only panels of earlier releases have this button.
    StartOver {
        /// The game to choose a move in.
        game: GameId,
        /// The revision that the panel shows ([`rules::Table::revision`]).
        revision: u32,
        /// The seat that the move is for.
        seat: Seat,
    },
    /// Play this move if the revision is still current.
    Play {
        /// The game to play in.
        game: GameId,
        /// The revision at which the move was offered ([`rules::Table::revision`]).
        revision: u32,
        /// The move in the game's notation.
        notation: String,
    },
    /// Play these moves, which the bot has asked about and the player has confirmed.
    Confirm {
        /// The game to play in.
        game: GameId,
        /// The revision of the question ([`rules::Table::revision`]).
        revision: u32,
        /// The moves in the game's notation, in order.
        notations: Vec<String>,
    },
    /// Show the caller's plans in a game, in a new private message.
    Plans(GameId),
    /// Show the caller's plans in place of the plan they are building.
    MyPlans(GameId),
    /// Begin a new plan in a game.
    NewPlan(GameId),
    /// Plan to pass in every turn until this happens.
    PlanPasses(GameId, PassUntil),
    /// Continue the plan whose id is the menu's value.
    ExtendPlan(GameId),
    /// Drop the plan whose id is the menu's value.
    DropPlan(GameId),
    /// Show a screen of an unfinished plan. The menu's value is the next word of the path, or a move.
    PlanScreen {
        /// The game that the plan is for.
        game: GameId,
        /// The stage of the plan that the choices belong to.
        draft: Draft,
        /// The choices made so far for the next move, as words with dots between them.
        path: String,
    },
    /// Continue an unfinished plan with this move.
    PlanMove {
        /// The game that the plan is for.
        game: GameId,
        /// The stage of the plan that the move belongs to.
        draft: Draft,
        /// The move in the game's notation.
        notation: String,
    },
    /// Continue an unfinished plan with the menu's value. In menus of earlier releases the value can also be a position in a list
    /// of choices, which leads to the first screen.
    PickPlan {
        /// The game that the plan is for.
        game: GameId,
        /// The stage of the plan that the menu belongs to.
        draft: Draft,
        /// The choices made so far.
        path: Vec<u8>,
    },
    /// In that panel: drop the choices made so far for the next word of the plan.
    StartPlanOver(GameId, Draft),
    /// In that panel: play the next reply whatever the others do.
    PlanWhatever(GameId, Draft),
    /// Show the caller's own view of the game.
    View(GameId),
    /// Resign the game for good, after the caller has confirmed it.
    Resign(GameId),
    /// Call the game off, after the caller has confirmed it.
    Abort(GameId),
    /// Vote on an offer.
    Vote {
        /// The game that the offer is about.
        game: GameId,
        /// The offer to vote on.
        offer: OfferId,
        /// The caller's reply to it.
        vote: Vote,
    },
    /// Withdraw the caller's own offer.
    Withdraw {
        /// The game that the offer is about.
        game: GameId,
        /// The offer to withdraw.
        offer: OfferId,
    },
    /// End the pause of a game.
    Resume(GameId),
    /// Open a rematch of a game.
    Rematch(GameId),
    /// Play the same game again against machines of this level.
    RematchAgainst(GameId, Level),
    /// Keep playing, in response to a question.
    KeepPlaying(GameId),
    /// Show a page of a game's history.
    History(GameId, Page),
    /// Open a try-out board at the present of a game, or at its end.
    TryOut(GameId),
    /// Open a try-out board at a game after this turn.
    TryTurn(GameId, u32),
    /// Show the turns of a game since the caller's last move.
    CatchUp(GameId),
    /// Show a film of the game.
    Replay(GameId),
    /// Show what happened since the caller's last move, step by step.
    Steps {
        /// The game.
        game: GameId,
        /// The revision of the board with the button ([`rules::Table::revision`]).
        revision: u32,
    },
    /// Explain how the game changed the caller's rating.
    RatingChange(GameId),
    /// Show everything else that the caller can do with a game.
    More(GameId),
    /// Show the board in letters.
    TextBoard(GameId),
    /// Show the board with the other side below, and keep it so.
    Flip(GameId),
    /// Make this offer to the other players.
    Offer(GameId, OfferKind),
    /// Ask whether the caller really wants to resign.
    AskResign(GameId),
    /// Look for someone who takes over the caller's seat.
    OpenSeat(GameId),
    /// Show a page of a leaderboard.
    Leaderboard {
        /// The pool of the leaderboard.
        pool: PoolId,
        /// The time that it covers.
        span: Span,
        /// The rows to show.
        page: BoardPage,
    },
    /// Show the leaderboard of the pool whose id is the menu's value, for this time.
    LeaderboardOf(Span),
    /// Show a person's profile with the chart of a pool, or of the pool whose id is the menu's value.
    Profile(PersonId, PoolId),
    /// Show the rules of a game in a new private message.
    ShowRules(Kind),
    /// Show a page of a game's rules, counted from 0.
    Rules(Kind, u8),
    /// Show the page of a game's rules whose number, counted from 0, is the menu's value.
    Contents(Kind),
    /// Show the settings of the server.
    Server,
    /// In that panel: show the page of the setting whose name is the menu's value.
    ServerSetting,
    /// On that page: change this setting to the menu's values.
    SetServer(Setting),
    /// On that page: reset this setting to its default.
    UnsetServer(Setting),
    /// On the page of presets: show the page of the game whose name is the menu's value.
    ServerPreset,
    /// On that page: set this game's preset to the menu's value.
    SetServerPreset(Kind),
    /// Show a page of the server's games, counted from 0.
    Underway(u32),
    /// Show a page of the server's audit log, counted from 0.
    AuditLog(u32),
    /// Show a page of the server's review list, counted from 0.
    Review(u32),
    /// Show the caller's settings.
    Preferences,
    /// In that panel: show the values of the setting whose name is the menu's value, or the form to type one.
    ChoosePreference,
    /// Set this setting to the menu's values, or to the text of the form.
    SetPreference(Preference),
    /// Send the caller a notification, to see where it arrives.
    TestPings,
    /// Change a switch about the caller's data, or delete it.
    Privacy(PrivacyChoice),
    /// Open the lesson of this game.
    Learn(Kind),
    /// Start this game against machines of this level.
    PlayMachines(Kind, Level),
    /// Open a board for this puzzle.
    Solve(PuzzleId),
    /// Change a try-out board, or show another screen of it. The menu's value is the next word of the path, or a move.
    Try {
        /// The board.
        sketch: SketchId,
        /// How many moves it has.
        ply: u32,
        /// The action that the button starts.
        act: SketchAct,
    },
}

/// The requests of buttons and menus about the caller's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivacyChoice {
    /// Set whether games are rated and boards list the caller; the menu's value says how.
    Ratings,
    /// Let new games count for the world.
    WorldOn,
    /// Let new games count on their server only.
    WorldOff,
    /// Show others the caller's profile.
    ShowProfile,
    /// Hide the caller's profile from others.
    HideProfile,
    /// Show others when the caller moves, and how fast.
    ShowHours,
    /// Hide that from others.
    HideHours,
    /// Delete the data at once.
    DeleteNow,
    /// Delete the data when the caller's games are over.
    DeleteLater,
    /// Withdraw the request to delete it later.
    Keep,
}

impl PrivacyChoice {
    /// All choices with their words in custom ids.
    const WORDS: [(PrivacyChoice, &str); 10] = [
        (PrivacyChoice::Ratings, "ratings"),
        (PrivacyChoice::WorldOn, "world"),
        (PrivacyChoice::WorldOff, "local"),
        (PrivacyChoice::ShowProfile, "show_profile"),
        (PrivacyChoice::HideProfile, "hide_profile"),
        (PrivacyChoice::ShowHours, "show_hours"),
        (PrivacyChoice::HideHours, "hide_hours"),
        (PrivacyChoice::DeleteNow, "now"),
        (PrivacyChoice::DeleteLater, "later"),
        (PrivacyChoice::Keep, "keep"),
    ];
}

const VERSION: &str = "v1";
/// In place of a game, for actions without one.
const NO_GAME: &str = "-";

impl Action {
    /// Returns what the action is about, to check that it belongs to the message and channel of the press.
    #[must_use]
    pub fn press(&self) -> Press {
        let offer = match self {
            Action::Vote { offer, .. } | Action::Withdraw { offer, .. } => Some(*offer),
            _ => None,
        };
        let is_history = matches!(
            self,
            Action::History(..)
                | Action::Replay(_)
                | Action::Steps { .. }
                | Action::Hint(..)
                | Action::TryOut(_)
                | Action::TryTurn(..)
                | Action::CatchUp(_)
        );
        Press { game: self.game(), offer, target: self.target(), is_history }
    }

    /// Returns whether only people who manage the server may ask for this.
    pub const fn is_for_managers(&self) -> bool {
        matches!(
            self,
            Action::Server
                | Action::ServerSetting
                | Action::SetServer(_)
                | Action::UnsetServer(_)
                | Action::ServerPreset
                | Action::SetServerPreset(_)
                | Action::Underway(_)
                | Action::AuditLog(_)
                | Action::Review(_)
        )
    }

    /// Returns whether the response takes so long to draw that it is deferred at once.
    pub const fn is_slow(&self) -> bool {
        matches!(
            self,
            Action::Replay(_)
                | Action::Steps { .. }
                | Action::CatchUp(_)
                | Action::Hint(..)
                | Action::HintNow(_)
        )
    }

    /// Returns the game or lobby that the action concerns, if any.
    pub fn game(&self) -> Option<GameId> {
        self.parts().0
    }

    /// Returns the public message that the response may edit.
    pub fn target(&self) -> Target {
        match self {
            Action::Join(game)
            | Action::Leave(game)
            | Action::Start(game)
            | Action::Invite(game)
            | Action::Casual(game)
            | Action::Rated(game)
            | Action::AddMachine(game)
            | Action::FillWithMachines(game)
            | Action::RemoveMachine(game)
            | Action::Preset(game, _) => Target::Lobby(*game),
            Action::Vote { offer, .. } | Action::Withdraw { offer, .. } => Target::Offer(*offer),
            _ => Target::Nothing,
        }
    }
}

/// Makes the text form of every action and its parser from one table. A row has the verb, the arguments in the order of the text
/// form, and the action that they make.
macro_rules! custom_ids {
    (
        $($verb:literal($game:ident $(, $argument:ident)*) => $action:ident $fields:tt,)*
        without a game:
        $($other:literal($($detail:ident),*) => $public:ident $details:tt,)*
    ) => {
        impl Action {
            /// Returns the game, the verb and the arguments.
            fn parts(&self) -> (Option<GameId>, &'static str, Vec<String>) {
                match self {
                    $(Action::$action $fields => (Some(*$game), $verb, vec![$($argument.text()),*]),)*
                    $(Action::$public $details => (None, $other, vec![$($detail.text()),*]),)*
                }
            }

            /// Returns the action with these parts, or `None` if it is unknown.
            fn from_parts(of: &str, verb: &str, rest: Option<&str>) -> Option<Action> {
                match verb {
                    $($verb => {
                        let $game = Argument::read(of)?;
                        let [$($argument),*] = arguments(rest)?;
                        $(let $argument = Argument::read($argument)?;)*
                        Some(Action::$action $fields)
                    })*
                    $($other if of == NO_GAME => {
                        let [$($detail),*] = arguments(rest)?;
                        $(let $detail = Argument::read($detail)?;)*
                        Some(Action::$public $details)
                    })*
                    _ => None,
                }
            }
        }
    };
}

custom_ids! {
    "join"(game) => Join(game),
    "leave"(game) => Leave(game),
    "start"(game) => Start(game),
    "invite"(game) => Invite(game),
    "casual"(game) => Casual(game),
    "rated"(game) => Rated(game),
    "machine"(game) => AddMachine(game),
    "fill"(game) => FillWithMachines(game),
    "unmachine"(game) => RemoveMachine(game),
    "people"(game) => People(game),
    "options"(game) => Options(game),
    "option"(game) => OptionName(game),
    "value"(game, name) => OptionValue(game, name),
    "preset"(game, name) => Preset(game, name),
    "clock"(game) => SetClock(game),
    "lot"(game) => Seating(game, Seating::Lot),
    "order"(game) => Seating(game, Seating::Order),
    "hints"(game) => Hints(game, true),
    "nohints"(game) => Hints(game, false),
    "hint"(game, turn) => Hint(game, turn),
    "hintnow"(game) => HintNow(game),
    "moves"(game) => Moves(game),
    "g"(game, revision, seat, draft, path) => Screen { game, revision, seat, draft, path },
    "for"(game, revision, seat, notation) => Order { game, revision, seat, notation },
    "pick"(game, revision, seat, path) => Pick { game, revision, seat, path },
    "over"(game, revision, seat) => StartOver { game, revision, seat },
    "play"(game, revision, notation) => Play { game, revision, notation },
    "sure"(game, revision, notations) => Confirm { game, revision, notations },
    "plans"(game) => Plans(game),
    "myplans"(game) => MyPlans(game),
    "plan"(game) => NewPlan(game),
    "wait"(game, until) => PlanPasses(game, until),
    "extend"(game) => ExtendPlan(game),
    "drop"(game) => DropPlan(game),
    "sg"(game, draft, path) => PlanScreen { game, draft, path },
    "sp"(game, draft, notation) => PlanMove { game, draft, notation },
    "step"(game, draft, path) => PickPlan { game, draft, path },
    "planover"(game, draft) => StartPlanOver(game, draft),
    "whatever"(game, draft) => PlanWhatever(game, draft),
    "view"(game) => View(game),
    "resign"(game) => Resign(game),
    "abort"(game) => Abort(game),
    "say"(game, offer, vote) => Vote { game, offer, vote },
    "withdraw"(game, offer) => Withdraw { game, offer },
    "resume"(game) => Resume(game),
    "rematch"(game) => Rematch(game),
    "against"(game, level) => RematchAgainst(game, level),
    "stay"(game) => KeepPlaying(game),
    "history"(game, page) => History(game, page),
    "why"(game) => RatingChange(game),
    "more"(game) => More(game),
    "text"(game) => TextBoard(game),
    "flip"(game) => Flip(game),
    "offer"(game, kind) => Offer(game, kind),
    "giveup"(game) => AskResign(game),
    "seat"(game) => OpenSeat(game),
    "replay"(game) => Replay(game),
    "steps"(game, revision) => Steps { game, revision },
    "tryout"(game) => TryOut(game),
    "tryturn"(game, turn) => TryTurn(game, turn),
    "catchup"(game) => CatchUp(game),
    without a game:
    "lb"(pool, span, page) => Leaderboard { pool, span, page },
    "lbs"(span) => LeaderboardOf(span),
    "pf"(person, pool) => Profile(person, pool),
    "about"(kind) => ShowRules(kind),
    "rules"(kind, page) => Rules(kind, page),
    "contents"(kind) => Contents(kind),
    "admin"() => Server {},
    "setting"() => ServerSetting {},
    "adm"(setting) => SetServer(setting),
    "unset"(setting) => UnsetServer(setting),
    "presets"() => ServerPreset {},
    "usual"(kind) => SetServerPreset(kind),
    "underway"(page) => Underway(page),
    "log"(page) => AuditLog(page),
    "review"(page) => Review(page),
    "prefs"() => Preferences {},
    "pref"() => ChoosePreference {},
    "prefer"(preference) => SetPreference(preference),
    "test"() => TestPings {},
    "priv"(choice) => Privacy(choice),
    "try"(sketch, ply, act) => Try { sketch, ply, act },
    "learn"(kind) => Learn(kind),
    "versus"(kind, level) => PlayMachines(kind, level),
    "solve"(puzzle) => Solve(puzzle),
}

/// Splits what follows the verb into `N` arguments. Only the last one may contain colons.
fn arguments<const N: usize>(rest: Option<&str>) -> Option<[&str; N]> {
    let parts: Vec<&str> = rest.map(|rest| rest.splitn(N.max(1), ':').collect()).unwrap_or_default();
    parts.try_into().ok()
}

/// A part of a custom id.
trait Argument: Sized {
    fn text(&self) -> String;

    fn read(text: &str) -> Option<Self>;
}

/// Implements [`Argument`]: how a value becomes text, and how it is read.
macro_rules! text_forms {
    ($($type:ty: $to_text:expr, $read:expr;)*) => {
        $(impl Argument for $type {
            fn text(&self) -> String {
                let to_text: fn(&$type) -> String = $to_text;
                to_text(self)
            }

            fn read(text: &str) -> Option<$type> {
                let read: fn(&str) -> Option<$type> = $read;
                read(text)
            }
        })*
    };
}

text_forms! {
    u8: u8::to_string, |text| text.parse().ok();
    u32: u32::to_string, |text| text.parse().ok();
    String: String::clone, |text| Some(text.to_owned());
    GameId: GameId::to_string, |text| text.parse::<u64>().ok().map(GameId::from);
    OfferId: OfferId::to_string, |text| text.parse::<u64>().ok().map(OfferId::from);
    Kind: Kind::to_string, Kind::from_slug;
    Level: |level| level.number().to_string(), |text| text.parse().ok().and_then(Level::from_number);
    PersonId: PersonId::to_string, |text| text.parse::<u64>().ok().map(PersonId::from);
    PoolId: |pool| pool.get().to_string(), |text| text.parse::<i64>().ok().map(PoolId::from);
    Span: Span::to_string, |text| text.parse().ok();
    BoardPage: |page| match page {
        BoardPage::Top => "top".to_owned(),
        BoardPage::At(number) => number.to_string(),
        BoardPage::Me => "me".to_owned(),
    }, |text| match text {
        "top" => Some(BoardPage::Top),
        "me" => Some(BoardPage::Me),
        number => number.parse().ok().map(BoardPage::At),
    };
    PuzzleId: PuzzleId::to_string, |text| text.parse::<u64>().ok().map(PuzzleId::from);
    SketchId: SketchId::to_string, |text| text.parse::<u64>().ok().map(SketchId::from);
    SketchAct: |act| match act {
        SketchAct::Show(path) => format!("at.{path}"),
        SketchAct::Play(notation) => format!("do.{notation}"),
        SketchAct::Undo => "undo".to_owned(),
        SketchAct::Redo => "redo".to_owned(),
        SketchAct::CarryOut => "run".to_owned(),
        SketchAct::OtherSide => "other".to_owned(),
        SketchAct::Post => "post".to_owned(),
        SketchAct::Copy => "copy".to_owned(),
        SketchAct::Close => "close".to_owned(),
        SketchAct::Hint => "hint".to_owned(),
        SketchAct::Page => "page".to_owned(),
        SketchAct::Again => "again".to_owned(),
        SketchAct::Answer => "answer".to_owned(),
    }, |text| match (text, text.split_once('.')) {
        (_, Some(("at", path))) => Some(SketchAct::Show(path.to_owned())),
        (_, Some(("do", notation))) => Some(SketchAct::Play(notation.to_owned())),
        ("undo", _) => Some(SketchAct::Undo),
        ("redo", _) => Some(SketchAct::Redo),
        ("run", _) => Some(SketchAct::CarryOut),
        ("other", _) => Some(SketchAct::OtherSide),
        ("post", _) => Some(SketchAct::Post),
        ("copy", _) => Some(SketchAct::Copy),
        ("close", _) => Some(SketchAct::Close),
        ("hint", _) => Some(SketchAct::Hint),
        ("page", _) => Some(SketchAct::Page),
        ("again", _) => Some(SketchAct::Again),
        ("answer", _) => Some(SketchAct::Answer),
        _ => None,
    };
    Seat: Seat::to_string, |text| text.parse().ok().and_then(Seat::new);
    Setting: |setting| setting.word().to_owned(), Setting::from_word;
    Vote: |vote| vote.word().to_owned(), Vote::from_word;
    Preference: |preference| preference.word().to_owned(), Preference::from_word;
    PassUntil: |until| until.word().to_owned(), PassUntil::from_word;
    OfferKind: |kind| kind.word().to_owned(), OfferKind::from_word;
    PrivacyChoice: |choice| {
        let found = PrivacyChoice::WORDS.iter().find(|(of, _)| of == choice);
        found.map_or("", |(_, word)| word).to_owned()
    }, |text| PrivacyChoice::WORDS.iter().find(|(_, word)| *word == text).map(|(choice, _)| *choice);
    // The choices made so far.
    Vec<u8>: |path| path.iter().map(u8::to_string).collect::<Vec<_>>().join("."),
        |text| text.split('.').filter(|choice| !choice.is_empty()).map(|choice| choice.parse().ok()).collect();
    // Moves in order.
    Vec<String>: |notations| notations.join(","),
        |text| Some(text.split(',').filter(|notation| !notation.is_empty()).map(str::to_owned).collect());
    Draft: |draft| format!("{}.{}", draft.plan, draft.words), |text| {
        let (plan, words) = text.split_once('.')?;
        Some(Draft { plan: plan.parse::<i64>().ok()?.into(), words: words.parse().ok()? })
    };
    Page: |page| match page {
        Page::First => "first".to_owned(),
        Page::At(turns) => turns.to_string(),
        Page::Last => "last".to_owned(),
    }, |text| match text {
        "first" => Some(Page::First),
        "last" => Some(Page::Last),
        turns => turns.parse().ok().map(Page::At),
    };
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, verb, arguments) = self.parts();
        let game = game.map_or_else(|| NO_GAME.to_owned(), |game| game.to_string());
        write!(f, "{VERSION}:{game}:{verb}")?;
        arguments.iter().try_for_each(|argument| write!(f, ":{argument}"))
    }
}

/// A custom id of another program or version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown button")]
pub struct UnknownAction;

impl FromStr for Action {
    type Err = UnknownAction;

    fn from_str(text: &str) -> Result<Self, UnknownAction> {
        let mut parts = text.splitn(4, ':');
        let (Some(VERSION), Some(game), Some(verb)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(UnknownAction);
        };
        Action::from_parts(game, verb, parts.next()).ok_or(UnknownAction)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The longest custom id that Discord accepts, in bytes.
    const LONGEST: usize = 100;

    /// Returns an action on a try-out board.
    fn tried(act: SketchAct) -> Action {
        Action::Try { sketch: i64::MAX.cast_unsigned().into(), ply: u32::MAX, act }
    }

    /// Returns actions of every kind.
    fn every() -> Vec<Action> {
        let game = GameId::from(i64::MAX.cast_unsigned());
        let draft = Draft { plan: i64::MAX.into(), words: 999 };
        let longest = "an40&am39=p".to_owned();
        vec![
            Action::Join(game),
            Action::Leave(game),
            Action::Start(game),
            Action::Invite(game),
            Action::Casual(game),
            Action::Rated(game),
            Action::AddMachine(game),
            Action::FillWithMachines(game),
            Action::RemoveMachine(game),
            Action::People(game),
            Action::Options(game),
            Action::OptionName(game),
            Action::OptionValue(game, "lost_bonus".to_owned()),
            Action::Preset(game, "correspondence".to_owned()),
            Action::SetClock(game),
            Action::Moves(game),
            Action::Seating(game, Seating::Lot),
            Action::Seating(game, Seating::Order),
            Action::Hints(game, true),
            Action::Hints(game, false),
            Action::Hint(game, u32::MAX),
            Action::HintNow(game),
            Action::Screen {
                game,
                revision: u32::MAX,
                seat: Seat::FIRST,
                draft: vec!["an40+am39=a".to_owned(); 4],
                path: "an40.am39.=a..".to_owned(),
            },
            Action::Screen { game, revision: 0, seat: Seat::FIRST, draft: vec![], path: String::new() },
            Action::Order {
                game,
                revision: u32::MAX,
                seat: Seat::FIRST.next(2),
                notation: "an40=am39".to_owned(),
            },
            Action::Pick { game, revision: u32::MAX, seat: Seat::FIRST, path: vec![] },
            Action::Pick { game, revision: u32::MAX, seat: Seat::FIRST.next(2), path: vec![24; 6] },
            Action::StartOver { game, revision: u32::MAX, seat: Seat::FIRST.next(2) },
            Action::Play { game, revision: u32::MAX, notation: longest },
            Action::Play { game, revision: 3, notation: "c3/g6@c3".to_owned() },
            Action::Confirm { game, revision: 3, notations: vec!["+a3".to_owned(), "end".to_owned()] },
            Action::Plans(game),
            Action::MyPlans(game),
            Action::NewPlan(game),
            Action::PlanPasses(game, PassUntil::Capture),
            Action::PlanPasses(game, PassUntil::Change),
            Action::ExtendPlan(game),
            Action::DropPlan(game),
            Action::PlanScreen { game, draft, path: "an40.am39.=a..".to_owned() },
            Action::PlanMove { game, draft, notation: "an40+am39=a".to_owned() },
            Action::PickPlan { game, draft, path: vec![24; 6] },
            Action::PickPlan { game, draft, path: vec![] },
            Action::StartPlanOver(game, draft),
            Action::PlanWhatever(game, draft),
            Action::View(game),
            Action::Resign(game),
            Action::Abort(game),
            Action::Vote { game, offer: u64::MAX.into(), vote: Vote::Decline },
            Action::Withdraw { game, offer: u64::MAX.into() },
            Action::Resume(game),
            Action::Rematch(game),
            Action::RematchAgainst(game, Level::Apex),
            Action::KeepPlaying(game),
            Action::History(game, Page::First),
            Action::History(game, Page::At(u32::MAX)),
            Action::History(game, Page::Last),
            Action::RatingChange(game),
            Action::More(game),
            Action::TextBoard(game),
            Action::Flip(game),
            Action::Offer(game, OfferKind::TakeBack),
            Action::AskResign(game),
            Action::OpenSeat(game),
            Action::Replay(game),
            Action::Steps { game, revision: u32::MAX },
            Action::Leaderboard {
                pool: i64::MAX.into(),
                span: Span::Season(4 * 9999),
                page: BoardPage::At(99),
            },
            Action::Leaderboard { pool: 1.into(), span: Span::All, page: BoardPage::Top },
            Action::Leaderboard { pool: 1.into(), span: Span::All, page: BoardPage::Me },
            Action::LeaderboardOf(Span::All),
            Action::Profile(i64::MAX.cast_unsigned().into(), i64::MAX.into()),
            Action::ShowRules(Kind::ALL[0]),
            Action::Rules(Kind::ALL[0], 9),
            Action::Contents(Kind::ALL[0]),
            Action::Server,
            Action::ServerSetting,
            Action::SetServer(Setting::LobbiesFromChannel),
            Action::UnsetServer(Setting::LobbiesFromChannel),
            Action::ServerPreset,
            Action::SetServerPreset(Kind::ALL[0]),
            Action::Underway(u32::MAX),
            Action::AuditLog(u32::MAX),
            Action::Review(u32::MAX),
            Action::Preferences,
            Action::ChoosePreference,
            Action::SetPreference(Preference::Notifications),
            Action::TestPings,
            Action::Privacy(PrivacyChoice::Ratings),
            Action::Privacy(PrivacyChoice::WorldOn),
            Action::Privacy(PrivacyChoice::WorldOff),
            Action::Privacy(PrivacyChoice::ShowProfile),
            Action::Privacy(PrivacyChoice::HideProfile),
            Action::Privacy(PrivacyChoice::ShowHours),
            Action::Privacy(PrivacyChoice::HideHours),
            Action::Privacy(PrivacyChoice::DeleteNow),
            Action::Privacy(PrivacyChoice::DeleteLater),
            Action::Privacy(PrivacyChoice::Keep),
            tried(SketchAct::Show("an40.am39.=a..".to_owned())),
            tried(SketchAct::Show(String::new())),
            tried(SketchAct::Play("an40+am39=a".to_owned())),
            tried(SketchAct::Undo),
            tried(SketchAct::Redo),
            tried(SketchAct::CarryOut),
            tried(SketchAct::OtherSide),
            Action::TryOut(game),
            Action::TryTurn(game, u32::MAX),
            Action::CatchUp(game),
            tried(SketchAct::Post),
            tried(SketchAct::Copy),
            tried(SketchAct::Close),
            tried(SketchAct::Hint),
            tried(SketchAct::Page),
            tried(SketchAct::Again),
            tried(SketchAct::Answer),
            Action::Learn(Kind::Parasites),
            Action::PlayMachines(Kind::Parasites, Level::Apex),
            Action::Solve(i64::MAX.cast_unsigned().into()),
        ]
    }

    #[test]
    fn every_action_fits_discord_and_round_trips() {
        for action in every() {
            let id = action.to_string();
            assert!(id.len() <= LONGEST, "{id}");
            assert_eq!(action.game().is_some(), !id.starts_with("v1:-:"), "{id}");
            assert_eq!(id.parse(), Ok(action));
        }
    }

    /// Buttons of earlier releases have these ids.
    #[test]
    fn text_form_is_that_of_earlier_releases() {
        let game = i64::MAX.to_string();
        let ids: Vec<String> = every().iter().map(|action| action.to_string().replace(&game, "G")).collect();
        let known = "\
            v1:G:join v1:G:leave v1:G:start v1:G:invite v1:G:casual v1:G:rated v1:G:machine v1:G:fill v1:G:unmachine v1:G:people v1:G:options v1:G:option v1:G:value:lost_bonus \
            v1:G:preset:correspondence v1:G:clock \
            v1:G:moves v1:G:lot v1:G:order v1:G:hints v1:G:nohints v1:G:hint:4294967295 v1:G:hintnow \
            v1:G:g:4294967295:1:an40+am39=a,an40+am39=a,an40+am39=a,an40+am39=a:an40.am39.=a.. v1:G:g:0:1:: \
            v1:G:for:4294967295:2:an40=am39 v1:G:pick:4294967295:1: v1:G:pick:4294967295:2:24.24.24.24.24.24 \
            v1:G:over:4294967295:2 v1:G:play:4294967295:an40&am39=p v1:G:play:3:c3/g6@c3 v1:G:sure:3:+a3,end v1:G:plans \
            v1:G:myplans v1:G:plan v1:G:wait:capture v1:G:wait:change v1:G:extend v1:G:drop v1:G:sg:G.999:an40.am39.=a.. \
            v1:G:sp:G.999:an40+am39=a v1:G:step:G.999:24.24.24.24.24.24 v1:G:step:G.999: \
            v1:G:planover:G.999 v1:G:whatever:G.999 v1:G:view v1:G:resign v1:G:abort \
            v1:G:say:18446744073709551615:decline v1:G:withdraw:18446744073709551615 v1:G:resume v1:G:rematch v1:G:against:5 v1:G:stay \
            v1:G:history:first v1:G:history:4294967295 v1:G:history:last v1:G:why \
            v1:G:more v1:G:text v1:G:flip v1:G:offer:takeback v1:G:giveup v1:G:seat v1:G:replay v1:G:steps:4294967295 \
            v1:-:lb:G:9999-Q1:99 v1:-:lb:1:all:top v1:-:lb:1:all:me v1:-:lbs:all v1:-:pf:G:G \
            v1:-:about:parasites v1:-:rules:parasites:9 v1:-:contents:parasites \
            v1:-:admin v1:-:setting v1:-:adm:lobbies_from_channel v1:-:unset:lobbies_from_channel v1:-:presets \
            v1:-:usual:parasites v1:-:underway:4294967295 v1:-:log:4294967295 v1:-:review:4294967295 \
            v1:-:prefs v1:-:pref v1:-:prefer:notifications v1:-:test \
            v1:-:priv:ratings v1:-:priv:world v1:-:priv:local v1:-:priv:show_profile v1:-:priv:hide_profile \
            v1:-:priv:show_hours v1:-:priv:hide_hours v1:-:priv:now v1:-:priv:later v1:-:priv:keep \
            v1:-:try:G:4294967295:at.an40.am39.=a.. v1:-:try:G:4294967295:at. v1:-:try:G:4294967295:do.an40+am39=a \
            v1:-:try:G:4294967295:undo v1:-:try:G:4294967295:redo v1:-:try:G:4294967295:run \
            v1:-:try:G:4294967295:other v1:G:tryout v1:G:tryturn:4294967295 v1:G:catchup \
            v1:-:try:G:4294967295:post v1:-:try:G:4294967295:copy v1:-:try:G:4294967295:close \
            v1:-:try:G:4294967295:hint v1:-:try:G:4294967295:page v1:-:try:G:4294967295:again \
            v1:-:try:G:4294967295:answer v1:-:learn:parasites v1:-:versus:parasites:5 v1:-:solve:G";
        assert_eq!(ids.join(" "), known);
    }

    #[test]
    fn only_lobbies_and_offers_change_for_everyone() {
        let all = every();
        let changing = all.iter().filter(|action| action.target() != Target::Nothing);
        let verb = |action: &Action| action.to_string().split(':').nth(2).unwrap().to_owned();
        let verbs: BTreeSet<String> = changing.map(verb).collect();
        let known = [
            "casual",
            "fill",
            "invite",
            "join",
            "leave",
            "machine",
            "preset",
            "rated",
            "say",
            "start",
            "unmachine",
            "withdraw",
        ];
        assert_eq!(verbs, known.map(str::to_owned).into());
    }

    #[test]
    fn press_names_its_game_offer_and_message() {
        let game = GameId::from(7);
        let private = Press { game: Some(game), offer: None, target: Target::Nothing, is_history: false };
        for action in [
            Action::Moves(game),
            Action::Resign(game),
            Action::Rematch(game),
            Action::Options(game),
            Action::KeepPlaying(game),
        ] {
            assert_eq!(action.press(), private);
        }
        for action in [Action::Join(game), Action::Leave(game)] {
            assert_eq!(action.press(), Press { target: Target::Lobby(game), ..private });
        }
        for page in [Page::First, Page::At(1), Page::Last] {
            assert_eq!(Action::History(game, page).press(), Press { is_history: true, ..private });
        }
        let offer = 8.into();
        let of_offer = Press { offer: Some(offer), target: Target::Offer(offer), ..private };
        assert_eq!(Action::Vote { game, offer, vote: Vote::Accept }.press(), of_offer);
        assert_eq!(Action::Withdraw { game, offer }.press(), of_offer);
        assert_eq!(Action::ShowRules(Kind::Protozoa).press(), Press { game: None, ..private });
    }

    #[test]
    fn other_ids_are_unknown() {
        for id in [
            "",
            "v1",
            "v1:",
            "v1:7",
            "v2:7:join",
            "v1:x:join",
            "v1:7:join:more",
            "v1:7:pick:1",
            "v1:7:pick:1:2.3",
            "v1:7:pick:1:0:2",
            "v1:7:over:1",
            "v1:7:over:1:0",
            "v1:7:planover:1",
            "v1:-:join",
            "v1:7:say:1:maybe",
            "v1:7:step:1:2",
            "v1:7:whatever:1.2:3",
            "v1:7:admin",
            "v1:-:admin:games",
            "v1:-:adm:colour",
            "v1:-:adm",
            "v1:-:log:-1",
            "v1:7:try:1:2:undo",
            "v1:-:try:1:2",
            "v1:-:try:1:2:away",
            "v1:-:try:1:x:undo",
        ] {
            assert_eq!(id.parse::<Action>(), Err(UnknownAction), "{id:?}");
        }
    }
}
