//! Players' own settings: when they can act, and where and when they are notified.

use std::str::FromStr;

use clock::{DAY, Hours, HoursError, Minute, later};
use data::{BoardLook, BoardTheme, GameState, NotificationKind, Person, PersonId, Pings, StoreError, Tx};
use jiff::{SignedDuration, Timestamp};

use super::{
    core::{Caller, Service},
    due::next_digest,
};
use crate::{
    content::{Content, Preference, PreferenceChange, Preferences, Response},
    error::Error,
    game::offers::voters_missing,
    rejected::{Rejected, SettingsRejected},
};

/// How long new hours can still be corrected.
const GRACE: SignedDuration = SignedDuration::from_mins(10);
/// How long they are fixed after that. Hours of sleep that keep moving would stop a clock for good.
const KEPT: SignedDuration = DAY;

/// Names the theme that the bot was started with, in a menu.
pub const USUAL: &str = "usual";

/// The settings to change. `None` leaves a setting as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// The time zone, as typed.
    pub zone: Option<String>,
    /// The hours of sleep as typed, or `none`.
    pub sleep: Option<String>,
    /// Where the player is notified of their turn.
    pub pings: Option<Pings>,
    /// The reminders as typed, such as `50%, 8h, 1h` or `none`.
    pub remind: Option<String>,
    /// The time of day of the digest as typed, or `none`.
    pub digest: Option<String>,
    /// The theme of private pictures, or `Some(None)` for the usual one.
    pub theme: Option<Option<BoardTheme>>,
    /// Whether pieces on private pictures have patterns.
    pub patterns: Option<bool>,
    /// Whether private pictures show the player's side below.
    pub flip: Option<bool>,
    /// Whether private pictures show the board alone and larger.
    pub big: Option<bool>,
    /// Whether private boards come in letters.
    pub text: Option<bool>,
    /// Whether private films move.
    pub animation: Option<bool>,
    /// Whether the panel shows a preview of a single move.
    pub preview: Option<bool>,
    /// Whether a vacation day is spent by itself when the player's time is up.
    pub vacation: Option<bool>,
    /// The kinds of notifications that the player wants.
    pub notifications: Option<Vec<NotificationKind>>,
}

impl Changes {
    /// Returns the change that sets a setting to the values of a menu, or to a typed text. Returns `None` if no menu has them.
    fn of(preference: Preference, values: &[String]) -> Option<Changes> {
        let word = values.first().map(String::as_str).unwrap_or_default();
        let typed = || Some(word.to_owned());
        let none = Changes::default();
        let switch = || match word {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        Some(match preference {
            Preference::Zone => Changes { zone: typed(), ..none },
            Preference::Sleep => Changes { sleep: typed(), ..none },
            Preference::Reminders => Changes { remind: typed(), ..none },
            Preference::Digest => Changes { digest: typed(), ..none },
            Preference::Pings => Changes { pings: Some(Pings::from_word(word)?), ..none },
            Preference::Notifications => {
                let kinds = values.iter().map(|word| NotificationKind::from_word(word));
                Changes { notifications: Some(kinds.collect::<Option<_>>()?), ..none }
            }
            Preference::Vacation => Changes { vacation: Some(switch()?), ..none },
            Preference::Preview => Changes { preview: Some(switch()?), ..none },
            Preference::Theme => {
                let theme = if word == USUAL { None } else { Some(BoardTheme::from_word(word)?) };
                Changes { theme: Some(theme), ..none }
            }
            Preference::Patterns => Changes { patterns: Some(switch()?), ..none },
            Preference::Flip => Changes { flip: Some(switch()?), ..none },
            Preference::Big => Changes { big: Some(switch()?), ..none },
            Preference::Text => Changes { text: Some(switch()?), ..none },
            Preference::Animation => Changes { animation: Some(switch()?), ..none },
        })
    }

    /// Returns a look with these changes.
    fn of_look(&self, look: BoardLook) -> BoardLook {
        BoardLook {
            theme: self.theme.unwrap_or(look.theme),
            patterns: self.patterns.unwrap_or(look.patterns),
            flip: self.flip.unwrap_or(look.flip),
            big: self.big.unwrap_or(look.big),
            text: self.text.unwrap_or(look.text),
            still: self.animation.map_or(look.still, |moves| !moves),
            quick: self.preview.map_or(look.quick, |preview| !preview),
        }
    }
}

impl Service {
    /// Changes the caller's settings, if any change is given, and shows them.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the zone or a time cannot be read, or the hours were changed a short time ago.
    pub async fn settings(&self, caller: &Caller, changes: Changes) -> Result<Response, Error> {
        Ok(Response::Ephemeral(Content::Settings(self.changed(caller, changes).await?)))
    }

