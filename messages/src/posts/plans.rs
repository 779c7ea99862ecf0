//! Posts of plans: the panel that lists them, and the menus that build one. Only their player ever sees them.

use data::{Game, GameId, PassUntil, Plan, PlanId};
use play::{
    content::Draft,
    game::{
        ahead::{Ahead, MOST_STEPS},
        plans::MOST_PLANS,
        turn::can_pass_ahead,
    },
    service::ALL_PLANS,
};

use super::menus::{GROUP, PLAY};
use crate::{
    action::Action,
    panel::{Choices, Ids, Mark, Offers, Place, choices},
    text,
    view::{Button, Choice, Look, MOST_CHOICES, Menu, Post, Row, cut},
};

/// Returns the list of a player's plans below the news.
#[must_use]
pub fn plans(game: &Game, plans: &[Plan], news: &str) -> Post {
    let choice = |plan: &Plan| Choice {
        label: cut(&text::known_plan_in_plain(plan), 100),
        value: plan.id.to_string(),
        hint: String::new(),
    };
    let extensible = |plan: &&Plan| {
        plan.steps.len() < MOST_STEPS && plan.steps.last().is_some_and(|step| step.condition.is_some())
    };
    let mut rows = Vec::new();
    if plans.len() < MOST_PLANS {
        rows.push(Row::Buttons(vec![Button::new("New plan", Look::Main, Action::NewPlan(game.id))]));
    }
    if can_pass_ahead(game.table.kind()) {
        let passes = |until| {
            let is_on = plans.iter().any(|plan| plan.pass == Some(until));
            let action = Action::PlanPasses(game.id, until);
            Button::new(text::pass_label(until), Look::Plain, action).only_if(!is_on)
        };
        rows.push(Row::Buttons([PassUntil::Capture, PassUntil::Change].map(passes).to_vec()));
    }
    let longer: Vec<Choice> = plans.iter().filter(extensible).map(choice).take(MOST_CHOICES).collect();
    if !longer.is_empty() {
        let prompt = "Add a step to …".to_owned();
        rows.push(Row::Menu(Menu { prompt, action: Action::ExtendPlan(game.id), choices: longer }));
    }
    if !plans.is_empty() {
        let mut choices: Vec<Choice> = plans.iter().map(choice).take(MOST_CHOICES - 1).collect();
        if plans.len() > 1 {
            let label = "All of them".to_owned();
            choices.push(Choice { label, value: ALL_PLANS.to_owned(), hint: String::new() });
        }
        let prompt = "Remove …".to_owned();
        rows.push(Row::Menu(Menu { prompt, action: Action::DropPlan(game.id), choices }));
    }
    Post { content: text::plans(game, plans, news), rows, ..Post::default() }
}

/// Returns a screen for the next part of an unfinished plan. `path` are the choices made so far for it.
#[must_use]
pub fn plan_picker(game: &Game, plan: PlanId, ahead: &Ahead, path: &str) -> Post {
    let planned = Planned { game: game.id, draft: Draft { plan, words: Draft::words_of(ahead.steps()) } };
    let moves = ahead.legal_moves();
    let order = ahead.places().first().and_then(|(seat, tables)| Some(tables.first()?.paths(*seat)));
    let offers = Offers::of_moves(game.table.kind(), &moves, &order.unwrap_or_default());
    let place = Place::read(&offers, path);
    let Choices { mut rows, mut last } = choices(&place, &planned, false);
    if !place.words().is_empty() {
        last.push(Button::new("Start over", Look::Plain, Action::StartPlanOver(game.id, planned.draft)));
    }
    if ahead.at_condition() {
        let whatever = Action::PlanWhatever(game.id, planned.draft);
        last.push(Button::new("Whatever they play", Look::Plain, whatever));
    }
    last.push(Button::new("My plans", Look::Plain, Action::MyPlans(game.id)));
    rows.push(Row::Buttons(last));
    Post { content: text::plan_so_far(game, ahead, &text::trail(&place)), rows, ..Post::default() }
}

/// The stage of a plan to which the next move is added.
struct Planned {
    game: GameId,
    draft: Draft,
}

impl Ids for Planned {
    fn press(&self, to: &Place<'_>, mark: Mark) -> Action {
        let (game, draft) = (self.game, self.draft);
        match to.end() {
            Some(path) => Action::PlanMove { game, draft, notation: path.notation.clone() },
            None => Action::PlanScreen { game, draft, path: format!("{}{}", to.path(), mark.text()) },
        }
    }

    fn value(&self, to: &Place<'_>, word: &str) -> String {
        match to.end() {
            Some(path) => format!("{PLAY}{}", path.notation),
            None => format!("{GROUP}{word}"),
        }
    }
}
