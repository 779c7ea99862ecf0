//! What the doctor says, and what to do about it.

use std::{io, path::Path};

use data::{ChannelId, Difference, GameId, StoreError};

use super::{listed, plural};

/// What to do without a token that is good.
pub const GET_A_TOKEN: &str = "In the developer portal, under Bot, press Reset Token; put the token into a file and name it in DISCORD_TOKEN_FILE.";
/// What to do when a folder cannot be written to.
pub const MAKE_WRITABLE: &str =
    "Give the folder to the user that the bot runs as, or choose another --data-dir.";
/// What to do when the database must not be written to.
pub const MAKE_FILE_WRITABLE: &str = "Give the files of the database, and the right to write to them, to the user that the bot runs as: until then no move can be stored.";
/// What to do when a disk is full.
pub const FREE_SPACE: &str = "Make room on that disk: no move can be stored on a full one.";
/// What to do with a damaged database.
pub const RESTORE_A_BACKUP: &str = "Stop the bot and put the newest good backup back: petri restore FILE.";
/// Advice for a file in the place of the database that is something else.
pub const MOVE_IT_AWAY: &str = "It was left as it is: move it away and the bot makes a new database, or put a backup in its place: petri restore FILE.";
/// Advice for the log of a database without its database.
pub const FIND_THE_DATABASE: &str = "Put the file back that belongs to the log, or a backup: petri restore FILE. To begin with a new database, move the log away.";
/// Said of a database that another program does not let anybody write to.
pub const LOCKED: &str = "another program holds it, so no move can be stored";
/// Advice for posts that could not be delivered.
pub const FIND_OUT_WHY: &str =
    "/status shows those of a server, and why, to people who manage it; the bot's log has all of them.";
/// Said when everything reached its channel.
pub const ALL_DELIVERED: &str = "every post of the last seven days was delivered";
/// How many damages of a database are named.
const DAMAGES: usize = 5;

/// Returns the advice for a database file that is at fault itself; `None` for any other error.
#[must_use]
pub fn what_to_do(error: &StoreError) -> Option<&'static str> {
    match error {
        StoreError::NotOurs { .. } => Some(MOVE_IT_AWAY),
        StoreError::LogAlone(_) => Some(FIND_THE_DATABASE),
        damage if damage.is_damage() => Some(RESTORE_A_BACKUP),
        _ => None,
    }
}

/// Lists what is damaged in a database, after the advice.
#[must_use]
pub fn damages(path: &Path, damages: &[String]) -> String {
    let mut lines = vec![format!("{} is damaged. {RESTORE_A_BACKUP}", path.display())];
    lines.extend(damages.iter().take(DAMAGES).map(|damage| format!("  {}", damage.trim_end())));
    if let Some(more @ 1..) = damages.len().checked_sub(DAMAGES) {
        lines.push(format!("  and {more} more"));
    }
    lines.join("\n")
}

/// Said of posts that could not be made.
#[must_use]
pub fn posts_failed(count: u32) -> String {
    format!("{} could not be delivered in the last seven days", plural(count as usize, "post"))
}

/// What to do with a database of a newer program.
pub const START_THE_NEWER_PROGRAM: &str =
    "Start the newer program again. The database is sound: leave it as it is.";
/// What to do when another program holds the database.
pub const LET_GO_OF_IT: &str =
    "Find the program that holds it, perhaps a backup that is being made, and try it again then.";
/// What to do with a database that cannot be read for any other reason.
pub const KEEP_THE_FILES: &str =
    "petri verify may say more. Leave all files of the database as they are until it is clear what is wrong.";
/// What to do when a game would come out differently.
pub const VERIFY_ALL: &str =
    "petri verify names all of them; run the version of the program that they were played with.";
/// What to do when nobody answers.
pub const CHECK_THE_NETWORK: &str = "Check this machine's network, its name server, and the address.";
/// What to do when the other side answers, but not now.
pub const TRY_LATER: &str = "The other side has trouble, or had enough requests for now: change nothing, and try it again in some minutes.";
/// What to do when the clock is off.
pub const SET_THE_CLOCK: &str =
    "Let the machine set its clock by the network (NTP): players' time is counted by it.";
/// Said when the other side does not tell the time.
pub const CLOCK_UNKNOWN: &str = "the other side does not tell the time, so it could not be compared";
/// Said of a clock that is right.
pub const CLOCK_RIGHT: &str = "the machine's clock is right";
/// What to do when interactions go elsewhere.
pub const REMOVE_ENDPOINT: &str =
    "In the developer portal, under General Information, remove the Interactions Endpoint URL.";
/// Said when no session can begin.
pub const NO_SESSIONS_LEFT: &str = "Discord lets this token begin no further session today";
/// What to do then.
pub const WAIT_A_DAY: &str = "Find out why the bot starts so often; it can connect again within a day.";
/// What to do about missing permissions.
pub const GRANT_THEM: &str = "Grant them to the bot's role there: Edit Channel, Permissions.";
/// What to do about permissions that only threads need.
pub const GRANT_THEM_FOR_THREADS: &str = "If several games at once are to be played there, grant them to the bot's role there: Edit Channel, Permissions.";
/// What to do about a channel that the bot does not see.
pub const INVITE_AGAIN: &str =
    "If the bot was removed from the server, invite it again; in a deleted channel a game can go no further.";

