//! Posts for people who manage a server: the panel of settings, the list of games, and the audit log.

use data::{Audit, BoardTheme, GuildId, Setting, Settings, Underway};
use play::{
    catalogue,
    content::{Listing, ReviewedPair, Server},
    server as limits, setup,
};
use rules::{Kind, Preset};

use crate::{
    action::Action,
    choices, text,
    view::{Button, Card, Choice, Look, Menu, Pick, PickOf, Post, Row},
};

/// The settings in the groups in which the panel shows them.
const GROUPS: [(&str, &[Setting]); 3] = [
    ("Where and who", &[Setting::Channels, Setting::Openers]),
    (
        "Games",
        &[
            Setting::Clock,
            Setting::Presets,
            Setting::Theme,
            Setting::Patterns,
            Setting::Ratings,
            Setting::Results,
            Setting::Weekly,
            Setting::Puzzles,
        ],
    ),
    (
        "Limits",
        &[
            Setting::OpenLobbies,
            Setting::GamesOfPerson,
            Setting::Games,
            Setting::MachineGamesOfPerson,
            Setting::MachineGames,
            Setting::MachineLobbies,
            Setting::LobbiesFromChannel,
            Setting::LobbiesFromPerson,
            Setting::Invitations,
            Setting::InvitationsToOne,
        ],
    ),
];

/// Returns the panel with the settings of a server, and a menu that leads to each of them.
#[must_use]
pub fn server(server: &Server) -> Post {
    let settings = &server.settings;
    let group = |(title, of): (&str, &[Setting])| (title.to_owned(), text::setting_lines(settings, of));
    let blocked = ("Blocked".to_owned(), text::blocked_people(&server.blocked));
    let choice = |&setting: &Setting| Choice {
        label: text::setting_full_name(setting).to_owned(),
        value: setting.word().to_owned(),
        hint: text::setting_hint(settings, setting),
    };
    Post {
        content: server.changed.map(|setting| text::setting_saved(settings, setting)).unwrap_or_default(),
        card: Some(Card {
            title: "Settings of this server".to_owned(),
            body: text::SETTINGS_ADVICE.to_owned(),
            fields: GROUPS.into_iter().map(group).chain([blocked]).collect(),
            footer: text::SETTINGS_FOOTER.to_owned(),
            ..Card::default()
        }),
        rows: vec![Row::Menu(Menu {
            prompt: "Choose a setting to change".to_owned(),
            action: Action::ServerSetting,
            choices: Setting::ALL.iter().map(choice).collect(),
        })],
        ..Post::default()
    }
}

/// Returns the page on which a setting of a server is changed.
#[must_use]
pub fn server_setting(settings: &Settings, setting: Setting) -> Post {
    let is_chosen = settings.value(setting).is_some();
    let buttons = vec![
        Button::new("Back", Look::Plain, Action::Server),
        Button::new("Use the default", Look::Plain, Action::UnsetServer(setting)).only_if(is_chosen),
    ];
    Post {
        content: text::setting_page(settings, setting),
        rows: vec![values(settings, setting), Row::Buttons(buttons)],
        ..Post::default()
    }
}

/// Returns the page on which a server's preset of a game is changed.
#[must_use]
pub fn server_preset(settings: &Settings, kind: Kind) -> Post {
    let choice = |preset: &Preset| Choice {
        label: text::preset_name(kind, preset, None),
        value: preset.name.to_owned(),
        hint: preset.about.to_owned(),
    };
    let own = Choice {
        label: text::OWN_PRESET.to_owned(),
        value: setup::DEFAULT.to_owned(),
        hint: text::OWN_PRESET_HINT.to_owned(),
    };
    Post {
        content: text::preset_page(settings, kind),
        rows: vec![
            Row::Menu(Menu {
                prompt: "Choose a preset".to_owned(),
                action: Action::SetServerPreset(kind),
                choices: kind.about().presets.iter().map(choice).chain([own]).collect(),
            }),
            Row::Buttons(vec![Button::new("Back", Look::Plain, Action::Server)]),
        ],
        ..Post::default()
    }
}

