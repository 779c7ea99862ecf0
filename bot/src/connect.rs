//! The connection to Discord or to a Discord-compatible server.

mod events;
mod gateway;
mod inbox;
mod pauses;
mod share;
mod starts;

use std::{pin::pin, sync::Arc, time::Duration};

use anyhow::{Context as _, anyhow, bail};
use data::{Slices, Store};
use messages::{Writer, text};
use meters::Meters;
use play::{Service, time::Clock};
use poise::serenity_prelude::{
    self as serenity, GatewayError, Http, HttpBuilder, HttpError, Shard, ShardId, ShardInfo, StatusCode,
};
use tokio::{
    sync::{Mutex, Notify},
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use self::{
    events::Events,
    gateway::{End, Gateway, ShardPlan},
    inbox::Inbox,
    pauses::Pauses,
    share::Share,
    starts::Starts,
};
use crate::{
    app::App,
    causes::in_words,
    discord::{self, Discord},
    link::Link,
    mentions::Mentions,
    outbox::{self, Desk},
    puzzles,
    replies::Replies,
    scheduler,
    seen::Seen,
    thinkers,
    thinking::Thinking,
    under_way::UnderWay,
};

/// Time limit for one request, or for the beginning of a connection.
const PATIENCE: Duration = Duration::from_secs(15);
/// A connection that has lasted this long was a good one. When it breaks, the first attempts follow quickly.
const GOOD: Duration = Duration::from_secs(60);
/// How long work in progress may still take when the bot ends. An admin who stops the bot expects it to be gone within ten
/// seconds.
const FAREWELL: Duration = Duration::from_secs(8);

/// Creates serenity's client for Discord's REST interface. No other code of the bot creates one.
///
/// With a base URL the ratelimiter must be off. serenity's ratelimiter ignores the proxy and would send every request to
/// Discord itself.
#[must_use]
pub fn http(token: &str, base_url: Option<&str>) -> Http {
    let none = serenity::CreateAllowedMentions::new();
    let builder = HttpBuilder::new(token).default_allowed_mentions(none);
    match base_url {
        Some(base) => builder.proxy(base).ratelimiter_disabled(true).build(),
        None => builder.build(),
    }
}

/// Returns whether the address of a gateway is Discord's own.
#[must_use]
pub fn is_discords(gateway: &str) -> bool {
    gateway.contains("discord.gg")
}

/// The parts that the bot uses over any connection.
pub struct Bot {
    /// The use cases.
    pub service: Service,
    /// Makes posts of what they return.
    pub writer: Writer,
    /// Wakes the outbox worker.
    pub wake: Arc<Notify>,
    /// How many threads think for machines. With none, no machines are offered.
    pub thinkers: usize,
    /// Where the bot records what it measures.
    pub meters: Meters,
}

/// The way to Discord.
pub struct Way<'a> {
    /// The bot's token.
    pub token: &'a str,
    /// The base URL of a Discord-compatible server, in place of Discord.
    pub base_url: Option<&'a str>,
    /// The state of the connection, for those who watch the bot.
    pub link: Link,
    /// Dates failures.
    pub clock: Clock,
}

/// Runs the bot until `stop`, then finishes the work in progress. Reconnects whenever the connection is lost.
///
/// `ready` returns the bot when it can play. If another one uses the database alone, `ready` cancels `waits`, and this connects meanwhile:
/// the bot then begins at once, with the interactions that nobody has answered yet.
///
/// # Errors
/// If the server rejects the token or the configuration; if another bot has taken over; the error of `ready`.
pub async fn run(
    ready: impl Future<Output = anyhow::Result<Bot>>,
    waits: &CancellationToken,
    way: Way<'_>,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let mut ready = pin!(ready);
    let bot = tokio::select! {
        bot = &mut ready => Some(bot?),
        () = waits.cancelled() => None,
        () = stop.cancelled() => return Ok(()),
    };
    if let Some(base_url) = way.base_url
        && !is_there(base_url, &way, &stop).await?
    {
        return Ok(());
    }
    let http = Arc::new(http(way.token, way.base_url));
    let inbox = Arc::new(Inbox::new(bot.as_ref().is_none_or(|bot| bot.service.store().is_shared())));
    let store = bot.as_ref().map(|bot| bot.service.store().clone());
    let mut connection = pin!(stay_connected(&http, &inbox, store, &way, &stop));
    let bot = match bot {
        Some(bot) => bot,
        None => tokio::select! {
            bot = &mut ready => bot?,
            ended = &mut connection => return ended,
        },
    };
    play(bot, connection, inbox.clone(), &http, &way.link, stop.clone()).await
}

