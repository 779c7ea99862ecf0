//! The values that a use case responds with. The crate `messages` turns them into words, buttons and pictures.

use std::ops::Range;

use clock::Control;
use data::{
    Audit, ChannelId, Conduct, Counts, Erasure, Failed, Game, GameId, GuildId, Holdings, Listed, Lobby,
    Machine, MessageId, Offer, OfferKind, PassUntil, PersonId, Place, Plan, PlanId, PlanStep, RatingsWish,
    Setting, Settings, Undelivered, Underway, Visibility,
};
use jiff::Timestamp;
use rules::{Kind, LegalMove, Options, Outcome, Seat, Viewer};

use crate::game::ahead::Ahead;

mod boards;
mod films;
mod hints;
mod preferences;
mod profiles;
mod puzzles;
mod review;
mod sketches;

pub use boards::*;
pub use films::*;
pub use hints::*;
pub use preferences::*;
pub use profiles::*;
pub use puzzles::*;
pub use review::*;
pub use sketches::*;

/// The response to an interaction, with what it shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Response<T = Content> {
    /// A public message that shows this lobby from now on.
    Lobby(GameId, T),
    /// A public message for everybody in the channel, which stays as it is.
    Shown(T),
    /// A private message to the caller.
    Ephemeral(T),
    /// An edit of the message whose button was pressed.
    Update(T),
    /// The public post that the use case has queued in the outbox. If the outbox cannot respond in time, this private message
    /// takes its place.
    Public(T),
}

impl<T> Response<T> {
    /// Returns what the response shows.
    pub fn content(&self) -> &T {
        match self {
            Response::Lobby(_, content)
            | Response::Shown(content)
            | Response::Ephemeral(content)
            | Response::Update(content)
            | Response::Public(content) => content,
        }
    }

    /// Returns what the response shows, to change it.
    pub fn content_mut(&mut self) -> &mut T {
        match self {
            Response::Lobby(_, content)
            | Response::Shown(content)
            | Response::Ephemeral(content)
            | Response::Update(content)
            | Response::Public(content) => content,
        }
    }

    /// Returns the same response with other content.
    ///
    /// ```
    /// use play::Response;
    ///
    /// let (kind, words) = (Response::Update(7).with("seven"), Response::Update("seven"));
    /// assert_eq!(kind, words);
    /// ```
    pub fn with<U>(&self, content: U) -> Response<U> {
        match self {
            Response::Lobby(game, _) => Response::Lobby(*game, content),
            Response::Shown(_) => Response::Shown(content),
            Response::Ephemeral(_) => Response::Ephemeral(content),
            Response::Update(_) => Response::Update(content),
            Response::Public(_) => Response::Public(content),
        }
    }
}

