//! Texts about whether a game counts for ratings.

use std::collections::BTreeMap;

use data::{Casual, GameId, RowDifference, Shape, Terms};
use play::game::advantages::SeatOf;
use ratings::{Estimate, Forecast, Report, SeatSums};

use super::common::*;

/// Rejects a player who wants a casual game to be rated.
pub const STAYS_CASUAL: &str =
    "Only a host who is still alone can make the game rated again. `/play` opens another lobby.";
/// Rejects the voiding of a game that has no rated result.
pub const NOT_RATED: &str = "That game has no rated result.";
/// Rejects the voiding of a result for the second time.
pub const VOIDED_BEFORE: &str = "The result of that game was voided before.";

/// The most characters of a reason that a notice quotes.
const LONGEST_REASON: usize = 1000;

/// Says whether a game is rated, and why not.
#[must_use]
pub fn rating(terms: &Terms) -> String {
    let because = match terms.casual {
        None if terms.world => return "Rated, on this server and in the world.".to_owned(),
        None if terms.is_rated() => return "Rated.".to_owned(),
        Some(Casual::Chosen) => "one of you chose so",
        Some(Casual::Options) | None => "games with these options aren't rated",
        Some(Casual::Machines) => "games with machines are never rated",
        Some(Casual::Order) => "seats aren't drawn by lot",
        Some(Casual::NoClock) => "the game has no clock",
        Some(Casual::SeveralSeats) => "some of you play several seats",
        Some(Casual::Person) => "one of you has ratings off",
        Some(Casual::Server) => "this server has ratings off",
        Some(Casual::Earlier) => "the game began before there were ratings",
    };
    format!("Casual, because {because}.")
}

/// Confirms that the result of a game no longer counts.
#[must_use]
pub fn game_voided(game: GameId) -> String {
    format!(
        "The result of game {game} no longer counts. Its players have their ratings back without it and get a notice with your reason."
    )
}

/// Tells a player that the result of a game was voided.
#[must_use]
pub fn voided(reason: &str) -> String {
    let reason = cut(reason.trim(), LONGEST_REASON);
    format!(
        "The result of this game no longer counts, and your rating is back without it. Your later games keep their numbers. \
The reason: {reason}"
    )
}

/// Reports that everything that follows from the ledger was computed again: only to compare it, or to replace it.
#[must_use]
pub fn rebuilt(rows: u64, difference: Option<&RowDifference>, only_check: bool) -> String {
    let read = format!("{} of the ledger read", plural(rows as usize, "result"));
    match difference {
        None => format!("{read}; all ratings follow from them."),
        Some(difference) if only_check => format!("{read}; the first difference is in {difference}."),
        Some(difference) => {
            format!("{read}; all ratings were replaced. The first difference was in {difference}.")
        }
    }
}

/// Reports that the result of a game was voided.
#[must_use]
pub fn result_voided(game: GameId, people: usize) -> String {
    format!("the result of game {game} was voided; {} get a notice", plural(people, "player"))
}

/// Reports how well the ratings predicted results, for each kind and shape and for all together.
#[must_use]
pub fn forecasts(forecasts: &[(Kind, Shape, Forecast)]) -> String {
    let mut all = Forecast::default();
    let mut parts = Vec::new();
    for (kind, shape, forecast) in forecasts {
        all += forecast;
        if let Some(report) = forecast.report() {
            parts.push(forecast_part(&format!("{}, {}", kind.title(), shape.word()), &report));
        }
    }
    match all.report() {
        Some(report) if parts.len() > 1 => parts.push(forecast_part("all games", &report)),
        None => return "There are too few rated games for a report.".to_owned(),
        Some(_) => {}
    }
    parts.join("\n\n")
}

fn forecast_part(name: &str, report: &Report) -> String {
    let percent = |share: f64| 100.0 * share;
    let mut lines = vec![
        format!("{name}: {}", plural(report.games as usize, "game")),
        format!(
            "  winner predicted: {:.1} % ± {:.1} (chance: {:.1} %)",
            percent(report.picked),
            percent(report.lead.error),
            percent(report.chance)
        ),
        format!(
            "  pairs in the right order: {:.1} % ± {:.1} (chance: 50 %)",
            percent(report.ordered.mean),
            percent(report.ordered.error)
        ),
        format!("  log loss: {:.4} ± {:.4} (chance: 0.6931)", report.log_loss.mean, report.log_loss.error),
        format!("  Brier score: {:.4} ± {:.4} (chance: 0.2500)", report.brier.mean, report.brier.error),
    ];
    for bin in report.bins.iter().filter(|bin| bin.pairs > 0) {
        lines.push(format!(
            "  favourites from {:.2} to {:.2}: expected {:.3}, scored {:.3} ± {:.3} ({})",
            bin.from,
            bin.to,
            bin.expected,
            bin.scored.mean,
            bin.scored.error,
            plural(bin.pairs as usize, "pair")
        ));
    }
    lines.join("\n")
}

/// Reports by how many points each seat does better than the ratings predict.
#[must_use]
pub fn seat_advantages(sums: &BTreeMap<SeatOf, SeatSums>) -> String {
    let line = |(seat, sums): (&SeatOf, &SeatSums)| {
        let advantage = sums.advantage()?;
        let SeatOf { kind, class, seats, seat } = seat;
        let games = plural(sums.games() as usize, "game");
        let Estimate { mean, error } = advantage;
        Some(format!("{kind} {class}, seat {seat} of {seats}: {mean:+.0} ± {error:.0} points ({games})"))
    };
    let lines: Vec<String> = sums.iter().filter_map(line).collect();
    if lines.is_empty() { "There are too few rated games.".to_owned() } else { lines.join("\n") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_has_its_own_sentence() {
        let class = Some("standard".to_owned());
        let reasons = [
            Casual::Chosen,
            Casual::Options,
            Casual::Machines,
            Casual::Order,
            Casual::NoClock,
            Casual::SeveralSeats,
            Casual::Person,
            Casual::Server,
            Casual::Earlier,
        ];
        let mut sentences: Vec<String> = reasons
            .map(|casual| rating(&Terms { class: class.clone(), casual: Some(casual), world: false }))
            .to_vec();
        assert!(sentences.iter().all(|sentence| sentence.starts_with("Casual, because ")));
        sentences.push(rating(&Terms { class: class.clone(), casual: None, world: false }));
        sentences.push(rating(&Terms { class, casual: None, world: true }));
        let count = sentences.len();
        sentences.sort();
        sentences.dedup();
        assert_eq!(sentences.len(), count);
    }

    #[test]
    fn long_reason_is_cut() {
        assert!(voided(&"x".repeat(5000)).chars().count() < 1300);
    }
}
