//! A connection to PostgreSQL with its prepared statements.

use std::{
    collections::HashMap,
    error, fmt,
    future::{Future, poll_fn},
    mem,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use rusqlite::types::{FromSqlError, ToSqlOutput, Value, ValueRef};
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{
    AsyncMessage, Client, Config, Row,
    error::DbError,
    types::{IsNull, Type, private::BytesMut},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{Bind, Error, Result, translate::translate};
use crate::error::Unwritable;

/// How many statements are sent at most before the session waits for them.
const MOST_SENT: usize = 64;

/// A connection with the statements that were prepared on it.
///
/// The session sends a statement whose result nobody needs without waiting for the server, and so it does with queries whose rows are needed
/// soon. The server works in order, so this makes no difference to later statements. If such a statement fails, the next one that the
/// session waits for returns its error.
pub(crate) struct Session {
    /// Runs the connection, but only while the session waits for something.
    runtime: Runtime,
    client: Arc<Client>,
    prepared: HashMap<String, Prepared>,
    /// The statements that nobody has waited for yet, oldest first.
    sent: Vec<Sent>,
    /// The rows of queries that were sent before they were needed, and that are still the same.
    found: Vec<(Asked, Arc<Vec<Row>>)>,
    /// The worst failure of a statement since failures were last forgotten.
    failure: Option<Failure>,
}

/// A statement that was sent.
struct Sent {
    /// The query, if its rows are needed soon and are still the same.
    asked: Option<Asked>,
    /// Its rows. Other statements have none.
    rows: Pin<Box<dyn Future<Output = std::result::Result<Vec<Row>, tokio_postgres::Error>> + Send>>,
}

/// The text and the values of a query. It names each table behind `FROM` or `JOIN`.
#[derive(PartialEq)]
struct Asked {
    text: Arc<str>,
    values: Vec<Bound>,
}

impl Asked {
    /// Returns whether another statement may change the rows of this query.
    fn is_changed_by(&self, text: &str) -> bool {
        if text.contains(';') {
            return true;
        }
        // No table has a trigger, so an insertion or an update changes one table. A deletion may delete rows of others.
        let rest = text.strip_prefix("INSERT INTO ").or_else(|| text.strip_prefix("UPDATE "));
        let Some(table) = rest.and_then(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next())
        else {
            return true;
        };
        // If a longer name begins with that of the table, the query is only made again.
        let is_read = |(at, _)| ["FROM ", "JOIN "].iter().any(|before| self.text[..at].ends_with(before));
        self.text.match_indices(table).any(is_read)
    }
}

/// The effect of a failed statement on its transaction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Failure {
    /// The transaction can do nothing more.
    Other,
    /// Another transaction held a lock for too long.
    Blocked,
    /// Another transaction came between. This one can run again.
    Conflict,
    /// The connection is broken.
    Broken,
}

impl Failure {
    pub(crate) fn of(error: &Error) -> Failure {
        match error.unwritable() {
            Some(Unwritable::Unreachable) => Failure::Broken,
            Some(Unwritable::Locked) => Failure::Blocked,
            _ if error.is_conflict() => Failure::Conflict,
            _ => Failure::Other,
        }
    }
}

/// A statement that PostgreSQL has prepared.
#[derive(Clone)]
pub(crate) struct Prepared {
    text: Arc<str>,
    statement: tokio_postgres::Statement,
    /// The names of its parameters in their order, if they have names.
    names: Vec<String>,
}

impl Prepared {
    pub(super) fn column_names(&self) -> Vec<String> {
        self.statement.columns().iter().map(|column| column.name().to_owned()).collect()
    }

    /// Returns the values in the order of the parameters.
    fn sort(&self, values: &impl Bind) -> Result<Vec<Bound>> {
        let values = values.values();
        let named = |name: &String| {
            let found = values
                .iter()
                .find(|(known, _)| known.is_some_and(|known| known.strip_prefix(':') == Some(name)));
            found.ok_or_else(|| Error::from(rusqlite::Error::InvalidParameterName(name.clone())))
        };
        if self.names.is_empty() {
            values.iter().map(|(_, value)| Bound::of(*value)).collect()
        } else {
            self.names.iter().map(|name| Bound::of(named(name)?.1)).collect()
        }
    }
}

impl Session {
    /// Connects to a server. `hears` is called with each notice and warning of the server.
    pub(crate) fn connect(
        config: &Config,
        tls: MakeRustlsConnect,
        hears: impl Fn(&DbError) + Send + 'static,
    ) -> Result<Session> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(Error::NoRuntime)?;
        let (client, mut connection) = runtime.block_on(config.connect(tls))?;
        runtime.spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                if let AsyncMessage::Notice(notice) = message {
                    hears(&notice);
                }
            }
        });
        let client = Arc::new(client);
        Ok(Session {
            runtime,
            client,
            prepared: HashMap::new(),
            sent: Vec::new(),
            found: Vec::new(),
            failure: None,
        })
    }

    /// Waits for a request to the server, and for the statements before it. The error is that of the first one that failed.
    fn wait<T>(
        &mut self,
        request: impl Future<Output = std::result::Result<T, tokio_postgres::Error>>,
    ) -> Result<T> {
        let earlier = mem::take(&mut self.sent);
        let earlier = async {
            let (mut first, mut found) = (Ok(()), Vec::new());
            for Sent { asked, rows } in earlier {
                match rows.await {
                    Ok(rows) => found.extend(asked.map(|asked| (asked, rows))),
                    Err(error) => first = first.and(Err(error)),
                }
            }
            (first, found)
        };
        // Both are sent before the first answer comes.
        let ((earlier, found), result) = self.runtime.block_on(async { tokio::join!(earlier, request) });
        self.found.extend(found.into_iter().map(|(asked, rows)| (asked, Arc::new(rows))));
        // A long transaction opens many games, and needs the rows of each only once.
        let old = self.found.len().saturating_sub(MOST_SENT);
        self.found.drain(..old);
        self.noted(earlier.and(result))
    }

    /// Sends a statement without waiting for the server.
    fn send_off(
        &mut self,
        asked: Option<Asked>,
        rows: impl Future<Output = std::result::Result<Vec<Row>, tokio_postgres::Error>> + Send + 'static,
    ) -> Result<()> {
        let mut sent = Sent { asked, rows: Box::pin(rows) };
        // A first poll hands the statement to the connection.
        match sent.rows.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(done) => return self.noted(done).map(drop),
            Poll::Pending => self.sent.push(sent),
        }
        if self.sent.len() < MOST_SENT { Ok(()) } else { self.settle() }
    }

    /// Forgets the rows that a statement may change, before it is sent.
    fn changes(&mut self, text: &str) {
        self.found.retain(|(asked, _)| !asked.is_changed_by(text));
        for sent in &mut self.sent {
            sent.asked.take_if(|asked| asked.is_changed_by(text));
        }
    }

    /// Waits for the statements that were sent.
    pub(crate) fn settle(&mut self) -> Result<()> {
        if self.sent.is_empty() { Ok(()) } else { self.wait(async { Ok(()) }) }
    }

    /// Forgets the failures of earlier statements, which say nothing about the next job.
    pub(crate) fn forget_failure(&mut self) {
        self.failure = None;
    }

    /// Returns the worst failure of a statement since they were forgotten.
    pub(crate) fn failure(&self) -> Option<Failure> {
        self.failure
    }

    /// Notes whether a statement failed.
    fn noted<T>(&mut self, result: std::result::Result<T, tokio_postgres::Error>) -> Result<T> {
        result.map_err(|error| {
            let error = Error::from(error);
            self.failure = self.failure.max(Some(Failure::of(&error)));
            error
        })
    }

    pub(super) fn prepare(&mut self, text: &str) -> Result<Prepared> {
        let (translated, client) = (translate(text), Arc::clone(&self.client));
        let statement = self.wait(client.prepare(&translated.text))?;
        Ok(Prepared { text: text.into(), statement, names: translated.names })
    }

    pub(super) fn prepare_cached(&mut self, text: &str) -> Result<Prepared> {
        if let Some(known) = self.prepared.get(text) {
            return Ok(known.clone());
        }
        let prepared = self.prepare(text)?;
        self.prepared.insert(text.to_owned(), prepared.clone());
        Ok(prepared)
    }

    pub(super) fn execute(&mut self, prepared: &Prepared, values: &impl Bind) -> Result<usize> {
        let (values, client) = (prepared.sort(values)?, Arc::clone(&self.client));
        self.changes(&prepared.text);
        let changed = self.wait(client.execute_raw(&prepared.statement, values))?;
        Ok(usize::try_from(changed).unwrap_or(usize::MAX))
    }

    /// Sends a statement without waiting for the server.
    pub(super) fn send(&mut self, prepared: &Prepared, values: &impl Bind) -> Result<()> {
        let (values, client) = (prepared.sort(values)?, Arc::clone(&self.client));
        let statement = prepared.statement.clone();
        self.changes(&prepared.text);
        self.send_off(None, async move { client.execute_raw(&statement, values).await.map(|_| Vec::new()) })
    }

    /// Sends a query whose rows are needed soon. [`query`](Session::query) with the same values returns them, unless another statement
    /// may have changed them in the meantime.
    pub(super) fn expect(&mut self, prepared: &Prepared, values: &impl Bind) -> Result<()> {
        let (values, client) = (prepared.sort(values)?, Arc::clone(&self.client));
        let asked = Asked { text: Arc::clone(&prepared.text), values: values.clone() };
        if self.is_expected(&asked) || self.found(&asked).is_some() {
            return Ok(());
        }
        let statement = prepared.statement.clone();
        self.send_off(Some(asked), async move { client.query(&statement, &references(&values)).await })
    }

    /// Returns whether a query was sent whose rows nobody has waited for yet.
    fn is_expected(&self, asked: &Asked) -> bool {
        self.sent.iter().any(|sent| sent.asked.as_ref() == Some(asked))
    }

    /// Returns the rows of a query that was sent before, if they are still the same.
    fn found(&self, asked: &Asked) -> Option<&Arc<Vec<Row>>> {
        self.found.iter().find(|(other, _)| other == asked).map(|(_, rows)| rows)
    }

    pub(super) fn query(&mut self, prepared: &Prepared, values: &impl Bind) -> Result<Arc<Vec<Row>>> {
        let values = prepared.sort(values)?;
        // Others return rows that they have changed.
        if !prepared.text.starts_with("SELECT") {
            self.changes(&prepared.text);
        }
        let asked = Asked { text: Arc::clone(&prepared.text), values };
        if self.is_expected(&asked) {
            self.settle()?;
        }
        if let Some(rows) = self.found(&asked) {
            return Ok(Arc::clone(rows));
        }
        let client = Arc::clone(&self.client);
        self.wait(async { client.query(&prepared.statement, &references(&asked.values)).await }).map(Arc::new)
    }

    /// Runs statements without parameters.
    pub(crate) fn batch(&mut self, text: &str) -> Result<()> {
        let client = Arc::clone(&self.client);
        self.changes(text);
        self.wait(client.batch_execute(text))
    }

    /// Sends statements without parameters, and does not wait for the server.
    pub(crate) fn send_batch(&mut self, text: String) -> Result<()> {
        let client = Arc::clone(&self.client);
        self.changes(&text);
        self.send_off(None, async move { client.batch_execute(&text).await.map(|()| Vec::new()) })
    }

    /// Runs a statement whose result is one number.
    pub(crate) fn number(&mut self, text: &str) -> Result<i64> {
        self.numbers(text).map(|[number]| number)
    }

    /// Runs a statement whose result is one row of numbers.
    pub(crate) fn numbers<const N: usize>(&mut self, text: &str) -> Result<[i64; N]> {
        let read = |row: Row| {
            let mut numbers = [0; N];
            for (column, number) in numbers.iter_mut().enumerate() {
                *number = row.try_get(column)?;
            }
            Ok(numbers)
        };
        let client = Arc::clone(&self.client);
        self.wait(async { client.query_one(text, &[]).await.and_then(read) })
    }

    /// Runs a statement whose result is one text.
    pub(crate) fn text(&mut self, text: &str) -> Result<String> {
        let client = Arc::clone(&self.client);
        self.wait(async { client.query_one(text, &[]).await.and_then(|row| row.try_get(0)) })
    }

    /// Returns a setting of the server.
    pub(crate) fn setting(&mut self, name: &str) -> Result<String> {
        self.text(&format!("SHOW {name}"))
    }
}

