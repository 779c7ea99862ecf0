//! Posts of plans: the panel that lists them, and the menus that build one. Only their player ever sees them.

use data::{Game, Plan, PlanId};
use play::{
    content::Draft,
    game::{
        ahead::{Ahead, MOST_STEPS},
        plans::MOST_PLANS,
    },
    service::ALL_PLANS,
};

use super::menus::menu_of;
use crate::{
    action::Action,
    text,
    view::{Button, Choice, Look, MOST_CHOICES, Menu, Post, Row, cut},
};

/// Returns the list of a player's plans below the news.
#[must_use]
pub fn plans(game: &Game, plans: &[Plan], news: &str) -> Post {
    let choice = |plan: &Plan| Choice {
        label: cut(&text::plan_in_plain(&plan.steps), 100),
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

/// Returns the menus for the next part of an unfinished plan: the choices at `path` of the tree of moves.
#[must_use]
pub fn plan_picker(game: &Game, plan: PlanId, ahead: &Ahead, path: &[u8]) -> Post {
    let draft = Draft { plan, words: Draft::words_of(ahead.steps()) };
    let (trail, choices) = menu_of(game.table.kind(), &ahead.legal_moves(), path);
    let mut rows = Vec::new();
    if !choices.is_empty() {
        rows.push(Row::Menu(Menu {
            prompt: text::choose_for_plan(ahead.my_turn(), &trail),
            action: Action::PickPlan { game: game.id, draft, path: path.to_vec() },
            choices,
        }));
    }
    let mut buttons = Vec::new();
    if !path.is_empty() {
        buttons.push(Button::new("Start over", Look::Plain, Action::StartPlanOver(game.id, draft)));
    }
    if ahead.at_condition() {
        let whatever = Action::PlanWhatever(game.id, draft);
        buttons.push(Button::new("Whatever they play", Look::Plain, whatever));
    }
    buttons.push(Button::new("My plans", Look::Plain, Action::MyPlans(game.id)));
    rows.push(Row::Buttons(buttons));
    Post { content: text::plan_so_far(game, ahead, &trail), rows, ..Post::default() }
}
