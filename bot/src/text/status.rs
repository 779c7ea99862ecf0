//! Words about how the bot is doing.

use data::{Counts, Failed, OutboxKind, Undelivered};

use super::*;
use crate::link::Failures;

/// Why something could not be posted where a message is gone.
pub const MESSAGE_GONE: &str = "the message is gone";
/// Why something could not be posted where the channel is gone.
pub const CHANNEL_GONE: &str = "the channel is gone";
/// Why something could not be posted where the address is not that of Discord.
pub const NOT_DISCORD: &str = "something else than Discord answers there";
/// Why something could not be posted where the bot may not write.
pub const NO_PERMISSION: &str = "I lack the permission to post";
/// Why something could not be posted to somebody who takes no direct messages.
pub const DIRECT_MESSAGES_CLOSED: &str = "their direct messages are closed";
/// Why something could not be posted that our side could not make.
pub const MY_FAULT: &str = "something went wrong on my side";

/// Why something could not be posted that Discord has refused, with its reason.
#[must_use]
pub fn refused_by_discord(why: &str) -> String {
    format!("Discord refused it: {why}")
}

/// How the bot is doing, `differing` games included that do not come out as they were played, and the failures of its connection;
/// with what was given up on a server, for people who may mend it.
#[must_use]
pub fn status(
    counts: &Counts,
    differing: usize,
    lost: Option<Failures>,
    failed: Option<&[Failed]>,
) -> String {
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
        1 => status += "\n⚠️ 1 game does not come out as it was played; `petri verify` says which, and how.",
        many => {
            let _ = write!(
                status,
                "\n⚠️ {many} games do not come out as they were played; `petri verify` says which, and how."
            );
        }
    }
    if let Some(Failures { count, last }) = lost {
        let _ = write!(
            status,
            "\nSince I started, my connection to Discord has failed {}, last {}.",
            plural(count, "time"),
            stamp(last, 'R')
        );
    }
    match failed {
        None => status,
        Some([]) => format!("{status}\nLately everything could be posted on this server."),
        Some(failed) => format!(
            "{status}\n\nCould not be posted on this server:\n{}\n\nLet me view those channels, send messages, embed links and attach \
             files there. The next move is posted again; `/board` shows a game at any time.",
            failures(failed)
        ),
    }
}

/// What somebody is told at last: a private line that could not be sent, or what could not be posted where they are.
#[must_use]
pub fn undelivered(one: &Undelivered) -> String {
    match &one.notice {
        Some(one_notice) => format!("📨 Game {}: {}", one.game, cut(&notice(one_notice), 800)),
        None => format!("⚠️ I could not post {} here: {}.", what(one.kind), cut(&plain(&one.why), 200)),
    }
}

fn failures(failed: &[Failed]) -> String {
    /// Leaves room for the words around them.
    const LONGEST: usize = 1400;
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
        OutboxKind::Ready => "the word that a game can start",
        OutboxKind::Rename => "the name of a thread",
        OutboxKind::Retire | OutboxKind::Unping => "clearing up an old post",
        OutboxKind::Ping => "a call to move",
        OutboxKind::Remind => "a reminder",
        OutboxKind::Ended => "the word that a game has ended",
        OutboxKind::Offer => "an offer",
        OutboxKind::Notice => "a private line",
        OutboxKind::Digest => "a digest",
    }
}
