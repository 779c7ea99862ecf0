//! Checks whether a person may open or join another game on a server. Limits keep people from pestering others.

use clock::{HOUR, MINUTE, days, later};
use data::{ChannelId, GameId, GuildId, Lobby, NewGame, PersonId, RoleId, Setting, Settings, Tx};
use jiff::{SignedDuration, Timestamp};

use crate::{
    error::Error,
    game::LOBBY_DAYS,
    rejected::{LimitRejected, LobbyPlace, LobbyRejected, MachineRejected, PrivacyRejected, Rejected},
    server,
};

/// How long a lobby stays open.
pub(super) const LIFE: SignedDuration = days(LOBBY_DAYS);
/// How long a reserved lobby counts as open. Its thread opens within seconds or never.
pub(super) const RESERVED: SignedDuration = MINUTE;

/// The roles and rights of a caller on their server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Member {
    /// The roles of the caller, without the one that everyone has.
    pub roles: Vec<RoleId>,
    /// Whether the caller may manage the server.
    pub manages: bool,
}

/// Checks in the transaction that opens a lobby whether its host may open it, from the channel `home`.
///
/// # Errors
/// [`Rejected::Blocked`]; [`LobbyRejected`] with the channels or the role of those who may; [`LimitRejected`] with the limit, and
/// the caller's open lobbies or the time at which there is room again.
pub(super) fn check(tx: &Tx<'_>, member: &Member, new: &NewGame, home: ChannelId) -> Result<(), Error> {
    not_blocked(tx, new.guild, new.host)?;
    let settings = tx.settings(new.guild)?;
    if !settings.channels.is_empty() && !settings.channels.contains(&home) {
        return Err(Error::rejected(LobbyRejected::OtherChannels { channels: settings.channels }));
    }
    if let Some(role) = settings.openers.filter(|role| !member.manages && !member.roles.contains(role)) {
        return Err(Error::rejected(LobbyRejected::OnlyRole { role }));
    }
    check_lobbies(tx, &settings, new, home)?;
    check_games(tx, &settings, new.guild, new.host)?;
    if let Some(most) = server::limit(&settings, Setting::Games)
        && tx.count_underway(new.guild)? >= most
    {
        return Err(Error::rejected(LimitRejected::GamesOnServer { most }));
    }
    check_invitations(tx, &settings, (new.host, &new.invited), new.at)
}

/// Checks whether a person may join a lobby on a server.
///
/// # Errors
/// [`Rejected::Blocked`] or [`LimitRejected::Games`].
pub(super) fn check_join(tx: &Tx<'_>, guild: GuildId, person: PersonId) -> Result<(), Error> {
    not_blocked(tx, guild, person)?;
    check_games(tx, &tx.settings(guild)?, guild, person)
}

/// Checks that a person may open and join games on a server.
///
/// # Errors
/// [`Rejected::Blocked`].
pub(super) fn not_blocked(tx: &Tx<'_>, guild: GuildId, person: PersonId) -> Result<(), Error> {
    match tx.blocked(guild, person)? {
        Some(reason) => Err(Error::rejected(Rejected::Blocked { reason })),
        None => Ok(()),
    }
}

/// Checks that a person who is about to join a game has not asked for the deletion of their data.
pub(super) fn may_join(tx: &Tx<'_>, person: PersonId) -> Result<(), Error> {
    match tx.erasure(person)? {
        Some(_) => Err(Error::rejected(PrivacyRejected::Leaving)),
        None => Ok(()),
    }
}

/// Checks the number of games and lobbies that a person is in.
fn check_games(tx: &Tx<'_>, settings: &Settings, guild: GuildId, person: PersonId) -> Result<(), Error> {
    match server::limit(settings, Setting::GamesOfPerson) {
        Some(most) if tx.count_games_of(person, guild)? >= most => {
            Err(Error::rejected(LimitRejected::Games { most }))
        }
        _ => Ok(()),
    }
}

