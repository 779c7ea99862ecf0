//! How boards look: a person's wishes for private ones, and a server's for public ones.

use rusqlite::params;

use crate::{
    error::StoreError,
    ids::PersonId,
    setting::{BoardTheme, Settings},
    sql::OptionalExtension as _,
    tx::Tx,
};

/// How boards look to a person or on a server.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BoardLook {
    /// The theme, or `None` for the one that the bot was started with.
    pub theme: Option<BoardTheme>,
    /// Whether the bodies of pieces have fillings that distinguish the seats without colours.
    pub patterns: bool,
    /// Whether a board is turned so that the viewer's side is below.
    pub flip: bool,
    /// Whether pictures show the board alone, with larger pieces and names.
    pub big: bool,
    /// Whether boards come in letters instead of pictures.
    pub text: bool,
    /// Whether films come as numbered pictures.
    pub still: bool,
    /// Whether the panel plays a single move without a preview.
    pub quick: bool,
}

impl Settings {
    /// Returns how public boards look on the server.
    pub fn look(&self) -> BoardLook {
        BoardLook { theme: self.theme, patterns: self.patterns == Some(true), ..BoardLook::default() }
    }
}

impl Tx<'_> {
    /// Returns how a person's private boards look.
    pub fn look(&self, person: PersonId) -> Result<BoardLook, StoreError> {
        let found = self
            .sql
            .prepare_cached(
                "SELECT theme, patterns, flip, big, text, still, quick FROM person WHERE person = ?",
            )?
            .query_row([person], |row| {
                Ok(BoardLook {
                    theme: row.get(0)?,
                    patterns: row.get(1)?,
                    flip: row.get(2)?,
                    big: row.get(3)?,
                    text: row.get(4)?,
                    still: row.get(5)?,
                    quick: row.get(6)?,
                })
            })
            .optional()?;
        Ok(found.unwrap_or_default())
    }

    /// Records how a person's private boards look.
    pub fn set_look(&self, person: PersonId, look: BoardLook) -> Result<(), StoreError> {
        let BoardLook { theme, patterns, flip, big, text, still, quick } = look;
        self.sql
            .prepare_cached(
                "INSERT INTO person (person, theme, patterns, flip, big, text, still, quick)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                 ON CONFLICT (person) DO UPDATE SET theme = ?2, patterns = ?3, flip = ?4, big = ?5, text = ?6, still = ?7, quick = ?8",
            )?
            .send(params![person, theme, patterns, flip, big, text, still, quick])?;
        Ok(())
    }
}