    /// Shows the caller's settings in place of one of them.
    ///
    /// # Errors
    /// [`Error::Internal`] if they cannot be read.
    pub async fn settings_again(&self, caller: &Caller) -> Result<Response, Error> {
        Ok(Response::Update(Content::Settings(self.changed(caller, Changes::default()).await?)))
    }

    /// Shows the values of the setting with this name.
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no such setting.
    pub async fn preference(&self, caller: &Caller, word: &str) -> Result<Response, Error> {
        let preference =
            Preference::from_word(word).ok_or_else(|| Error::rejected(Rejected::UnknownButton))?;
        let preferences = self.changed(caller, Changes::default()).await?;
        Ok(Response::Update(Content::PreferenceValues { preferences, preference }))
    }

    /// Sets a setting to the values of a menu, or to a typed text, and shows all settings.
    ///
    /// # Errors
    /// As for [`Service::settings`], and if no menu has these values.
    pub async fn set_preference(
        &self,
        caller: &Caller,
        preference: Preference,
        values: &[String],
    ) -> Result<Response, Error> {
        let changes =
            Changes::of(preference, values).ok_or_else(|| Error::rejected(Rejected::UnknownButton))?;
        Ok(Response::Update(Content::Settings(self.changed(caller, changes).await?)))
    }

    /// Queues a notification to the caller where they normally get them, and shows their settings.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller plays no game, or asks too often.
    pub async fn test_pings(&self, caller: &Caller) -> Result<Response, Error> {
        self.admit_costly(caller)?;
        let (person, at) = (caller.person, self.now());
        self.act(move |tx| -> Result<_, Error> {
            let listed = tx.games_of(person, voters_missing)?.into_iter();
            let game =
                listed.filter(|listed| listed.state == GameState::Running).map(|listed| listed.id).next();
            let game = game.ok_or_else(|| Error::rejected(SettingsRejected::NoGameToTest))?;
            tx.queue_test(game, person, tx.open(game)?.channel, at)?;
            let mut preferences = read(tx, person, at)?;
            preferences.change = PreferenceChange::Tested;
            Ok(Response::Update(Content::Settings(preferences)))
        })
        .await
    }

    async fn changed(&self, caller: &Caller, changes: Changes) -> Result<Preferences, Error> {
        let (id, at) = (caller.person, self.now());
        if changes == Changes::default() {
            return Ok(self.store.read(move |tx| read(tx, id, at)).await?);
        }
        self.store
            .write(move |tx| -> Result<_, Error> {
                let mut person = tx.person(id)?;
                let before = person.hours.clone();
                change(&mut person, &changes, at)?;
                tx.set_person(&person)?;
                let before_look = tx.look(id)?;
                let look = changes.of_look(before_look);
                if look != before_look {
                    tx.set_look(id, look)?;
                }
                let hours_changed = person.hours != before;
                let change = if hours_changed { PreferenceChange::Hours } else { PreferenceChange::Quiet };
                Ok(Preferences { change, ..read(tx, id, at)? })
            })
            .await
    }

    /// Returns how a person's private pictures look.
    ///
    /// # Errors
    /// [`Error::Internal`] if the settings cannot be read.
    pub async fn look(&self, person: PersonId) -> Result<BoardLook, Error> {
        self.store.read(move |tx| Ok(tx.look(person)?)).await
    }