fn references(values: &[Bound]) -> Vec<&(dyn tokio_postgres::types::ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn tokio_postgres::types::ToSql + Sync)).collect()
}

/// A value on its way to PostgreSQL.
#[derive(Clone, PartialEq, Debug)]
struct Bound(Value);

impl Bound {
    fn of(value: &dyn rusqlite::types::ToSql) -> Result<Bound> {
        Ok(Bound(match value.to_sql()? {
            ToSqlOutput::Owned(value) => value,
            ToSqlOutput::Borrowed(value) => {
                value.try_into().map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?
            }
            // No type of the store makes others.
            _ => return Err(rusqlite::Error::InvalidQuery.into()),
        }))
    }
}

impl tokio_postgres::types::ToSql for Bound {
    fn to_sql(
        &self,
        wanted: &Type,
        out: &mut BytesMut,
    ) -> std::result::Result<IsNull, Box<dyn error::Error + Sync + Send>> {
        match &self.0 {
            Value::Null => Ok(IsNull::Yes),
            Value::Integer(number) => match *wanted {
                Type::BOOL => (*number != 0).to_sql(wanted, out),
                Type::INT4 => i32::try_from(*number)?.to_sql(wanted, out),
                Type::TEXT => number.to_string().to_sql(wanted, out),
                _ => number.to_sql(wanted, out),
            },
            Value::Text(text) => text.to_sql(wanted, out),
            Value::Real(_) | Value::Blob(_) => Err("the store has integers and texts only".into()),
        }
    }

