//! The way of every query to the database, over SQLite or PostgreSQL.
//!
//! The statements of both engines are the same texts, in the part of SQL that both know. Parameters are written as for SQLite, and so
//! are values and their conversions: this module takes them from rusqlite.

mod error;
mod params;
pub(crate) mod session;
mod translate;

use std::{cell::RefCell, fmt, sync::Arc};

use rusqlite::types::{FromSql, ValueRef};

pub use self::error::Error;
pub(crate) use self::params::Bind;
use self::session::{Prepared, Session};

/// The result of a statement.
pub(crate) type Result<T> = std::result::Result<T, Error>;

/// A connection inside a transaction.
#[derive(Clone, Copy)]
pub(crate) enum Sql<'c> {
    Sqlite(&'c rusqlite::Connection),
    Postgres(&'c RefCell<Session>),
}

impl<'c> Sql<'c> {
    /// Prepares a statement that is kept for its next use. There may be a hundred such texts, but not one for every row.
    pub(crate) fn prepare_cached(self, text: &str) -> Result<Statement<'c>> {
        match self {
            Sql::Sqlite(sql) => Ok(Statement::Kept(sql.prepare_cached(text)?)),
            Sql::Postgres(session) => {
                let prepared = session.borrow_mut().prepare_cached(text)?;
                Ok(Statement::Postgres(session, prepared))
            }
        }
    }

    /// Prepares a statement for one use.
    pub(crate) fn prepare(self, text: &str) -> Result<Statement<'c>> {
        match self {
            Sql::Sqlite(sql) => Ok(Statement::Sqlite(sql.prepare(text)?)),
            Sql::Postgres(session) => {
                let prepared = session.borrow_mut().prepare(text)?;
                Ok(Statement::Postgres(session, prepared))
            }
        }
    }

    /// Runs a statement once and returns how many rows it changed.
    pub(crate) fn execute(self, text: &str, values: impl Bind) -> Result<usize> {
        self.prepare(text)?.execute(values)
    }

    /// Runs statements without parameters.
    pub(crate) fn execute_batch(self, text: &str) -> Result<()> {
        match self {
            Sql::Sqlite(sql) => Ok(sql.execute_batch(text)?),
            Sql::Postgres(session) => session.borrow_mut().batch(text),
        }
    }
}

#[cfg(test)]
impl<'c> Sql<'c> {
    /// Runs a query once and returns a value for its first row.
    pub(crate) fn query_row<T>(
        self,
        text: &str,
        values: impl Bind,
        value: impl FnOnce(&Row<'_>) -> Result<T>,
    ) -> Result<T> {
        self.prepare(text)?.query_row(values, value)
    }

    /// Returns the connection, for tests of SQLite's own matters.
    #[track_caller]
    pub(crate) fn sqlite(self) -> &'c rusqlite::Connection {
        match self {
            Sql::Sqlite(sql) => sql,
            Sql::Postgres(_) => panic!("the store is on a server"),
        }
    }
}