    /// Returns how the pictures of a response look: as the caller wishes if only they see it, else as the server wishes.
    ///
    /// # Errors
    /// As for [`Service::look`].
    pub async fn look_of(&self, caller: &Caller, response: &Response) -> Result<BoardLook, Error> {
        match response {
            Response::Ephemeral(_) | Response::Update(_) => self.look(caller.person).await,
            Response::Lobby(..) | Response::Shown(_) | Response::Public(_) => match caller.guild {
                Some(guild) => self.store.read(move |tx| Ok(tx.settings(guild)?.look())).await,
                None => Ok(BoardLook::default()),
            },
        }
    }
}

fn read(tx: &Tx<'_>, id: PersonId, at: Timestamp) -> Result<Preferences, StoreError> {
    let (person, look, days) = (tx.person(id)?, tx.look(id)?, tx.vacation(id)?);
    let (person, change) = (Box::new(person), PreferenceChange::default());
    Ok(Preferences { person, look, vacation: days.vacation, at, change })
}

fn change(person: &mut Person, changes: &Changes, at: Timestamp) -> Result<(), Error> {
    let refused = |error: HoursError| Error::rejected(error);
    let before = &person.hours;
    let mut hours = before.clone();
    if let Some(zone) = &changes.zone {
        hours.zone = zone.parse().map_err(refused)?;
    }
    if let Some(typed) = &changes.sleep {
        hours.sleep = unless_none(typed).map_err(refused)?;
    }
    // Hours of sleep stop clocks. Weekends do, too, and grow for a player who keeps changing zones. The first choice of
    // a zone is free.
    let moves_on = hours.zone != before.zone && before.zone != Hours::default().zone;
    let stops = hours.sleep.is_some() || moves_on;
    if hours != *before && stops {
        let since = person.hours_set.map(|set| at.duration_since(set));
        match (person.hours_set, since) {
            (Some(set), Some(since)) if (GRACE..KEPT).contains(&since) => {
                let again = later(set, KEPT);
                return Err(Error::rejected(SettingsRejected::HoursKept { set, again }));
            }
            (Some(_), Some(since)) if since < GRACE => {}
            _ => person.hours_set = Some(at),
        }
    }
    person.hours = hours;
    if let Some(pings) = changes.pings {
        person.pings = pings;
        // Discord may accept direct messages by now.
        person.dm_closed = None;
    }
    if let Some(typed) = &changes.remind {
        person.reminders = typed.parse().map_err(refused)?;
    }
    if let Some(wanted) = &changes.notifications {
        person.muted = NotificationKind::ALL.iter().copied().filter(|kind| !wanted.contains(kind)).collect();
    }
    if let Some(spends) = changes.vacation {
        person.spends_vacation = spends;
    }
    if let Some(typed) = &changes.digest {
        person.digest = unless_none::<Minute>(typed).map_err(refused)?.map(Minute::minutes);
        person.dm_closed = None;
    }
    // Other changes do not put off a digest that is due already.
    if changes.digest.is_some() || changes.zone.is_some() {
        person.digest_due = next_digest(&person.hours, person.digest, at);
    }
    Ok(())
}

/// Parses typed text. Returns `None` for words such as `none` or `off`.
fn unless_none<T: FromStr>(typed: &str) -> Result<Option<T>, T::Err> {
    match typed.trim().to_lowercase().as_str() {
        "none" | "no" | "never" | "off" | "-" => Ok(None),
        typed => typed.parse().map(Some),
    }
}

#[cfg(test)]
mod tests {
    use clock::{Reminders, Vacation, Zone};
    use data::{Days, Setting, Settings};

    use super::*;
    use crate::{
        fixture::{ANN, BOB, Fixture, ephemeral, rejection},
        rejected::Rejected,
    };

    fn typed(zone: Option<&str>, sleep: Option<&str>) -> Changes {
        Changes { zone: zone.map(str::to_owned), sleep: sleep.map(str::to_owned), ..Changes::default() }
    }

    /// Whether hours were set a short time ago and can be set again a day after that.
    fn is_kept(why: &Rejected) -> bool {
        matches!(why, Rejected::Settings(SettingsRejected::HoursKept { set, again })
            if *again == later(*set, KEPT))
    }

    /// A player's settings as a response shows them.
    struct Shown {
        person: Person,
        /// The days of vacation that are left.
        days_left: u16,
        hours_changed: bool,
    }

    impl Fixture {
        async fn settings(&self, by: impl Into<PersonId>, changes: Changes) -> Shown {
            match ephemeral(self.service.settings(&self.by(by), changes).await) {
                Content::Settings(Preferences { person, vacation, at, change, .. }) => {
                    let days_left = vacation.days_left(at, &person.hours.zone);
                    Shown { person: *person, days_left, hours_changed: change == PreferenceChange::Hours }
                }
                other => panic!("{other:?}"),
            }
        }
    }

