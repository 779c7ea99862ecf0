//! Why a use case rejects a request. Use cases return these values; only the crate `messages` turns them into sentences.

use clock::{ControlError, HoursError};
use data::{ChannelId, Game, GuildId, Listed, Lobby, MessageId, OfferKind, PersonId, Place, RoleId};
use jiff::Timestamp;
use rules::{Kind, LegalMove, Outcome, Refusal, SetupError};

use crate::{game::ahead::Misfit, seats};

mod hint;
mod machine;
mod puzzle;
mod sketch;

pub use hint::HintRejected;
pub use machine::MachineRejected;
pub use puzzle::PuzzleRejected;
pub use sketch::SketchRejected;

/// Why the result of a game was not voided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VoidRejected {
    /// The game has no result, or it is casual.
    Unrated,
    /// The result was voided before.
    Before,
}

/// Why a use case did not do what its caller asked for. Nothing was changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Rejected {
    /// The command needs a server, and the caller wrote a direct message.
    OutsideServers,
    /// The caller may not manage the server.
    NotAdmin,
    /// The caller may not open or join games on the server.
    Blocked {
        /// The reason that a person who manages the server gave.
        reason: String,
    },
    /// A person who manages the server asks for what is not possible.
    Admin(AdminRejected),
    /// No game has the name that was typed.
    UnknownKind {
        /// The name as it was typed.
        typed: String,
    },
    /// The records have no such game, or the caller may not know of it.
    UnknownGame,
    /// The button is from an older version, or its offer does not have this choice.
    UnknownButton,
    /// The button belongs to a game that is played in another channel.
    PlayedElsewhere {
        /// The place where the game is played.
        place: Place,
        /// The server of the caller.
        guild: Option<GuildId>,
    },
    /// No game is being played in the caller's channel.
    NoGameHere {
        /// The caller's running games on this server, without suspended ones.
        others: Box<[Listed]>,
    },
    /// The channel's game is still a lobby.
    NotStarted,
    /// The game is over.
    GameOver {
        /// The end; `None` if the game has no outcome.
        ended: Option<Ended>,
        /// The caller's running games on this server, without suspended ones. Empty if they named the game.
        others: Box<[Listed]>,
    },
    /// The caller has no seat in the game.
    NotPlaying {
        /// The people who are still in the game.
        players: Vec<PersonId>,
    },
    /// The caller has left the game or was eliminated.
    NoLongerPlaying {
        /// The people who are still in the game.
        players: Vec<PersonId>,
    },
    /// It is not the caller's turn, or not that of the seat they named.
    NotYourTurn {
        /// The people whose turn it is.
        to_act: Vec<PersonId>,
    },
    /// A move could not be played.
    Move(MoveRejected),
    /// A lobby could not be opened or changed.
    Lobby(LobbyRejected),
    /// Machines do not play.
    Machine(MachineRejected),
    /// The caller has reached a limit.
    Limit(LimitRejected),
    /// The options of a game could not be read, or the game cannot be set up with them.
    Options(OptionsRejected),
    /// The text is no time control.
    Clock(ControlError),
    /// Discord does not let the bot post in the channel, or open a thread there.
    Channel(ChannelRejected),
    /// An offer could not be made, answered or withdrawn.
    Offer(OfferRejected),
    /// A seat could not be opened or taken over.
    Seat(SeatRejected),
    /// A rematch could not be opened.
    Rematch(RematchRejected),
    /// A suspended game could not be continued.
    Suspended(SuspendedRejected),
    /// A plan could not be made.
    Plan(PlanRejected),
    /// There is nothing to look at.
    Look(LookRejected),
    /// A try-out board could not be opened or changed.
    Sketch(SketchRejected),
    /// A puzzle was not shown or answered.
    Puzzle(PuzzleRejected),
    /// A hint was not given.
    Hint(HintRejected),
    /// The caller's settings could not be changed.
    Settings(SettingsRejected),
    /// The result of a game could not be voided.
    Void(VoidRejected),
    /// The caller's data is about to be deleted, or was sent a moment ago.
    Privacy(PrivacyRejected),
}

impl Rejected {
    /// Returns the rejection that a game is over.
    pub fn game_over(game: &Game) -> Rejected {
        Rejected::GameOver { ended: Ended::of(game), others: Box::default() }
    }

    /// Returns the rejection that the caller has no seat in a game.
    pub fn not_playing(game: &Game) -> Rejected {
        Rejected::NotPlaying { players: game.people_in(game.table.here()) }
    }