/// A prepared statement.
pub(crate) enum Statement<'c> {
    Sqlite(rusqlite::Statement<'c>),
    /// A statement of SQLite that is kept for its next use.
    Kept(rusqlite::CachedStatement<'c>),
    Postgres(&'c RefCell<Session>, Prepared),
}

impl Statement<'_> {
    /// Runs the statement and returns how many rows it changed.
    pub(crate) fn execute(&mut self, values: impl Bind) -> Result<usize> {
        match self {
            Statement::Sqlite(statement) => Ok(statement.execute(values)?),
            Statement::Kept(statement) => Ok(statement.execute(values)?),
            Statement::Postgres(session, prepared) => session.borrow_mut().execute(prepared, &values),
        }
    }

    /// Runs the statement, whose effect the caller does not need to know. A server may do so later, but before the next statement.
    ///
    /// # Errors
    /// Those of the statement. If it failed on a server, a later statement or the end of the transaction returns its error.
    pub(crate) fn send(&mut self, values: impl Bind) -> Result<()> {
        match self {
            Statement::Sqlite(statement) => Ok(statement.execute(values).map(drop)?),
            Statement::Kept(statement) => Ok(statement.execute(values).map(drop)?),
            Statement::Postgres(session, prepared) => session.borrow_mut().send(prepared, &values),
        }
    }

    /// Says that a query with these values follows soon. A server can then look for the rows of several queries at once.
    ///
    /// # Errors
    /// If the query failed on a server, a later statement or the end of the transaction returns its error.
    pub(crate) fn expect(&mut self, values: impl Bind) -> Result<()> {
        match self {
            Statement::Sqlite(_) | Statement::Kept(_) => Ok(()),
            Statement::Postgres(session, prepared) => session.borrow_mut().expect(prepared, &values),
        }
    }

    /// Runs the statement and returns its rows one by one.
    pub(crate) fn query(&mut self, values: impl Bind) -> Result<Rows<'_>> {
        match self {
            Statement::Sqlite(statement) => Ok(Rows::Sqlite(statement.query(values)?)),
            Statement::Kept(statement) => Ok(Rows::Sqlite(statement.query(values)?)),
            Statement::Postgres(session, prepared) => {
                let rows = session.borrow_mut().query(prepared, &values)?;
                Ok(Rows::Postgres { rows, next: 0 })
            }
        }
    }

    /// Runs the statement and returns a value for its first row.
    ///
    /// # Errors
    /// [`rusqlite::Error::QueryReturnedNoRows`] if it finds no row.
    pub(crate) fn query_row<T>(
        &mut self,
        values: impl Bind,
        value: impl FnOnce(&Row<'_>) -> Result<T>,
    ) -> Result<T> {
        match self.query(values)?.next()? {
            Some(row) => value(&row),
            None => Err(rusqlite::Error::QueryReturnedNoRows.into()),
        }
    }

    /// Runs the statement and returns a value for each of its rows.
    pub(crate) fn query_map<T, F: FnMut(&Row<'_>) -> Result<T>>(
        &mut self,
        values: impl Bind,
        value: F,
    ) -> Result<Mapped<'_, F>> {
        Ok(Mapped { rows: self.query(values)?, value })
    }

    /// Returns the names of the columns.
    pub(crate) fn column_names(&self) -> Vec<String> {
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        match self {
            Statement::Sqlite(statement) => owned(statement.column_names()),
            Statement::Kept(statement) => owned(statement.column_names()),
            Statement::Postgres(_, prepared) => prepared.column_names(),
        }
    }
}

/// The rows that a statement found. PostgreSQL's are all here already.
pub(crate) enum Rows<'s> {
    Sqlite(rusqlite::Rows<'s>),
    Postgres { rows: Arc<Vec<tokio_postgres::Row>>, next: usize },
}

impl Rows<'_> {
    /// Returns the next row, or `None` behind the last one.
    pub(crate) fn next(&mut self) -> Result<Option<Row<'_>>> {
        match self {
            Rows::Sqlite(rows) => Ok(rows.next()?.map(Row::Sqlite)),
            Rows::Postgres { rows, next } => {
                let row = rows.get(*next);
                *next += 1;
                Ok(row.map(Row::Postgres))
            }
        }
    }
}

/// The values that a closure makes of rows.
pub(crate) struct Mapped<'s, F> {
    rows: Rows<'s>,
    value: F,
}

impl<T, F: FnMut(&Row<'_>) -> Result<T>> Iterator for Mapped<'_, F> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        match self.rows.next() {
            Ok(row) => row.map(|row| (self.value)(&row)),
            Err(error) => Some(Err(error)),
        }
    }
}

/// A row of a result.
#[derive(Clone, Copy)]
pub(crate) enum Row<'r> {
    Sqlite(&'r rusqlite::Row<'r>),
    Postgres(&'r tokio_postgres::Row),
}

impl fmt::Debug for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Row::Sqlite(row) => row.fmt(f),
            Row::Postgres(row) => row.fmt(f),
        }
    }
}

impl Row<'_> {
    /// Reads a column, counted from 0.
    pub(crate) fn get<T: FromSql>(&self, column: usize) -> Result<T> {
        match self {
            Row::Sqlite(row) => Ok(row.get(column)?),
            Row::Postgres(row) => {
                let value = session::value(row, column)?;
                T::column_result(value)
                    .map_err(|error| session::mismatch(column, value.data_type(), error).into())
            }
        }
    }

    /// Returns a column as it is stored, counted from 0.
    pub(crate) fn get_ref(&self, column: usize) -> Result<ValueRef<'_>> {
        match self {
            Row::Sqlite(row) => Ok(row.get_ref(column)?),
            Row::Postgres(row) => session::value(row, column),
        }
    }
}

/// Turns a missing row into `None`.
pub(crate) trait OptionalExtension<T> {
    fn optional(self) -> Result<Option<T>>;
}

impl<T> OptionalExtension<T> for Result<T> {
    fn optional(self) -> Result<Option<T>> {
        match self {
            Ok(value) => Ok(Some(value)),
            Err(Error::Sqlite(rusqlite::Error::QueryReturnedNoRows)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
