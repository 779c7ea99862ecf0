//! The use cases of people who manage a server: settings, blocks, ended games, and the log of all these. The adapter checks at
//! every interaction that the caller may manage the server.
//!
//! Each act writes its row of the audit log in the same transaction.

use data::{
    Audit, AuditAction, AuditTarget, Blocked, GameId, GameState, GuestStatus, GuildId, Notice, Payload,
    PersonId, Setting, Settings, Tx, Underway,
};
use rules::{ABORT, Kind};

use super::{
    core::{Caller, Service, once},
    puzzle_post,
    ratings::void,
    weekly,
};
use crate::{
    catalogue,
    content::{Content, Listing, ON_PAGE, Response, Server},
    error::Error,
    game::record::enter,
    rejected::{AdminRejected, LobbyRejected, Rejected},
    server, setup,
};

#[cfg(test)]
mod tests;

/// The most completions for a game.
const MOST_COMPLETED: u32 = 100;

impl Service {
    /// Returns the panel with the settings of the caller's server, in a new message.
    ///
    /// # Errors
    /// [`Rejected::OutsideServers`].
    pub async fn server(&self, caller: &Caller) -> Result<Response, Error> {
        let guild = guild_of(caller)?;
        self.store.read(move |tx| Ok(Response::Ephemeral(panel(tx, guild, None)?))).await
    }

    /// Returns the panel with the settings of the caller's server, in place of one of its pages.
    ///
    /// # Errors
    /// [`Rejected::OutsideServers`].
    pub async fn server_again(&self, caller: &Caller) -> Result<Response, Error> {
        let guild = guild_of(caller)?;
        self.store.read(move |tx| Ok(Response::Update(panel(tx, guild, None)?))).await
    }

    /// Returns the page on which the setting with this name is changed.
    ///
    /// # Errors
    /// [`Rejected::UnknownButton`] if there is no such setting.
    pub async fn server_setting(&self, caller: &Caller, name: &str) -> Result<Response, Error> {
        let guild = guild_of(caller)?;
        let setting = Setting::from_word(name).ok_or_else(|| Error::rejected(Rejected::UnknownButton))?;
        self.store
            .read(move |tx| {
                let settings = Box::new(tx.settings(guild)?);
                Ok(Response::Update(Content::ServerSetting { settings, setting }))
            })
            .await
    }

    /// Changes a setting of the caller's server to the values of a menu.
    ///
    /// # Errors
    /// [`Rejected::UnknownButton`] if the setting has no such value.
    pub async fn set_server_setting(
        &self,
        caller: &Caller,
        setting: Setting,
        values: &[String],
    ) -> Result<Response, Error> {
        let (guild, caller, value) = (guild_of(caller)?, *caller, values.join(","));
        // The role that everyone has is named like the server.
        let for_everyone = setting == Setting::Openers && value == guild.to_string();
        // Presets have a page for each game.
        let is_offered = setting != Setting::Presets
            && (!setting.is_limit() || server::choices(setting).iter().any(|most| value == most.to_string()));
        self.store
            .write(move |tx| {
                change(tx, &caller, setting, |settings| {
                    if for_everyone || value == setup::DEFAULT {
                        settings.unset(setting);
                        return true;
                    }
                    is_offered && settings.set(setting, &value)
                })
            })
            .await
    }

    /// Returns the page on which the preset of the game with this name is changed.
    ///
    /// # Errors
    /// [`Rejected::UnknownButton`] if there is no such game, or it has no presets.
    pub async fn server_preset(&self, caller: &Caller, name: &str) -> Result<Response, Error> {
        let guild = guild_of(caller)?;
        let kind = catalogue::with_presets().find(|kind| kind.slug() == name);
        let kind = kind.ok_or_else(|| Error::rejected(Rejected::UnknownButton))?;
        self.store
            .read(move |tx| {
                let settings = Box::new(tx.settings(guild)?);
                Ok(Response::Update(Content::ServerPreset { settings, kind }))
            })
            .await
    }

