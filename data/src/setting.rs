//! Settings of servers. A setting at its default has no row. The crate `play` knows the defaults.

use std::collections::BTreeMap;

use clock::Control;
use rules::Kind;
use rusqlite::params;

use crate::{
    error::StoreError,
    ids::{ChannelId, GuildId, RoleId},
    tx::Tx,
    words::words,
};

words! {
    /// A setting of a server.
    #[derive(PartialOrd, Ord, strum::VariantArray)]
    Setting {
        /// The channels in which games can be opened, also in their threads.
        Channels = "channels",
        /// The role whose members may open games.
        Openers = "openers",
        /// The time control of games whose host has chosen none.
        Clock = "clock",
        /// The presets of games whose host has chosen none.
        Presets = "presets",
        /// The theme of public boards.
        Theme = "theme",
        /// Whether pieces on public boards have patterns.
        Patterns = "patterns",
        /// Whether games count for ratings.
        Ratings = "ratings",
        /// The channel in which results of games are posted.
        Results = "results",
        /// Whether the leaderboards are posted there every week.
        Weekly = "weekly",
        /// The channel in which a puzzle is posted every day.
        Puzzles = "puzzles",
        /// The most open lobbies of one person.
        OpenLobbies = "open_lobbies",
        /// The most games that one person is in, lobbies included.
        GamesOfPerson = "games_of_person",
        /// The most games on the server, lobbies included.
        Games = "games",
        /// The most running games with machines that one person is in.
        MachineGamesOfPerson = "machine_games_of_person",
        /// The most running games with machines on the server.
        MachineGames = "machine_games",
        /// The most open lobbies with machines of one person.
        MachineLobbies = "machine_lobbies",
        /// The most lobbies that are opened from one channel in an hour.
        LobbiesFromChannel = "lobbies_from_channel",
        /// The most of these that one person opens.
        LobbiesFromPerson = "lobbies_from_person",
        /// The most invitations that one person sends in an hour.
        Invitations = "invitations",
        /// The most of these to the same person.
        InvitationsToOne = "invitations_to_one",
    }

    /// A theme of boards.
    #[derive(Hash)]
    BoardTheme {
        /// Light pieces and lines on a dark board.
        Dark = "dark",
        /// The other way round.
        Light = "light",
        /// Bright pieces and white lines on black.
        Contrast = "contrast",
    }
}

impl Setting {
    /// All settings, in the order in which people read them.
    pub const ALL: &[Setting] = <Setting as strum::VariantArray>::VARIANTS;

    /// Returns whether the value is a number that limits something.
    pub const fn is_limit(self) -> bool {
        matches!(
            self,
            Setting::OpenLobbies
                | Setting::GamesOfPerson
                | Setting::Games
                | Setting::LobbiesFromChannel
                | Setting::LobbiesFromPerson
                | Setting::MachineGamesOfPerson
                | Setting::MachineGames
                | Setting::MachineLobbies
                | Setting::Invitations
                | Setting::InvitationsToOne
        )
    }
}

/// The settings of a server that are not at their defaults.
///
/// ```
/// use data::{Setting, Settings};
///
/// let mut settings = Settings::default();
/// assert_eq!(settings.value(Setting::Channels), None);
/// assert!(settings.set(Setting::Channels, "7,8") && settings.set(Setting::Games, "200"));
/// assert_eq!(settings.channels, [7.into(), 8.into()]);
/// assert_eq!(settings.value(Setting::Channels).as_deref(), Some("7,8"));
/// assert!(!settings.set(Setting::Theme, "purple"), "there is no such theme");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// The channels in which games can be opened, or none if all of them are open.
    pub channels: Vec<ChannelId>,
    /// The role whose members may open games, or `None` if everyone may.
    pub openers: Option<RoleId>,
    /// The default time control.
    pub clock: Option<Control>,
    /// The presets of games whose host has chosen none, by name.
    pub presets: BTreeMap<Kind, &'static str>,
    /// The theme of public boards.
    pub theme: Option<BoardTheme>,
    /// Whether pieces on public boards have patterns.
    pub patterns: Option<bool>,
    /// Whether games count for ratings.
    pub ratings: Option<bool>,
    /// The channel for results.
    pub results: Option<ChannelId>,
    /// Whether the leaderboards are posted there every week.
    pub weekly: Option<bool>,
    /// The channel for daily puzzles.
    pub puzzles: Option<ChannelId>,
    /// The limits.
    pub limits: BTreeMap<Setting, u32>,
}

