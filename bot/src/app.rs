//! What commands and buttons have at hand.

use crate::{discord::Discord, seen::Seen, service::Service};

/// Shared by all commands and buttons.
pub struct App {
    /// The use cases.
    pub service: Service,
    /// Discord, for the rare request that is no answer.
    pub discord: Discord,
    /// What has been taken on already.
    pub seen: Seen,
}
