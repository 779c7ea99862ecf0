//! Texts about the state of the bot.

use data::{Failed, OutboxKind};
use jiff::Timestamp;
use play::content::{Missed, Status};

use super::{board::plain, clocks::stamp, common::*, notices::notice};

/// Reason for a failed post: the message was deleted.
pub const MESSAGE_GONE: &str = "the message is gone";
/// Reason for a failed post: the channel was deleted.
pub const CHANNEL_GONE: &str = "the channel is gone";
/// Reason for a failed post: the address is not Discord's.
pub const NOT_DISCORD: &str = "something other than Discord answered";
/// Reason for a failed post: the bot lacks a permission.
pub const NO_PERMISSION: &str = "I don't have permission to post";
/// Reason for a failed post: the player accepts no direct messages.
pub const DIRECT_MESSAGES_CLOSED: &str = "their direct messages are closed";
/// Reason for a failed post: an internal error.
pub const MY_FAULT: &str = "something went wrong on my side";

/// Returns the reason for a post that Discord refused.
#[must_use]
pub fn refused_by_discord(why: &str) -> String {
    format!("Discord refused it: {why}")
}

/// How often the connection to Discord has failed since the program started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failures {
    /// The number of failures, including failed attempts to connect.
    pub count: usize,
    /// The time of the last one.
    pub last: Timestamp,
}

/// Describes the state of the bot: its games and posts, the games that no longer replay correctly, and the failures of its
/// connection. For people who manage a server, it also lists the posts that failed there.
#[must_use]
pub fn status(status: &Status, lost: Option<Failures>) -> String {
    let Status { counts, differing, held, without_machines, failed } = status;
    let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let mut status = format!(
        "Petri {}: {} running, {} waiting, {} failed.",
        env!("CARGO_PKG_VERSION"),
        plural(count(counts.running), "game"),
        plural(count(counts.waiting), "post"),
        plural(count(counts.failed), "post")
    );
    match differing {
        0 => {}
        1 => status += "\n⚠️ 1 game no longer replays correctly; run `petri verify` for details.",
        many => {
            let _ = write!(
                status,
                "\n⚠️ {many} games no longer replay correctly; run `petri verify` for details."
            );
        }
    }
    if !held.is_empty() {
        let mut games: Vec<String> = held.iter().take(5).map(|place| place.game.to_string()).collect();
        games.extend(held.len().checked_sub(5).filter(|&more| more > 0).map(|more| format!("{more} more")));
        let _ = write!(
            status,
            "\n⚠️ A machine can't move in these games here: {}. Their players can call them off with `/offer abort`.",
            listed(&games)
        );
    }
    if *without_machines > 0 {
        let _ = write!(
            status,
            "\n⚠️ Machines are switched off here, so {} can't continue on this server. Their players can call them off with `/offer abort`.",
            plural(count(*without_machines), "game")
        );
    }
    if let Some(Failures { count, last }) = lost {
        let _ = write!(
            status,
            "\nSince I started, my connection to Discord has failed {}, most recently {}.",
            plural(count, "time"),
            stamp(last, 'R')
        );
    }
    match failed.as_deref() {
        None => status,
        Some([]) => format!("{status}\nAll recent posts on this server were delivered."),
        Some(failed) => format!(
            "{status}\n\nPosts that failed on this server:\n{}\n\nLet me view those channels, send messages, embed links and attach \
             files there. The next move posts a new board, and `/board` shows a game at any time.",
            failures(failed)
        ),
    }
}

/// Reports what a player has missed: a notice that could not be sent, or a post that failed in their channel. Returns `None` if
/// it is no longer news.
#[must_use]
pub fn undelivered(Missed { entry, about }: &Missed) -> Option<String> {
    let Some(missed) = &entry.notice else {
        let why = cut(&plain(&entry.why), 200);
        return Some(format!("⚠️ I couldn't post {} here: {why}.", what(entry.kind)));
    };
    let words = notice(missed, about.as_ref())?;
    Some(format!("📨 Game {}: {}", entry.game, cut(&words, 800)))
}

fn failures(failed: &[Failed]) -> String {
    /// A message takes 2000 characters; this leaves room for the words around the list.
    const LONGEST: usize = 1200;
    let mut lines = String::new();
    for (index, failed_one) in failed.iter().enumerate() {
        let Failed { channel, kind, why, at } = failed_one;
        let line =
            format!("- {} in <#{channel}> {}: {}\n", what(*kind), stamp(*at, 'R'), cut(&plain(why), 200));
        if lines.len() + line.len() > LONGEST {
            let _ = write!(lines, "… and {} more", failed.len() - index);
            break;
        }
        lines.push_str(&line);
    }
    lines.trim_end().to_owned()
}

const fn what(kind: OutboxKind) -> &'static str {
    match kind {
        OutboxKind::Board => "a board",
        OutboxKind::Refresh => "the clocks on a board",
        OutboxKind::Lobby => "a lobby",
        OutboxKind::Ready => "the notification that a game can start",
        OutboxKind::Rename => "the name of a thread",
        OutboxKind::Retire | OutboxKind::Unping => "an update of an old post",
        OutboxKind::Ping => "a notification",
        OutboxKind::Remind => "a reminder",
        OutboxKind::Ended => "the notification that a game has ended",
        OutboxKind::Offer => "an offer",
        OutboxKind::Notice => "a private notice",
        OutboxKind::Digest => "a digest",
        OutboxKind::Result => "the result of a game",
        OutboxKind::Weekly => "the weekly leaderboards",
        OutboxKind::Puzzle => "a puzzle",
    }
}