    /// Returns the rejection that the caller has left a game or was eliminated from it.
    pub fn no_longer_playing(game: &Game) -> Rejected {
        Rejected::NoLongerPlaying { players: game.people_in(game.table.here()) }
    }

    /// Returns the rejection that a game waits for others.
    pub fn not_your_turn(game: &Game) -> Rejected {
        Rejected::NotYourTurn { to_act: game.awaited() }
    }
}

/// The end of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Ended {
    /// The kind of game.
    pub kind: Kind,
    /// The ranking and its reason.
    pub outcome: Outcome,
    /// The people who share the first place.
    pub first: Vec<PersonId>,
    /// The scores of all sides, best place first. Empty unless they have decided the game.
    pub scores: Vec<i32>,
}

impl Ended {
    /// Returns how a game ended; `None` if it has no outcome.
    pub fn of(game: &Game) -> Option<Ended> {
        game.table.outcome().map(|outcome| Ended::with(game, outcome))
    }

    /// Returns how a game ends with this outcome.
    pub fn with(game: &Game, outcome: Outcome) -> Ended {
        let first = outcome.ranking.groups().first().map(|&first| game.people_in(first));
        let scores = scores(game, &outcome);
        Ended { kind: game.table.kind(), first: first.unwrap_or_default(), outcome, scores }
    }
}

/// Returns the scores of all sides, best place first. Empty if something else has decided the game.
fn scores(game: &Game, outcome: &Outcome) -> Vec<i32> {
    let (about, game) = (game.table.kind().about(), game.table.game());
    if !about.is_scored(outcome.reason) {
        return Vec::new();
    }
    let scores = game.scores();
    let captains = game.sides().into_iter().filter_map(|side| side.first());
    let mut sides: Vec<(Option<usize>, i32)> =
        captains.map(|seat| (outcome.ranking.place(seat), scores[seat.index()])).collect();
    sides.sort_by_key(|&(place, score)| (place.is_none(), place, -score));
    // Level scores explain no victory, and different ones no draw.
    match sides.as_slice() {
        [(_, first), (_, second), ..] if outcome.is_draw() == (first != second) || first < second => {
            Vec::new()
        }
        _ => sides.into_iter().map(|(_, score)| score).collect(),
    }
}

/// Why a move was not played.
#[derive(Debug, Clone, PartialEq)]
pub enum MoveRejected {
    /// The move was offered for a position that has changed since.
    MovedOn {
        /// The end of the game, if it is over.
        ended: Option<Ended>,
        /// The people whose turn it is now.
        to_act: Vec<PersonId>,
    },
    /// The message has no move in it.
    NoMove {
        /// The kind of game.
        kind: Kind,
        /// Some moves that are legal.
        suggestions: Vec<String>,
    },
    /// The message has more moves than one message may have.
    TooManyMoves {
        /// The most moves of a message.
        most: usize,
    },
    /// The moves before this one end the turn.
    TurnOverBefore {
        /// The move as it was typed.
        notation: String,
    },
    /// The rules do not allow the move.
    IllegalMove {
        /// The kind of game.
        kind: Kind,
        /// The move as it was typed.
        notation: String,
        /// The reason that the rules give.
        refusal: Refusal,
        /// Legal moves like it.
        suggestions: Vec<String>,
        /// Whether the same message has legal moves before it, which were not played either.
        after_others: bool,
    },
}

impl MoveRejected {
    /// Returns the rejection that players have moved since a move was offered.
    pub fn moved_on(game: &Game) -> MoveRejected {
        MoveRejected::MovedOn { ended: Ended::of(game), to_act: game.awaited() }
    }
}

