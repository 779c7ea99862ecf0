//! What commands and buttons have at hand.

use std::sync::Arc;

use crate::{discord::Discord, service::Service};

/// Shared by all commands and buttons.
pub struct App {
    /// The use cases.
    pub service: Service,
    /// Discord, for the rare request that is no answer.
    pub discord: Arc<Discord>,
}