fn check_lobbies(tx: &Tx<'_>, settings: &Settings, new: &NewGame, home: ChannelId) -> Result<(), Error> {
    let open = tx.lobbies_of(new.host, new.guild, later(new.at, -LIFE), later(new.at, -RESERVED))?;
    if let Some(most) = server::limit(settings, Setting::OpenLobbies)
        && open.len() >= most as usize
    {
        let mut places = Vec::new();
        for id in open {
            let lobby = tx.lobby_or_closed(id)?.filter(|(_, open)| *open);
            places.extend(lobby.map(|(lobby, _)| LobbyPlace::from(&lobby)));
        }
        return Err(Error::rejected(LimitRejected::OpenLobbies { most, open: places }));
    }
    let since = later(new.at, -HOUR);
    if let Some(most) = server::limit(settings, Setting::LobbiesFromPerson)
        && let Some(at) = tx.nth_lobby_of(new.host, home, since, most)?
    {
        return Err(Error::rejected(LimitRejected::LobbiesFromPerson { most, again: again(at) }));
    }
    if let Some(most) = server::limit(settings, Setting::LobbiesFromChannel)
        && let Some(at) = tx.nth_lobby_from(home, since, most)?
    {
        return Err(Error::rejected(LimitRejected::LobbiesFromChannel { most, again: again(at) }));
    }
    Ok(())
}

/// Checks whether a host may invite these people now.
///
/// # Errors
/// [`LimitRejected::Invitations`] or [`LimitRejected::InvitationsToOne`] with the time at which there is room again.
pub(super) fn check_invitations(
    tx: &Tx<'_>,
    settings: &Settings,
    (host, invited): (PersonId, &[PersonId]),
    at: Timestamp,
) -> Result<(), Error> {
    let since = later(at, -HOUR);
    let asked = u32::try_from(invited.len()).unwrap_or(u32::MAX);
    if let Some(most) = server::limit(settings, Setting::Invitations).filter(|_| asked > 0) {
        // Together with these, the newest `room` invitations are within the limit. The one before them must leave the hour first.
        let room = most.saturating_sub(asked);
        if let Some(at) = tx.nth_invitation(host, None, since, room + 1)? {
            return Err(Error::rejected(LimitRejected::Invitations { most, again: again(at) }));
        }
    }
    if let Some(most) = server::limit(settings, Setting::InvitationsToOne) {
        for &person in invited {
            if let Some(at) = tx.nth_invitation(host, Some(person), since, most)? {
                return Err(Error::rejected(LimitRejected::InvitationsToOne {
                    person,
                    most,
                    again: again(at),
                }));
            }
        }
    }
    Ok(())
}

/// Checks whether another game with machines may start on a server, which these people play, for a caller.
///
/// # Errors
/// [`MachineRejected`] with the games of the person who plays too many, or with the server's limit.
pub(super) fn check_machine_games(
    tx: &Tx<'_>,
    guild: GuildId,
    people: impl IntoIterator<Item = PersonId>,
    caller: PersonId,
) -> Result<(), Error> {
    let settings = tx.settings(guild)?;
    if let Some(most) = server::limit(&settings, Setting::MachineGames)
        && tx.count_machine_games(guild)? >= most
    {
        return Err(Error::rejected(MachineRejected::GamesOnServer { most }));
    }
    people.into_iter().try_for_each(|person| check_machine_games_of(tx, &settings, guild, (person, caller)))
}

/// Checks whether a person may play another game with machines on a server.
///
/// # Errors
/// [`MachineRejected::GamesOfPerson`].
pub(super) fn check_machine_games_of(
    tx: &Tx<'_>,
    settings: &Settings,
    guild: GuildId,
    (person, caller): (PersonId, PersonId),
) -> Result<(), Error> {
    let Some(most) = server::limit(settings, Setting::MachineGamesOfPerson) else { return Ok(()) };
    let running = tx.machine_games_of(person, guild)?;
    if running.len() < most as usize {
        return Ok(());
    }
    let games = running.into_iter().map(|id| Ok::<_, Error>(LobbyPlace::from(&tx.open(id)?)));
    let games = games.collect::<Result<_, _>>()?;
    let person = Some(person).filter(|&person| person != caller);
    Err(Error::rejected(MachineRejected::GamesOfPerson { person, most, games }))
}

