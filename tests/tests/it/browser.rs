//! The chat page in a real browser: two people open a game and play its first turns, each in their own window.

use std::{process::Stdio, time::Duration};

use fantoccini::{
    Client, ClientBuilder, Locator,
    elements::Element,
    error::{CmdError, ErrorStatus},
    key::Key,
    wd::{Capabilities, WindowHandle},
};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
};

use crate::{
    chat::{Channel, Person},
    process::{PATIENCE, skip},
    world::{World, story},
};

/// The device that shows the page.
#[derive(Clone, Copy)]
pub(crate) enum Device {
    Desk,
    Phone,
}

impl Device {
    /// Returns Chromium's options for the device.
    fn options(self, arguments: &mut Vec<String>) -> Value {
        match self {
            Device::Desk => {
                arguments.push("--window-size=1280,900".to_owned());
                json!({ "args": arguments })
            }
            Device::Phone => {
                let screen = json!({ "width": 390, "height": 844, "pixelRatio": 2, "touch": true });
                json!({ "args": arguments, "mobileEmulation": { "deviceMetrics": screen } })
            }
        }
    }
}

/// Runs a test in a browser, or says in one line that there is no browser.
pub(crate) async fn browsing(device: Device, tell: impl AsyncFnOnce(&Browser, &World)) {
    let browser = match Browser::start(device).await {
        Ok(browser) => browser,
        Err(missing) => {
            skip("the page in a real browser", "PETRI_BROWSER", &missing);
            return;
        }
    };
    story(async |world| tell(&browser, world).await).await;
    browser.client.close().await.expect("the browser closes");
}

/// Starts the browser's driver and returns it with the port at which it listens. The error says why it does not start.
async fn start_driver() -> Result<(Child, String), String> {
    // The driver wants the same port of IPv6 and IPv4. It takes one that is free in IPv6 and ends if another program has it
    // in IPv4, which happens now and then while other tests open ports.
    let mut ended = String::new();
    for _ in 0..10 {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("chromedriver: {error}"))?;
        let mut lines = BufReader::new(driver.stdout.take().expect("a pipe")).lines();
        let says_port = async {
            let mut last = "nothing".to_owned();
            while let Ok(Some(line)) = lines.next_line().await {
                if let Some((_, port)) = line.split_once("successfully on port ") {
                    return Ok(port.trim_end_matches('.').to_owned());
                }
                last = line;
            }
            Err(last)
        };
        match tokio::time::timeout(PATIENCE, says_port).await {
            Ok(Ok(port)) => {
                // Something must read the rest of its output.
                tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
                return Ok((driver, port));
            }
            Ok(Err(last)) => ended = format!("chromedriver ended and said: {last}"),
            Err(_) => return Err("chromedriver does not start".to_owned()),
        }
    }
    Err(ended)
}

/// A browser with its driver.
pub(crate) struct Browser {
    client: Client,
    /// The address of its session, for requests that the client does not support.
    session: String,
    http: reqwest::Client,
    _driver: Child,
    _profile: TempDir,
}

impl Browser {
    /// Starts browser and driver. The error names the missing program.
    async fn start(device: Device) -> Result<Browser, String> {
        let (driver, port) = start_driver().await?;
        let profile = tempfile::tempdir().expect("a folder");
        let mut arguments: Vec<String> = [
            "headless",
            "no-sandbox",
            "disable-gpu",
            "disable-quic",
            "disable-dev-shm-usage",
            "no-first-run",
            "disable-background-networking",
            "disable-component-update",
            "disable-sync",
        ]
        .map(|flag| format!("--{flag}"))
        .to_vec();
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        let mut capabilities = Capabilities::new();
        capabilities.insert("goog:chromeOptions".to_owned(), device.options(&mut arguments));
        let driver_url = format!("http://127.0.0.1:{port}");
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&driver_url)
            .await
            .map_err(|error| format!("chromium: {error}"))?;
        let id = client.session_id().await.ok().flatten().ok_or("chromium has no session")?;
        let session = format!("{driver_url}/session/{id}");
        let http = reqwest::Client::builder().no_proxy().build().expect("a client");
        Ok(Browser { client, session, http, _driver: driver, _profile: profile })
    }

    /// Sends a command of Chromium's own protocol to the window in front.
    pub(crate) async fn devtools(&self, command: &str, parameters: Value) {
        let body = json!({ "cmd": command, "params": parameters });
        let sent = self.http.post(format!("{}/goog/cdp/execute", self.session)).json(&body).send().await;
        sent.expect("chromedriver answers").error_for_status().expect("Chromium knows the command");
    }

    /// Opens the page in its own window, as this person in this channel.
    pub(crate) async fn page(&self, world: &World, person: &Person, channel: &Channel) -> Page<'_> {
        let window = self.client.new_window(false).await.expect("a window").handle;
        let page = Page { browser: self, client: &self.client, window };
        page.front().await;
        let address = format!("{}/?as={}#{}", world.url, person.0, channel.0);
        self.client.goto(&address).await.expect("the page opens");
        page.find("body:not(.loading) #composer").await;
        page
    }
}

