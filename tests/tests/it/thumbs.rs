//! Games that two people play in the page, with the panel alone: by thumb on a phone, by mouse at a desk, and by keys.
//!
//! With `PETRI_SCREENS=<folder>`, every screen of the panel is kept there as a picture.

use std::{
    path::PathBuf,
    sync::atomic::{AtomicUsize, Ordering},
};

use fantoccini::{
    actions::{InputSource as _, MOUSE_BUTTON_LEFT, PointerAction, TouchActions},
    elements::Element,
    key::Key,
};
use rules::{END, Kind, PASS};
use serde_json::{Value, json};

use crate::{
    browser::{Browser, Device, browsing},
    chat::{Channel, Person},
    message::{Message, Way},
    phone::Typist,
    table::{Match, best, previewed_by},
    world::World,
};

/// The most touches from **Move** to **Confirm**, with those for the kind of a piece.
const MOST_TAPS: usize = 8;

/// The height of a control that a thumb hits, in pixels.
const THUMB: u32 = 44;

/// The most lines of a menu.
const MOST_LINES: usize = 25;

/// The part of the body that plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hand {
    Thumb,
    Mouse,
    Keys,
}

impl Hand {
    const fn device(self) -> Device {
        match self {
            Hand::Thumb => Device::Phone,
            Hand::Mouse | Hand::Keys => Device::Desk,
        }
    }
}

/// A player with a window of their own.
struct Player<'b> {
    person: Person,
    typist: Typist<'b>,
    hand: Hand,
    taps: AtomicUsize,
    screens: AtomicUsize,
}

/// Returns the selector of a control of a message.
fn control(message: &Message, custom_id: &str) -> String {
    format!("[data-message-id='{}'] .components [data-custom-id='{custom_id}']", message.id())
}

impl<'b> Player<'b> {
    async fn sit(
        browser: &'b Browser,
        world: &World,
        person: &Person,
        channel: &Channel,
        hand: Hand,
    ) -> Self {
        let typist = Typist(browser.page(world, person, channel).await);
        let (taps, screens) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Player { person: person.clone(), typist, hand, taps, screens }
    }

    /// Touches, clicks or presses the element of a selector.
    async fn tap(&self, css: &str) {
        self.taps.fetch_add(1, Ordering::Relaxed);
        match self.hand {
            Hand::Thumb => self.touch(css).await,
            Hand::Mouse => self.typist.0.click(css).await,
            Hand::Keys => {
                self.typist.tab_to(&format!("at.matches(\"{css}\")")).await;
                self.typist.press(Key::Enter).await;
            }
        }
    }