/// Checks whether a host may have machines in a lobby.
///
/// # Errors
/// [`MachineRejected`] with the host's other lobbies with machines, or as for [`check_machine_games`].
pub(super) fn check_machine_lobby(tx: &Tx<'_>, lobby: &Lobby, at: Timestamp) -> Result<(), Error> {
    let settings = tx.settings(lobby.guild)?;
    if let Some(most) = server::limit(&settings, Setting::MachineLobbies) {
        let others = tx.machine_lobbies_of(lobby.host, lobby.guild, later(at, -LIFE), lobby.id)?;
        if others.len() >= most as usize {
            let place = |id: GameId| Ok::<_, Error>(LobbyPlace::from(&tx.lobby(id)?));
            let open = others.into_iter().map(place).collect::<Result<_, _>>()?;
            return Err(Error::rejected(MachineRejected::Lobbies { most, open }));
        }
    }
    check_machine_games(tx, lobby.guild, [lobby.host], lobby.host)
}

/// Returns when something that happened at this time leaves the hour.
fn again(at: Timestamp) -> Timestamp {
    later(at, HOUR)
}

#[cfg(test)]
mod tests {
    use data::{GameId, OutboxKind};

    use super::*;
    use crate::{
        fixture::{ANN, BOB, CID, Fixture, rejection},
        rejected::{LobbyRejected, Rejected},
        service::{Caller, lobby::UNSHOWN},
    };

    /// Returns Ann as a caller in the given channel.
    fn ann(world: &Fixture, channel: u64) -> Caller {
        Caller { channel: channel.into(), ..world.by(ANN) }
    }

    /// Ann tries to open a lobby there.
    async fn open(world: &Fixture, channel: u64, invited: &[u64]) -> Result<GameId, Error> {
        let caller = ann(world, channel);
        Ok(world.try_open(&caller, "protozoa", invited).await?.id)
    }

    #[tokio::test]
    async fn person_has_at_most_five_open_lobbies() {
        let world = Fixture::new().await;
        for channel in 1..=5 {
            open(&world, channel, &[]).await.unwrap();
        }
        let place = |channel: u64| LobbyPlace {
            kind: rules::Kind::Protozoa,
            guild: 50.into(),
            channel: channel.into(),
            message: None,
        };
        let open_lobbies = LimitRejected::OpenLobbies { most: 5, open: (1..=5).rev().map(place).collect() };
        assert_eq!(rejection(open(&world, 6, &[]).await), open_lobbies.into());
        let abroad = Caller { guild: Some(51.into()), ..ann(&world, 6) };
        world.try_open(&abroad, "protozoa", &[]).await.unwrap();
        let third = world.service.store().read(|tx| tx.game_in(3.into())).await.unwrap().unwrap().0;
        world.service.leave(&ann(&world, 3), third).await.unwrap();
        open(&world, 7, &[]).await.unwrap();
    }

    #[tokio::test]
    async fn accepted_invitations_do_not_count() {
        let world = Fixture::new().await;
        let first = later(world.service.now(), HOUR);
        for channel in 1..=4 {
            open(&world, channel, &[BOB]).await.unwrap();
        }
        let refused = rejection(open(&world, 5, &[BOB]).await);
        let Rejected::Limit(LimitRejected::InvitationsToOne { person, most: 4, again }) = refused else {
            panic!("{refused:?}");
        };
        assert_eq!(person, BOB.into());
        assert!((first.as_second()..=first.as_second() + 60).contains(&again.as_second()), "{again:?}");
        let second = world.service.store().read(|tx| tx.game_in(2.into())).await.unwrap().unwrap().0;
        let bob = Caller { channel: 2.into(), ..world.by(BOB) };
        world.service.join(&bob, second).await.unwrap();
        open(&world, 5, &[BOB]).await.unwrap();
    }

