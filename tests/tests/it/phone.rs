//! The chat page on a phone, by keyboard alone: nothing is wider than the screen, everything has a name, and the focus is
//! visible.

use fantoccini::{
    actions::{InputSource as _, KeyAction, KeyActions},
    key::Key,
};
use serde_json::json;

use crate::{
    browser::{Device, Page, browsing},
    chat::Person,
    process::PATIENCE,
};

/// The number of focus stops that a page may have.
const MOST_STOPS: usize = 60;

/// A person without a mouse.
pub(crate) struct Typist<'b>(pub(crate) Page<'b>);

impl Typist<'_> {
    pub(crate) async fn press(&self, key: Key) {
        self.write(&char::from(key).to_string()).await;
    }

    /// Types into the element with the focus.
    pub(crate) async fn write(&self, text: &str) {
        let strokes = text.chars().flat_map(|value| [KeyAction::Down { value }, KeyAction::Up { value }]);
        let keys = strokes.fold(KeyActions::new("keyboard".to_owned()), |keys, stroke| keys.then(stroke));
        self.0.client.perform_actions(keys).await.expect("keys can be pressed");
    }

    /// Presses a key while another is held.
    pub(crate) async fn together(&self, held: Key, value: char) {
        let held = char::from(held);
        let keys = [
            KeyAction::Down { value: held },
            KeyAction::Down { value },
            KeyAction::Up { value },
            KeyAction::Up { value: held },
        ];
        let keys =
            keys.into_iter().fold(KeyActions::new("keyboard".to_owned()), |keys, stroke| keys.then(stroke));
        self.0.client.perform_actions(keys).await.expect("keys can be pressed");
    }

    /// Presses Tab until the element with the focus fulfils a condition of the page's script, in which it is called `at`. At
    /// every stop the focus must be visible.
    pub(crate) async fn tab_to(&self, condition: &str) {
        let here = format!(
            "const at = document.activeElement;
             const has = (one) => one && (getComputedStyle(one).outlineStyle !== 'none' || (one.matches('form, .chip') && getComputedStyle(one).boxShadow !== 'none'));
             const box = at.getBoundingClientRect();
             const inside = box.left >= 0 && box.right <= innerWidth + 1 && box.bottom > 0 && box.top < innerHeight;
             const shows = at === document.body || (inside && [at, at.closest('form'), at.closest('.chip')].some(has));
             return shows ? ({condition}) : at.outerHTML"
        );
        // The element with the focus may have been scrolled away.
        let already = format!("const at = document.activeElement; return {condition}");
        if self.0.ask(&already).await == true {
            return;
        }
        for _ in 0..MOST_STOPS {
            self.press(Key::Tab).await;
            let stop = self.0.ask(&here).await;
            if stop == true {
                return;
            }
            assert_eq!(stop, false, "the focus cannot be seen");
        }
        panic!("no key leads to {condition}; the page shows:\n{}", self.0.text().await);
    }

    /// Waits until the element with the focus fulfils a condition.
    pub(crate) async fn focus_is(&self, condition: &str) {
        let script = format!("const at = document.activeElement; return !!({condition})");
        self.0.until(&format!("the focus: {condition}"), &script).await;
    }

    /// Goes down the list of suggestions to the line with this value, and takes it.
    async fn take(&self, value: &str) {
        let offered = format!("#picker-list [role=option][data-value$='{value}']");
        self.0.find(&offered).await;
        let chosen =
            format!("return document.querySelector(\"{offered}\")?.getAttribute('aria-selected') === 'true'");
        for _ in 0..MOST_STOPS {
            if self.0.ask(&chosen).await == true {
                return self.press(Key::Enter).await;
            }
            self.press(Key::Down).await;
        }
        panic!("the arrow keys do not lead to {value}; the page shows:\n{}", self.0.text().await);
    }

    /// Checks that the page fits the screen, that every usable element has a name, and that every picture has alt text.
    pub(crate) async fn looks_well(&self, state: &str) {
        let page = &self.0;
        let wide = page
            .ask(
                "const wide = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().right > innerWidth + 1;
                 return document.scrollingElement.scrollWidth > innerWidth
                   ? ['the page'] : [...document.querySelectorAll('main *, dialog[open] *')].filter(wide).map((one) => one.outerHTML)",
            )
            .await;
        assert_eq!(wide, json!([]), "{state}: wider than the screen");
        let undelivered = page
            .ask("return [...document.images].filter((one) => !one.alt).map((one) => one.outerHTML)")
            .await;
        assert_eq!(undelivered, json!([]), "{state}: pictures without words");
        // An element that is being redrawn has no name for a moment.
        let mut nameless = Vec::new();
        let named = tokio::time::timeout(PATIENCE, async {
            loop {
                nameless = page.names().await;
                nameless.retain(|(_, name)| name.trim().is_empty());
                if nameless.is_empty() {
                    break;
                }
            }
        });
        assert!(named.await.is_ok(), "{state}: without a name: {nameless:?}");
    }

    /// Checks that a screen reader announced the newest message.
    pub(crate) async fn was_told(&self, words: &str) {
        let announced = format!(
            "const told = document.getElementById('announcer');
             return told.getAttribute('role') === 'log' && told.getAttribute('aria-live') === 'polite' && told.textContent.includes('{words}')"
        );
        self.0.until("the announcement", &announced).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_begins_on_a_phone_by_keys_alone() {
    browsing(Device::Phone, async |browser, world| {
        let (ann, bob) = (world.person("Ann").await, world.person("Bob").await);
        let games = world.channel("games-with-a-name-that-is-rather-long-for-a-phone").await;
        let typist = Typist(browser.page(world, &ann, &games).await);
        typist.looks_well("an empty channel").await;
        drawers(&typist).await;

        typist.tab_to("at.matches('.skip')").await;
        typist.press(Key::Enter).await;
        typist.focus_is("at.id === 'composer'").await;
        open_a_game(&typist, &bob).await;
        typist.was_told("invites you to a game of Protozoa").await;

        let lobby = world.messages(&games).await.remove(0);
        world.chat.press(&bob, &lobby, "Join").await.shown();
        typist.was_told("enough people are there").await;
        typist.tab_to("at.textContent === 'Start'").await;
        typist.press(Key::Enter).await;
        let id = world.begun(&games).await;
        typist.0.sees_boards(1).await;
        typist.looks_well("a board").await;

        let mut plies = 0;
        let game = world.game(id).await;
        if game.awaited()[0].to_string() != ann.0 {
            // Beside this pawn, few enough squares are left for a button each.
            world.chat.command(&bob, &games, "move", json!({ "move": "p@c5" })).await.shown();
            plies += 1;
            typist.0.sees_boards(2).await;
        }
        move_by_panel(&typist).await;
        typist.0.sees_boards(plies + 2).await;
        assert_eq!(world.game(id).await.record.len(), plies + 1);
    })
    .await;
}

/// Checks that the lists at the sides open and close, and the focus follows.
async fn drawers(typist: &Typist<'_>) {
    for (opener, drawer) in [("open-channels", "sidebar"), ("open-members", "members")] {
        typist.tab_to(&format!("at.id === '{opener}'")).await;
        typist.press(Key::Enter).await;
        typist.focus_is(&format!("at.closest('#{drawer}')")).await;
        typist.looks_well(drawer).await;
        typist.press(Key::Escape).await;
        typist.focus_is(&format!("at.id === '{opener}'")).await;
    }
}

/// Does what the first lines of the page's welcome say. The arrow keys alone find the guest, so nobody needs to spell a name.
async fn open_a_game(typist: &Typist<'_>, guest: &Person) {
    typist.write("/pl").await;
    typist.0.find("#picker-list [role=option]").await;
    typist.looks_well("the list of commands").await;
    typist.take("/play").await;
    typist.focus_is("at.dataset.option === 'game'").await;
    typist.write("proto").await;
    typist.take("protozoa").await;
    typist.tab_to("at.dataset.optionAdd === 'invite'").await;
    typist.press(Key::Enter).await;
    typist.focus_is("at.dataset.option === 'invite'").await;
    typist.looks_well("a command that is being filled in").await;
    typist.take(&guest.0).await;
    typist.focus_is("at.dataset.option === 'invite' && at.value === 'Bob'").await;
    typist.press(Key::Enter).await;
    typist.0.shows("invites you to a game of").await;
    typist.looks_well("a lobby").await;
}

/// Plays a move by the **Move** button of the newest board and the panel behind it, by keys alone.
async fn move_by_panel(typist: &Typist<'_>) {
    let newest = "at === [...document.querySelectorAll('[data-testid=button]')].filter((one) => one.textContent === 'Move').at(-1)";
    typist.tab_to(newest).await;
    typist.press(Key::Enter).await;
    let newest_of = |label: &str| {
        let own = "[data-ephemeral=true] [data-testid=button]";
        format!("at.matches(\"{own}\") && at.textContent.trim() === '{label}'")
    };
    for label in ["f5", "Confirm"] {
        let shown = format!(
            "return [...document.querySelectorAll('[data-ephemeral=true] [data-testid=button]')]
               .some((one) => one.textContent.trim() === '{label}')"
        );
        typist.0.until(label, &shown).await;
        typist.looks_well("a panel").await;
        typist.tab_to(&newest_of(label)).await;
        typist.press(Key::Enter).await;
    }
    let played = "[...document.querySelectorAll('[data-ephemeral=true]')].some((note) => note.innerText.includes('✅'))";
    typist.0.until("the receipt", &format!("return {played}")).await;
    typist.looks_well("a receipt").await;
}