/// The content of a response, from which `messages` makes a post.
#[derive(Clone, Debug)]
pub enum Content {
    /// A lobby in its present state.
    Lobby(LobbyState),
    /// How reliably the people of a lobby play, in the order of the lobby.
    People(Vec<(PersonId, Conduct)>),
    /// The panel to change a lobby's options.
    OptionsPanel(Lobby),
    /// The values of one option of a lobby.
    OptionValues {
        /// The lobby.
        lobby: Lobby,
        /// The name of the option.
        name: String,
    },
    /// The settings of a server.
    Server(Box<Server>),
    /// The page on which a setting of a server is changed.
    ServerSetting {
        /// The settings as they are.
        settings: Box<Settings>,
        /// The setting to change.
        setting: Setting,
    },
    /// The page on which a server's preset of a game is changed.
    ServerPreset {
        /// The settings as they are.
        settings: Box<Settings>,
        /// The game.
        kind: Kind,
    },
    /// A person can no longer open or join games on the server.
    Blocked {
        /// The person.
        person: PersonId,
        /// The reason, which the person reads.
        reason: String,
        /// Whether the person gets a notice with it. Otherwise they read it when they try to open or join a game.
        notified: bool,
    },
    /// A person can open and join games on the server again.
    Unblocked {
        /// The person.
        person: PersonId,
    },
    /// A page of a server's lobbies and running games.
    Underway {
        /// The server.
        guild: GuildId,
        /// The lobbies and games.
        games: Listing<Underway>,
    },
    /// This game or lobby was ended by the caller, who manages the server.
    EndedByManager(GameId),
    /// The result of this game no longer counts for ratings.
    Voided(GameId),
    /// A page of a server's audit log.
    AuditLog(Listing<Audit>),
    /// A page of a server's review list.
    Review {
        /// The server.
        guild: GuildId,
        /// The pairs.
        pairs: Listing<ReviewedPair>,
    },
    /// The server has this default clock from now on.
    DefaultClockSet(Control),
    /// The server's default clock.
    DefaultClock {
        /// The clock.
        control: Control,
        /// Whether it is Petri's own default.
        is_usual: bool,
    },
    /// The caller has joined the lobby of a rematch.
    RematchJoined,
    /// A player's moves up to a ply, with the next choices if their turn is not over.
    Receipt {
        /// The game after the moves.
        game: Box<Game>,
        /// The player.
        person: PersonId,
        /// The ply after their last move.
        ply: u32,
    },
    /// A question which of several moves a player meant. Nothing was played.
    WhichMove {
        /// The game.
        game: Box<Game>,
        /// The seat that the moves are for.
        seat: Seat,
        /// The description as typed.
        typed: String,
        /// The moves that it fits.
        legal_moves: Vec<LegalMove>,
        /// Whether the player may choose one now. A later move of a message waits for those before it.
        choosable: bool,
    },
    /// The panel to choose a move.
    MovesPanel {
        /// The game.
        game: Box<Game>,
        /// The seat that the move is for.
        seat: Seat,
        /// The moves chosen so far, which are not played yet.
        draft: Vec<String>,
        /// The choices made so far for the next move, as words with dots between them.
        path: String,
        /// Whether players have moved since the panel was shown, so that it starts again.
        moved_on: bool,
    },
    /// A panel whose turn is over.
    ClosedPanel {
        /// The game.
        game: Box<Game>,
        /// The player.
        person: PersonId,
        /// The turn that the panel was for.
        turn: u32,
        /// The moves that the player has chosen in it.
        chosen: Vec<String>,
    },
    /// A question whether a player really wants to play some moves. Nothing was played.
    Question(Question),
    /// A question whether a player really wants to resign.
    AskResign(Box<Game>),
    /// The caller has resigned.
    Resigned,
    /// The pause is over.
    Resumed,
    /// A question whether a player really wants to call the game off.
    AskAbort(Box<Game>),
    /// The game was called off.
    CalledOff,
    /// An offer in its present state.
    Offer {
        /// The game.
        game: Box<Game>,
        /// The offer.
        offer: Offer,
    },
    /// The caller has made an offer to these people.
    Offered {
        /// The kind of the offer.
        kind: OfferKind,
        /// The people who are asked.
        voters: Vec<PersonId>,
    },
    /// A machine has declined the draw that the caller offered.
    MachineDeclines(Machine),
    /// The caller has accepted the offer of another player.
    Accepted {
        /// The game after it.
        game: Box<Game>,
        /// The offer.
        offer: Offer,
        /// The people whose votes are still missing.
        missing: Vec<PersonId>,
    },
    /// A player's plans.
    Plans {
        /// The game.
        game: Box<Game>,
        /// The finished plans.
        plans: Vec<Plan>,
        /// The change that the interaction has made.
        change: PlanChange,
    },
    /// A screen for the next part of an unfinished plan.
    PlanPicker {
        /// The game.
        game: Box<Game>,
        /// The plan.
        plan: PlanId,
        /// The plan so far and the position that it leads to.
        ahead: Box<Ahead>,
        /// The choices made so far for the next part, as words with dots between them.
        path: String,
    },
    /// The suspended game continues in this channel.
    ResumedHere,
    /// The seat is offered to others.
    SeatOpened,
    /// The seat was offered to others before.
    SeatAlreadyOpen,
    /// A player's settings.
    Settings(Preferences),
    /// The values that a setting of the player can have.
    PreferenceValues {
        /// All settings.
        preferences: Preferences,
        /// The one to change.
        preference: Preference,
    },
    /// The board as one viewer may see it.
    Board {
        /// The game.
        game: Box<Game>,
        /// The viewer, who sees nothing that is hidden from them.
        to: Viewer,
        /// The first entry of the record that the board reports.
        since: usize,
        /// The ratings after the game, if it is over and rated.
        rated: Option<RatedEnd>,
    },
    /// Everything else that the caller can do with a game.
    More {
        /// The game.
        game: Box<Game>,
        /// The viewer.
        to: Viewer,
        /// Whether the caller still plays in it.
        at_table: bool,
    },
    /// The board in letters as one viewer may see it.
    TextBoard {
        /// The game.
        game: Box<Game>,
        /// The viewer, who sees nothing that is hidden from them.
        to: Viewer,
    },
    /// A player's games and invitations.
    Games {
        /// The player.
        person: PersonId,
        /// Their games, those that wait for them first.
        games: Vec<Listed>,
    },
    /// The list of all games that can be played.
    AllGames,
    /// A page of a game's rules.
    Rules {
        /// The game.
        kind: Kind,
        /// The number of the page, from 0. A page beyond the last one is the last one.
        page: u8,
        /// The options of the game that is played where the page is read, if one is.
        here: Option<Options>,
    },
    /// A turn of a game.
    History(HistoryPage),
    /// A leaderboard.
    Leaderboard(Box<Leaderboard>),
    /// An explanation of ratings, with how well they have predicted results if there are enough of them.
    AboutRatings(Option<Box<ratings::Report>>),
    /// A person's games and ratings.
    Profile(Box<PlayerProfile>),
    /// The results of two people against each other.
    Versus(Box<Versus>),
    /// The effect of a game on the caller's rating.
    RatingChange(Box<RatingChange>),
    /// A film of a game.
    Replay(Replay),
    /// A try-out board.
    Sketch(Box<SketchScreen>),
    /// A try-out board that everybody can see and copy.
    PostedSketch(Box<SketchScreen>),
    /// The caller has closed their try-out board.
    SketchClosed,
    /// A board on which the caller looks for the solution of a puzzle.
    PuzzleBoard(Box<PuzzleBoard>),
    /// A puzzle with its solution.
    PuzzleResult(Box<PuzzleResult>),
    /// The newest puzzle of a server, and the streaks there.
    PuzzlePage(Box<PuzzlePage>),
    /// The caller has closed the board of a puzzle.
    PuzzleClosed,
    /// The turns that a machine would consider.
    Hint(Box<Hint>),
    /// A lesson.
    Lesson(Box<LessonScreen>),
    /// The caller has closed the lesson of this game, which waits for them.
    LessonClosed(Kind),
    /// The events of a game since the caller's last move, step by step.
    Steps(Steps),
    /// The turns of a game since the caller's last move.
    CatchUp(CatchUp),
    /// The news of all the caller's games.
    Overview(Overview),
    /// The record of a game as a file.
    Record {
        /// The game.
        game: Box<Game>,
        /// The file.
        bytes: Vec<u8>,
    },
    /// The data that is stored about the caller, and their switches.
    Privacy(PrivacyPanel),
    /// Everything that is stored about the caller, as a file.
    PersonalFile {
        /// The file.
        bytes: Vec<u8>,
    },
    /// A question whether and when the caller's data is to be deleted.
    AskErasure {
        /// The running games that the caller would resign.
        games: u32,
        /// An earlier request.
        pending: Option<Erasure>,
    },
    /// The caller's data is deleted.
    Erased {
        /// The games that they have resigned.
        games: u32,
    },
    /// The caller's data will be deleted when their games are over.
    ErasureWaits {
        /// Their running games.
        games: u32,
        /// When it will be deleted at the latest.
        at: Timestamp,
    },
    /// The caller's data is kept after all.
    DataKept,
}