    #[tokio::test]
    async fn invitations_are_possible_again_after_an_hour() {
        let world = Fixture::new().await;
        // Each lobby invites seven different people.
        for round in 0..4 {
            let invited: Vec<u64> = (0..7).map(|guest| 1000 + round * 10 + guest).collect();
            let id = world.try_open(&ann(&world, 100 + round), "stract", &invited).await.unwrap().id;
            world.service.leave(&ann(&world, 100 + round), id).await.unwrap();
        }
        assert!(open(&world, 1, &[BOB, CID]).await.is_ok(), "30 in all");
        let refused = rejection(open(&world, 2, &[BOB]).await);
        let is_limit = matches!(refused, Rejected::Limit(LimitRejected::Invitations { most: 30, .. }));
        assert!(is_limit, "{refused:?}");
        open(&world, 3, &[]).await.unwrap();
        world.service.clock().advance(HOUR + SignedDuration::from_secs(1));
        open(&world, 2, &[BOB]).await.unwrap();
    }

    #[tokio::test]
    async fn channel_takes_fifteen_lobbies_an_hour() {
        let world = Fixture::new().await;
        let caller = |person: u64| Caller { channel: 1.into(), ..world.by(person) };
        for person in 1..=15 {
            let id = world.try_open(&caller(person), "protozoa", &[]).await.unwrap().id;
            world.service.leave(&caller(person), id).await.unwrap();
        }
        let refused = rejection(world.try_open(&caller(16), "protozoa", &[]).await);
        let is_limit = matches!(refused, Rejected::Limit(LimitRejected::LobbiesFromChannel { most: 15, .. }));
        assert!(is_limit, "{refused:?}");
        world.try_open(&Caller { channel: 2.into(), ..caller(16) }, "protozoa", &[]).await.unwrap();
        world.service.clock().advance(HOUR + SignedDuration::from_secs(1));
        world.try_open(&caller(16), "protozoa", &[]).await.unwrap();
    }

    #[tokio::test]
    async fn unseen_lobby_is_checked_soon() {
        assert!(data::REPLY < UNSHOWN && UNSHOWN <= SignedDuration::from_secs(5));
        let world = Fixture::new().await;
        let id = world.open("protozoa", &[BOB]).await;
        let due = world.service.store().read(|tx| tx.next_due()).await.unwrap().unwrap();
        assert_eq!(due, later(world.lobby(id).await.created, UNSHOWN));
        assert_eq!(world.outbox().await, [OutboxKind::Lobby]);
    }

    #[tokio::test]
    async fn repeated_request_finds_the_same_lobby() {
        let world = Fixture::new().await;
        let wish = async |wish: &str, invited: &[u64]| world.try_open(&world.by(ANN), wish, invited).await;
        let id = wish("protozoa size=6", &[BOB]).await.unwrap().id;
        assert_eq!(wish("protozoa size=6", &[BOB]).await.unwrap().id, id);
        for (other, invited) in [
            ("protozoa", BOB),
            ("protozoa size=6", CID),
            ("semiosphere", BOB),
            ("protozoa size=6 | 3d/turn", BOB),
        ] {
            let taken = wish(other, &[invited]).await;
            let channel_taken = LobbyRejected::ChannelTaken { waiting: None };
            assert_eq!(rejection(taken), channel_taken.into(), "{other}");
        }
        // No response has shown the lobby yet, however long ago it was opened.
        world.service.clock().advance(HOUR);
        assert_eq!(wish("protozoa size=6", &[BOB]).await.unwrap().id, id);
        world.service.lobby_shown(id, 7.into()).await.unwrap();
        let taken = rejection(wish("protozoa size=6", &[BOB]).await);
        assert_eq!(taken, LobbyRejected::ChannelTaken { waiting: None }.into());
    }
}