    fn accepts(wanted: &Type) -> bool {
        [Type::BOOL, Type::INT4, Type::INT8, Type::TEXT].contains(wanted)
    }

    tokio_postgres::types::to_sql_checked!();
}

/// A column of a row, without a copy.
struct Column<'r>(ValueRef<'r>);

impl<'r> tokio_postgres::types::FromSql<'r> for Column<'r> {
    fn from_sql(
        stored: &Type,
        bytes: &'r [u8],
    ) -> std::result::Result<Self, Box<dyn error::Error + Sync + Send>> {
        Ok(Column(match *stored {
            Type::BOOL => ValueRef::Integer(bool::from_sql(stored, bytes)?.into()),
            Type::INT4 => ValueRef::Integer(i32::from_sql(stored, bytes)?.into()),
            Type::INT8 => ValueRef::Integer(i64::from_sql(stored, bytes)?),
            _ => ValueRef::Text(bytes),
        }))
    }

    fn from_sql_null(_: &Type) -> std::result::Result<Self, Box<dyn error::Error + Sync + Send>> {
        Ok(Column(ValueRef::Null))
    }

    fn accepts(stored: &Type) -> bool {
        [Type::BOOL, Type::INT4, Type::INT8, Type::TEXT].contains(stored)
    }
}

/// Returns a column of a row, counted from 0.
pub(super) fn value(row: &Row, column: usize) -> Result<ValueRef<'_>> {
    Ok(row.try_get::<_, Column<'_>>(column)?.0)
}

