//! Panels about what is stored about a person.

use data::{Erasure, ErasureKind, RatingsWish};
use play::content::PrivacyPanel;

use crate::{
    action::{Action, PrivacyChoice},
    text,
    view::{Button, Choice, File, Look, Menu, Post, Row},
};

/// Returns the panel with what is stored about a person, and their switches.
#[must_use]
pub fn privacy(panel: &PrivacyPanel) -> Post {
    let wishes = [RatingsWish::On, RatingsWish::Hidden, RatingsWish::Off];
    let choices = wishes.map(|wish| {
        let (label, hint) = text::ratings_choice(wish);
        Choice { label: label.to_owned(), value: wish.word().to_owned(), hint: hint.to_owned() }
    });
    let (label, world) = match panel.world {
        true => (text::WORLD_OFF, PrivacyChoice::WorldOff),
        false => (text::WORLD_ON, PrivacyChoice::WorldOn),
    };
    let (profile, of_profile) = match panel.visibility.profile {
        true => (text::HIDE_PROFILE, PrivacyChoice::HideProfile),
        false => (text::SHOW_PROFILE, PrivacyChoice::ShowProfile),
    };
    let (hours, of_hours) = match panel.visibility.hours {
        true => (text::HIDE_HOURS, PrivacyChoice::HideHours),
        false => (text::SHOW_HOURS, PrivacyChoice::ShowHours),
    };
    let switches = [(label, world), (profile, of_profile), (hours, of_hours)];
    let switch = |(label, choice)| Button::new(label, Look::Plain, Action::Privacy(choice));
    Post {
        content: text::privacy(panel),
        rows: vec![
            Row::Menu(Menu {
                prompt: text::RATINGS_PROMPT.to_owned(),
                action: Action::Privacy(PrivacyChoice::Ratings),
                choices: choices.to_vec(),
            }),
            Row::Buttons(switches.map(switch).to_vec()),
        ],
        ..Post::default()
    }
}

/// Returns the question whether and when a person's data is to be deleted.
#[must_use]
pub fn ask_erasure(games: u32, pending: Option<&Erasure>) -> Post {
    let button = |label: &str, look, choice| Button::new(label, look, Action::Privacy(choice));
    let mut buttons = vec![button(&text::delete_now(games), Look::Danger, PrivacyChoice::DeleteNow)];
    match pending {
        Some(asked) if asked.kind == ErasureKind::Later => {
            buttons.push(button(text::KEEP_DATA, Look::Main, PrivacyChoice::Keep));
        }
        None if games > 0 => {
            buttons.push(button(text::DELETE_LATER, Look::Danger, PrivacyChoice::DeleteLater))
        }
        _ => {}
    }
    Post { content: text::ask_erasure(games, pending), rows: vec![Row::Buttons(buttons)], ..Post::default() }
}

/// Returns the message that says when a person's data will be deleted.
#[must_use]
pub fn erasure_waits(games: u32, at: jiff::Timestamp) -> Post {
    let keep = Button::new(text::KEEP_DATA, Look::Main, Action::Privacy(PrivacyChoice::Keep));
    Post { content: text::erasure_waits(games, at), rows: vec![Row::Buttons(vec![keep])], ..Post::default() }
}

/// Returns the message with the file of a person's data.
#[must_use]
pub fn personal_file(bytes: &[u8]) -> Post {
    Post {
        content: text::PERSONAL_FILE_SENT.to_owned(),
        file: Some(File { name: text::PERSONAL_FILE.to_owned(), bytes: bytes.to_vec() }),
        ..Post::default()
    }
}
