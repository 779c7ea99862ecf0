//! How well the ratings predicted results.

use ratings::{BINS, BinSums, Forecast, Sums};
use rules::Kind;
use rusqlite::{named_params, params};

use super::pool::{Ratings, Shape};
use crate::{
    error::StoreError,
    sql::{self, OptionalExtension as _},
};

impl Ratings<'_> {
    /// Returns how well the ratings predicted the rated games of a kind and shape, on all servers.
    pub fn forecast(&self, kind: Kind, shape: Shape) -> Result<Forecast, StoreError> {
        let forecast = self
            .tx
            .sql
            .prepare_cached(
                "SELECT games, chance, lead, lead_squares, ordered, ordered_squares, log_loss,
                        log_loss_squares, brier, brier_squares
                 FROM forecast WHERE kind = ? AND shape = ?",
            )?
            .query_row(params![kind.slug(), shape], |row| {
                let sums = |column: usize| {
                    Ok::<_, sql::Error>(Sums { sum: row.get(column)?, squares: row.get(column + 1)? })
                };
                Ok(Forecast {
                    games: row.get(0)?,
                    chance: row.get(1)?,
                    lead: sums(2)?,
                    ordered: sums(4)?,
                    log_loss: sums(6)?,
                    brier: sums(8)?,
                    bins: [BinSums::default(); BINS],
                })
            })
            .optional()?;
        let Some(mut forecast) = forecast else { return Ok(Forecast::default()) };
        let mut query = self.tx.sql.prepare_cached(
            "SELECT bin, pairs, expected, scored, squares FROM forecast_bin WHERE kind = ? AND shape = ?",
        )?;
        let mut rows = query.query(params![kind.slug(), shape])?;
        while let Some(row) = rows.next()? {
            let bin = forecast.bins.get_mut(usize::from(row.get::<u8>(0)?));
            *bin.ok_or(StoreError::Unreadable("bin of a forecast"))? = BinSums {
                pairs: row.get(1)?,
                expected: row.get(2)?,
                scored: row.get(3)?,
                squares: row.get(4)?,
            };
        }
        Ok(forecast)
    }

    /// Adds the sums of further games to those of a kind and shape.
    pub(super) fn add_forecast(&self, kind: Kind, shape: Shape, more: &Forecast) -> Result<(), StoreError> {
        self.tx
            .sql
            .prepare_cached(
                "INSERT INTO forecast (kind, shape, games, chance, lead, lead_squares, ordered, ordered_squares,
                                       log_loss, log_loss_squares, brier, brier_squares)
                 VALUES (:kind, :shape, :games, :chance, :lead, :lead_squares, :ordered, :ordered_squares,
                         :log_loss, :log_loss_squares, :brier, :brier_squares)
                 ON CONFLICT (kind, shape) DO UPDATE SET
                     games = forecast.games + :games, chance = forecast.chance + :chance,
                     lead = forecast.lead + :lead, lead_squares = forecast.lead_squares + :lead_squares,
                     ordered = forecast.ordered + :ordered, ordered_squares = forecast.ordered_squares + :ordered_squares,
                     log_loss = forecast.log_loss + :log_loss, log_loss_squares = forecast.log_loss_squares + :log_loss_squares,
                     brier = forecast.brier + :brier, brier_squares = forecast.brier_squares + :brier_squares",
            )?
            .send(named_params! {
                ":kind": kind.slug(),
                ":shape": shape,
                ":games": more.games,
                ":chance": more.chance,
                ":lead": more.lead.sum,
                ":lead_squares": more.lead.squares,
                ":ordered": more.ordered.sum,
                ":ordered_squares": more.ordered.squares,
                ":log_loss": more.log_loss.sum,
                ":log_loss_squares": more.log_loss.squares,
                ":brier": more.brier.sum,
                ":brier_squares": more.brier.squares,
            })?;
        let mut add = self.tx.sql.prepare_cached(
            "INSERT INTO forecast_bin (kind, shape, bin, pairs, expected, scored, squares)
             VALUES (?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (kind, shape, bin) DO UPDATE SET pairs = forecast_bin.pairs + excluded.pairs, expected = forecast_bin.expected + excluded.expected,
                                       scored = forecast_bin.scored + excluded.scored, squares = forecast_bin.squares + excluded.squares",
        )?;
        for (bin, sums) in more.bins.iter().enumerate().filter(|(_, sums)| sums.pairs > 0) {
            let BinSums { pairs, expected, scored, squares } = sums;
            add.send(params![kind.slug(), shape, bin as i64, pairs, expected, scored, squares])?;
        }
        Ok(())
    }
}