/// Why a lobby was not opened or changed.
#[derive(Debug, Clone, PartialEq)]
pub enum LobbyRejected {
    /// The lobby's game has begun, or was called off.
    Closed,
    /// The channel has a lobby or game already.
    ChannelTaken {
        /// The lobby that waits for players there, if it is known to be one.
        waiting: Option<LobbyPlace>,
    },
    /// The caller has joined before.
    AlreadyIn,
    /// The caller is neither in the lobby nor invited.
    NotIn,
    /// Only the host may do that.
    OnlyHost {
        /// The host of the lobby.
        host: PersonId,
    },
    /// The game stays casual, because others are in the lobby or the caller is not its host.
    StaysCasual,
    /// Every place is taken.
    Full {
        /// The number of places.
        most: u8,
    },
    /// The game cannot start with so many people.
    WrongCount {
        /// The kind of game.
        kind: Kind,
        /// The number of people who have joined.
        joined: usize,
        /// The numbers of people that could play, rising.
        possible: Vec<u8>,
        /// The number of seats with which those who have joined could play after all, some of them with several seats.
        shared: Option<u8>,
        /// Whether machines could take the places of people.
        machines: bool,
    },
    /// More people have joined than could play with these options.
    TooManyJoined {
        /// The most people who could play.
        most: u8,
    },
    /// A bot is invited.
    BotInvited {
        /// The bot's user id.
        bot: PersonId,
    },
    /// A person who is invited is not on the server.
    NotOnServer {
        /// The person who is invited.
        person: PersonId,
    },
    /// The caller invited only themselves.
    OnlyYourself,
    /// Everyone whom the caller invites is in the lobby, or was invited before.
    InvitedBefore,
    /// More people are invited than there are free places.
    TooFewPlaces {
        /// The number of places that neither players nor invitations take.
        free: u8,
    },
    /// Games can be opened only in other channels of the server.
    OtherChannels {
        /// These channels.
        channels: Vec<ChannelId>,
    },
    /// Only members with a role may open games.
    OnlyRole {
        /// The role.
        role: RoleId,
    },
    /// More people are invited than the game has places.
    TooManyInvited {
        /// The kind of game.
        kind: Kind,
        /// The number of places, one of which is the caller's.
        most: u8,
    },
}

impl LobbyRejected {
    /// Returns the rejection that a lobby's game cannot start with those who have joined. Machines play only if this bot `offered`
    /// them.
    pub fn wrong_count(lobby: &Lobby, offered: bool) -> LobbyRejected {
        let (kind, joined) = (lobby.kind, lobby.joined().count());
        LobbyRejected::WrongCount {
            kind,
            joined,
            possible: seats::people_counts(kind, &lobby.options).unwrap_or_default(),
            shared: seats::shared_by(kind, &lobby.options, joined),
            machines: offered && kind.is_searchable(),
        }
    }
}

/// Why a person who manages a server cannot do something.
#[derive(Debug, Clone, PartialEq)]
pub enum AdminRejected {
    /// The caller would block themselves.
    OwnBlock,
    /// Bots do not play, so there is nothing to block.
    BotBlocked {
        /// The bot's user id.
        bot: PersonId,
    },
    /// The person is not blocked.
    NotBlocked {
        /// The person.
        person: PersonId,
    },
}

/// The place where a lobby or game is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct LobbyPlace {
    /// The kind of game.
    pub kind: Kind,
    /// The server of the lobby.
    pub guild: GuildId,
    /// Its channel or thread.
    pub channel: ChannelId,
    /// The message that shows the lobby or the board, if it is known.
    pub message: Option<MessageId>,
}

impl From<&Game> for LobbyPlace {
    fn from(game: &Game) -> LobbyPlace {
        let message = game.board.map(|(message, _)| message).or(game.lobby_message);
        LobbyPlace { kind: game.table.kind(), guild: game.guild, channel: game.channel, message }
    }
}

impl From<&Lobby> for LobbyPlace {
    fn from(lobby: &Lobby) -> LobbyPlace {
        let &Lobby { kind, guild, channel, message, .. } = lobby;
        LobbyPlace { kind, guild, channel, message }
    }
}

/// A limit that a caller has reached.
#[derive(Debug, Clone, PartialEq)]
pub enum LimitRejected {
    /// The caller has too many open lobbies on the server.
    OpenLobbies {
        /// The most that one person may have.
        most: u32,
        /// Those that are shown somewhere. A lobby that waits for its thread counts but is not among them.
        open: Vec<LobbyPlace>,
    },
    /// The caller plays too many games on the server.
    Games {
        /// The most games and lobbies that one person may be in.
        most: u32,
    },
    /// The server has too many games.
    GamesOnServer {
        /// The most games and lobbies that the server may have.
        most: u32,
    },
    /// The caller has opened too many lobbies from the channel.
    LobbiesFromPerson {
        /// The most of them in an hour.
        most: u32,
        /// The time from which the caller can open the next one.
        again: Timestamp,
    },
    /// Too many lobbies were opened from the channel.
    LobbiesFromChannel {
        /// The most of them in an hour.
        most: u32,
        /// The time from which the next one can be opened.
        again: Timestamp,
    },
    /// The caller has sent too many invitations.
    Invitations {
        /// The most of them in an hour.
        most: u32,
        /// The time from which they can send so many again.
        again: Timestamp,
    },
    /// The caller has invited the same person too often.
    InvitationsToOne {
        /// The person who is invited.
        person: PersonId,
        /// The most of them in an hour.
        most: u32,
        /// The time from which that person can be invited again.
        again: Timestamp,
    },
    /// The caller, or everybody on their server together, has asked for too many pictures, films and files.
    Costly {
        /// The most of them in a minute.
        most: u32,
        /// Whether it is the server's limit.
        by_server: bool,
        /// The time from which the caller can ask again.
        again: Timestamp,
    },
}