    #[tokio::test]
    async fn settings_are_shown_and_kept() {
        let world = Fixture::new().await;
        let unset = world.settings(ANN, Changes::default()).await;
        assert_eq!((unset.person.hours, unset.person.reminders), (Hours::default(), Reminders::default()));
        assert!(!unset.hours_changed, "nothing has changed");

        let set = world.settings(ANN, typed(Some("berlin"), Some("11pm-8am"))).await;
        assert_eq!(set.person.hours.to_string(), "Europe/Berlin 23:00-08:00");
        assert!(set.hours_changed);
        let dm = Changes { pings: Some(Pings::Dm), remind: Some("0".to_owned()), ..Changes::default() };
        let set = world.settings(ANN, dm).await;
        assert_eq!(set.person.hours.zone.to_string(), "Europe/Berlin");
        assert!(set.person.by_dm() && !set.hours_changed);
        assert_eq!(world.settings(ANN, Changes::default()).await.person, set.person);
        let set = world.settings(ANN, typed(None, Some("None"))).await;
        assert_eq!(set.person.hours.sleep, None);
        let person = world.service.store().read(|tx| tx.person(ANN.into())).await.unwrap();
        assert_eq!(
            (person.hours.to_string(), person.reminders.to_string()),
            ("Europe/Berlin".to_owned(), "none".to_owned())
        );
        let other = world.settings(BOB, Changes::default()).await;
        assert_eq!(other.person.hours, Hours::default(), "everyone has their own settings");
    }

    #[tokio::test]
    async fn settings_show_remaining_vacation_days() {
        let world = Fixture::new().await;
        let left = async || world.settings(ANN, Changes::default()).await.days_left;
        assert_eq!(left().await, 21);
        let at = world.service.now();
        for (used, remaining) in [(1, 20), (20, 1), (21, 0)] {
            let vacation = Vacation { used, ..Vacation::new(Vacation::ALLOWANCE, at, &Zone::utc()) };
            let spend = move |tx: &Tx<'_>| tx.set_vacation(ANN.into(), &Days { vacation, until: None });
            world.service.store().write(spend).await.unwrap();
            assert_eq!(left().await, remaining);
        }
        world.service.clock().advance(SignedDuration::from_hours(366 * 24));
        assert_eq!(left().await, 21);
    }

    #[tokio::test]
    async fn looks_are_kept_with_other_settings() {
        let world = Fixture::new().await;
        let look = async || world.service.look(ANN.into()).await.unwrap();
        assert_eq!(look().await, BoardLook::default());
        let contrast = Some(Some(BoardTheme::Contrast));
        let first = Changes { theme: contrast, flip: Some(true), ..Changes::default() };
        world.settings(ANN, first).await;
        let expected = BoardLook { theme: Some(BoardTheme::Contrast), flip: true, ..BoardLook::default() };
        assert_eq!(look().await, expected);
        world.settings(ANN, typed(Some("berlin"), None)).await;
        assert_eq!(look().await, expected, "other settings leave the look as it is");
        let usual =
            Changes { theme: Some(None), patterns: Some(true), big: Some(true), ..Changes::default() };
        world.settings(ANN, usual).await;
        assert_eq!(look().await, BoardLook { patterns: true, flip: true, big: true, ..BoardLook::default() });
        assert_eq!(world.settings(ANN, Changes::default()).await.person.hours.to_string(), "Europe/Berlin");
        assert_eq!(world.service.look(BOB.into()).await.unwrap(), BoardLook::default());
    }

    #[tokio::test]
    async fn public_responses_look_as_the_server_wishes() {
        let world = Fixture::new().await;
        let own = Changes { theme: Some(Some(BoardTheme::Contrast)), ..Changes::default() };
        world.settings(ANN, own).await;
        let caller = world.by(ANN);
        let guild = caller.guild.unwrap();
        let server = Settings { theme: Some(BoardTheme::Light), patterns: Some(true), ..Settings::default() };
        let set = move |tx: &Tx<'_>| {
            tx.set_setting(guild, Setting::Theme, &server)?;
            tx.set_setting(guild, Setting::Patterns, &server)
        };
        world.service.store().write(set).await.unwrap();
        let look = async |response| world.service.look_of(&caller, &response).await.unwrap();
        let server = BoardLook { theme: Some(BoardTheme::Light), patterns: true, ..BoardLook::default() };
        assert_eq!(look(Response::Shown(Content::Resigned)).await, server);
        assert_eq!(look(Response::Public(Content::Resigned)).await, server);
        let own = BoardLook { theme: Some(BoardTheme::Contrast), ..BoardLook::default() };
        assert_eq!(look(Response::Ephemeral(Content::Resigned)).await, own);
        assert_eq!(look(Response::Update(Content::Resigned)).await, own);
    }

