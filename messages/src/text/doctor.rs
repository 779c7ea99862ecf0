//! Findings of the doctor, and its advice.

use std::{io, path::Path};

use data::{ChannelId, Difference, GameId, HostState, ServerFacts, StoreError};

use rules::{listed, plural};

/// Advice for a missing or invalid token.
pub const GET_A_TOKEN: &str = "In the developer portal, open Bot, press Reset Token, save the token in a file, and name that file in DISCORD_TOKEN_FILE.";
/// Advice for a user without a token who only wants to try the program.
pub const TRY_THE_PLAYGROUND: &str =
    "To try Petri without Discord, run `petri playground`; it needs no token.";
/// Advice for a folder that is not writable.
pub const MAKE_WRITABLE: &str = "Give the folder to the user the bot runs as, or choose another --data-dir.";
/// Advice for a database server that does not answer.
pub const START_THE_SERVER: &str =
    "Start the database server, or check its address in PETRI_DATABASE and the certificates that it names.";
/// Advice for a database that is not writable.
pub const MAKE_FILE_WRITABLE: &str =
    "Make the database files writable for the user the bot runs as. Until then, no move can be saved.";
/// Advice for a full disk.
pub const FREE_SPACE: &str = "Free some space on that disk. No move can be saved on a full disk.";
/// Advice for a damaged database.
pub const RESTORE_A_BACKUP: &str = "Stop the bot and restore the newest good backup: petri restore FILE.";
/// Advice for a database whose games are in another one.
pub const USE_THE_OTHER: &str =
    "Give the bot that database: its address in PETRI_DATABASE_FILE, or its folder in PETRI_DATA_DIR.";
/// Advice for another kind of file in the database's place.
pub const MOVE_IT_AWAY: &str = "The file was left as it is. Move it away and the bot creates a new database, or restore a backup: petri restore FILE.";
/// Advice for a database log without its database.
pub const FIND_THE_DATABASE: &str = "Put back the database file that belongs to the log, or restore a backup: petri restore FILE. To start with a new database, move the log away.";
/// Finding: another program has locked the database.
pub const LOCKED: &str = "another program holds it, so no move can be saved";
/// Advice for posts that could not be delivered.
pub const FIND_OUT_WHY: &str = "/status lists the failed posts of a server, with reasons, for people who manage it. The bot's log has all of them.";
/// Finding: every post reached its channel.
pub const ALL_DELIVERED: &str = "every post of the last seven days was delivered";
/// How many damages of a database are listed.
const DAMAGES: usize = 5;

/// Returns the advice for a database file that is itself the problem; `None` for any other error.
#[must_use]
pub fn what_to_do(error: &StoreError) -> Option<&'static str> {
    match error {
        StoreError::NotOurs { .. } => Some(MOVE_IT_AWAY),
        StoreError::MovedAway(_) => Some(USE_THE_OTHER),
        StoreError::LogAlone(_) => Some(FIND_THE_DATABASE),
        damage if damage.is_damage() => Some(RESTORE_A_BACKUP),
        login if login.is_refused_login() => Some(CHECK_THE_LOGIN),
        _ => None,
    }
}

/// Lists the damages of a database after the advice.
#[must_use]
pub fn damages(path: &Path, damages: &[String]) -> String {
    let mut lines = vec![format!("{} is damaged. {RESTORE_A_BACKUP}", path.display())];
    lines.extend(damages.iter().take(DAMAGES).map(|damage| format!("  {}", damage.trim_end())));
    if let Some(more @ 1..) = damages.len().checked_sub(DAMAGES) {
        lines.push(format!("  and {more} more"));
    }
    lines.join("\n")
}

/// Describes a PostgreSQL server.
#[must_use]
pub fn postgres(facts: &ServerFacts) -> String {
    let standby = match (&facts.waits_for, facts.standbys) {
        (Some(standbys), 0) => format!("commits wait for {standbys}, no standby is connected"),
        (Some(standbys), 1) => format!("commits wait for {standbys}, 1 standby is connected"),
        (Some(standbys), connected) => {
            format!("commits wait for {standbys}, {connected} standbys are connected")
        }
        (None, _) => "commits wait for no standby".to_owned(),
    };
    let bots = match facts.bots {
        0 => "no bot plays".to_owned(),
        1 => "1 bot plays".to_owned(),
        bots => format!("{bots} bots play"),
    };
    let way = facts.tls.as_ref().map(|version| format!(" over {version}")).unwrap_or_default();
    format!("PostgreSQL {}{way}, {standby}, {bots}", facts.version)
}

/// Lists what each host of a database does.
#[must_use]
pub fn hosts(hosts: &[(String, HostState)]) -> String {
    let states = hosts.iter().map(|(name, state)| match state {
        HostState::Primary => format!("{name} is a primary"),
        HostState::Standby => format!("{name} is a standby"),
        HostState::Unusable(why) => format!("{name} can't be used ({why})"),
    });
    states.collect::<Vec<_>>().join(", ")
}

