//! Failpoints between a player's request and its message on Discord, so that tests can kill the program at each of them.

use std::{fmt, str::FromStr, sync::Arc};

macro_rules! failpoints {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)+) => {
        /// A failpoint that the program has just reached.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Failpoint {
            $($(#[$doc])* $name,)+
        }

        impl Failpoint {
            /// All failpoints, in the order in which a request with a private response passes them, and then those of machines.
            pub const ALL: &[Failpoint] = &[$(Failpoint::$name,)+];

            /// Returns the name of the failpoint.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Failpoint::$name => $text,)+
                }
            }
        }
    };
}

failpoints! {
    /// The request is committed, and nobody has been notified.
    Committed = "committed",
    /// The response to the interaction was sent.
    Answered = "answered",
    /// The message of the response was recorded, if it is needed later.
    Shown = "shown",
    /// The worker has leased an outbox entry.
    Leased = "leased",
    /// The board post is ready, with its picture.
    Drawn = "drawn",
    /// The pending post of a board was recorded.
    Pending = "pending",
    /// A request is about to go to Discord.
    Sending = "sending",
    /// Discord has responded to the request.
    Sent = "sent",
    /// The outcome of the entry was recorded.
    Noted = "noted",
    /// A thinker has claimed a due thought of a machine.
    Claimed = "claimed",
    /// The thinker begins to think.
    Thinking = "thinking",
    /// The thought is done, and its turn is not entered yet.
    Thought = "thought",
    /// The turn of a machine is committed.
    Entered = "entered",
}

/// A text that names no failpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown failpoint")]
pub struct UnknownFailpoint;

impl FromStr for Failpoint {
    type Err = UnknownFailpoint;

    fn from_str(name: &str) -> Result<Failpoint, UnknownFailpoint> {
        Failpoint::ALL.iter().copied().find(|failpoint| failpoint.name() == name).ok_or(UnknownFailpoint)
    }
}

/// The watcher of the failpoints, by default none.
#[derive(Clone, Default)]
pub struct Failpoints(Option<Arc<dyn Fn(Failpoint) + Send + Sync>>);

impl Failpoints {
    /// Calls `watcher` at each failpoint, before the program continues.
    #[must_use]
    pub fn watched(watcher: impl Fn(Failpoint) + Send + Sync + 'static) -> Failpoints {
        Failpoints(Some(Arc::new(watcher)))
    }

    /// Calls the watcher, if there is one.
    pub fn pass(&self, failpoint: Failpoint) {
        if let Some(watcher) = &self.0 {
            watcher(failpoint);
        }
    }
}

impl fmt::Debug for Failpoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Failpoints").field(&self.0.is_some()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failpoints_are_found_by_their_names() {
        for &failpoint in Failpoint::ALL {
            assert_eq!(failpoint.name().parse(), Ok(failpoint));
        }
        assert_eq!("nowhere".parse::<Failpoint>(), Err(UnknownFailpoint));
    }
}
