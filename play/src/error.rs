//! The error of a use case, split by who has to act.

use data::{StoreError, Unwritable};

use crate::rejected::{LobbyRejected, Rejected};

/// The error of every use case.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The caller made a mistake. The crate `messages` says what is possible; the log names the variant.
    #[error("rejected: {0:?}")]
    Rejected(Rejected),
    /// Our fault: the log gets the error, and the caller an apology.
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl Error {
    /// Returns why nothing can be stored at present, if that is the cause.
    pub fn unwritable(&self) -> Option<Unwritable> {
        self.of_the_store().find_map(StoreError::unwritable)
    }

    /// Returns whether the same request may succeed later, because the cause lies outside of it.
    pub fn may_pass(&self) -> bool {
        self.of_the_store().any(StoreError::may_pass)
    }

    /// Returns whether the record of one game is broken. Only that game stops.
    pub fn is_broken_record(&self) -> bool {
        self.of_the_store().any(StoreError::is_broken_record)
    }

    fn of_the_store(&self) -> impl Iterator<Item = &StoreError> {
        let internal = match self {
            Error::Internal(error) => Some(error),
            Error::Rejected(_) => None,
        };
        internal.into_iter().flat_map(anyhow::Error::chain).filter_map(|cause| cause.downcast_ref())
    }

    /// Returns a rejection, also from a value of one of the enums nested in [`Rejected`].
    pub fn rejected(why: impl Into<Rejected>) -> Error {
        Error::Rejected(why.into())
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::ChannelTaken => Error::rejected(LobbyRejected::ChannelTaken { waiting: None }),
            StoreError::LobbyClosed(_) => Error::rejected(LobbyRejected::Closed),
            StoreError::NoSuchGame(_) => Error::rejected(Rejected::UnknownGame),
            other => Error::Internal(other.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rejection_is_logged_by_its_variant() {
        let full = Error::rejected(LobbyRejected::Full { most: 4 });
        assert_eq!(full.to_string(), "rejected: Lobby(Full { most: 4 })");
    }
}