/// Plays until the connection ends for good.
async fn play(
    bot: Bot,
    connection: impl Future<Output = anyhow::Result<()>>,
    inbox: Arc<Inbox>,
    http: &Arc<Http>,
    link: &Link,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let Bot { service, writer, wake, thinkers, meters } = bot;
    let (service, writer) = (service.with_machines(thinkers > 0), writer.with_machines(thinkers > 0));
    let mentions = Mentions::default();
    let discord = Arc::new(
        Discord::new(http.clone(), mentions.clone()).measured(meters.clone()).sharing(service.store().held()),
    );
    let replies = Replies::default();
    let thinking = Thinking::new(thinkers);
    let app = App {
        service: service.clone(),
        writer: writer.clone(),
        link: link.clone(),
        discord: discord.clone(),
        replies: replies.clone(),
        seen: Seen::default(),
        mentions,
        thinking: thinking.clone(),
        meters: meters.clone(),
    };
    let events = Arc::new(Events::new(app));
    // Record the outage first, so that games suspended from here on have their clocks adjusted for it.
    if let Err(error) = service.heartbeat().await {
        tracing::error!("heartbeat failed: {error:#}");
    }
    let alive = meters.scheduler().begin();
    let delivering = UnderWay::default();
    let mut share = Share {
        service: service.clone(),
        link: link.clone(),
        inbox,
        events: events.clone(),
        delivering: delivering.clone(),
        wake: wake.clone(),
        open: Slices::NONE,
        online: None,
    };
    let held = *service.store().held().borrow();
    share.follow(held).await;
    let share = tokio::spawn(share.run(stop.clone()));
    let desk = Desk { service: service.clone(), writer, chat: discord.clone(), replies, delivering, meters };
    let worker = tokio::spawn(outbox::run(desk, wake, stop.clone()));
    let online = {
        let link = link.clone();
        async move || link.is_online()
    };
    let scheduler = tokio::spawn(scheduler::run(service.clone(), online, alive, stop.clone()));
    let puzzles = tokio::spawn(puzzles::run(service.clone(), discord, thinking.clone(), stop.clone()));
    let thinkers = tokio::spawn(thinkers::run(service.clone(), thinking, thinkers, stop.clone()));
    let ended = tokio::select! {
        ended = connection => ended,
        // Another bot does the work of this one now.
        () = service.store().closed() => return Err(anyhow!("this bot has lost its place at the database")),
    };
    // The connection may have ended for good without `stop`. The workers must end then, too.
    link.end();
    stop.cancel();
    let finished = async {
        share.await.context("the task that shares the work panicked")?;
        events.finish().await;
        worker.await.context("the outbox worker panicked")?;
        thinkers.await.context("a thinker panicked")?;
        scheduler.await.context("the scheduler panicked")?;
        puzzles.await.context("the search for puzzles panicked")
    };
    match timeout(FAREWELL, finished).await {
        Ok(finished) => ended.and(finished),
        Err(_) => {
            tracing::warn!("shutdown timed out; unfinished work continues after the next start");
            ended
        }
    }
}

/// Why there is no connection.
enum Failure {
    /// Every further attempt would be rejected, too.
    Refused(String),
    /// Another attempt may succeed, after `wait` at the earliest.
    Passing { why: String, wait: Duration },
}

impl Failure {
    fn passing(why: impl Into<String>) -> Failure {
        Failure::Passing { why: why.into(), wait: Duration::ZERO }
    }
}

/// Counts and logs failed attempts to connect to one server, and waits between them.
struct Tries<'a> {
    server: &'a str,
    way: &'a Way<'a>,
    stop: &'a CancellationToken,
    pauses: Pauses,
}

impl Tries<'_> {
    /// Waits after a failure until the next attempt. Returns `false` if the bot is to end.
    ///
    /// # Errors
    /// If no further attempt can succeed.
    async fn wait_after(&mut self, failure: Failure) -> anyhow::Result<bool> {
        let (why, wait) = match failure {
            Failure::Refused(why) => bail!(why),
            Failure::Passing { why, wait } => (why, wait),
        };
        self.way.link.failed(self.way.clock.now());
        let pause = self.pauses.next().max(wait);
        tracing::warn!("connection to {} failed: {why}; retrying in {pause:.1?}", self.server);
        tokio::select! {
            () = sleep(pause) => Ok(true),
            () = self.stop.cancelled() => Ok(false),
        }
    }
}

/// Waits until the server at `base_url` responds and names a gateway of its own. It must do so before it sees the token.
/// Returns `false` if the bot is to end.
///
/// # Errors
/// If the server names Discord's gateway, or `base_url` is not a URL.
async fn is_there(base_url: &str, way: &Way<'_>, stop: &CancellationToken) -> anyhow::Result<bool> {
    let mut tries = Tries { server: base_url, way, stop, pauses: Pauses::default() };
    loop {
        let checked = tokio::select! {
            checked = check_base(base_url) => checked,
            () = stop.cancelled() => return Ok(false),
        };
        let Err(failure) = checked else { return Ok(true) };
        if !tries.wait_after(failure).await? {
            return Ok(false);
        }
    }
}

