//! Whether a press belongs where it was made.
//!
//! A custom id holds no more than numbers. After a backup was restored the same number may be that of another game, and a game
//! that went on in another channel may have left messages behind.

use super::{Asker, Service};
use crate::{action::Action, text, trouble::Trouble};

impl Service {
    /// Looks whether the game that a button or menu is about is known, and is that of the channel in which it was pressed. Its
    /// history can be looked at from everywhere.
    ///
    /// # Errors
    /// When it is not, with the channel that it is played in.
    pub async fn check_press(&self, asker: &Asker, action: &Action) -> Result<(), Trouble> {
        let Some(game) = action.game() else { return Ok(()) };
        let anywhere = matches!(action, Action::History(..));
        let offer = match *action {
            Action::Say { offer, .. } | Action::Withdraw { offer, .. } => Some(offer),
            _ => None,
        };
        let asker = *asker;
        self.store
            .read(move |tx| {
                let place = tx.place(game)?.ok_or_else(|| Trouble::asker(text::UNKNOWN_GAME))?;
                if !anywhere && place.channel != asker.channel {
                    return Err(Trouble::asker(text::played_elsewhere(&place, asker.guild)));
                }
                match offer.map(|offer| tx.offer(offer)).transpose()?.flatten() {
                    Some(offer) if offer.game != game => Err(Trouble::asker(text::UNKNOWN_BUTTON)),
                    _ => Ok(()),
                }
            })
            .await
    }
}

#[cfg(test)]
mod tests {
    use data::{OfferKind, Voice};

    use crate::{
        action::{Action, Page},
        fixture::{ANN, BOB, Fixture, refusal, whisper},
        service::Asker,
        text,
    };

    #[tokio::test]
    async fn a_press_counts_where_its_game_is() {
        let world = Fixture::new().await;
        let service = &world.service;
        let id = world.begin("protozoa", &[BOB]).await;
        let here = world.by(ANN);
        let elsewhere = Asker { channel: 101.into(), ..here };
        let abroad = Asker { guild: Some(51.into()), ..elsewhere };
        for action in [Action::Moves(id), Action::Join(id), Action::Resign(id), Action::Rematch(id)] {
            service.check_press(&here, &action).await.unwrap();
            let said = refusal(service.check_press(&elsewhere, &action).await);
            assert!(said.contains("not played in this channel but in <#100>"), "{said}");
            let said = refusal(service.check_press(&abroad, &action).await);
            assert!(said.contains("not played in this channel") && !said.contains("<#"), "{said}");
        }
        service.check_press(&elsewhere, &Action::History(id, Page::Last)).await.unwrap();
        service.check_press(&elsewhere, &Action::ShowRules(rules::Kind::Protozoa)).await.unwrap();
        for unknown in
            [Action::Moves(77.into()), Action::Join(77.into()), Action::History(77.into(), Page::First)]
        {
            assert_eq!(refusal(service.check_press(&here, &unknown).await), text::UNKNOWN_GAME);
        }
    }

    #[tokio::test]
    async fn an_offer_is_answered_in_its_own_game() {
        let world = Fixture::new().await;
        let service = &world.service;
        let id = world.begin("protozoa", &[BOB]).await;
        whisper(service.offer(&world.by(ANN), OfferKind::Draw).await);
        let offer = service.store().read(move |tx| tx.open_offers(id)).await.unwrap().remove(0).id;
        let other = Asker { channel: 101.into(), ..world.by(BOB) };
        let lobby = world.try_open(&other, "protozoa", &[]).await.unwrap().id;
        let say = |game| Action::Say { game, offer, voice: Voice::Accept };
        service.check_press(&world.by(BOB), &say(id)).await.unwrap();
        assert_eq!(refusal(service.check_press(&other, &say(lobby)).await), text::UNKNOWN_BUTTON);
    }
}
