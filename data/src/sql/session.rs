//! A connection to PostgreSQL with its prepared statements.

use std::{collections::HashMap, error, fmt};

use postgres::{
    Client, Row,
    types::{IsNull, Type, private::BytesMut},
};
use rusqlite::types::{FromSqlError, ToSqlOutput, Value, ValueRef};

use super::{Bind, Error, Result, translate::translate};
use crate::error::Unwritable;

/// A connection with the statements that were prepared on it.
pub(crate) struct Session {
    client: Client,
    prepared: HashMap<String, Prepared>,
    /// The worst failure of a statement since failures were last forgotten.
    failure: Option<Failure>,
}

/// The effect of a failed statement on its transaction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Failure {
    /// The transaction can do nothing more.
    Other,
    /// Another transaction came between. This one can run again.
    Conflict,
    /// The connection is broken.
    Broken,
}

impl Failure {
    pub(crate) fn of(error: &Error) -> Failure {
        match error.unwritable() {
            Some(Unwritable::Unreachable) => Failure::Broken,
            _ if error.is_conflict() => Failure::Conflict,
            _ => Failure::Other,
        }
    }
}

/// A statement that PostgreSQL has prepared.
#[derive(Clone)]
pub(crate) struct Prepared {
    statement: postgres::Statement,
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
    pub(crate) fn new(client: Client) -> Session {
        Session { client, prepared: HashMap::new(), failure: None }
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
    fn noted<T>(&mut self, result: std::result::Result<T, postgres::Error>) -> Result<T> {
        result.map_err(|error| {
            let error = Error::from(error);
            self.failure = self.failure.max(Some(Failure::of(&error)));
            error
        })
    }

    pub(super) fn prepare(&mut self, text: &str) -> Result<Prepared> {
        let translated = translate(text);
        let statement = self.client.prepare(&translated.text);
        Ok(Prepared { statement: self.noted(statement)?, names: translated.names })
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
        let values = prepared.sort(values)?;
        let changed = self.client.execute(&prepared.statement, &references(&values));
        Ok(usize::try_from(self.noted(changed)?).unwrap_or(usize::MAX))
    }

    pub(super) fn query(&mut self, prepared: &Prepared, values: &impl Bind) -> Result<Vec<Row>> {
        let values = prepared.sort(values)?;
        let rows = self.client.query(&prepared.statement, &references(&values));
        self.noted(rows)
    }

    /// Runs statements without parameters.
    pub(crate) fn batch(&mut self, text: &str) -> Result<()> {
        let done = self.client.batch_execute(text);
        self.noted(done)
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
        let numbers = self.client.query_one(text, &[]).and_then(read);
        self.noted(numbers)
    }

    /// Runs a statement whose result is one text.
    pub(crate) fn text(&mut self, text: &str) -> Result<String> {
        let row = self.client.query_one(text, &[]).and_then(|row| row.try_get(0));
        self.noted(row)
    }

    /// Returns a setting of the server.
    pub(crate) fn setting(&mut self, name: &str) -> Result<String> {
        self.text(&format!("SHOW {name}"))
    }
}

fn references(values: &[Bound]) -> Vec<&(dyn postgres::types::ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn postgres::types::ToSql + Sync)).collect()
}

/// A value on its way to PostgreSQL.
#[derive(Debug)]
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

impl postgres::types::ToSql for Bound {
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

    postgres::types::to_sql_checked!();
}

/// A column of a row, without a copy.
struct Column<'r>(ValueRef<'r>);

impl<'r> postgres::types::FromSql<'r> for Column<'r> {
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
pub(super) fn words(error: &postgres::Error) -> impl fmt::Display {
    match error.as_db_error() {
        Some(db) => format!("PostgreSQL: {} ({})", db.message(), db.code().code()),
        None => match error::Error::source(error) {
            Some(source) => format!("PostgreSQL: {error}: {source}"),
            None => format!("PostgreSQL: {error}"),
        },
    }
}