/// Said of a folder that cannot be written to.
#[must_use]
pub fn not_writable(folder: &Path, error: &io::Error) -> String {
    format!("{} cannot be written to: {error}", folder.display())
}

/// Said of the free space on a disk.
#[must_use]
pub fn free_space(folder: &Path, bytes: u64) -> String {
    format!("{} can be written to and has {} MB left", folder.display(), bytes >> 20)
}

/// Said of a disk that does not tell how much space is left.
#[must_use]
pub fn free_space_unknown(folder: &Path, error: &io::Error) -> String {
    format!("{} can be written to; how much space is left is not known: {error}", folder.display())
}

/// Said before the bot has run.
#[must_use]
pub fn no_database_yet(path: &Path) -> String {
    format!("there is none yet; the bot will make {}", path.display())
}

/// Said of a database that must not be written to.
#[must_use]
pub fn read_only(path: &Path) -> String {
    format!("{} can be read but not written to", path.display())
}

/// Said of a damaged database that cannot be used, with SQLite's words, which may take several lines.
#[must_use]
pub fn damaged_file(path: &Path, damage: &str) -> String {
    format!("{} is damaged ({})", path.display(), damage.lines().collect::<Vec<_>>().join(" "))
}

/// Said of a damaged database.
#[must_use]
pub fn damaged(damage: &str) -> String {
    format!("it is damaged: {damage}")
}

/// Said of a sound database.
#[must_use]
pub fn sound(games: u32, all: bool) -> String {
    let some = if all { "all its games" } else { "the games that were looked at" };
    format!("it is sound, and {some} come out as they did ({games})")
}

/// Said when games would come out differently.
#[must_use]
pub fn game_differs(game: GameId, difference: &Difference, others: usize) -> String {
    let others = if others == 0 { String::new() } else { format!(", and {others} more") };
    format!("game {game} would come out differently{others}: {difference}")
}

/// Said when nobody answers.
#[must_use]
pub fn no_answer(base: &str, why: &str) -> String {
    format!("{base} does not answer: {why}")
}

/// Said when a request with the token was refused.
#[must_use]
pub fn token_refused(status: u16) -> String {
    match status {
        401 => "it is refused: it is not, or no longer, a bot's token".to_owned(),
        other => format!("the other side has answered with status {other}"),
    }
}

/// Said when the bot itself cannot start with its token.
#[must_use]
pub fn token_is_refused(server: &str) -> String {
    format!("{server} refuses the token; `petri doctor` says what to do")
}

/// Said of a clock that is this much ahead.
#[must_use]
pub fn clock_off(ahead_ms: i64) -> String {
    let way = if ahead_ms > 0 { "ahead" } else { "behind" };
    format!("the machine's clock is {} {way}", plural((ahead_ms.unsigned_abs() / 1000) as usize, "second"))
}

/// Said of a good token.
#[must_use]
pub fn token_of(name: &str) -> String {
    format!("it belongs to {name}")
}

/// Said of the application.
#[must_use]
pub fn application(name: &str) -> String {
    format!("it is {name}, and what people type and press comes to the bot")
}

/// Said when interactions go elsewhere.
#[must_use]
pub fn interactions_elsewhere(name: &str) -> String {
    format!("{name} has an Interactions Endpoint URL, so what people type and press does not come to the bot")
}

/// Said of the gateway.
#[must_use]
pub fn gateway_reached(sessions: u64) -> String {
    format!("it can be reached; {} left today", plural(sessions as usize, "session start"))
}

/// Said when another server names Discord's gateway as its own.
pub const DISCORDS_GATEWAY: &str = "the server in place of Discord names Discord's own gateway";
/// What to do then.
pub const NAME_ITS_OWN_GATEWAY: &str = "It must name a gateway of its own; the bot does not start otherwise.";

/// Said when the gateway is out of reach.
#[must_use]
pub fn gateway_unreachable(why: &str) -> String {
    format!("it cannot be reached: {why}")
}

/// Said of permissions that are missing.
#[must_use]
pub fn missing_in(channel: ChannelId, game: GameId, missing: &[&str]) -> String {
    let missing = listed(missing.iter().map(|&name| name.to_owned()).collect());
    format!("in channel {channel}, where game {game} is played, the bot lacks {missing}")
}

/// Said of permissions that are missing for a second game in a channel.
#[must_use]
pub fn no_threads_in(channel: ChannelId, missing: &[&str]) -> String {
    let missing = listed(missing.iter().map(|&name| name.to_owned()).collect());
    format!("in channel {channel} the bot cannot open a thread for a second game: it lacks {missing}")
}

/// Said of a channel that cannot be looked at.
#[must_use]
pub fn channel_closed(channel: ChannelId, game: GameId, why: &str) -> String {
    format!("channel {channel}, where game {game} is played, cannot be looked at: {why}")
}

/// Said where more channels have games than are looked at.
#[must_use]
pub fn more_channels(looked_at: usize) -> String {
    format!("games are played in more channels than the {looked_at} that were looked at")
}

/// Said when nothing is missing.
#[must_use]
pub fn may_play_in(channels: usize) -> String {
    match channels {
        0 => "no game is being played, so there is no channel to look at".to_owned(),
        some => format!("the bot may do all it needs where games are played ({})", plural(some, "channel")),
    }
}
