//! Plans: moves that players queue in private. The meaning of a plan is decided elsewhere.

use std::fmt;

use jiff::Timestamp;
use rusqlite::params;
use serde::{Deserialize, Serialize};

use crate::{
    error::StoreError,
    ids::{GameId, Millis, PersonId},
    sql::{self, Row, Statement},
    tx::Tx,
    words::words,
};

/// The id of a plan. It is never used again.
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

/// A step of a plan: a condition and a reply.
///
/// ```
/// use data::PlanStep;
///
/// let step = PlanStep { condition: Some(vec!["p@f4".to_owned()]), reply: vec!["p@a1".to_owned()] };
/// assert_eq!(serde_json::to_string(&step)?, r#"{"if":["p@f4"],"then":["p@a1"]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlanStep {
    /// The moves that must be played before the player's turn, in order and without forced passes. `None` accepts any moves.
    #[serde(rename = "if", default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Vec<String>>,
    /// The player's whole turn if the condition is met.
    #[serde(rename = "then")]
    pub reply: Vec<String>,
}

words! {
    /// The event that ends a plan of passes.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    PassUntil {
        /// A piece is captured.
        Capture = "capture",
        /// The number of squares that the player owns changes.
        Change = "change",
    }
}

/// A sequence of steps, each of which follows the one before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The id of the plan.
    pub id: PlanId,
    /// The player who made the plan. Nobody else may see it.
    pub person: PersonId,
    /// The steps from the current position on.
    pub steps: Vec<PlanStep>,
    /// Whether the player is still composing the last step. A draft is not played.
    pub draft: bool,
    /// Set in a plan of passes, which has no steps: the event that ends it.
    pub pass: Option<PassUntil>,
}

impl Tx<'_> {
    /// Prepares the query for the plans of a game, oldest first.
    pub(crate) fn plans_of_game(&self) -> sql::Result<Statement<'_>> {
        self.sql.prepare_cached("SELECT id, person, steps, draft, pass FROM plan WHERE game = ? ORDER BY id")
    }

    /// Returns all plans of a game, oldest first.
    pub fn plans(&self, game: GameId) -> Result<Vec<Plan>, StoreError> {
        let mut query = self.plans_of_game()?;
        let mut rows = query.query([game])?;
        let mut plans = Vec::new();
        while let Some(row) = rows.next()? {
            plans.push(plan_from(&row)?);
        }
        Ok(plans)
    }

    /// Adds a plan to a game and returns its id.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (_dir, store, id) = world().await?;
    /// use data::{PlanStep};
    /// use clock::from_millis;
    ///
    /// let steps = vec![PlanStep { condition: None, reply: vec!["p@a1".to_owned()] }];
    /// store.write(move |tx| tx.add_plan(id, 4.into(), &steps, false, from_millis(2))).await?;
    /// assert_eq!(store.read(move |tx| tx.plans(id)).await?.len(), 1);
    /// # Ok(())
    /// # }
    /// ```
    pub fn add_plan(
        &self,
        game: GameId,
        person: PersonId,
        steps: &[PlanStep],
        draft: bool,
        at: Timestamp,
    ) -> Result<PlanId, StoreError> {
        let id = self
            .sql
            .prepare_cached(
                "INSERT INTO plan (game, person, steps, draft, created) VALUES (?, ?, ?, ?, ?) RETURNING id",
            )?
            .query_row(params![game, person, steps_to_json(steps), draft, Millis(at)], |row| row.get(0))?;
        Ok(PlanId(id))
    }

    /// Adds a plan that passes by itself.
    pub fn add_passing_plan(
        &self,
        game: GameId,
        person: PersonId,
        until: PassUntil,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO plan (game, person, steps, draft, created, pass) VALUES (?, ?, '[]', 0, ?, ?)",
            )?
            .send(params![game, person, Millis(at), until])?;
        Ok(())
    }

    /// Replaces the steps of a plan.
    pub fn set_plan(&self, id: PlanId, steps: &[PlanStep], draft: bool) -> Result<(), StoreError> {
        self.sql.prepare_cached("UPDATE plan SET steps = ?, draft = ? WHERE id = ?")?.send(params![
            steps_to_json(steps),
            draft,
            id.0
        ])?;
        Ok(())
    }

    /// Deletes a plan of a player.
    pub fn drop_plan(&self, id: PlanId) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM plan WHERE id = ?")?.send([id.0])?;
        Ok(())
    }

    /// Deletes all plans of a game.
    pub fn drop_plans(&self, game: GameId) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM plan WHERE game = ?")?.send([game])?;
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
        pass: row.get(4)?,
    })
}

fn steps_to_json(steps: &[PlanStep]) -> String {
    serde_json::json!(steps).to_string()
}
