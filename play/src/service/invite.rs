//! Invitations to a lobby that is open already.

use data::{GameId, GuestStatus};

use super::{
    core::{Caller, Service},
    limits,
    lobby::{most_players, only_host, to_change},
    open_lobby::{Invitee, people_to_invite},
};
use crate::{
    content::{LobbyState, Response},
    error::Error,
    rejected::LobbyRejected,
};

impl Service {
    /// Invites more players to a lobby and notifies them. People who are in the lobby or were invited before stay as they are.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller is not the host, there are not enough free places, a limit is reached, or all of them
    /// were invited before.
    pub async fn invite(
        &self,
        caller: &Caller,
        game: GameId,
        invited: Vec<Invitee>,
    ) -> Result<Response, Error> {
        let caller = *caller;
        self.change(&caller, game, move |tx| {
            let lobby = to_change(tx, &caller, game)?;
            only_host(&lobby, caller.person)?;
            let mut people = people_to_invite(caller.person, &invited)?;
            people.retain(|&person| lobby.status_of(person).is_none());
            if people.is_empty() {
                return Err(Error::rejected(LobbyRejected::InvitedBefore));
            }
            let expected = lobby.guests.iter().filter(|guest| guest.answer != GuestStatus::Declined).count();
            let most = most_players(&lobby);
            if expected + people.len() > usize::from(most) {
                let free = usize::from(most).saturating_sub(expected) as u8;
                return Err(Error::rejected(LobbyRejected::TooFewPlaces { free }));
            }
            limits::check_invitations(tx, &tx.settings(lobby.guild)?, (caller.person, &people), caller.at)?;
            for &person in &people {
                tx.set_guest_status(game, person, GuestStatus::Invited, caller.at)?;
                tx.queue_invitation(game, person, lobby.channel, caller.at)?;
            }
            Ok(LobbyState::Open(tx.lobby(game)?))
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use data::{Notice, OutboxKind, Payload};

    use super::*;
    use crate::fixture::{ANN, BOB, CHANNEL, CID, DAN, EVE, Fixture, rejection};

    fn member(person: u64) -> Invitee {
        Invitee { person: person.into(), bot: false, here: true }
    }

    #[tokio::test]
    async fn late_invitation_notifies_and_is_listed() {
        let world = Fixture::new().await;
        let id = world.open("protozoa", &[BOB]).await;
        world.service.lobby_shown(id, 7.into()).await.unwrap();
        let invite = async |by: u64, people: &[u64]| {
            let people = people.iter().copied().map(member).collect();
            world.service.invite(&world.by(by), id, people).await
        };
        assert_eq!(rejection(invite(BOB, &[CID]).await), LobbyRejected::OnlyHost { host: ANN.into() }.into());
        invite(ANN, &[CID, BOB, CID, ANN]).await.unwrap();
        let lobby = world.lobby(id).await;
        assert_eq!(lobby.status_of(CID.into()), Some(GuestStatus::Invited));
        let due = world.lease_of(OutboxKind::Notice).await;
        let notice = Payload::Notice {
            number: 1,
            person: CID.into(),
            notice: Notice::Invited,
            channel: Some(CHANNEL.into()),
        };
        assert_eq!(due.payload, notice, "Bob was notified by the lobby itself");
        assert_eq!(rejection(invite(ANN, &[BOB, CID]).await), LobbyRejected::InvitedBefore.into());
        assert_eq!(rejection(invite(ANN, &[ANN]).await), LobbyRejected::OnlyYourself.into());
        assert_eq!(rejection(invite(ANN, &[DAN, EVE]).await), LobbyRejected::TooFewPlaces { free: 1 }.into());
        let bot = Invitee { bot: true, ..member(DAN) };
        let refused = world.service.invite(&world.by(ANN), id, vec![bot]).await;
        assert_eq!(rejection(refused), LobbyRejected::BotInvited { bot: DAN.into() }.into());
    }

    #[tokio::test]
    async fn repeated_press_invites_once() {
        let world = Fixture::new().await;
        let id = world.open("protozoa", &[]).await;
        let press = world.by(ANN);
        for _ in 0..2 {
            world.service.invite(&press, id, vec![member(BOB)]).await.unwrap();
        }
        let notices = world.outbox().await.into_iter().filter(|kind| *kind == OutboxKind::Notice);
        assert_eq!(notices.count(), 1);
    }
}
