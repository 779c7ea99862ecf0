//! The steps on the way from a player's wish to the message that tells of it, numbered so that tests can end the program
//! at any of them.

use std::{fmt, str::FromStr, sync::Arc};

macro_rules! steps {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)+) => {
        /// A step that the program has just taken.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Step {
            $($(#[$doc])* $name,)+
        }

        impl Step {
            /// All steps, in the order in which they are taken where the answer is private.
            pub const ALL: &[Step] = &[$(Step::$name,)+];

            /// Its name.
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
    /// What somebody asked for is on disk, and nobody knows yet.
    Committed = "committed",
    /// The interaction was answered.
    Answered = "answered",
    /// The message of the answer was noted, where that is needed.
    Shown = "shown",
    /// The worker has taken a row out of the outbox.
    Leased = "leased",
    /// The message is made, with its picture.
    Drawn = "drawn",
    /// It was noted that a board is about to be posted.
    Pending = "attempted",
    /// A request is about to go to Discord.
    Sending = "sending",
    /// Discord has answered it.
    Sent = "sent",
    /// It was noted what became of the row.
    Noted = "noted",
}

/// A word that names no step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an unknown step")]
pub struct UnknownStep;

impl FromStr for Step {
    type Err = UnknownStep;

    fn from_str(word: &str) -> Result<Step, UnknownStep> {
        Step::ALL.iter().copied().find(|step| step.word() == word).ok_or(UnknownStep)
    }
}

/// Who is told of every step; nobody by default.
#[derive(Clone, Default)]
pub struct Steps(Option<Arc<dyn Fn(Step) + Send + Sync>>);

impl Steps {
    /// Tells `watcher` of every step, before the next one is taken.
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
    fn steps_are_known_by_their_names() {
        for &step in Step::ALL {
            assert_eq!(step.word().parse(), Ok(step));
        }
        assert_eq!("nowhere".parse::<Step>(), Err(UnknownStep));
    }
}
