//! The connection to Discord, or to a server that speaks like it.

use std::{sync::Arc, time::Duration};

use anyhow::{Context as _, bail};
use poise::CommandInteractionType;
use poise::serenity_prelude::{
    self as serenity, ClientBuilder, ConnectionStage, FullEvent, GatewayIntents, Http, HttpBuilder,
    Interaction,
};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::{
    app::App,
    buttons, commands,
    discord::{self, Discord},
    outbox,
    replies::Replies,
    scheduler,
    seen::Seen,
    service::Service,
    trouble::Trouble,
};

/// How long a server in place of Discord may take until it answers for the first time.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest wait between two tries to register the commands.
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

/// The one place where a client for Discord's REST interface is made.
///
/// With a base URL the ratelimiter must be off: serenity's ratelimiter builds its requests without the proxy, and every one
/// of them would go to Discord itself.
#[must_use]
pub fn http(token: &str, base_url: Option<&str>) -> Http {
    let none = serenity::CreateAllowedMentions::new();
    let builder = HttpBuilder::new(token).default_allowed_mentions(none);
    match base_url {
        Some(base) => builder.proxy(base).ratelimiter_disabled(true).build(),
        None => builder.build(),
    }
}

/// Makes sure that `base_url` is there and names a gateway of its own; answers that gateway.
///
/// # Errors
/// When there is no answer in ten seconds, or the gateway named is Discord's.
pub async fn check_base(base_url: &str) -> anyhow::Result<String> {
    const PAUSE: Duration = Duration::from_millis(250);
    let url = format!("{}/api/v10/gateway", base_url.trim_end_matches('/'));
    let mut last = anyhow::anyhow!("no answer");
    let answered = tokio::time::timeout(PATIENCE, async {
        loop {
            match gateway_of(&url).await {
                Ok(gateway) => break gateway,
                Err(error) => last = error.into(),
            }
            tokio::time::sleep(PAUSE).await;
        }
    });
    match answered.await {
        Ok(gateway) if is_discords(&gateway) => {
            bail!("{base_url} names Discord's own gateway ({gateway}); it must name its own")
        }
        Ok(gateway) => Ok(gateway),
        Err(_) => Err(last).with_context(|| format!("{url} does not answer; is the server there?")),
    }
}

/// Whether a gateway is Discord's own.
pub(crate) fn is_discords(gateway: &str) -> bool {
    gateway.contains("discord.gg")
}

async fn gateway_of(url: &str) -> Result<String, reqwest::Error> {
    #[derive(serde::Deserialize)]
    struct Gateway {
        url: String,
    }
    Ok(reqwest::get(url).await?.error_for_status()?.json::<Gateway>().await?.url)
}

/// Runs the bot until `stop`, then finishes what is under way.
///
/// # Errors
/// When the connection cannot be made, or ends by itself.
pub async fn run(
    service: Service,
    wake: Arc<Notify>,
    token: &str,
    base_url: Option<&str>,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let gateway = match base_url {
        Some(base_url) => tokio::select! {
            gateway = check_base(base_url) => Some(gateway?),
            () = stop.cancelled() => return Ok(()),
        },
        None => None,
    };
    let replies = Replies::default();
    let (of_app, replies_of_app) = (service.clone(), replies.clone());
    let framework = poise::Framework::builder()
        .options(poise::FrameworkOptions {
            commands: commands::all(),
            initialize_owners: false,
            allowed_mentions: Some(serenity::CreateAllowedMentions::new()),
            on_error: |error| Box::pin(on_error(error)),
            command_check: Some(|ctx| Box::pin(comes_first(ctx))),
            pre_command: |ctx| Box::pin(ctx.data().beat()),
            event_handler: |framework, event| Box::pin(on_event(framework, event)),
            ..Default::default()
        })
        // Nothing here may wait or fail: until it is done nobody is answered, and if it fails nobody ever is.
        .setup(move |ctx, _, _| {
            Box::pin(async move {
                Ok(App {
                    service: of_app,
                    discord: Discord::new(ctx.http.clone()),
                    replies: replies_of_app,
                    seen: Seen::default(),
                })
            })
        })
        .build();
    let mut client = ClientBuilder::new_with_http(http(token, base_url), GatewayIntents::GUILDS)
        .framework(framework)
        .await
        .context("setting up the connection")?;
    if let Some(gateway) = gateway {
        // The client has asked once more by itself, and dials Discord's gateway if that has failed.
        *client.ws_url.lock().await = gateway;
    }
    let discord = Arc::new(Discord::new(client.http.clone()));
    let shards = client.shard_manager.clone();
    // What it finds gone is put aside with the clocks as they stand.
    if let Err(error) = service.beat().await {
        tracing::error!("it could not be noted that the bot is alive: {error:#}");
    }
    let worker = tokio::spawn(outbox::run(service.clone(), discord, replies, wake, stop.clone()));
    let connected = shards.clone();
    let online = async move || {
        let runners = connected.runners.lock().await;
        !runners.is_empty() && runners.values().all(|shard| shard.stage == ConnectionStage::Connected)
    };
    let scheduler = tokio::spawn(scheduler::run(service, online, stop.clone()));
    let ended = tokio::select! {
        ended = client.start_autosharded() => ended.context("the connection to Discord ended"),
        () = stop.cancelled() => Ok(()),
    };
    shards.shutdown_all().await;
    stop.cancel();
    worker.await.context("the outbox worker ended badly")?;
    scheduler.await.context("the scheduler ended badly")?;
    ended
}

/// Notes that a command has passed the check for what was delivered again.
struct Passed;

