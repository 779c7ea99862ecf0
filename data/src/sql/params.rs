//! The values that go with a statement.

use rusqlite::{Params, types::ToSql};

/// The parameters of a statement: an array, the list of `params!`, or the names and values of `named_params!`.
pub(crate) trait Bind: Params {
    /// Returns the values, each with its name if it has one.
    fn values(&self) -> Vec<(Option<&str>, &dyn ToSql)>;
}

impl Bind for [&(dyn ToSql + Send + Sync); 0] {
    fn values(&self) -> Vec<(Option<&str>, &dyn ToSql)> {
        Vec::new()
    }
}

impl Bind for &[&dyn ToSql] {
    fn values(&self) -> Vec<(Option<&str>, &dyn ToSql)> {
        self.iter().map(|value| (None, *value)).collect()
    }
}

impl Bind for &[(&str, &dyn ToSql)] {
    fn values(&self) -> Vec<(Option<&str>, &dyn ToSql)> {
        self.iter().map(|(name, value)| (Some(*name), *value)).collect()
    }
}

macro_rules! arrays {
    ($($length:literal)+) => {
        $(impl<T: ToSql> Bind for [T; $length] {
            fn values(&self) -> Vec<(Option<&str>, &dyn ToSql)> {
                self.iter().map(|value| (None, value as &dyn ToSql)).collect()
            }
        })+
    };
}

arrays!(1 2 3 4);
