//! Limits on lobbies and invitations, so that nobody is pestered. They are far above what normal play needs.

use data::{ChannelId, NewGame, Time, Tx};

use crate::{error::Error, game::LOBBY_DAYS, text};

/// The highest numbers that are allowed.
pub(crate) struct Limits {
    /// Open lobbies of one person per server.
    pub(crate) open_lobbies: u32,
    /// Invitations that one person sends in an hour. Accepted ones no longer count, so eight people who play one game after
    /// another stay far below.
    pub(crate) invitations: u32,
    /// Invitations that one person sends to the same user in an hour. Accepted ones no longer count.
    pub(crate) invitations_to_one: u32,
    /// Lobbies opened from one channel in an hour, including its threads.
    pub(crate) lobbies_from_channel: u32,
}

/// The limits of all servers.
pub(crate) const LIMITS: Limits =
    Limits { open_lobbies: 5, invitations: 30, invitations_to_one: 4, lobbies_from_channel: 15 };

const HOUR_MS: i64 = 3600 * 1000;
/// How long a lobby stays open.
pub(super) const LIFE_MS: i64 = LOBBY_DAYS * 24 * HOUR_MS;
/// How long a reserved lobby counts as open. Its thread opens within seconds or never.
pub(super) const RESERVED_MS: i64 = 60_000;

/// Checks in the transaction that opens a lobby whether its host may open it, from the channel `home`.
///
/// # Errors
/// [`Error::Rejected`] with the limit, and what to do or when to try again.
pub(super) fn check(tx: &Tx<'_>, new: &NewGame, home: ChannelId) -> Result<(), Error> {
    let open = tx.lobbies_of(new.host, new.guild, new.at.plus_ms(-LIFE_MS), new.at.plus_ms(-RESERVED_MS))?;
    if open.len() >= LIMITS.open_lobbies as usize {
        let mut lobbies = Vec::new();
        for id in open {
            lobbies.extend(tx.lobby_or_closed(id)?.filter(|(_, open)| *open).map(|(lobby, _)| lobby));
        }
        return Err(Error::rejected(text::too_many_lobbies(LIMITS.open_lobbies, &lobbies)));
    }
    let since = new.at.plus_ms(-HOUR_MS);
    let again = |at: Time| at.plus_ms(HOUR_MS);
    if let Some(at) = tx.nth_lobby_from(home, since, LIMITS.lobbies_from_channel)? {
        return Err(Error::rejected(text::too_many_here(LIMITS.lobbies_from_channel, again(at))));
    }
    let asked = u32::try_from(new.invited.len()).unwrap_or(u32::MAX);
    // Together with these, the newest `room` invitations are within the limit. The one before them must leave the hour first.
    let room = LIMITS.invitations.saturating_sub(asked);
    if asked > 0
        && let Some(at) = tx.nth_invitation(new.host, None, since, room + 1)?
    {
        return Err(Error::rejected(text::too_many_invitations(LIMITS.invitations, again(at))));
    }
    for &person in &new.invited {
        if let Some(at) = tx.nth_invitation(new.host, Some(person), since, LIMITS.invitations_to_one)? {
            let words = text::invited_too_often(person, LIMITS.invitations_to_one, again(at));
            return Err(Error::rejected(words));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use data::{GameId, OutboxKind};

    use super::*;
    use crate::{
        fixture::{ANN, BOB, CID, Fixture, refusal},
        service::{Caller, lobby::UNSHOWN_MS},
    };

    /// Returns Ann as a caller in the given channel.
    fn ann(world: &Fixture, channel: u64) -> Caller {
        Caller { channel: channel.into(), ..world.by(ANN) }
    }

    /// Lets Ann try to open a lobby there. Returns it, or the rejection's message.
    async fn open(world: &Fixture, channel: u64, invited: &[u64]) -> Result<GameId, String> {
        let caller = ann(world, channel);
        let opened = world.try_open(&caller, "protozoa", invited).await;
        opened.map(|lobby| lobby.id).map_err(|error| error.to_string())
    }

    /// Returns the timestamp in a rejection, in seconds.
    fn again(words: &str) -> i64 {
        words.split_once("<t:").and_then(|(_, rest)| rest.split_once(':')).unwrap().0.parse().unwrap()
    }

    #[tokio::test]
    async fn person_has_at_most_five_open_lobbies() {
        let world = Fixture::new().await;
        for channel in 1..=5 {
            open(&world, channel, &[]).await.unwrap();
        }
        let refused = open(&world, 6, &[]).await.unwrap_err();
        assert!(refused.contains("You have 5 open lobbies") && refused.contains("<#3>"), "{refused}");
        let abroad = Caller { guild: Some(51.into()), ..ann(&world, 6) };
        world.try_open(&abroad, "protozoa", &[]).await.unwrap();
        let third = world.service.store().read(|tx| tx.game_in(3.into())).await.unwrap().unwrap().0;
        world.service.leave(&ann(&world, 3), third).await.unwrap();
        open(&world, 7, &[]).await.unwrap();
    }

    #[tokio::test]
    async fn accepted_invitations_do_not_count() {
        let world = Fixture::new().await;
        let first = world.service.now().plus_ms(HOUR_MS);
        for channel in 1..=4 {
            open(&world, channel, &[BOB]).await.unwrap();
        }
        let refused = open(&world, 5, &[BOB]).await.unwrap_err();
        assert!(refused.contains("You have invited <@2> 4 times"), "{refused}");
        assert!((first.seconds()..=first.seconds() + 60).contains(&again(&refused)), "{refused}");
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
        let refused = open(&world, 2, &[BOB]).await.unwrap_err();
        assert!(refused.contains("more than 30 invitations"), "{refused}");
        open(&world, 3, &[]).await.unwrap();
        world.service.clock().advance(HOUR_MS + 1000);
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
        let refused = refusal(world.try_open(&caller(16), "protozoa", &[]).await);
        assert!(refused.contains("15 games were opened in this channel"), "{refused}");
        world.try_open(&Caller { channel: 2.into(), ..caller(16) }, "protozoa", &[]).await.unwrap();
        world.service.clock().advance(HOUR_MS + 1000);
        world.try_open(&caller(16), "protozoa", &[]).await.unwrap();
    }

    #[tokio::test]
    async fn unseen_lobby_is_checked_soon() {
        assert!((data::REPLY_MS + 1..=5_000).contains(&UNSHOWN_MS));
        let world = Fixture::new().await;
        let id = world.open("protozoa", &[BOB]).await;
        let due = world.service.store().read(|tx| tx.next_due()).await.unwrap().unwrap();
        assert_eq!(due, world.lobby(id).await.created.plus_ms(UNSHOWN_MS));
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
            assert!(matches!(taken, Err(Error::ChannelTaken)), "{other}: {taken:?}");
        }
        // No response has shown the lobby yet, however long ago it was opened.
        world.service.clock().advance(HOUR_MS);
        assert_eq!(wish("protozoa size=6", &[BOB]).await.unwrap().id, id);
        world.service.lobby_shown(id, 7.into()).await.unwrap();
        let taken = wish("protozoa size=6", &[BOB]).await;
        assert!(matches!(taken, Err(Error::ChannelTaken)), "{taken:?}");
    }
}
