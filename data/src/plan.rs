//! Plans: moves that players have queued in private. What they mean is not decided here.

use std::fmt;

use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use crate::{GameId, PersonId, StoreError, Time, Tx};

/// A plan of a player; no other ever has the same id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlanId(i64);

impl From<i64> for PlanId {
    fn from(id: i64) -> Self {
        PlanId(id)
    }
}

impl fmt::Display for PlanId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A step of a plan: if this is played, that is the reply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlanStep {
    /// What is played until it is the player's turn, in order and without passes that nothing else was possible to;
    /// `None`: whatever it is.
    #[serde(rename = "if", default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Vec<String>>,
    /// What the player plays then, the whole turn.
    #[serde(rename = "then")]
    pub reply: Vec<String>,
}

/// A line of steps, each of which follows the one before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Its id.
    pub id: PlanId,
    /// Who has planned it, and who alone may know of it.
    pub person: PersonId,
    /// The steps from the position as it is now.
    pub steps: Vec<PlanStep>,
    /// Whether the last step is still being put together; nothing of it is played.
    pub draft: bool,
}

impl Tx<'_> {
    /// All plans of a game, the older before the newer.
    ///
    /// # Errors
    /// Those of SQLite, and [`StoreError::Unreadable`].
    pub fn plans(&self, game: GameId) -> Result<Vec<Plan>, StoreError> {
        let mut query = self
            .sql
            .prepare_cached("SELECT id, person, steps, draft FROM plan WHERE game = ? ORDER BY id")?;
        let mut rows = query.query([game])?;
        let mut plans = Vec::new();
        while let Some(row) = rows.next()? {
            plans.push(plan_from(row)?);
        }
        Ok(plans)
    }

    /// Adds a plan.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn add_plan(
        &self,
        game: GameId,
        person: PersonId,
        steps: &[PlanStep],
        draft: bool,
        at: Time,
    ) -> Result<PlanId, StoreError> {
        self.sql
            .prepare_cached("INSERT INTO plan (game, person, steps, draft, created) VALUES (?, ?, ?, ?, ?)")?
            .execute(params![game, person, steps_to_json(steps), draft, at])?;
        Ok(PlanId(self.sql.last_insert_rowid()))
    }

    /// Replaces the steps of a plan.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_plan(&self, id: PlanId, steps: &[PlanStep], draft: bool) -> Result<(), StoreError> {
        self.sql.prepare_cached("UPDATE plan SET steps = ?, draft = ? WHERE id = ?")?.execute(params![
            steps_to_json(steps),
            draft,
            id.0
        ])?;
        Ok(())
    }

    /// Forgets a plan.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn drop_plan(&self, id: PlanId) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM plan WHERE id = ?")?.execute([id.0])?;
        Ok(())
    }

    /// Forgets all plans of a game.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn drop_plans(&self, game: GameId) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM plan WHERE game = ?")?.execute([game])?;
        Ok(())
    }
}

fn plan_from(row: &Row<'_>) -> Result<Plan, StoreError> {
    let steps = row.get_ref(2)?.as_str().ok().and_then(|steps| serde_json::from_str(steps).ok());
    Ok(Plan {
        id: PlanId(row.get(0)?),
        person: row.get(1)?,
        steps: steps.ok_or(StoreError::Unreadable("plan"))?,
        draft: row.get(3)?,
    })
}

fn steps_to_json(steps: &[PlanStep]) -> String {
    serde_json::json!(steps).to_string()
}
