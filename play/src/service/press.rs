//! Checks that a press belongs to the message and channel in which it was made.
//!
//! A custom id contains only numbers. After a backup was restored, the same number may belong to another game. A game that has
//! moved to another channel may have left messages behind.

use data::{ChannelId, GameId, MessageId, OfferId, StoreError, Tx};

use super::core::{Caller, Service};
use crate::{error::Error, rejected::Rejected};

/// The game, offer and message that a pressed button or menu concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Press {
    /// The game or lobby, if it is about one.
    pub game: Option<GameId>,
    /// The offer, if it is about one.
    pub offer: Option<OfferId>,
    /// The public message that the response may edit.
    pub target: Target,
    /// Whether it shows the history of a game, which is also open in other channels.
    pub is_history: bool,
}

/// The public message that the response to a press may edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The message of this lobby.
    Lobby(GameId),
    /// The post of this offer.
    Offer(OfferId),
    /// No public message. If the response edits a message, only the caller sees it.
    Nothing,
}

/// The rights of a press that was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Whether the pressed message belongs to the lobby or offer that the action concerns. The response may change no other
    /// public message.
    pub in_place: bool,
    /// A channel that the caller must be able to see. Anyone else gets the response for an unknown game.
    pub must_see: Option<ChannelId>,
}

impl Service {
    /// Checks that the game of a button or menu exists and is played in the channel of the press. Its history is also open
    /// elsewhere: to everyone who plays or played in it, and on its server to everyone who can see its channel.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the press does not belong there. On the game's own server the message names the game's channel.
    pub async fn check_press(&self, caller: &Caller, press: Press) -> Result<Pass, Error> {
        let caller = *caller;
        self.store
            .read(move |tx| {
                let in_place = match caller.pressed {
                    Some(message) => is_in_place(tx, press.target, message)?,
                    None => false,
                };
                let pass = Pass { in_place, must_see: None };
                let Some(game) = press.game else { return Ok(pass) };
                let unknown = || Error::rejected(Rejected::UnknownGame);
                let place = tx.place(game)?.ok_or_else(unknown)?;
                if place.channel != caller.channel {
                    return match press.is_history {
                        true if tx.had_seat(game, caller.person)? => Ok(pass),
                        true if caller.guild == Some(place.guild) => {
                            Ok(Pass { must_see: Some(place.channel), ..pass })
                        }
                        true => Err(unknown()),
                        false => {
                            Err(Error::rejected(Rejected::PlayedElsewhere { place, guild: caller.guild }))
                        }
                    };
                }
                // A custom id can combine any game with any offer.
                let offer = press.offer.map(|offer| tx.offer(offer)).transpose()?.flatten();
                match offer {
                    Some(offer) if offer.game != game => Err(Error::rejected(Rejected::UnknownButton)),
                    _ => Ok(pass),
                }
            })
            .await
    }
}

/// Returns whether the response to an action may change this message. A message counts as the right one as long as the right
/// one is unknown.
fn is_in_place(tx: &Tx<'_>, target: Target, pressed: MessageId) -> Result<bool, StoreError> {
    let known = match target {
        Target::Lobby(game) => tx.lobby_message(game)?,
        Target::Offer(offer) => tx.offer(offer)?.and_then(|offer| offer.message),
        Target::Nothing => return Ok(false),
    };
    Ok(known.is_none_or(|message| message == pressed))
}

#[cfg(test)]
mod tests {
    use clock::from_millis;
    use data::{GameId, OfferKind};

    use super::{Press, Target};
    use crate::{
        fixture::{ANN, BOB, CHANNEL, CID, EVE, Fixture, ephemeral, rejection},
        rejected::Rejected,
        service::{Caller, Pass},
    };

    /// A press that is about no game, such as that of a button for rules.
    const OF_NO_GAME: Press = Press { game: None, offer: None, target: Target::Nothing, is_history: false };

    /// Returns a press of a private panel's button, or of one that gets a private response.
    fn private(game: GameId) -> Press {
        Press { game: Some(game), ..OF_NO_GAME }
    }

    /// Returns a press of a button of a lobby, whose message the response edits.
    fn of_lobby(game: GameId) -> Press {
        Press { target: Target::Lobby(game), ..private(game) }
    }

    /// Returns a press of a button that shows a game's history.
    fn history(game: GameId) -> Press {
        Press { is_history: true, ..private(game) }
    }