/// Why the options of a game were not taken.
#[derive(Debug, Clone, PartialEq)]
pub enum OptionsRejected {
    /// The text is longer than any options need to be.
    TooLong {
        /// The kind of game.
        kind: Kind,
    },
    /// The game has no such option.
    Unknown {
        /// The kind of game.
        kind: Kind,
        /// The option's name as it was typed.
        typed: String,
    },
    /// An option is named, and its value is missing.
    WithoutValue {
        /// The kind of game.
        kind: Kind,
        /// The option without a value.
        name: String,
    },
    /// An option is named twice.
    Twice {
        /// The option.
        name: String,
    },
    /// The rules do not allow these options.
    Impossible {
        /// The kind of game.
        kind: Kind,
        /// The reason that the rules give.
        error: SetupError,
        /// The option and value that were most likely meant, such as `preset=balanced`.
        meant: Option<String>,
    },
}

/// Why the bot cannot post or open a thread in a channel.
#[derive(Debug, Clone, PartialEq)]
pub enum ChannelRejected {
    /// The bot lacks permissions.
    MissingPermissions {
        /// Their names in Discord's settings.
        names: Vec<&'static str>,
    },
    /// A channel of this kind cannot have threads.
    NoThreads,
    /// Discord refused to open a thread.
    ThreadRefused {
        /// The reason that Discord gives.
        why: String,
    },
    /// Discord opens no more threads for a while.
    ThreadsLimited,
}

/// Why an offer was not made, answered or withdrawn.
#[derive(Debug, Clone, PartialEq)]
pub enum OfferRejected {
    /// The caller answers their own offer.
    OwnOffer {
        /// The kind of offer.
        kind: OfferKind,
    },
    /// The caller's own time is up, so the others decide.
    OwnTimeUp,
    /// The offer is not the caller's to withdraw.
    NotYourOffer,
    /// The caller's same offer is still open.
    StillOpen {
        /// The kind of offer.
        kind: OfferKind,
        /// The people whose answers are missing.
        voters: Vec<PersonId>,
    },
    /// The caller's same offer was declined or withdrawn, and they have not moved since.
    RefusedBefore {
        /// The kind of offer.
        kind: OfferKind,
    },
    /// In a game of simultaneous orders nothing can be taken back.
    NoTakingBack,
    /// The caller has not moved yet.
    NothingToTakeBack,
    /// A player has left the game since the caller's last move.
    LeftSince,
    /// The game has no clocks that could be stopped.
    NoClocks,
    /// The game is paused already.
    AlreadyPaused,
    /// The game is not paused.
    NotPaused,
    /// Every player has moved, so the caller cannot call the game off alone.
    EverybodyMoved,
}

/// Why a seat was not opened or taken over.
#[derive(Debug, Clone, PartialEq)]
pub enum SeatRejected {
    /// No player of the game has this seat.
    NoSuchSeat,
    /// The seat's player is still on the server.
    StillHere {
        /// The player in that seat.
        person: PersonId,
    },
    /// Discord did not say whether the seat's player is still on the server.
    CannotTell,
    /// The caller has or had a seat in the game.
    HadASeat,
}

/// Why a rematch was not opened.
#[derive(Debug, Clone, PartialEq)]
pub enum RematchRejected {
    /// No game has ended in the channel.
    NoLastGame,
    /// The caller had no seat in the game.
    NotTheirGame,
    /// The game is not over.
    NotOver,
    /// The game's rematch has begun.
    Begun,
    /// The game's channel has another lobby or game.
    ChannelTaken,
}

/// Why a suspended game was not continued.
#[derive(Debug, Clone, PartialEq)]
pub enum SuspendedRejected {
    /// The caller has no such suspended game on the server.
    NoneSuch {
        /// The caller's suspended games on the server.
        suspended: Vec<Listed>,
    },
    /// The channel has a lobby or game already.
    ChannelTaken,
}