/// Advice for an address that cannot be used, or leads to a database that cannot.
pub const READ_ABOUT_ADDRESSES: &str =
    "docs/cluster.md says what the address of a database can be, and how to make that database.";

/// Advice for a server without a synchronous standby.
pub const ADD_A_STANDBY: &str = "Players can lose moves with this machine. Add a standby and name it in synchronous_standby_names; see docs/cluster.md.";

/// Advice for a primary that waits for standbys, none of which is connected.
pub const CONNECT_A_STANDBY: &str =
    "Every move waits until a standby is connected. Start one, or look in its log; see docs/cluster.md.";

/// Advice for hosts of which none is a primary.
pub const PROMOTE_A_STANDBY: &str =
    "No game goes on without a primary. Start it, or promote a standby; docs/cluster.md says which one.";

/// Advice for hosts of which some cannot be used.
pub const REPAIR_THE_HOSTS: &str =
    "The next loss may stop all games. Repair the host, or make it a standby again.";

/// Advice for hosts of which several are primaries.
pub const KEEP_ONE_PRIMARY: &str = "Players can lose moves. Stop all primaries but the newest, and make them standbys again; see docs/cluster.md.";

/// Reports that everything was moved to another database.
#[must_use]
pub fn moved(rows: u64, games: u32) -> String {
    format!(
        "Moved {} and checked each of them; {} replayed as played. The old database can no longer be used.",
        plural(rows as usize, "row"),
        plural(games as usize, "game"),
    )
}

/// Reports that a database on a server was copied to a file.
#[must_use]
pub fn copied(to: &Path, rows: u64, games: u32) -> String {
    format!(
        "Copied {} to {} and checked each of them; {} replayed as played.",
        plural(rows as usize, "row"),
        to.display(),
        plural(games as usize, "game"),
    )
}

/// Reports posts that could not be delivered.
#[must_use]
pub fn posts_failed(count: u32) -> String {
    format!("{} could not be delivered in the last seven days", plural(count as usize, "post"))
}

/// Advice for a database of a newer program.
pub const START_THE_NEWER_PROGRAM: &str =
    "Run the newer version of the program again. The database is sound, so leave it as it is.";
/// Advice for a database that another program holds.
pub const LET_GO_OF_IT: &str =
    "Find the program that holds it, such as a backup that is still running, and try again afterwards.";
/// Advice for a database server that refuses the user or the password.
pub const CHECK_THE_LOGIN: &str =
    "Check the user and the password in the address, and pg_hba.conf on the server.";
/// Advice for a database that cannot be read for any other reason.
pub const KEEP_THE_FILES: &str =
    "petri verify may say more. Leave all database files as they are until it is clear what is wrong.";
/// Advice for games that no longer replay correctly.
pub const VERIFY_ALL: &str =
    "petri verify lists all of them. Run the version of the program that they were played with.";
/// Advice for a server that does not answer.
pub const CHECK_THE_NETWORK: &str = "Check this machine's network, its DNS server, and the address.";
/// Advice for a server that answers with an error that will pass.
pub const TRY_LATER: &str = "The server has a problem, or has had enough requests for now. Change nothing, and try again in a few minutes.";
/// Advice for a wrong clock.
pub const SET_THE_CLOCK: &str =
    "Let the machine set its clock over the network (NTP). Players' clocks depend on it.";
/// Finding: the server's responses have no date.
pub const CLOCK_UNKNOWN: &str = "the server sends no time, so it could not be compared";
/// Finding: the clock is right.
pub const CLOCK_RIGHT: &str = "the machine's clock is right";
/// Advice for interactions that Discord sends to a URL.
pub const REMOVE_ENDPOINT: &str =
    "In the developer portal, under General Information, remove the Interactions Endpoint URL.";
/// Finding: the token has used up its sessions.
pub const NO_SESSIONS_LEFT: &str = "Discord allows this token no more sessions today";
/// Advice for a token that has used up its sessions.
pub const WAIT_A_DAY: &str = "Find out why the bot starts so often. It can connect again within a day.";
/// Advice for missing permissions.
pub const GRANT_THEM: &str = "Grant them to the bot's role in that channel: Edit Channel, Permissions.";
/// Advice for missing permissions that only threads need.
pub const GRANT_THEM_FOR_THREADS: &str = "To play several games at once there, grant them to the bot's role in that channel: Edit Channel, Permissions.";
/// Advice for a channel that the bot cannot see.
pub const INVITE_AGAIN: &str =
    "If the bot was removed from the server, invite it again. In a deleted channel, a game cannot continue.";

/// Reports a folder that is not writable.
#[must_use]
pub fn not_writable(folder: &Path, error: &io::Error) -> String {
    format!("{} is not writable: {error}", folder.display())
}

/// Reports the free space on a disk.
#[must_use]
pub fn free_space(folder: &Path, bytes: u64) -> String {
    format!("{} is writable and has {} MB left", folder.display(), bytes >> 20)
}

/// Reports a disk whose free space is unknown.
#[must_use]
pub fn free_space_unknown(folder: &Path, error: &io::Error) -> String {
    format!("{} is writable, but its free space is unknown: {error}", folder.display())
}

