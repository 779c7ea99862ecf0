//! Failpoints between a player's request and its message on Discord, so that tests can kill the program at each of them.

use std::{fmt, str::FromStr, sync::Arc};

macro_rules! steps {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)+) => {
        /// A failpoint that the program has just reached.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Step {
            $($(#[$doc])* $name,)+
        }

        impl Step {
            /// All failpoints, in the order in which a request with a private response passes them.
            pub const ALL: &[Step] = &[$(Step::$name,)+];

            /// Returns the name of the failpoint.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Step::$name => $word,)+
                }
            }
        }
    };
}

steps! {
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
    Pending = "attempted",
    /// A request is about to go to Discord.
    Sending = "sending",
    /// Discord has responded to the request.
    Sent = "sent",
    /// The outcome of the entry was recorded.
    Noted = "noted",
}

/// A word that names no failpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an unknown step")]
pub struct UnknownStep;

impl FromStr for Step {
    type Err = UnknownStep;

    fn from_str(word: &str) -> Result<Step, UnknownStep> {
        Step::ALL.iter().copied().find(|step| step.word() == word).ok_or(UnknownStep)
    }
}

/// The watcher of the failpoints, by default none.
#[derive(Clone, Default)]
pub struct Steps(Option<Arc<dyn Fn(Step) + Send + Sync>>);

impl Steps {
    /// Calls `watcher` at each failpoint, before the program continues.
    #[must_use]
    pub fn watched(watcher: impl Fn(Step) + Send + Sync + 'static) -> Steps {
        Steps(Some(Arc::new(watcher)))
    }

    pub(crate) fn pass(&self, step: Step) {
        if let Some(watcher) = &self.0 {
            watcher(step);
        }
    }
}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Steps").field(&self.0.is_some()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failpoints_are_found_by_their_names() {
        for &step in Step::ALL {
            assert_eq!(step.word().parse(), Ok(step));
        }
        assert_eq!("nowhere".parse::<Step>(), Err(UnknownStep));
    }
}
