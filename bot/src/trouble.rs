//! Why something asked for was not done, split by who has to act.

use std::error::Error;

use data::{StoreError, Unwritable};

use crate::text;

/// Returns an error and its causes in one line. A cause that the error before it has named already is left out: many libraries
/// name theirs in their own words and return it as well.
#[must_use]
pub fn in_words(error: &(dyn Error + 'static)) -> String {
    let mut words = error.to_string();
    let mut last = words.clone();
    let mut cause = error.source();
    while let Some(error) = cause {
        let next = error.to_string();
        if !last.contains(&next) {
            words.push_str(": ");
            words.push_str(&next);
            last = next;
        }
        cause = error.source();
    }
    words
}

/// The error of every use case.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The asker asked for something that cannot be: a friendly sentence for them, which says what can.
    #[error("{0}")]
    Asker(String),
    /// The channel has a lobby or game already.
    #[error("the channel has a game already")]
    ChannelTaken,
    /// Our side failed: for the log, with an apology to the asker.
    #[error(transparent)]
    Ours(#[from] anyhow::Error),
}

impl Trouble {
    /// Why nothing can be stored at present, if that is the trouble.
    #[must_use]
    pub fn unwritable(&self) -> Option<Unwritable> {
        self.of_the_store().find_map(StoreError::unwritable)
    }

    /// Whether the same may succeed later, since the trouble is not with what was to be done.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        self.of_the_store().any(StoreError::may_pass)
    }

    /// Whether it is with the record of one game: that one stands still, and nothing else does.
    #[must_use]
    pub fn is_broken_record(&self) -> bool {
        self.of_the_store().any(StoreError::is_broken_record)
    }

    fn of_the_store(&self) -> impl Iterator<Item = &StoreError> {
        let ours = match self {
            Trouble::Ours(error) => Some(error),
            _ => None,
        };
        ours.into_iter().flat_map(anyhow::Error::chain).filter_map(|cause| cause.downcast_ref())
    }

    /// A friendly sentence for the asker.
    pub fn asker(text: impl Into<String>) -> Trouble {
        Trouble::Asker(text.into())
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::ChannelTaken => Trouble::ChannelTaken,
            StoreError::LobbyClosed(_) => Trouble::asker(text::LOBBY_CLOSED),
            StoreError::NoSuchGame(_) => Trouble::asker(text::UNKNOWN_GAME),
            other => Trouble::Ours(other.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    #[test]
    fn each_cause_is_named_once() {
        let refused = std::io::Error::other("401: Unauthorized");
        let wrapped = serenity::Error::Io(refused);
        let error = Err::<(), _>(wrapped).context("connecting").unwrap_err();
        assert_eq!(format!("{error:#}"), "connecting: 401: Unauthorized: 401: Unauthorized");
        assert_eq!(in_words(error.as_ref()), "connecting: 401: Unauthorized");
    }
}