/// Returns the error for a column of another type than expected, as rusqlite has it.
pub(super) fn mismatch(column: usize, found: rusqlite::types::Type, error: FromSqlError) -> rusqlite::Error {
    match error {
        FromSqlError::OutOfRange(number) => rusqlite::Error::IntegralValueOutOfRange(column, number),
        error => rusqlite::Error::FromSqlConversionFailure(column, found, Box::new(error)),
    }
}

/// Returns PostgreSQL's message, which the crate's own text leaves out. It has no values of parameters.
pub(super) fn words(error: &tokio_postgres::Error) -> impl fmt::Display {
    match error.as_db_error() {
        Some(db) => format!("PostgreSQL: {} ({})", db.message(), db.code().code()),
        None => match error::Error::source(error) {
            Some(source) => format!("PostgreSQL: {error}: {source}"),
            None => format!("PostgreSQL: {error}"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statement_changes_the_rows_of_its_table() {
        let seats = "SELECT seat, person FROM seat LEFT JOIN clock USING (game, seat) WHERE game = ?";
        for (text, wanted) in [
            ("UPDATE seat SET waiting = 0 WHERE game = ?", true),
            ("INSERT INTO clock (game, seat) VALUES (?, ?)", true),
            ("INSERT INTO clock\n(game, seat) VALUES (?, ?)", true),
            ("UPDATE \"clock\" SET late = 0", true),
            ("INSERT INTO outbox (game, kind) VALUES (?, ?)", false),
            ("UPDATE move SET at = 0", false),
            ("UPDATE game SET ply = 1 WHERE id = ?", false),
            // It also deletes what refers to the row.
            ("DELETE FROM offer WHERE id = ?", true),
            ("UPDATE move SET at = 0; UPDATE seat SET waiting = 0", true),
            ("ROLLBACK TO SAVEPOINT job1", true),
        ] {
            let asked = Asked { text: seats.into(), values: Vec::new() };
            assert_eq!(asked.is_changed_by(text), wanted, "{text}");
        }
    }
}