    /// Sets the preset of a game on the caller's server. The value [`setup::DEFAULT`] resets it.
    ///
    /// # Errors
    /// [`Rejected::UnknownButton`] if the game has no such preset.
    pub async fn set_server_preset(
        &self,
        caller: &Caller,
        kind: Kind,
        value: &str,
    ) -> Result<Response, Error> {
        let (caller, preset) = (*caller, catalogue::find_preset(kind, value));
        if preset.is_none() && value != setup::DEFAULT {
            return Err(Error::rejected(Rejected::UnknownButton));
        }
        self.store
            .write(move |tx| {
                change(tx, &caller, Setting::Presets, |settings| {
                    match preset {
                        Some(preset) => drop(settings.presets.insert(kind, preset.name)),
                        None => drop(settings.presets.remove(&kind)),
                    }
                    true
                })
            })
            .await
    }

    /// Resets a setting of the caller's server to its default.
    ///
    /// # Errors
    /// [`Rejected::OutsideServers`].
    pub async fn unset_server_setting(&self, caller: &Caller, setting: Setting) -> Result<Response, Error> {
        self.set_server_setting(caller, setting, &[setup::DEFAULT.to_owned()]).await
    }

    /// Sets the default time control of the caller's server.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the text is no time control.
    pub async fn set_usual_clock(&self, caller: &Caller, typed: &str) -> Result<Response, Error> {
        let caller = *caller;
        let chosen = setup::read_clock(typed).map_err(Error::rejected)?;
        self.store
            .write(move |tx| {
                change(tx, &caller, Setting::Clock, |settings| {
                    settings.clock = chosen;
                    true
                })?;
                let control = chosen.unwrap_or_else(setup::usual_control);
                Ok(Response::Ephemeral(Content::DefaultClockSet(control)))
            })
            .await
    }

    /// Returns the default time control of the caller's server.
    ///
    /// # Errors
    /// [`Rejected::OutsideServers`].
    pub async fn usual_clock(&self, caller: &Caller) -> Result<Response, Error> {
        let guild = guild_of(caller)?;
        let chosen = self.store.read(move |tx| Ok::<_, Error>(tx.settings(guild)?.clock)).await?;
        let default = setup::usual_control();
        let control = chosen.unwrap_or(default);
        Ok(Response::Ephemeral(Content::DefaultClock { control, is_usual: control == default }))
    }

    /// Blocks a person: they can no longer open or join games on the caller's server. Games and lobbies that they are in continue.
    /// A person who has played or been invited there gets a notice with the reason.
    ///
    /// # Errors
    /// [`AdminRejected`] if the person is the caller or a bot.
    pub async fn block(
        &self,
        caller: &Caller,
        person: PersonId,
        is_bot: bool,
        reason: &str,
    ) -> Result<Response, Error> {
        let (guild, caller, reason) = (guild_of(caller)?, *caller, reason.trim().to_owned());
        if person == caller.person {
            return Err(Error::rejected(AdminRejected::OwnBlock));
        }
        if is_bot {
            return Err(Error::rejected(AdminRejected::BotBlocked { bot: person }));
        }
        self.act(move |tx| {
            // Petri writes only to people whom it has met on this server, and a notice belongs to a game.
            let game = tx.newest_with(guild, person)?;
            if tx.blocked(guild, person)?.as_ref() != Some(&reason) {
                let (actor, at) = (caller.person, caller.at);
                tx.block(&Blocked { guild, person, actor, at, reason: reason.clone() })?;
                record(tx, &caller, AuditAction::Block, AuditTarget::Person(person), Some(&reason))?;
                tx.withdraw_block_notices(guild, person, at)?;
                if let Some(game) = game {
                    tx.queue_notice(game, person, Notice::Blocked { reason: reason.clone() }, at)?;
                }
            }
            let (reason, notified) = (reason.clone(), game.is_some());
            Ok(Response::Ephemeral(Content::Blocked { person, reason, notified }))
        })
        .await
    }

