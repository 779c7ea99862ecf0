//! A player's plans: lines of steps, each a branch of a tree.

use data::{Game, PassUntil, PersonId, Plan, PlanStep, StoreError, Tx};

use crate::{
    content::PlanChange, error::Error, game::plans::MOST_PLANS, rejected::PlanRejected, service::core::Caller,
};

/// Stores a plan that passes, in place of all other plans of the player.
pub(super) fn keep_passing(
    tx: &Tx<'_>,
    caller: &Caller,
    game: &Game,
    until: PassUntil,
) -> Result<(), StoreError> {
    for plan in tx.plans(game.id)?.iter().filter(|plan| plan.person == caller.person) {
        tx.drop_plan(plan.id)?;
    }
    tx.add_passing_plan(game.id, caller.person, until, caller.at)
}

/// How a new line relates to an existing one.
#[derive(PartialEq)]
enum Beside {
    /// The existing line already contains it.
    Within,
    /// It continues the existing line, or replies differently in the same situation.
    InPlace,
    /// It concerns a different situation.
    Apart,
}

fn beside(new: &[PlanStep], old: &[PlanStep]) -> Beside {
    let same = new.iter().zip(old).take_while(|(new, old)| new == old).count();
    match (new.get(same), old.get(same)) {
        (None, _) => Beside::Within,
        (_, None) => Beside::InPlace,
        (Some(new), Some(old)) if new.condition == old.condition => Beside::InPlace,
        _ => Beside::Apart,
    }
}

/// Returns the finished plans of a player.
pub(super) fn kept(tx: &Tx<'_>, game: &Game, person: PersonId) -> Result<Vec<Plan>, StoreError> {
    let mut plans = tx.plans(game.id)?;
    plans.retain(|plan| plan.person == person && !plan.draft);
    Ok(plans)
}

/// Stores a complete line in place of those that it continues or contradicts.
pub(super) fn keep(
    tx: &Tx<'_>,
    caller: &Caller,
    game: &Game,
    steps: &[PlanStep],
) -> Result<PlanChange, Error> {
    let (passing, plans): (Vec<Plan>, Vec<Plan>) =
        kept(tx, game, caller.person)?.into_iter().partition(|plan| plan.pass.is_some());
    for plan in passing {
        tx.drop_plan(plan.id)?;
    }
    let all: Vec<(Beside, Plan)> = plans.into_iter().map(|plan| (beside(steps, &plan.steps), plan)).collect();
    if all.iter().any(|(beside, _)| *beside == Beside::Within) {
        return Ok(PlanChange::Stored { steps: steps.to_vec(), replaced: Vec::new() });
    }
    let (replaced, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(beside, _)| *beside == Beside::InPlace);
    if others.len() >= MOST_PLANS {
        return Err(Error::rejected(PlanRejected::TooManyPlans { most: MOST_PLANS }));
    }
    for (_, plan) in &replaced {
        tx.drop_plan(plan.id)?;
    }
    tx.add_plan(game.id, caller.person, steps, false, caller.at)?;
    // A line that the new one merely continues is not lost.
    let lines = replaced.into_iter().map(|(_, plan)| plan.steps);
    let replaced = lines.filter(|old| !steps.starts_with(old)).collect();
    Ok(PlanChange::Stored { steps: steps.to_vec(), replaced })
}