    #[tokio::test]
    async fn press_counts_in_its_games_channel() {
        let world = Fixture::new().await;
        let service = &world.service;
        let id = world.begin("protozoa", &[BOB]).await;
        let here = world.by(ANN);
        let elsewhere = Caller { channel: 101.into(), ..here };
        let abroad = Caller { guild: Some(51.into()), ..elsewhere };
        for press in [private(id), of_lobby(id)] {
            service.check_press(&here, press).await.unwrap();
            for caller in [elsewhere, abroad] {
                let why = rejection(service.check_press(&caller, press).await);
                let place = data::Place { game: id, guild: 50.into(), channel: CHANNEL.into() };
                assert_eq!(why, Rejected::PlayedElsewhere { place, guild: caller.guild });
            }
        }
        service.check_press(&elsewhere, OF_NO_GAME).await.unwrap();
        for unknown in [private(77.into()), of_lobby(77.into()), history(77.into())] {
            assert_eq!(rejection(service.check_press(&here, unknown).await), Rejected::UnknownGame);
        }
    }

    #[tokio::test]
    async fn history_is_for_players_and_those_who_see_it() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa", &[BOB]).await;
        let pass = async |caller: Caller| world.service.check_press(&caller, history(id)).await;
        let free = Pass { in_place: false, must_see: None };
        assert_eq!(pass(world.by(EVE)).await.unwrap(), free, "anyone in its channel");
        let elsewhere = |person: u64| Caller { channel: 101.into(), ..world.by(person) };
        let abroad = |person: u64| Caller { guild: Some(51.into()), ..elsewhere(person) };
        let in_dm = |person: u64| Caller { guild: None, ..elsewhere(person) };
        let seen = Pass { must_see: Some(CHANNEL.into()), ..free };
        assert_eq!(pass(elsewhere(EVE)).await.unwrap(), seen, "members of its server who see the channel");
        for caller in [abroad(EVE), in_dm(EVE)] {
            assert_eq!(rejection(pass(caller).await), Rejected::UnknownGame);
        }
        for caller in [elsewhere(ANN), abroad(ANN), in_dm(ANN)] {
            assert_eq!(pass(caller).await.unwrap(), free, "a player anywhere");
        }
        // A player who has handed over their seat still knows the game.
        let substituted = move |tx: &data::Tx<'_>| -> Result<(), data::StoreError> {
            let mut game = tx.open(id)?;
            let seat = game.seats_of(ANN.into()).first().unwrap();
            tx.substitute(&mut game, seat, CID.into(), true, from_millis(0))
        };
        world.service.store().write(substituted).await.unwrap();
        for caller in [in_dm(ANN), in_dm(CID)] {
            assert_eq!(pass(caller).await.unwrap(), free);
        }
    }

    #[tokio::test]
    async fn only_the_matching_message_is_edited() {
        let world = Fixture::new().await;
        let service = &world.service;
        let id = world.open("protozoa", &[]).await;
        let in_place = async |message: u64, press: Press| {
            let caller = Caller { pressed: Some(message.into()), ..world.by(ANN) };
            service.check_press(&caller, press).await.unwrap().in_place
        };
        assert!(in_place(7, of_lobby(id)).await, "its message is not known yet");
        service.lobby_shown(id, 7.into()).await.unwrap();
        assert!(in_place(7, of_lobby(id)).await);
        assert!(!in_place(8, of_lobby(id)).await, "another message");
        for press in [private(id), history(id)] {
            assert!(!in_place(7, press).await);
        }
    }

    #[tokio::test]
    async fn vote_counts_in_the_offers_own_game() {
        let world = Fixture::new().await;
        let service = &world.service;
        let id = world.begin("protozoa", &[BOB]).await;
        ephemeral(service.offer(&world.by(ANN), OfferKind::Draw).await);
        let offer = service.store().read(move |tx| tx.open_offers(id)).await.unwrap().remove(0).id;
        let other = Caller { channel: 101.into(), ..world.by(BOB) };
        let lobby = world.try_open(&other, "protozoa", &[]).await.unwrap().id;
        let vote = |game| Press { offer: Some(offer), target: Target::Offer(offer), ..private(game) };
        service.check_press(&world.by(BOB), vote(id)).await.unwrap();
        assert_eq!(rejection(service.check_press(&other, vote(lobby)).await), Rejected::UnknownButton);
    }
}