    /// Lets a blocked person open and join games on the caller's server again.
    ///
    /// # Errors
    /// [`AdminRejected::NotBlocked`].
    pub async fn unblock(&self, caller: &Caller, person: PersonId) -> Result<Response, Error> {
        let (guild, caller) = (guild_of(caller)?, *caller);
        self.store
            .write(move |tx| {
                if tx.blocked(guild, person)?.is_none() {
                    return Err(Error::rejected(AdminRejected::NotBlocked { person }));
                }
                tx.unblock(guild, person)?;
                tx.withdraw_block_notices(guild, person, caller.at)?;
                record(tx, &caller, AuditAction::Unblock, AuditTarget::Person(person), None)?;
                Ok(Response::Ephemeral(Content::Unblocked { person }))
            })
            .await
    }

    /// Returns a page of the lobbies and running games of the caller's server, counted from 0, in a new message.
    ///
    /// # Errors
    /// [`Rejected::OutsideServers`].
    pub async fn games_underway(&self, caller: &Caller, page: u32) -> Result<Response, Error> {
        let guild = guild_of(caller)?;
        self.store
            .read(move |tx| {
                let games =
                    Listing::of(tx.count_underway(guild)?, page, |skip| tx.underway(guild, skip, ON_PAGE))?;
                Ok(Response::Ephemeral(Content::Underway { guild, games }))
            })
            .await
    }

    /// Returns the lobbies and running games of the caller's server whose number begins with what was typed.
    ///
    /// # Errors
    /// [`Rejected::OutsideServers`].
    pub async fn complete_underway(&self, caller: &Caller, typed: &str) -> Result<Vec<Underway>, Error> {
        let (guild, typed) = (guild_of(caller)?, typed.trim().to_owned());
        let games = self.store.read(move |tx| Ok::<_, Error>(tx.underway(guild, 0, MOST_COMPLETED)?)).await?;
        Ok(games.into_iter().filter(|game| game.id.to_string().starts_with(&typed)).collect())
    }

    /// Ends a running game of the caller's server without a result, or closes a lobby. The players get a notice with the reason.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the server has no such game, or it is over.
    pub async fn end_game(&self, caller: &Caller, typed: &str, reason: &str) -> Result<Response, Error> {
        let (guild, caller, reason) = (guild_of(caller)?, *caller, reason.trim().to_owned());
        let id = game_id(typed)?;
        self.act(move |tx| {
            let again = |game, _| Ok(Response::Ephemeral(Content::EndedByManager(game)));
            once(tx, &caller, again, || {
                tx.place(id)?.filter(|place| place.guild == guild).ok_or_else(unknown)?;
                let (people, ply) = end(tx, &caller, id)?;
                record(tx, &caller, AuditAction::End, AuditTarget::Game(id), Some(&reason))?;
                for person in people.into_iter().filter(|&person| person != caller.person) {
                    tx.queue_notice(
                        id,
                        person,
                        Notice::EndedByManager { reason: reason.clone() },
                        caller.at,
                    )?;
                }
                Ok((Response::Ephemeral(Content::EndedByManager(id)), Some((id, ply))))
            })
        })
        .await
    }

    /// Voids the result of a rated game of the caller's server. The players get a notice with the reason.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the server has no such game, or the game has no result that counts.
    pub async fn void_game(&self, caller: &Caller, typed: &str, reason: &str) -> Result<Response, Error> {
        let (guild, caller, reason) = (guild_of(caller)?, *caller, reason.trim().to_owned());
        let id = game_id(typed)?;
        self.act(move |tx| {
            let again = |game, _| Ok(Response::Ephemeral(Content::Voided(game)));
            once(tx, &caller, again, || {
                tx.place(id)?.filter(|place| place.guild == guild).ok_or_else(unknown)?;
                void(tx, id, &reason, caller.at)?;
                record(tx, &caller, AuditAction::Void, AuditTarget::Game(id), Some(&reason))?;
                Ok((Response::Ephemeral(Content::Voided(id)), Some((id, tx.open(id)?.table.ply()))))
            })
        })
        .await
    }