/// Returns the menu of the values that a setting can have.
fn values(settings: &Settings, setting: Setting) -> Row {
    let action = Action::SetServer(setting);
    let choice = |label: &str, value: &str| Choice {
        label: label.to_owned(),
        value: value.to_owned(),
        hint: String::new(),
    };
    let (prompt, choices) = match setting {
        Setting::Channels => {
            let prompt = "Choose up to 25 channels".to_owned();
            return Row::Pick(Pick { prompt, action, of: PickOf::Channels, most: 25 });
        }
        Setting::Results | Setting::Puzzles => {
            let prompt = "Choose a channel".to_owned();
            return Row::Pick(Pick { prompt, action, of: PickOf::Channels, most: 1 });
        }
        Setting::Openers => {
            let prompt = "Choose a role".to_owned();
            return Row::Pick(Pick { prompt, action, of: PickOf::Roles, most: 1 });
        }
        Setting::Presets => {
            let game = |kind: Kind| Choice {
                label: kind.title().to_owned(),
                value: kind.slug().to_owned(),
                hint: text::preset_hint(settings, kind),
            };
            let (prompt, choices) =
                ("Choose a game".to_owned(), catalogue::with_presets().map(game).collect());
            return Row::Menu(Menu { prompt, action: Action::ServerPreset, choices });
        }
        Setting::Clock => ("Choose a clock", choices::clocks()),
        Setting::Theme => (
            "Choose a theme",
            vec![
                choice("Dark", BoardTheme::Dark.word()),
                choice("Light", BoardTheme::Light.word()),
                choice("High contrast", BoardTheme::Contrast.word()),
            ],
        ),
        Setting::Patterns | Setting::Ratings | Setting::Weekly => {
            ("Choose on or off", vec![choice("On", "on"), choice("Off", "off")])
        }
        limit => {
            let number = |most: &u32| choice(&most.to_string(), &most.to_string());
            let mut choices: Vec<Choice> = limits::choices(limit).iter().map(number).collect();
            if limits::default_limit(limit).is_none() {
                choices.push(choice("No limit", setup::DEFAULT));
            }
            ("Choose a number", choices)
        }
    };
    Row::Menu(Menu { prompt: prompt.to_owned(), action, choices })
}

/// Returns a page of the lobbies and running games of a server.
#[must_use]
pub fn underway(guild: GuildId, games: &Listing<Underway>) -> Post {
    if games.items.is_empty() {
        return Post::text(text::NOTHING_UNDERWAY);
    }
    Post {
        card: Some(Card {
            title: "Games on this server".to_owned(),
            body: text::underway(guild, &games.items) + text::UNDERWAY_ADVICE,
            footer: text::underway_footer(games),
            ..Card::default()
        }),
        rows: pages(games, Action::Underway),
        ..Post::default()
    }
}

/// Returns a page of the audit log of a server.
#[must_use]
pub fn audit_log(acts: &Listing<Audit>) -> Post {
    if acts.items.is_empty() {
        return Post::text(text::EMPTY_LOG);
    }
    Post {
        card: Some(Card {
            title: "Log of this server's managers".to_owned(),
            body: text::audit_log(&acts.items),
            footer: text::log_footer(acts),
            ..Card::default()
        }),
        rows: pages(acts, Action::AuditLog),
        ..Post::default()
    }
}

/// Returns a page of the review list of a server.
#[must_use]
pub fn review(guild: GuildId, pairs: &Listing<ReviewedPair>) -> Post {
    if pairs.items.is_empty() {
        return Post::text(text::NOTHING_TO_REVIEW);
    }
    Post {
        card: Some(Card {
            title: "One-sided rated games".to_owned(),
            body: text::review(guild, &pairs.items),
            footer: text::review_footer(pairs),
            ..Card::default()
        }),
        rows: pages(pairs, Action::Review),
        ..Post::default()
    }
}

/// Returns the buttons to the pages before and after this one.
fn pages<T>(listing: &Listing<T>, to: impl Fn(u32) -> Action) -> Vec<Row> {
    let Listing { page, last, .. } = *listing;
    if last == 0 {
        return Vec::new();
    }
    let button = |label, to, on| Button::new(label, Look::Plain, to).only_if(on);
    vec![Row::Buttons(vec![
        button("Back", to(page.saturating_sub(1)), page > 0),
        button("Next", to(page + 1), page < last),
    ])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panel_groups_hold_every_setting_in_order() {
        let grouped: Vec<Setting> = GROUPS.iter().flat_map(|(_, of)| of.iter().copied()).collect();
        assert_eq!(grouped, Setting::ALL);
    }
}