/// Why a plan was not made.
#[derive(Debug, Clone, PartialEq)]
pub enum PlanRejected {
    /// In a game of simultaneous orders there is nothing to plan.
    NotInThisGame,
    /// In this game nobody waits with passes.
    NoWaiting,
    /// It is the caller's turn.
    YourMove,
    /// A reply was given without the move that it replies to.
    IfWhat,
    /// Both a reply and an unconditional move were given.
    OneOfBoth,
    /// The caller has too many plans in the game.
    TooManyPlans {
        /// The most that a player may have.
        most: usize,
    },
    /// A description in the plan fits several moves.
    OneOf {
        /// The description as typed.
        typed: String,
        /// The moves.
        legal_moves: Vec<LegalMove>,
    },
    /// The plan does not fit the game.
    Misfit {
        /// The kind of game.
        kind: Kind,
        /// The part that does not fit.
        misfit: Misfit,
    },
}

/// Why there is nothing to look at.
#[derive(Debug, Clone, PartialEq)]
pub enum LookRejected {
    /// No piece has the name that was typed.
    UnknownPiece {
        /// The name as it was typed.
        typed: String,
    },
    /// The caller sees nothing on the square, or there is no such square.
    EmptySquare {
        /// The square as it was typed.
        square: String,
    },
    /// A square was named, and no game is being played in the channel.
    NoBoardHere,
    /// The game has hidden information, so its record is not exported before it is over.
    StillSecret {
        /// The kind of game.
        kind: Kind,
    },
    /// The game's record is larger than a file on Discord may be.
    RecordTooLarge,
    /// The game has no turns to show, or not the ones that the caller named.
    NoTurns {
        /// The number of the last turn.
        last: u32,
    },
    /// Nobody has a rating yet.
    NoRatings {
        /// The game that the caller named.
        kind: Option<Kind>,
        /// Whether the caller wants to see the world. Otherwise it is the caller's server.
        world: bool,
    },
    /// The person shows their ratings to nobody else.
    RatingsHidden {
        /// The person.
        person: PersonId,
    },
    /// The person shows their profile to nobody else.
    ProfileHidden {
        /// The person.
        person: PersonId,
    },
    /// A person was to be compared with themselves.
    SamePerson,
    /// The typed text names no season.
    UnknownSeason {
        /// The text as it was typed.
        typed: String,
    },
}

/// Why a person's settings were not changed.
#[derive(Debug, Clone, PartialEq)]
pub enum SettingsRejected {
    /// The text is no time zone, no hours of sleep, or no time of day.
    Unreadable(HoursError),
    /// The caller plays no game that a notification could be about.
    NoGameToTest,
    /// The caller changed their hours less than a day ago.
    HoursKept {
        /// The time of that change.
        set: Timestamp,
        /// The time from which they can change them again.
        again: Timestamp,
    },
}

/// Why a request about the caller's data was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrivacyRejected {
    /// The caller has asked for the deletion of their data, so they can join no game.
    Leaving,
    /// The caller got the file with their data less than a minute ago.
    FileAgain {
        /// When they can get it again.
        again: Timestamp,
    },
    /// The file with the caller's data is larger than a file on Discord may be.
    FileTooLarge,
}

/// Converts values of nested enums to the variants that hold them.
macro_rules! nested {
    ($($variant:ident($inner:ty)),* $(,)?) => {
        $(impl From<$inner> for Rejected {
            fn from(inner: $inner) -> Rejected {
                Rejected::$variant(inner)
            }
        })*
    };
}

nested! {
    Move(MoveRejected),
    Lobby(LobbyRejected),
    Machine(MachineRejected),
    Limit(LimitRejected),
    Options(OptionsRejected),
    Clock(ControlError),
    Channel(ChannelRejected),
    Offer(OfferRejected),
    Seat(SeatRejected),
    Rematch(RematchRejected),
    Suspended(SuspendedRejected),
    Plan(PlanRejected),
    Look(LookRejected),
    Sketch(SketchRejected),
    Puzzle(PuzzleRejected),
    Hint(HintRejected),
    Settings(SettingsRejected),
    Void(VoidRejected),
    Admin(AdminRejected),
    Privacy(PrivacyRejected),
}

impl From<HoursError> for Rejected {
    fn from(error: HoursError) -> Rejected {
        SettingsRejected::Unreadable(error).into()
    }
}