    /// Touches the middle of an element, which must be high enough for a thumb and covered by nothing.
    async fn touch(&self, css: &str) {
        let free = format!(
            "const one = document.querySelector(\"{css}\");
             one?.scrollIntoView({{ block: 'center' }});
             const box = one?.getBoundingClientRect();
             return !!box && box.height >= {THUMB} && one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))"
        );
        self.typist.0.until(&format!("room for a thumb at {css}"), &free).await;
        // An element that is redrawn between finding and touching is looked up again.
        for _ in 0..20 {
            let element = self.typist.0.find(css).await;
            if self.touch_element(element).await {
                return;
            }
        }
        panic!("{css} cannot be touched");
    }

    async fn touch_element(&self, element: Element) -> bool {
        let touch = TouchActions::new("thumb".to_owned())
            .then(PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 })
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.typist.0.client.perform_actions(touch).await.is_ok()
    }

    /// Chooses a line of the menu that is open.
    async fn take(&self, value: &str) {
        let line = format!(".select-row[data-value='{value}']");
        if self.hand != Hand::Keys {
            return self.tap(&line).await;
        }
        let active = "document.querySelector('.select-row.active')?.dataset.value";
        self.typist.0.until("an open menu", &format!("return {active} !== undefined")).await;
        for _ in 0..MOST_LINES {
            if self.typist.0.ask(&format!("return {active}")).await == *value {
                return self.typist.press(Key::Enter).await;
            }
            self.typist.press(Key::Down).await;
        }
        panic!("the arrow keys do not lead to {value}");
    }

    /// Opens the panel behind **Move** of a board.
    async fn open(&self, world: &World, channel: &Channel, board: &Message) -> Message {
        let page = &self.typist.0;
        page.front().await;
        let button = control(board, &board.button("Move"));
        page.find(&button).await;
        if self.hand == Hand::Keys {
            self.typist.together(Key::Alt, 'p').await;
        }
        let known = world.chat.messages(&self.person, channel).await;
        self.taps.store(0, Ordering::Relaxed);
        self.tap(&button).await;
        let is_new =
            |message: &&Message| message.private() && known.iter().all(|known| known.id() != message.id());
        let opened = async |messages: &[Message]| messages.iter().rev().find(is_new).cloned();
        let panel = world.chat.wait(&self.person, channel, "a panel", opened).await;
        self.sees(&panel).await;
        panel
    }

    /// Taps a control of a message, and a line of its menu, and waits until the page shows what the message became.
    async fn go(
        &self,
        world: &World,
        channel: &Channel,
        (panel, custom_id): (&Message, &str),
        value: Option<&str>,
    ) -> Message {
        self.tap(&control(panel, custom_id)).await;
        if let Some(value) = value {
            self.take(value).await;
        }
        let changed = async |messages: &[Message]| {
            let now = messages.iter().find(|message| message.id() == panel.id())?;
            (now != panel).then(|| now.clone())
        };
        let next = world.chat.wait(&self.person, channel, "the next screen", changed).await;
        self.sees(&next).await;
        next
    }

    /// Waits until the page shows a message as it is now. Everything of it must fit the screen.
    async fn sees(&self, message: &Message) {
        let ids = json!(message.custom_ids());
        let shown = format!(
            "const message = document.querySelector(\"[data-message-id='{}']\");
             const ids = [...message?.querySelectorAll('.components [data-custom-id]') ?? []].map((one) => one.dataset.customId);
             const pictures = [...message?.querySelectorAll('[data-testid=picture]') ?? []];
             const drawn = pictures.map((one) => one.complete && one.naturalWidth > 0 || `${{one.src}} ${{one.complete}}`);
             return JSON.stringify(ids) === JSON.stringify({ids}) && drawn.every((one) => one === true) || [message?.textContent, ids, {ids}, drawn]",
            message.id()
        );
        self.typist.0.until("the next screen", &shown).await;
        let wrong = format!(
            "const message = document.querySelector(\"[data-message-id='{}']\");
             const wide = [...message.querySelectorAll('*')].filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1);
             const mute = [...message.querySelectorAll('[data-testid=picture]')].filter((one) => one.alt.length < 20);
             return [...wide, ...mute].map((one) => one.outerHTML)",
            message.id()
        );
        let wrong = self.typist.0.ask(&wrong).await;
        assert_eq!(wrong, json!([]), "wider than the screen, or without words");
        self.keep(message).await;
    }

    /// Keeps a picture of the page if a folder was named.
    async fn keep(&self, message: &Message) {
        let Some(folder) = std::env::var_os("PETRI_SCREENS").map(PathBuf::from) else { return };
        let newest = format!(
            "document.querySelector(\"[data-message-id='{}']\").scrollIntoView({{ block: 'end' }})",
            message.id()
        );
        self.typist.0.ask(&newest).await;
        let picture = self.typist.0.client.screenshot().await.expect("the browser draws");
        let test = std::thread::current().name().unwrap_or("test").replace("::", "-");
        let number = self.screens.fetch_add(1, Ordering::Relaxed);
        let name = format!("{:?}-{}-{}-{number:03}.png", self.hand, message.id(), self.person.0);
        std::fs::create_dir_all(folder.join(&test)).expect("a folder");
        std::fs::write(folder.join(&test).join(name), picture).expect("the picture is kept");
    }

    /// Plays the moves of one confirmation: `next` names a move for the position, or nothing if the turn shall be as it is.
    async fn turn(
        &self,
        world: &World,
        game: &mut Match,
        board: &Message,
        mut next: impl FnMut(&Match, usize) -> Option<String>,
    ) -> usize {
        let channel = game.channel.clone();
        let (seat, mover) = game.mover().expect("the game is running");
        assert_eq!(mover, self.person);
        let mut panel = self.open(world, &channel, board).await;
        let (mut draft, turn) = (Vec::new(), game.table.turn());
        let mut confirm = "Confirm";
        while let Some(notation) = next(game, draft.len()) {
            if draft.is_empty() || notation != END {
                panel = previewed_by((&game.table, seat), panel, &notation, async |panel, way: Way| {
                    self.go(world, &channel, (&panel, &way.custom_id), way.value.as_deref()).await
                })
                .await;
                let taps = self.taps.swap(0, Ordering::Relaxed);
                assert!(taps <= MOST_TAPS, "{notation} took {taps} taps");
            } else {
                confirm = "Confirm and end";
            }
            game.table.play(seat, &notation).expect("a legal move");
            draft.push(notation);
            if game.table.turn() != turn || game.mover().is_none_or(|(to_act, _)| to_act != seat) {
                break;
            }
        }
        let receipt = self.go(world, &channel, (&panel, &panel.button(confirm)), None).await;
        assert!(receipt.private() && receipt.content().starts_with('✅'), "{receipt}");
        for notation in &draft {
            assert!(receipt.content().contains(&format!("`{notation}`")), "{notation}:\n{receipt}");
        }
        draft.len()
    }
}