    /// Returns a page of the audit log of the caller's server, counted from 0, newest acts first.
    ///
    /// # Errors
    /// [`Rejected::OutsideServers`].
    pub async fn audit_log(&self, caller: &Caller, page: u32) -> Result<Response, Error> {
        let guild = guild_of(caller)?;
        self.store
            .read(move |tx| {
                let acts =
                    Listing::of(tx.count_audits(guild)?, page, |skip| tx.audits(guild, skip, ON_PAGE))?;
                Ok(Response::Ephemeral(Content::AuditLog(acts)))
            })
            .await
    }
}

fn unknown() -> Error {
    Error::rejected(Rejected::UnknownGame)
}

/// Reads the number of a game as people type it.
fn game_id(typed: &str) -> Result<GameId, Error> {
    typed.trim().trim_start_matches('#').parse::<u64>().map(GameId::from).map_err(|_| unknown())
}

pub(super) fn guild_of(caller: &Caller) -> Result<GuildId, Error> {
    caller.guild.ok_or_else(|| Error::rejected(Rejected::OutsideServers))
}

fn panel(tx: &Tx<'_>, guild: GuildId, changed: Option<Setting>) -> Result<Content, Error> {
    let server = Server { settings: tx.settings(guild)?, blocked: tx.all_blocked(guild)?, changed };
    Ok(Content::Server(Box::new(server)))
}

/// Changes a setting, unless `edit` returns that there is no such value. An act that changes nothing is not logged.
fn change(
    tx: &Tx<'_>,
    caller: &Caller,
    setting: Setting,
    edit: impl FnOnce(&mut Settings) -> bool,
) -> Result<Response, Error> {
    let guild = guild_of(caller)?;
    let mut settings = tx.settings(guild)?;
    let before = settings.value(setting);
    if !edit(&mut settings) {
        return Err(Error::rejected(Rejected::UnknownButton));
    }
    let after = settings.value(setting);
    if before != after {
        tx.set_setting(guild, setting, &settings)?;
        weekly::follow(tx, guild, (setting, &settings), caller.at)?;
        puzzle_post::follow(tx, guild, (setting, &settings), caller.at)?;
        tx.add_audit(&Audit {
            guild,
            at: caller.at,
            actor: Some(caller.person),
            action: AuditAction::Set,
            target: AuditTarget::Setting(setting),
            before,
            after,
            reason: None,
        })?;
    }
    Ok(Response::Update(panel(tx, guild, Some(setting))?))
}

/// Adds an act to the audit log.
fn record(
    tx: &Tx<'_>,
    caller: &Caller,
    action: AuditAction,
    target: AuditTarget,
    reason: Option<&str>,
) -> Result<(), Error> {
    Ok(tx.add_audit(&Audit {
        guild: guild_of(caller)?,
        at: caller.at,
        actor: Some(caller.person),
        action,
        target,
        before: None,
        after: None,
        reason: reason.map(str::to_owned),
    })?)
}

/// Ends a game or closes a lobby. Returns the people in it, and the ply after that.
fn end(tx: &Tx<'_>, caller: &Caller, id: GameId) -> Result<(Vec<PersonId>, u32), Error> {
    match tx.lobby_or_closed(id)? {
        Some((_, false)) => return Err(Error::rejected(LobbyRejected::Closed)),
        Some((lobby, true)) => {
            tx.cancel_lobby(id, caller.at)?;
            tx.queue(id, &Payload::Lobby, caller.at)?;
            let waiting = lobby.guests.iter().filter(|guest| guest.answer != GuestStatus::Declined);
            return Ok((waiting.map(|guest| guest.person).collect(), 0));
        }
        None => {}
    }
    let mut game = match tx.open(id) {
        // Nobody can continue such a game, so it must not stay in everybody's list either.
        Err(error) if error.is_broken_record() => return Ok((tx.cancel_broken(id, caller.at)?, 0)),
        game => game?,
    };
    let seat = game.table.here().first().filter(|_| game.state == GameState::Running);
    let seat = seat.ok_or_else(|| Error::rejected(Rejected::game_over(&game)))?;
    enter(tx, &mut game, seat, ABORT, caller.at)?;
    tx.set_ended_by(id, game.table.ply(), caller.person)?;
    Ok((game.people(), game.table.ply()))
}
