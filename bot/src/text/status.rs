//! Words about how the bot is doing.

use data::{Counts, Failed, Topic, Untold};

use super::*;

/// How the bot is doing; with what was given up on a server, for who may mend it.
#[must_use]
pub fn status(counts: &Counts, failed: Option<&[Failed]>) -> String {
    let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let status = format!(
        "Petri {}: {} running, {} waiting, {} given up.",
        env!("CARGO_PKG_VERSION"),
        plural(count(counts.running), "game"),
        plural(count(counts.waiting), "post"),
        counts.failed
    );
    match failed {
        None => status,
        Some([]) => format!("{status}\nNothing was given up on this server in the last days."),
        Some(failed) => format!(
            "{status}\n\nGiven up on this server:\n{}\n\nLet me view those channels, send messages, embed links and attach \
             files there. The next move is posted again; `/board` shows a game at any time.",
            failures(failed)
        ),
    }
}

/// What somebody is told at last: a private line that could not be sent, or what could not be posted where they are.
#[must_use]
pub fn untold(one: &Untold) -> String {
    match &one.text {
        Some(text) => format!("📨 Game {}: {}", one.game, cut(text, 800)),
        None => format!("⚠️ I could not post {} here: {}.", what(one.topic), cut(&plain(&one.why), 200)),
    }
}

fn failures(failed: &[Failed]) -> String {
    /// Leaves room for the words around them.
    const LONGEST: usize = 1400;
    let mut lines = String::new();
    for (index, failed_one) in failed.iter().enumerate() {
        let Failed { channel, topic, why, at } = failed_one;
        let line =
            format!("- {} in <#{channel}> {}: {}\n", what(*topic), stamp(*at, 'R'), cut(&plain(why), 200));
        if lines.len() + line.len() > LONGEST {
            let _ = write!(lines, "… and {} more", failed.len() - index);
            break;
        }
        lines.push_str(&line);
    }
    lines.trim_end().to_owned()
}

const fn what(topic: Topic) -> &'static str {
    match topic {
        Topic::Board => "a board",
        Topic::Refresh => "the clocks on a board",
        Topic::Lobby => "a lobby",
        Topic::Ready => "the word that a game can start",
        Topic::Retire | Topic::Unping => "clearing up an old post",
        Topic::Ping => "a call to move",
        Topic::Remind => "a reminder",
        Topic::Offer => "an offer",
        Topic::Note => "a private line",
        Topic::Digest => "a digest",
    }
}
