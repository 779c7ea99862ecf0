//! Enums that are stored as words.

/// Defines enums and the word for each variant in the database.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $word:literal,)+ })+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug, strum::EnumString, strum::IntoStaticStr)]
            pub enum $name {
                $($(#[$of])* #[strum(serialize = $word)] $variant,)+
            }

            impl $name {
                /// Returns the name in the database and in custom ids.
                pub fn word(self) -> &'static str {
                    self.into()
                }

                /// Returns the variant with this name.
                pub fn from_word(word: &str) -> Option<$name> {
                    word.parse().ok()
                }
            }

            impl rusqlite::types::ToSql for $name {
                fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                    Ok(self.word().into())
                }
            }

            impl rusqlite::types::FromSql for $name {
                fn column_result(
                    value: rusqlite::types::ValueRef<'_>,
                ) -> rusqlite::types::FromSqlResult<Self> {
                    let found = $name::from_word(value.as_str()?);
                    found.ok_or(rusqlite::types::FromSqlError::InvalidType)
                }
            }
        )+
    };
}

pub(crate) use words;