/// Whether a command was not delivered before. This is asked for every part of a command's name.
async fn comes_first(ctx: poise::Context<'_, App, anyhow::Error>) -> anyhow::Result<bool> {
    if let poise::Context::Application(ctx) = ctx
        && ctx.interaction_type == CommandInteractionType::Autocomplete
    {
        // It changes nothing, and there are many of them.
        return Ok(true);
    }
    if ctx.invocation_data::<Passed>().await.is_some() {
        return Ok(true);
    }
    let is_new = ctx.data().seen.is_new(ctx.id());
    if is_new {
        ctx.set_invocation_data(Passed).await;
    }
    Ok(is_new)
}

async fn on_event(
    framework: poise::FrameworkContext<'_, App, anyhow::Error>,
    event: &FullEvent,
) -> anyhow::Result<()> {
    let ctx = framework.serenity_context;
    if let FullEvent::ChannelDelete { .. }
    | FullEvent::ThreadDelete { .. }
    | FullEvent::GuildDelete { .. }
    | FullEvent::Ready { .. } = event
    {
        framework.user_data().await.beat().await;
    }
    match event {
        FullEvent::InteractionCreate { interaction: Interaction::Component(press) } => {
            let app = framework.user_data().await;
            if app.seen.is_new(press.id.get()) { buttons::pressed(ctx, app, press).await } else { Ok(()) }
        }
        FullEvent::ChannelDelete { channel, .. } => {
            gone(framework, channel.id).await?;
            if !discord::has_threads(channel.kind) {
                return Ok(());
            }
            let service = &framework.user_data().await.service;
            let looked = service.look_for_threads(channel.guild_id.get().into()).await;
            looked.context("looking for the threads of a channel")
        }
        FullEvent::ThreadDelete { thread, .. } => gone(framework, thread.id).await,
        // A server that is merely unavailable comes back.
        FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
            let service = &framework.user_data().await.service;
            let put_aside = service.guild_gone(incomplete.id.get().into()).await;
            put_aside.context("putting aside what was played on a server")
        }
        FullEvent::GuildCreate { guild, is_new: Some(true) } => {
            let service = &framework.user_data().await.service;
            service.back_on(guild.id.get().into()).await.context("going on with what was played on a server")
        }
        FullEvent::ChannelUpdate { new, .. } => allowed_again(framework, new.guild_id).await,
        FullEvent::GuildRoleUpdate { new, .. } => allowed_again(framework, new.guild_id).await,
        FullEvent::GuildMemberUpdate { event, .. } if event.user.id == ctx.cache.current_user().id => {
            allowed_again(framework, event.guild_id).await
        }
        FullEvent::Ready { data_about_bot } => {
            register(ctx, &framework.options().commands).await;
            tracing::info!("connected as {}", data_about_bot.user.name);
            let service = &framework.user_data().await.service;
            let on: Vec<_> = data_about_bot.guilds.iter().map(|guild| guild.id.get().into()).collect();
            let shard = data_about_bot.shard;
            let ours = |guild: data::GuildId| shard.is_none_or(|shard| serves(shard, guild));
            service.only_on(&on, ours).await.context("looking for the servers that the bot is still on")
        }
        _ => Ok(()),
    }
}

/// Whether a shard is the one that is told of a server.
fn serves(shard: serenity::ShardInfo, guild: data::GuildId) -> bool {
    (guild.get() >> 22) % u64::from(shard.total) == u64::from(shard.id.0)
}

/// Tries again what was refused on a server: it may be allowed now.
async fn allowed_again(
    framework: poise::FrameworkContext<'_, App, anyhow::Error>,
    guild: serenity::GuildId,
) -> anyhow::Result<()> {
    let service = &framework.user_data().await.service;
    service.try_again(guild.get().into()).await.context("trying again what could not be posted")
}

/// Puts aside what was played in a channel or thread that was deleted.
async fn gone(
    framework: poise::FrameworkContext<'_, App, anyhow::Error>,
    channel: serenity::ChannelId,
) -> anyhow::Result<()> {
    let service = &framework.user_data().await.service;
    service.channel_gone(channel.get().into()).await.context("putting aside what was played in a channel")
}

/// Registers the commands, however long it takes. Done at every new session: the other side may have forgotten them.
async fn register(ctx: &serenity::Context, commands: &[poise::Command<App, anyhow::Error>]) {
    let mut pause = Duration::from_secs(1);
    while let Err(error) = poise::builtins::register_globally(ctx, commands).await {
        tracing::warn!("the commands could not be registered: {:#}", discord::failure(error));
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// The one place where a failed command is logged. The error itself must not be printed by `Debug`: it holds all commands.
async fn on_error(error: poise::FrameworkError<'_, App, anyhow::Error>) {
    match error {
        poise::FrameworkError::Command { error, ctx, .. } => {
            tracing::error!(command = %ctx.command().name, "an answer was not delivered: {error:#}");
        }
        poise::FrameworkError::EventHandler { error, event, .. } => {
            tracing::error!(event = event.snake_case_name(), "an event was not handled: {error:#}");
        }
        poise::FrameworkError::CommandPanic { ctx: poise::Context::Application(ctx), .. } => {
            let panicked = anyhow::anyhow!("the command /{} panicked", ctx.command().name);
            if let Err(error) = commands::answer(ctx, Err(Trouble::Ours(panicked))).await {
                tracing::warn!("nobody could be told of it: {error:#}");
            }
        }
        // It was delivered again, and has been answered or is about to be.
        poise::FrameworkError::CommandCheckFailed { error: None, .. } => {}
        other => {
            if let Err(error) = poise::builtins::on_error(other).await {
                tracing::error!("an error could not be told: {:#}", discord::failure(error));
            }
        }
    }
}