/// A window with the page.
pub(crate) struct Page<'b> {
    browser: &'b Browser,
    pub(crate) client: &'b Client,
    window: WindowHandle,
}

impl Page<'_> {
    pub(crate) async fn front(&self) {
        self.client.switch_to_window(self.window.clone()).await.expect("the window is there");
    }

    async fn wait(&self, locator: Locator<'_>) -> Element {
        let wait = self.client.wait().at_most(PATIENCE).every(Duration::from_millis(50));
        let found = wait.for_element(locator).await;
        match found {
            Ok(element) => element,
            Err(error) => panic!("{locator:?}: {error}; the page shows:\n{}", self.text().await),
        }
    }

    pub(crate) async fn find(&self, css: &str) -> Element {
        self.wait(Locator::Css(css)).await
    }

    pub(crate) async fn click(&self, css: &str) {
        self.click_at(Locator::Css(css)).await;
    }

    /// Clicks the first element of an XPath.
    pub(crate) async fn click_path(&self, path: &str) {
        self.click_at(Locator::XPath(path)).await;
    }

    async fn click_at(&self, locator: Locator<'_>) {
        let mut last = None;
        // An element that is redrawn or covered between finding and clicking is looked up again. After any other error it may have been
        // clicked, and a second click could hit what has appeared in its place.
        for _ in 0..20 {
            match self.wait(locator).await.click().await {
                Ok(()) => return,
                Err(error) if clicked_nothing(&error) => last = Some(error),
                Err(error) => panic!("{locator:?}: {error}; the page shows:\n{}", self.text().await),
            }
        }
        panic!("{locator:?} cannot be clicked: {last:?}; the page shows:\n{}", self.text().await);
    }

    /// Presses the newest button with this label.
    pub(crate) async fn press(&self, label: &str) {
        let newest = format!("(//button[@data-testid='button'][normalize-space()='{label}'])[last()]");
        self.click_path(&newest).await;
    }

    pub(crate) async fn keys(&self, css: &str, text: &str) {
        self.find(css).await.send_keys(text).await.expect("the field takes keys");
    }

    pub(crate) async fn shows(&self, words: &str) {
        let message = format!("//*[@data-testid='message'][contains(., \"{words}\")]");
        self.wait(Locator::XPath(&message)).await;
    }

    pub(crate) async fn ask(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.expect("the script runs")
    }

    pub(crate) async fn text(&self) -> String {
        self.ask("return document.body.innerText").await.as_str().unwrap_or_default().to_owned()
    }

    /// Returns every usable element as HTML, with the name that a screen reader announces.
    pub(crate) async fn names(&self) -> Vec<(String, String)> {
        let found = self
            .ask(
                "const usable = 'a[href], button, input, textarea, select, summary, [role=button], [role=option], [role=menuitem], [tabindex=\"0\"]';
                 return [...document.querySelectorAll(usable)]
                   .filter((one) => !one.closest('[inert]') && one.checkVisibility({ visibilityProperty: true }))
                   .map((one) => [one.outerHTML, one])",
            )
            .await;
        let mut names = Vec::new();
        for pair in found.as_array().expect("a list") {
            let html = pair[0].as_str().expect("HTML").to_owned();
            let id = pair[1].as_object().and_then(|element| element.values().next()).expect("an element");
            let address =
                format!("{}/element/{}/computedlabel", self.browser.session, id.as_str().expect("an id"));
            let answer = self.browser.http.get(address).send().await.expect("chromedriver answers");
            let answer: Value = answer.json().await.expect("JSON");
            // An element that has disappeared needs no name.
            if let Some(name) = answer["value"].as_str() {
                names.push((html, name.to_owned()));
            }
        }
        names
    }

    /// Waits until a script returns `true`. If it does not, the test fails with what the script returned last.
    pub(crate) async fn until(&self, what: &str, script: &str) {
        let mut last = Value::Null;
        let waited = tokio::time::timeout(PATIENCE, async {
            while last != true {
                last = self.ask(script).await;
                tokio::task::yield_now().await;
            }
        });
        if waited.await.is_err() {
            panic!("timed out waiting for {what}, last {last}; the page shows:\n{}", self.text().await);
        }
    }

    /// Waits until all pictures of boards are loaded and drawn.
    pub(crate) async fn sees_boards(&self, count: usize) {
        let drawn = format!(
            "const all = [...document.querySelectorAll('img[data-testid=picture]')];
             return all.length === {count} && all.every(one => one.complete && one.naturalWidth > 300 && one.alt.length > 20)"
        );
        self.until("boards", &drawn).await;
    }
}