/// The data that is stored about a person, and their switches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrivacyPanel {
    /// How much is stored.
    pub holdings: Holdings,
    /// Whether their games are rated, and whether boards list them.
    pub ratings: RatingsWish,
    /// Whether their games may count for the world.
    pub world: bool,
    /// Whether others may see how they play.
    pub visibility: Visibility,
    /// Their request for deletion.
    pub pending: Option<Erasure>,
}

/// A lobby, or what has become of it.
#[derive(Clone, Debug)]
pub enum LobbyState {
    /// The lobby is open.
    Open(Lobby),
    /// The lobby was closed for this reason.
    Closed(Lobby, Closed),
    /// Its game has started.
    Started(Box<Game>),
}

/// Why a lobby was closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closed {
    /// Nobody started its game for a week.
    TooOld,
    /// Its host left and was the last player in it.
    HostLeft,
    /// A person who manages the server closed it.
    ByManager,
}

/// A server as the people who manage it see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Server {
    /// The settings.
    pub settings: Settings,
    /// The people who may not open or join games.
    pub blocked: Vec<PersonId>,
    /// The setting that was just changed.
    pub changed: Option<Setting>,
}

/// The number of games or acts on a page.
pub const ON_PAGE: u32 = 8;

/// A page of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing<T> {
    /// The part of the list that the page shows.
    pub items: Vec<T>,
    /// The number of the page, from 0.
    pub page: u32,
    /// The number of the last page.
    pub last: u32,
    /// The number of items on all pages.
    pub all: u32,
}

impl<T> Listing<T> {
    /// Returns the page with this number, or the last one if there are fewer. `read` returns the items of the page after so many
    /// others.
    pub(crate) fn of<E>(
        all: u32,
        page: u32,
        read: impl FnOnce(u32) -> Result<Vec<T>, E>,
    ) -> Result<Listing<T>, E> {
        let last = all.saturating_sub(1) / ON_PAGE;
        let page = page.min(last);
        Ok(Listing { items: read(page * ON_PAGE)?, page, last, all })
    }
}