    #[tokio::test]
    async fn unreadable_settings_change_nothing() {
        let world = Fixture::new().await;
        let no_zone = "atlantis".parse::<Zone>().unwrap_err();
        assert!(matches!(no_zone, HoursError::UnknownZone { .. }), "{no_zone:?}");
        let no_time = HoursError::NoTime("late".to_owned());
        let minute = |typed: &str| typed.parse().unwrap();
        let too_long = HoursError::TooLong { from: minute("20:00"), to: minute("8:00") };
        for (zone, sleep, why) in [
            (Some("atlantis"), None, no_zone),
            (None, Some("late"), no_time.clone()),
            (None, Some("20-8"), too_long),
            (Some("berlin"), Some("late"), no_time),
        ] {
            let refused = world.service.settings(&world.by(ANN), typed(zone, sleep)).await;
            assert_eq!(rejection(refused), why.into());
            let person = world.service.store().read(|tx| tx.person(ANN.into())).await.unwrap();
            assert_eq!(person.hours, Hours::default(), "{zone:?} {sleep:?}");
        }
    }

    #[tokio::test]
    async fn hours_are_fixed_for_a_day_after_a_grace() {
        let world = Fixture::new().await;
        let set = async |sleep| world.service.settings(&world.by(ANN), typed(None, Some(sleep))).await;
        for sleep in ["23-7", "23-8", "22-7"] {
            ephemeral(set(sleep).await);
            world.service.clock().advance(SignedDuration::from_mins(3));
        }
        world.service.clock().advance(SignedDuration::from_hours(1));
        assert!(is_kept(&rejection(set("9-18").await)));
        ephemeral(set("22-7").await);
        let other = Changes { remind: Some("50".to_owned()), ..Changes::default() };
        ephemeral(world.service.settings(&world.by(ANN), other).await);
        ephemeral(set("none").await);
        assert!(is_kept(&rejection(set("9-18").await)), "nor by way of none at all");
        world.service.clock().advance(SignedDuration::from_hours(24));
        ephemeral(set("9-18").await);
    }

    #[tokio::test]
    async fn zone_cannot_follow_the_weekend() {
        let world = Fixture::new().await;
        let set = async |zone| world.service.settings(&world.by(ANN), typed(Some(zone), None)).await;
        ephemeral(set("berlin").await);
        ephemeral(set("auckland").await);
        world.service.clock().advance(SignedDuration::from_hours(1));
        assert!(is_kept(&rejection(set("honolulu").await)));
        world.service.clock().advance(SignedDuration::from_hours(24));
        ephemeral(set("honolulu").await);
    }

    #[tokio::test]
    async fn digest_is_due_at_its_local_time() {
        let world = Fixture::new().await;
        let show = async |digest: Option<&str>| {
            let changes = Changes { digest: digest.map(str::to_owned), ..Changes::default() };
            world.settings(ANN, changes).await.person.digest
        };
        let due = async || world.service.store().read(|tx| tx.next_digest()).await.unwrap();
        assert_eq!(show(None).await, None);
        assert_eq!(show(Some("6:30 pm")).await, Some(18 * 60 + 30));
        let at = due().await.unwrap();
        assert_eq!(at.as_millisecond() % (24 * 3_600_000), (18 * 60 + 30) * 60_000, "UTC");
        assert!(at > world.service.now());
        ephemeral(world.service.settings(&world.by(ANN), typed(Some("kolkata"), None)).await);
        assert_eq!(due().await.unwrap().as_millisecond() % (24 * 3_600_000), 13 * 3_600_000);
        let soon = Changes { digest: Some("soon".to_owned()), ..Changes::default() };
        let refused = world.service.settings(&world.by(ANN), soon).await;
        assert_eq!(rejection(refused), HoursError::NoMinute("soon".to_owned()).into());
        assert_eq!(show(Some("none")).await, None);
        assert_eq!(due().await, None);
    }

    #[tokio::test]
    async fn setting_pings_retries_direct_messages() {
        let world = Fixture::new().await;
        let at = world.service.now();
        world.service.store().write(move |tx| tx.set_dm_closed(ANN.into(), at)).await.unwrap();
        let dm = || Changes { pings: Some(Pings::Dm), ..Changes::default() };
        assert_eq!(world.settings(ANN, dm()).await.person.dm_closed, None);
        let by_dm =
            world.service.store().read(|tx| Ok::<_, data::StoreError>(tx.person(ANN.into())?.by_dm()));
        assert!(by_dm.await.unwrap());
        world.service.store().write(move |tx| tx.set_dm_closed(ANN.into(), at)).await.unwrap();
        let shown = world.settings(ANN, Changes::default()).await.person;
        assert_eq!((shown.pings, shown.dm_closed), (Pings::Dm, Some(at)));
    }
}