impl Settings {
    /// Returns the text form of a setting, or `None` for the default.
    pub fn value(&self, setting: Setting) -> Option<String> {
        match setting {
            Setting::Channels => {
                let channels: Vec<String> = self.channels.iter().map(ChannelId::to_string).collect();
                Some(channels.join(",")).filter(|channels| !channels.is_empty())
            }
            Setting::Openers => self.openers.map(|role| role.to_string()),
            Setting::Clock => self.clock.map(|control| control.to_string()),
            Setting::Presets => {
                let presets = self.presets.iter().map(|(kind, preset)| format!("{kind}={preset}"));
                Some(presets.collect::<Vec<_>>().join(",")).filter(|presets| !presets.is_empty())
            }
            Setting::Theme => self.theme.map(|theme| theme.word().to_owned()),
            Setting::Results => self.results.map(|channel| channel.to_string()),
            Setting::Puzzles => self.puzzles.map(|channel| channel.to_string()),
            Setting::Patterns => self.patterns.map(on_or_off),
            Setting::Ratings => self.ratings.map(on_or_off),
            Setting::Weekly => self.weekly.map(on_or_off),
            limit => self.limits.get(&limit).map(u32::to_string),
        }
    }

    /// Sets a setting to the value with this text form. Returns `false` and changes nothing if no value has it.
    #[must_use]
    pub fn set(&mut self, setting: Setting, value: &str) -> bool {
        let id = |id: &str| id.parse::<u64>().ok();
        let mut read = || {
            match setting {
                Setting::Channels => {
                    self.channels =
                        value.split(',').map(|one| id(one).map(ChannelId::from)).collect::<Option<_>>()?;
                }
                Setting::Openers => self.openers = Some(id(value)?.into()),
                Setting::Clock => self.clock = Some(value.parse().ok()?),
                Setting::Presets => {
                    let pairs = value.split(',').map(|one| one.split_once('='));
                    let pairs: Vec<_> = pairs.collect::<Option<_>>()?;
                    self.presets = pairs.into_iter().filter_map(known_preset).collect();
                }
                Setting::Theme => self.theme = Some(BoardTheme::from_word(value)?),
                Setting::Results => self.results = Some(id(value)?.into()),
                Setting::Puzzles => self.puzzles = Some(id(value)?.into()),
                Setting::Patterns => self.patterns = Some(is_on(value)?),
                Setting::Ratings => self.ratings = Some(is_on(value)?),
                Setting::Weekly => self.weekly = Some(is_on(value)?),
                limit => {
                    self.limits.insert(limit, value.parse().ok()?);
                }
            }
            Some(())
        };
        read().is_some()
    }

    /// Sets a setting to its default.
    pub fn unset(&mut self, setting: Setting) {
        match setting {
            Setting::Channels => self.channels.clear(),
            Setting::Openers => self.openers = None,
            Setting::Clock => self.clock = None,
            Setting::Presets => self.presets.clear(),
            Setting::Theme => self.theme = None,
            Setting::Patterns => self.patterns = None,
            Setting::Ratings => self.ratings = None,
            Setting::Results => self.results = None,
            Setting::Puzzles => self.puzzles = None,
            Setting::Weekly => self.weekly = None,
            limit => drop(self.limits.remove(&limit)),
        }
    }
}

fn on_or_off(on: bool) -> String {
    if on { "on" } else { "off" }.to_owned()
}

fn is_on(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// Returns a game and its preset. One that this version does not have is logged and left out.
fn known_preset((game, preset): (&str, &str)) -> Option<(Kind, &'static str)> {
    let known = Kind::from_slug(game).and_then(|kind| {
        let found = kind.about().presets.iter().find(|known| known.name == preset)?;
        Some((kind, found.name))
    });
    if known.is_none() {
        tracing::warn!(game, preset, "a server has chosen an unknown preset, using the default");
    }
    known
}

impl Tx<'_> {
    /// Returns the settings of a server. A value that cannot be read is logged and left out, since nobody should be kept from
    /// playing.
    pub fn settings(&self, guild: GuildId) -> Result<Settings, StoreError> {
        let mut settings = Settings::default();
        let mut query = self.sql.prepare_cached("SELECT name, value FROM setting WHERE guild = ?")?;
        let mut rows = query.query([guild])?;
        while let Some(row) = rows.next()? {
            let (name, value): (String, String) = (row.get(0)?, row.get(1)?);
            if !Setting::from_word(&name).is_some_and(|setting| settings.set(setting, &value)) {
                tracing::error!(%guild, name, "a setting could not be read, using the default");
            }
        }
        Ok(settings)
    }

    /// Writes a setting of a server as it is in `settings`.
    pub fn set_setting(
        &self,
        guild: GuildId,
        setting: Setting,
        settings: &Settings,
    ) -> Result<(), StoreError> {
        match settings.value(setting) {
            Some(value) => self
                .sql
                .prepare_cached(
                    "INSERT INTO setting (guild, name, value) VALUES (?, ?, ?)
                     ON CONFLICT (guild, name) DO UPDATE SET value = excluded.value",
                )?
                .execute(params![guild, setting, value])?,
            None => self
                .sql
                .prepare_cached("DELETE FROM setting WHERE guild = ? AND name = ?")?
                .execute(params![guild, setting])?,
        };
        Ok(())
    }
}