/// Reports that the bot has not run yet.
#[must_use]
pub fn no_database_yet(path: &Path) -> String {
    format!("there is none yet; the bot will create {}", path.display())
}

/// Reports a database that is not writable.
#[must_use]
pub fn read_only(path: &Path) -> String {
    format!("{} is readable but not writable", path.display())
}

/// Reports a damaged database that cannot be used. SQLite's message may have several lines, which become one.
#[must_use]
pub fn damaged_file(path: &Path, damage: &str) -> String {
    format!("{} is damaged ({})", path.display(), damage.lines().collect::<Vec<_>>().join(" "))
}

/// Reports a damaged database.
#[must_use]
pub fn damaged(damage: &str) -> String {
    format!("it is damaged: {damage}")
}

/// Reports a sound database.
#[must_use]
pub fn sound(games: u32, all: bool) -> String {
    let some = if all { "all its games" } else { "the games that were checked" };
    format!("it is sound, and {some} replay correctly ({games})")
}

/// Reports games that no longer replay correctly.
#[must_use]
pub fn game_differs(game: GameId, difference: &Difference, others: usize) -> String {
    let others = if others == 0 { String::new() } else { format!(" (and {others} more)") };
    format!("game {game} no longer replays correctly{others}: {difference}")
}

/// Reports a server that does not answer.
#[must_use]
pub fn no_answer(base: &str, why: &str) -> String {
    format!("{base} does not answer: {why}")
}

/// Reports that the server refused a request with the token.
#[must_use]
pub fn token_refused(status: u16) -> String {
    match status {
        401 => "it was refused: it is not a bot's token, or no longer valid".to_owned(),
        other => format!("the server answered with status {other}"),
    }
}

/// Explains why the bot cannot start with its token.
#[must_use]
pub fn token_is_refused(server: &str) -> String {
    format!("{server} refuses the token; `petri doctor` says what to do")
}

/// Reports a clock that is ahead by so many milliseconds, or behind if negative.
#[must_use]
pub fn clock_off(ahead_ms: i64) -> String {
    let way = if ahead_ms > 0 { "ahead" } else { "behind" };
    format!("the machine's clock is {} {way}", plural((ahead_ms.unsigned_abs() / 1000) as usize, "second"))
}

/// Reports a valid token.
#[must_use]
pub fn token_of(name: &str) -> String {
    format!("it belongs to {name}")
}

/// Reports an application that is set up correctly.
#[must_use]
pub fn application(name: &str) -> String {
    format!("it is {name}, and commands and button presses reach the bot")
}

/// Reports that Discord sends interactions to a URL.
#[must_use]
pub fn interactions_elsewhere(name: &str) -> String {
    format!("{name} has an Interactions Endpoint URL, so commands and button presses do not reach the bot")
}

/// Reports a reachable gateway.
#[must_use]
pub fn gateway_reached(sessions: u64) -> String {
    format!("it is reachable; {} left today", plural(sessions as usize, "session start"))
}

/// Finding: a Discord-compatible server names Discord's gateway as its own.
pub const DISCORDS_GATEWAY: &str = "this Discord-compatible server names Discord's own gateway";
/// Advice for a server that names Discord's gateway.
pub const NAME_ITS_OWN_GATEWAY: &str = "It must name a gateway of its own. Otherwise the bot does not start.";

/// Reports a gateway that is not reachable.
#[must_use]
pub fn gateway_unreachable(why: &str) -> String {
    format!("it is not reachable: {why}")
}

/// Reports missing permissions in a channel.
#[must_use]
pub fn missing_in(channel: ChannelId, game: GameId, missing: &[&str]) -> String {
    let missing = listed(missing);
    format!("in channel {channel}, where game {game} is played, the bot lacks {missing}")
}

/// Reports missing permissions for a second game in a channel.
#[must_use]
pub fn no_threads_in(channel: ChannelId, missing: &[&str]) -> String {
    let missing = listed(missing);
    format!("in channel {channel} the bot cannot open a thread for a second game: it lacks {missing}")
}

/// Reports a channel that cannot be checked.
#[must_use]
pub fn channel_closed(channel: ChannelId, game: GameId, why: &str) -> String {
    format!("channel {channel}, where game {game} is played, cannot be checked: {why}")
}

/// Reports more channels with games than the doctor checks.
#[must_use]
pub fn more_channels(looked_at: usize) -> String {
    format!("games are played in more channels than the {looked_at} that were checked")
}

/// Finding: the database did not say where games are played.
pub const CHANNELS_UNKNOWN: &str = "the games could not be read, so their channels were not checked";
/// Advice for channels that were not checked.
pub const ASK_AGAIN: &str = "Run petri doctor again when the database can be read.";

/// Reports that no permission is missing.
#[must_use]
pub fn may_play_in(channels: usize) -> String {
    match channels {
        0 => "no game is being played, so there is no channel to check".to_owned(),
        some => format!(
            "the bot has every permission it needs where games are played ({})",
            plural(some, "channel")
        ),
    }
}