/// Lets both people play a game in the page, each in a window of their own, until it has come to this turn or is over.
async fn play(
    browser: &Browser,
    world: &World,
    hand: Hand,
    (kind, options): (Kind, &str),
    turns: u32,
    mut next: impl FnMut(&Match, usize) -> Option<String>,
) -> Match {
    let channel = world.channel(kind.slug()).await;
    let (ann, bob) = (world.person("Ann").await, world.person("Bob").await);
    let mut game = Match::begin(world, &channel, (&ann, &bob), kind, options).await;
    let players = [
        Player::sit(browser, world, &ann, &channel, hand).await,
        Player::sit(browser, world, &bob, &channel, hand).await,
    ];
    let (mut board, mut plies) = (game.first.clone(), 0);
    while game.table.turn() < turns
        && let Some((_, mover)) = game.mover()
    {
        let player = players.iter().find(|player| player.person == mover).expect("one of the two");
        plies += player.turn(world, &mut game, &board, &mut next).await;
        board = world.board(&channel, game.id, plies).await;
    }
    let record: Vec<Value> =
        world.game(game.id).await.record.iter().map(|entry| json!(entry.notation)).collect();
    assert_eq!(record.len(), plies, "nothing else was played: {record:?}");
    game
}

/// Returns a move for the `done`th action of a turn, another one for each position, at most three a turn. It does not pass.
fn varied(game: &Match, done: usize) -> Option<String> {
    /// The most actions of a turn before it is ended.
    const MOST: usize = 3;
    let (seat, _) = game.mover()?;
    let legal = game.table.legal(seat);
    let (ends, wanted): (Vec<String>, Vec<String>) =
        legal.into_iter().partition(|notation| [PASS, END].contains(&notation.as_str()));
    let ends = ends.into_iter().find(|_| done >= MOST || wanted.is_empty());
    let at = game.table.revision() as usize * 37 + done * 11 + 5;
    match ends {
        Some(end) if done > 0 || wanted.is_empty() => Some(end),
        _ if done >= MOST => None,
        _ => wanted.get(at % wanted.len().max(1)).cloned(),
    }
}

async fn whole_protozoa(hand: Hand) {
    browsing(hand.device(), async |browser, world| {
        let next = |game: &Match, done: usize| {
            let (seat, _) = game.mover().filter(|_| done == 0)?;
            Some(best(&game.table, seat))
        };
        let small = (Kind::Protozoa, "size=6 goal=9 rounds=4");
        let game = play(browser, world, hand, small, u32::MAX, next).await;
        assert!(world.game(game.id).await.table.outcome().is_some(), "the game was played to its end");
    })
    .await;
}

/// Plays some turns of Parasites and passes until the squares are counted.
async fn whole_parasites(hand: Hand) {
    /// The turn from which everybody passes.
    const ENOUGH: u32 = 8;
    browsing(hand.device(), async |browser, world| {
        let next = |game: &Match, done: usize| {
            let (seat, _) = game.mover()?;
            let passes = game.table.turn() >= ENOUGH && game.table.legal(seat).iter().any(|mv| mv == PASS);
            if passes { Some(PASS.to_owned()).filter(|_| done == 0) } else { varied(game, done) }
        };
        let game = play(browser, world, hand, (Kind::Parasites, "size=8"), u32::MAX, next).await;
        assert!(world.game(game.id).await.table.outcome().is_some(), "the game was played to its end");
    })
    .await;
}

async fn five_turns(hand: Hand, kind: Kind) {
    browsing(hand.device(), async |browser, world| {
        play(browser, world, hand, (kind, ""), 5, varied).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_protozoa_by_thumb() {
    whole_protozoa(Hand::Thumb).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_protozoa_by_mouse() {
    whole_protozoa(Hand::Mouse).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_protozoa_by_keys() {
    whole_protozoa(Hand::Keys).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_parasites_by_thumb() {
    whole_parasites(Hand::Thumb).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_turns_of_plankton_by_thumb() {
    five_turns(Hand::Thumb, Kind::PlanktonSynapse).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_turns_of_plankton_by_mouse() {
    five_turns(Hand::Mouse, Kind::PlanktonSynapse).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_turns_of_semiosphere_by_thumb() {
    five_turns(Hand::Thumb, Kind::Semiosphere).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_turns_of_semiosphere_by_mouse() {
    five_turns(Hand::Mouse, Kind::Semiosphere).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_turns_of_stract_by_thumb() {
    five_turns(Hand::Thumb, Kind::Stract).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_turns_of_stract_by_mouse() {
    five_turns(Hand::Mouse, Kind::Stract).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_turns_of_parasites_by_thumb() {
    five_turns(Hand::Thumb, Kind::Parasites).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_turns_of_parasites_by_mouse() {
    five_turns(Hand::Mouse, Kind::Parasites).await;
}
