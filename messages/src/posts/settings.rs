//! The panel of a player's settings.

use data::{BoardTheme, NotificationKind, Pings};
use play::{
    content::{Preference, Preferences},
    service::USUAL,
};

use crate::{
    action::Action,
    text,
    view::{Button, Choice, Form, Look, Menu, Post, Row, Several},
};

/// Returns the panel with a player's settings.
#[must_use]
pub fn settings(preferences: &Preferences) -> Post {
    let choice =
        |&(preference, word): &(Preference, &str)| line(text::preference_label(preference), word, "");
    Post {
        content: text::settings(preferences),
        rows: vec![
            Row::Menu(Menu {
                prompt: text::CHANGE_SETTING.to_owned(),
                action: Action::ChoosePreference,
                choices: Preference::ALL.iter().map(choice).collect(),
            }),
            Row::Buttons(vec![Button::new(text::TEST_PINGS, Look::Plain, Action::TestPings)]),
        ],
        ..Post::default()
    }
}

/// Returns the page on which a setting is changed.
#[must_use]
pub fn preference_values(preferences: &Preferences, preference: Preference) -> Post {
    let values = match preference {
        Preference::Notifications => notifications(preferences),
        _ => Row::Menu(Menu {
            prompt: text::preference_label(preference).to_owned(),
            action: Action::SetPreference(preference),
            choices: values(preference),
        }),
    };
    let back = Button::new(text::ALL_SETTINGS, Look::Plain, Action::Preferences);
    Post {
        content: text::preference_page(preferences, preference),
        rows: vec![values, Row::Buttons(vec![back])],
        ..Post::default()
    }
}

/// Returns the form in which a setting is typed.
#[must_use]
pub fn preference_form(preference: Preference) -> Form {
    let (label, example) = text::preference_field(preference);
    Form {
        title: text::preference_label(preference).to_owned(),
        action: Action::SetPreference(preference),
        label: label.to_owned(),
        example: example.to_owned(),
    }
}

fn values(preference: Preference) -> Vec<Choice> {
    match preference {
        Preference::Pings => vec![
            line("In the game's channel", Pings::Channel.word(), ""),
            line("By direct message", Pings::Dm.word(), "In the channel if your account doesn't accept them"),
        ],
        Preference::Theme => vec![
            line("My usual theme", USUAL, ""),
            line("Dark", BoardTheme::Dark.word(), ""),
            line("Light", BoardTheme::Light.word(), ""),
            line("High contrast", BoardTheme::Contrast.word(), ""),
        ],
        _ => vec![line("On", "on", ""), line("Off", "off", "")],
    }
}

/// Returns the menu of everything that a player can be notified of.
fn notifications(preferences: &Preferences) -> Row {
    let choice = |kind: &NotificationKind| {
        let (name, about) = text::notification_kind(*kind);
        line(name, kind.word(), about)
    };
    let wanted = NotificationKind::ALL.iter().filter(|kind| preferences.person.wants(**kind));
    let chosen = wanted.map(|kind| kind.word().to_owned()).collect();
    let menu = Menu {
        prompt: "Nothing".to_owned(),
        action: Action::SetPreference(Preference::Notifications),
        choices: NotificationKind::ALL.iter().map(choice).collect(),
    };
    Row::Several(Several { menu, chosen })
}

fn line(label: &str, value: &str, hint: &str) -> Choice {
    Choice { label: label.to_owned(), value: value.to_owned(), hint: hint.to_owned() }
}