/// A question whether a player really wants to play some moves.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game.
    pub game: GameId,
    /// The kind of game.
    pub kind: Kind,
    /// The revision of the position that the moves are for.
    pub revision: u32,
    /// The moves. Together they fit into a button.
    pub notations: Vec<String>,
    /// Why the player is asked.
    pub reason: Doubt,
}

/// Why a player is asked before their moves are played.
#[derive(Clone, Debug)]
pub enum Doubt {
    /// The moves end the game.
    Ends {
        /// The game after them.
        over: Box<Game>,
        /// The outcome.
        outcome: Outcome,
    },
    /// The moves cost the player what these words of the game say.
    Costs(String),
    /// The player loses the piece that the last move places, moves or removes.
    Dies,
    /// The moves end the turn and give up what these words of the game say.
    GivesUp(String),
    /// The player has just played the same moves.
    Repeats,
}

/// A change that an interaction has made to a player's plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanChange {
    /// Nothing.
    None,
    /// Plans were removed.
    Removed,
    /// The unfinished plan no longer exists.
    DraftGone,
    /// A plan was stored that passes until this happens.
    Passing(PassUntil),
    /// These steps were stored as a plan.
    Stored {
        /// The steps.
        steps: Vec<PlanStep>,
        /// The plans that the new one replaces, apart from those that it continues.
        replaced: Vec<Vec<PlanStep>>,
    },
}

/// The game in which a person has the least time left, of those that wait for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextGame {
    /// The number of games that wait for them.
    pub waiting: usize,
    /// The server of the game.
    pub guild: GuildId,
    /// The channel of the game.
    pub channel: ChannelId,
    /// The board, or the lobby to which they are invited.
    pub message: Option<MessageId>,
}

/// The facts that the sentence of a private notice needs apart from the notice.
#[derive(Clone, Debug)]
pub struct NoticeAbout {
    /// The game of the notice.
    pub game: Game,
    /// The offer that the notice is about, if it is about one.
    pub offer: Option<Offer>,
}

/// A message that could not be delivered.
#[derive(Clone, Debug)]
pub struct Missed {
    /// The entry that failed.
    pub entry: Undelivered,
    /// The facts that the sentence of its notice needs, if it needs any.
    pub about: Option<NoticeAbout>,
}

/// The state of the bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// How many games, lobbies and people there are.
    pub counts: Counts,
    /// How many games no longer replay correctly.
    pub differing: usize,
    /// The games of the caller's server in which a machine cannot move.
    pub held: Vec<Place>,
    /// How many games of the caller's server have machines, if this bot offers none any more.
    pub without_machines: u32,
    /// The posts that failed on the caller's server, if the caller may know.
    pub failed: Option<Vec<Failed>>,
}

/// A page of a game's history.
#[derive(Clone, Debug)]
pub struct HistoryPage {
    /// The game as it is now.
    pub game: Box<Game>,
    /// The game after the turn.
    pub then: Box<Game>,
    /// The viewer, who sees nothing that is hidden from them.
    pub to: Viewer,
    /// The number of the turn, from 1; 0 is the beginning.
    pub number: usize,
    /// The number of the last turn.
    pub last: usize,
    /// The turn's entries of the record.
    pub entries: Range<usize>,
    /// When the turn ended or, if it is not over, when its last entry was made.
    pub at: Option<Timestamp>,
    /// Whether the whole turn was taken back later.
    pub taken_back: bool,
}

/// A page of a game's history to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The start of the game.
    First,
    /// The position after this many turns.
    At(u32),
    /// The position after the last turn.
    Last,
}

/// One stage of an unfinished plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The plan that is being built.
    pub plan: PlanId,
    /// The number of words it has, as [`Draft::words_of`] counts them.
    pub words: usize,
}

impl Draft {
    /// Counts the words of a plan, which sets its stages apart.
    pub fn words_of(steps: &[PlanStep]) -> usize {
        let of = |step: &PlanStep| 1 + step.condition.as_ref().map_or(0, Vec::len) + step.reply.len();
        steps.iter().map(of).sum()
    }
}

/// A completion of what a player types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The text in the list that Discord shows.
    pub label: String,
    /// The text in the field after the player has chosen it.
    pub value: String,
}

/// The most choices of a menu or completion that Discord shows.
pub const MOST_CHOICES: usize = 25;
/// The most characters of a choice's label and of its value.
pub const LONGEST_CHOICE: usize = 100;

/// Cuts `text` to at most `limit` characters, the last one an ellipsis if anything was cut.
#[must_use]
pub fn cut(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(limit.saturating_sub(1)).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_by_characters() {
        assert_eq!(cut("käfer", 5), "käfer");
        assert_eq!(cut("käfer!", 5), "käfe…");
        assert_eq!(cut("a b c", 3), "a…");
        assert_eq!(cut("", 0), "");
    }
}
