//! Menus of moves, and menus that lead to them where there are too many for one.

use data::Game;
use rules::{Offer, Seat};

use crate::{
    action::Action,
    text,
    view::{Button, Choice, Look, MOST_CHOICES, Menu, Post, Row, cut},
};

/// The panel to choose a move for `seat` from: the choices at `path` of the tree that the game's moves form. Whoever has
/// several seats that can act can go over to another one.
#[must_use]
pub fn moves_panel(game: &Game, seat: Seat, path: &[u8]) -> Post {
    let offers = game.table.offers(seat);
    let moment = game.table.moment();
    let (trail, choices) = menu_of(&offers, path);
    let mut rows = Vec::new();
    if !choices.is_empty() {
        rows.push(Row::Menu(Menu {
            prompt: text::choose(&trail),
            action: Action::Pick { game: game.id, moment, seat, path: path.to_vec() },
            choices,
        }));
    }
    let begin = |seat| Action::StartOver { game: game.id, moment, seat };
    let mut buttons = Vec::new();
    if !path.is_empty() {
        buttons.push(Button::new("Start over", Look::Plain, begin(seat)));
    }
    let own = game.person_in(seat).map(|person| game.seats_of(person)).unwrap_or_default();
    for other in own.iter().filter(|&other| other != seat && !game.table.legal(other).is_empty()) {
        buttons.push(Button::new(&text::for_seat(game.table.kind(), other), Look::Plain, begin(other)));
    }
    if !buttons.is_empty() {
        rows.push(Row::Buttons(buttons));
    }
    Post { content: text::panel(game, seat, &trail), rows, ..Post::default() }
}

/// The lines of the menu at `path` of the tree that moves form, and what was chosen on the way there.
pub(super) fn menu_of(offers: &[Offer], path: &[u8]) -> (Vec<String>, Vec<Choice>) {
    let mut level: Vec<&Offer> = offers.iter().collect();
    let mut trail = Vec::new();
    let mut depth = 0;
    let mut groups = grouped(&level, depth);
    for &step in path {
        let Some(group) = groups.get(usize::from(step)) else { break };
        trail.push(group.label.clone());
        level.clone_from(&group.offers);
        depth = group.depth;
        groups = grouped(&level, depth);
    }
    let choices = groups.iter().enumerate().map(|(index, group)| match group.offers.as_slice() {
        [only] => Choice {
            label: only.notation.clone(),
            value: format!("{PLAY}{}", only.notation),
            hint: cut(&only.words, 100),
        },
        several => Choice {
            label: cut(&group.label, 100),
            value: format!("{GROUP}{index}"),
            hint: text::moves_in_group(several.len()),
        },
    });
    (trail, choices.collect())
}

/// Begins the value of a menu line that is a move.
pub const PLAY: &str = "play ";
/// Begins the value of a menu line that leads on.
pub const GROUP: &str = "go ";

struct Group<'o> {
    label: String,
    offers: Vec<&'o Offer>,
    depth: usize,
}

/// Splits moves by the game's next step, or by runs of the list where the game has no more steps and they are too many.
fn grouped<'o>(offers: &[&'o Offer], depth: usize) -> Vec<Group<'o>> {
    if offers.len() <= MOST_CHOICES && offers.iter().all(|offer| offer.steps.len() <= depth) {
        return singles(offers, depth);
    }
    let mut groups: Vec<Group<'o>> = Vec::new();
    for &offer in offers {
        // A move without a further step stands for itself.
        let label = offer.steps.get(depth).cloned().unwrap_or_else(|| offer.notation.clone());
        match groups.iter_mut().find(|group| group.label == label) {
            Some(group) => group.offers.push(offer),
            None => groups.push(Group { label, offers: vec![offer], depth: depth + 1 }),
        }
    }
    if groups.len() > MOST_CHOICES {
        runs(offers, depth)
    } else if groups.len() == 1 && offers.len() > 1 {
        grouped(offers, depth + 1)
    } else {
        groups
    }
}

fn singles<'o>(offers: &[&'o Offer], depth: usize) -> Vec<Group<'o>> {
    offers.iter().map(|&offer| Group { label: offer.notation.clone(), offers: vec![offer], depth }).collect()
}

fn runs<'o>(offers: &[&'o Offer], depth: usize) -> Vec<Group<'o>> {
    offers
        .chunks(offers.len().div_ceil(MOST_CHOICES))
        .map(|run| Group {
            label: match run {
                [first, .., last] => format!("{} to {}", first.notation, last.notation),
                _ => String::new(),
            },
            offers: run.to_vec(),
            depth,
        })
        .collect()
}