/// Returns whether a click failed before the button of the mouse went down.
fn clicked_nothing(error: &CmdError) -> bool {
    use ErrorStatus::{
        ElementClickIntercepted, ElementNotInteractable, NoSuchElement, StaleElementReference, UnknownError,
    };
    let CmdError::Standard(error) = error else { return false };
    match error.error {
        ElementClickIntercepted | ElementNotInteractable | NoSuchElement | StaleElementReference => true,
        // Chromium's words for an element that has just been redrawn.
        UnknownError => error.message.contains("does not belong to the document"),
        _ => false,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_in_the_page() {
    browsing(Device::Desk, async |browser, world| {
        let (ann, bob) = (world.person("Ann").await, world.person("Bob").await);
        let (games, other) = (world.channel("games").await, world.channel("elsewhere").await);
        let anns = browser.page(world, &ann, &games).await;
        let bobs = browser.page(world, &bob, &other).await;

        open_a_game(&anns, &bob).await;
        // Bob reads another channel, and sees that the game waits for him.
        bobs.front().await;
        let entry = format!("[data-channel-id='{}']", games.0);
        let badge = bobs.find(&format!("{entry} .badge")).await.text().await.expect("a text");
        assert!(badge.starts_with('1'), "{badge}");
        bobs.click(&entry).await;
        bobs.press("Join").await;
        bobs.until("the badge to go", "return document.querySelector('.badge') === null").await;
        anns.front().await;
        anns.shows("enough people are there").await;
        anns.press("Start").await;
        let id = world.begun(&games).await;
        anns.sees_boards(1).await;

        let lobby = world.messages(&games).await.remove(0);
        assert!(lobby.content().contains("The game has started"), "{lobby}");
        let stored = world.game(id).await;
        let mover = Person(stored.awaited()[0].to_string());
        let (first, second) = if mover == ann { (&anns, &bobs) } else { (&bobs, &anns) };
        by_panel(first).await;
        second.front().await;
        second.sees_boards(2).await;
        let notices = second.ask("return document.querySelectorAll('[data-ephemeral=true]').length").await;
        assert_eq!(notices, 0, "nobody sees another person's private messages");
        by_typing(second).await;
        first.front().await;
        first.sees_boards(3).await;
        assert_eq!(world.game(stored.id).await.record.len(), 2);

        // A picture that did not load once is fetched again.
        first
            .ask("window.lost = document.querySelector('img.large'); window.address = lost.src; lost.src = '/nothing.png'")
            .await;
        first.until("the picture", "return lost.src === address && lost.naturalWidth > 300").await;
        assert_eq!(first.ask("return document.querySelector('.broken')").await, Value::Null);
    })
    .await;
}

/// Types `/play` through the list of commands, with a game and an invited person.
async fn open_a_game(page: &Page<'_>, guest: &Person) {
    page.front().await;
    page.keys("#composer", "/pl").await;
    page.click("#picker-list [role=option][data-value$='/play']").await;
    page.keys("[data-option=game]", "proto").await;
    page.click("#picker-list [role=option][data-value=protozoa]").await;
    page.click("[data-option-add=machine]").await;
    page.click("[data-option-remove=machine]").await;
    page.until("the option goes away", "return !document.querySelector('[data-option=machine]')").await;
    page.click("[data-option-add=invite]").await;
    page.keys("[data-option=invite]", "Bo").await;
    page.click(&format!("#picker-list [role=option][data-value='{}']", guest.0)).await;
    page.click("#send").await;
    page.shows("invites you to a game of").await;
}

/// Plays a pawn by the **Move** button and the panel behind it: its square, and **Confirm** below the preview.
async fn by_panel(page: &Page<'_>) {
    page.front().await;
    page.press("Move").await;
    page.press("f5").await;
    let preview = "[data-ephemeral=true] img[data-testid=picture][alt^='Preview: ']";
    page.find(preview).await;
    page.press("Confirm").await;
    let played =
        "[...document.querySelectorAll('[data-ephemeral=true]')].some(note => note.innerText.includes('✅'))";
    page.until("the receipt", &format!("return {played}")).await;
    page.find("[data-ephemeral=true] [data-testid=dismiss]").await;
}

/// Plays a move by typing `/move` and taking the suggestion.
async fn by_typing(page: &Page<'_>) {
    page.front().await;
    page.keys("#composer", "/move ").await;
    // After any first move, a drone beside the other pieces does not end the game.
    page.keys("[data-option=move]", "d@f4").await;
    page.until(
        "the suggestion",
        "return document.querySelector('#picker-list [role=option]')?.innerText.startsWith('d@f4') === true",
    )
    .await;
    page.click("#picker-list [role=option]").await;
    page.keys("[data-option=move]", &char::from(Key::Enter).to_string()).await;
    page.shows("places a drone on f4").await;
}
