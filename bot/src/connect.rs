//! The connection to Discord, or to a server that speaks like it.

use std::{sync::Arc, time::Duration};

use anyhow::{Context as _, bail};
use poise::serenity_prelude::{
    self as serenity, ClientBuilder, FullEvent, GatewayIntents, Http, HttpBuilder, Interaction,
};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::{app::App, buttons, commands, discord::Discord, outbox, service::Service};

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

/// Makes sure that `base_url` is there and names a gateway of its own. serenity would dial Discord's gateway when this fails.
///
/// # Errors
/// When there is no proper answer in ten seconds, or the gateway named is Discord's.
pub async fn check_base(base_url: &str) -> anyhow::Result<()> {
    const PATIENCE: Duration = Duration::from_secs(10);
    const PAUSE: Duration = Duration::from_millis(250);
    let url = format!("{}/api/v10/gateway", base_url.trim_end_matches('/'));
    let mut last = anyhow::anyhow!("no answer within {} seconds", PATIENCE.as_secs());
    let asking = async {
        loop {
            match gateway_of(&url).await {
                Ok(gateway) => break gateway,
                Err(error) => last = error.into(),
            }
            tokio::time::sleep(PAUSE).await;
        }
    };
    match tokio::time::timeout(PATIENCE, asking).await {
        Ok(gateway) if gateway.contains("discord.gg") => {
            bail!("{base_url} names Discord's own gateway ({gateway}); it must name its own")
        }
        Ok(_) => Ok(()),
        Err(_) => Err(last).with_context(|| format!("{url} does not answer; is the server there?")),
    }
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
    if let Some(base_url) = base_url {
        check_base(base_url).await?;
    }
    let discord = Arc::new(Discord::new(Arc::new(http(token, base_url))));
    let app = App { service: service.clone(), discord: discord.clone() };
    let framework = poise::Framework::builder()
        .options(poise::FrameworkOptions {
            commands: commands::all(),
            initialize_owners: false,
            allowed_mentions: Some(serenity::CreateAllowedMentions::new()),
            on_error: |error| Box::pin(on_error(error)),
            event_handler: |framework, event| Box::pin(on_event(framework, event)),
            ..Default::default()
        })
        .setup(move |ctx, ready, framework| {
            Box::pin(async move {
                poise::builtins::register_globally(ctx, &framework.options().commands).await?;
                tracing::info!("connected as {}", ready.user.name);
                Ok(app)
            })
        })
        .build();
    let mut client = ClientBuilder::new_with_http(http(token, base_url), GatewayIntents::GUILDS)
        .framework(framework)
        .await
        .context("setting up the connection")?;
    let shards = client.shard_manager.clone();
    let worker = tokio::spawn(outbox::run(service, discord, wake, stop.clone()));
    let ended = tokio::select! {
        ended = client.start_autosharded() => ended.context("the connection to Discord ended"),
        () = stop.cancelled() => Ok(()),
    };
    shards.shutdown_all().await;
    stop.cancel();
    worker.await.context("the outbox worker ended badly")?;
    ended
}

async fn on_event(
    framework: poise::FrameworkContext<'_, App, anyhow::Error>,
    event: &FullEvent,
) -> anyhow::Result<()> {
    let ctx = framework.serenity_context;
    match event {
        FullEvent::InteractionCreate { interaction: Interaction::Component(press) } => {
            buttons::pressed(ctx, framework.user_data().await, press).await
        }
        // The other side may have forgotten the commands while we were away.
        FullEvent::Ready { .. } => {
            poise::builtins::register_globally(ctx, &framework.options().commands).await?;
            Ok(())
        }
        _ => Ok(()),
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
        poise::FrameworkError::Setup { error, .. } => tracing::error!("the setup failed: {error:#}"),
        other => {
            if let Err(error) = poise::builtins::on_error(other).await {
                tracing::error!(%error, "an error could not be told");
            }
        }
    }
}