async fn check_base(base_url: &str) -> Result<(), Failure> {
    #[derive(serde::Deserialize)]
    struct Named {
        url: String,
    }
    let url = format!("{}/api/v10/gateway", base_url.trim_end_matches('/'));
    let ask = async { reqwest::get(&url).await?.error_for_status()?.json::<Named>().await };
    match timeout(PATIENCE, ask).await {
        Ok(Ok(named)) => is_its_own(base_url, &named.url),
        Ok(Err(error)) if error.is_builder() => {
            Err(Failure::Refused(format!("{base_url} is not the address of a server: {}", in_words(&error))))
        }
        Ok(Err(error)) => {
            let error = error.without_url();
            Err(Failure::passing(format!("{url} does not answer like Discord: {}", in_words(&error))))
        }
        Err(_) => Err(Failure::passing(format!("{url} does not answer"))),
    }
}

/// Rejects a server that names Discord's gateway. The bot would otherwise connect to Discord by mistake.
fn is_its_own(base_url: &str, gateway: &str) -> Result<(), Failure> {
    if is_discords(gateway) {
        return Err(Failure::Refused(format!(
            "{base_url} names Discord's own gateway ({gateway}); it must name its own"
        )));
    }
    Ok(())
}

/// Keeps a connection to the gateway until `stop`, and reconnects when it is lost.
async fn stay_connected(
    http: &Arc<Http>,
    inbox: &Arc<Inbox>,
    store: Option<Store>,
    way: &Way<'_>,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let server = way.base_url.unwrap_or("Discord");
    let mut tries = Tries { server, way, stop, pauses: Pauses::default() };
    let starts = Arc::new(Starts::new(store));
    loop {
        let opened = tokio::select! {
            opened = connect(http, way.base_url, inbox, &starts) => opened,
            () = stop.cancelled() => return Ok(()),
        };
        let failure = match opened {
            Err(failure) => failure,
            Ok(mut gateway) => {
                let end = tokio::select! {
                    end = gateway.watch(&way.link) => Some(end),
                    () = stop.cancelled() => None,
                };
                if gateway.lasted() > GOOD {
                    tries.pauses.reset();
                }
                gateway.close().await;
                match end {
                    None => return Ok(()),
                    Some(End::Refused(error)) => refused(server, &error),
                    Some(End::Lost(why)) => Failure::passing(why),
                }
            }
        };
        if !tries.wait_after(failure).await? {
            return Ok(());
        }
    }
}

/// Opens a connection. It first checks that the gateway can be reached, because serenity reports nothing about its own
/// attempts.
async fn connect(
    http: &Arc<Http>,
    base_url: Option<&str>,
    inbox: &Arc<Inbox>,
    starts: &Arc<Starts>,
) -> Result<Gateway, Failure> {
    let server = base_url.unwrap_or("Discord");
    let gateway = match timeout(PATIENCE, http.get_bot_gateway()).await {
        Ok(Ok(gateway)) => gateway,
        Ok(Err(::serenity::Error::Http(HttpError::UnsuccessfulRequest(answer))))
            if answer.status_code == StatusCode::UNAUTHORIZED =>
        {
            return Err(Failure::Refused(text::token_is_refused(server)));
        }
        Ok(Err(error)) => return Err(Failure::passing(format!("{:#}", discord::failure(error)))),
        Err(_) => return Err(Failure::passing("no answer")),
    };
    if let Some(base_url) = base_url {
        is_its_own(base_url, &gateway.url)?;
    }
    let limit = &gateway.session_start_limit;
    if limit.remaining == 0 {
        let wait = Duration::from_millis(limit.reset_after);
        return Err(Failure::Passing { why: "the bot has connected too often today".to_owned(), wait });
    }
    let info = ShardInfo { id: ShardId(0), total: 1 };
    let probe =
        Shard::new(Arc::new(Mutex::new(gateway.url.clone())), http.token(), info, gateway::INTENTS, None);
    match timeout(PATIENCE, probe).await {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => {
            let why = format!("its gateway is not reachable: {:#}", discord::failure(error));
            return Err(Failure::passing(why));
        }
        Err(_) => return Err(Failure::passing("its gateway does not answer")),
    }
    let at_once = u32::try_from(limit.max_concurrency).unwrap_or(u32::MAX);
    let plan = ShardPlan { total: gateway.shards, at_once };
    Gateway::open(&gateway.url, plan, http, inbox.clone(), starts.clone())
        .map_err(|error| Failure::passing(format!("starting a thread failed: {error}")))
}

/// Returns the failure after the gateway has rejected the bot.
fn refused(server: &str, error: &GatewayError) -> Failure {
    Failure::Refused(match error {
        GatewayError::InvalidAuthentication => text::token_is_refused(server),
        other => format!("{server} rejected the bot's session: {other}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejections_name_their_cause() {
        for (error, want) in [
            (GatewayError::InvalidAuthentication, "Discord refuses the token; `petri doctor`"),
            (GatewayError::DisallowedGatewayIntents, "Discord rejected the bot's session: Disallowed"),
        ] {
            let Failure::Refused(why) = refused("Discord", &error) else { panic!("{error}") };
            assert!(why.starts_with(want), "{why}");
        }
    }
}
