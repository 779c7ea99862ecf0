//! The transaction, whose methods in the other files are the queries.

use crate::{slices::Slices, sql::Sql};

/// One transaction or one consistent read. Its methods are the queries.
///
/// # Errors
///
/// Every method that returns a `Result` returns [`StoreError::Database`](crate::StoreError::Database) if the database fails, and
/// [`StoreError::Unreadable`](crate::StoreError::Unreadable) if a stored text is not one that this program writes. Methods that
/// can fail in other ways name the variants.
///
/// ```
/// # #[tokio::main]
/// # async fn main() -> Result<(), data::StoreError> {
/// # let dir = tempfile::tempdir().map_err(data::StoreError::SetUp)?;
/// # let store = data::Store::open(&dir.path().join("petri.sqlite")).await?;
/// use clock::from_millis;
///
/// // Both statements are committed, or neither.
/// store.write(|tx| {
///     tx.set_dm(3.into(), 5.into())?;
///     tx.set_digest_due(3.into(), Some(from_millis(2_000)))
/// }).await?;
/// assert_eq!(store.read(|tx| tx.next_digest()).await?, Some(from_millis(2_000)));
/// # Ok(())
/// # }
/// ```
pub struct Tx<'c> {
    pub(crate) sql: Sql<'c>,
    /// The slices of servers whose due work it finds.
    pub(crate) slices: Slices,
}
