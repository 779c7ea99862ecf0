//! Events from Discord and their handlers.

use std::{
    collections::{BTreeSet, HashSet},
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use anyhow::Context as _;
use data::Slices;
use futures_util::FutureExt as _;
use messages::text;
use poise::{
    CommandInteractionType,
    serenity_prelude::{
        self as serenity, CommandInteraction, CommandType, ComponentInteraction, FullEvent, Interaction,
        ModalInteraction, ShardManager,
    },
};
use tokio::{runtime::Handle, sync::watch, time::timeout};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tracing::Instrument as _;

use super::{
    inbox::{Received, Session, slice_of},
    pauses::Pauses,
};
use crate::{app::App, buttons, commands, discord, mentions::Mentions, under_way::UnderWay};

/// Time limit for one attempt to register the commands.
const REGISTERING: Duration = Duration::from_secs(30);

/// The connection that an event comes from.
pub(super) struct Source {
    /// serenity's managers: shard n has number n % their number.
    pub(super) shards: Arc<[Arc<ShardManager>]>,
    /// Cancelled at the end of the connection.
    pub(super) gone: CancellationToken,
    /// The shards that have reported which servers they serve.
    ready: watch::Sender<BTreeSet<u32>>,
}

impl Source {
    pub(super) fn new(shards: Arc<[Arc<ShardManager>]>, gone: CancellationToken) -> Source {
        Source { shards, gone, ready: watch::Sender::default() }
    }

    fn manager_of(&self, shard: serenity::ShardId) -> &Arc<ShardManager> {
        &self.shards[shard.0 as usize % self.shards.len()]
    }

    /// Waits until a shard has reported which servers it serves. serenity passes events on in any order. Returns `false` if the
    /// connection ends before.
    async fn is_ready(&self, shard: serenity::ShardId) -> bool {
        let mut ready = self.ready.subscribe();
        tokio::select! {
            ready = ready.wait_for(|ready| ready.contains(&shard.0)) => ready.is_ok(),
            () = self.gone.cancelled() => false,
        }
    }
}

/// The handlers of all events. They outlive single connections, and finish their work after one has ended.
pub(super) struct Events {
    app: App,
    options: poise::FrameworkOptions<App, anyhow::Error>,
    /// The bot's own user, known once the first connection is ready.
    me: OnceLock<serenity::UserId>,
    /// The servers that the bot is on and whose data Discord has not sent yet.
    unavailable: Mutex<HashSet<serenity::GuildId>>,
    handlers: TaskTracker,
    /// The events that are being handled.
    under_way: UnderWay,
    runtime: Handle,
}

impl Events {
    /// Creates handlers that run on the current runtime.
    pub(super) fn new(app: App) -> Events {
        let mut commands = commands::all();
        poise::set_qualified_names(&mut commands);
        Events {
            app,
            options: poise::FrameworkOptions {
                commands,
                initialize_owners: false,
                allowed_mentions: Some(serenity::CreateAllowedMentions::new()),
                on_error: |error| Box::pin(on_error(error)),
                command_check: Some(|ctx| Box::pin(comes_first(ctx))),
                ..Default::default()
            },
            me: OnceLock::new(),
            unavailable: Mutex::default(),
            handlers: TaskTracker::new(),
            under_way: UnderWay::default(),
            runtime: Handle::current(),
        }
    }

    /// Starts a task that handles an event.
    pub(super) fn receive(self: &Arc<Self>, received: Received) {
        let interaction = self.interaction(&received.event);
        // Every line that is logged meanwhile names the interaction.
        let span = match &interaction {
            Some((id, command)) => tracing::info_span!("interaction", id, command),
            None => tracing::Span::none(),
        };
        let (events, piece) = (Arc::clone(self), self.under_way.begin(slice_of(&received.event)));
        let handled = async move {
            events.dispatch(received, interaction).await;
            drop(piece);
        };
        self.handlers.spawn_on(handled.instrument(span), &self.runtime);
    }

    /// Starts a task that begins a session, and looks at its servers in these slices.
    pub(super) fn begin(self: &Arc<Self>, session: Session, slices: Slices) {
        let events = Arc::clone(self);
        let begun = async move {
            events.app.heartbeat().await;
            if events.ready(&session).await {
                events.look(&session, slices).await;
                // Tests wait for this line. Until then, the bot commits what nobody has asked for.
                let servers = session.servers().count();
                tracing::info!(shard = session.ctx.shard_id.0, servers, "session begun");
            }
        };
        self.handlers.spawn_on(begun, &self.runtime);
    }

    /// Starts a task that looks at the servers of a session in slices that another bot held before.
    pub(super) fn look_at_servers(self: &Arc<Self>, session: Session, slices: Slices) {
        let events = Arc::clone(self);
        self.handlers.spawn_on(async move { events.look(&session, slices).await }, &self.runtime);
    }

    /// Waits until no event of these slices is being handled.
    pub(super) async fn none_in(&self, slices: Slices) {
        self.under_way.none_in(slices).await;
    }

    /// Starts a task that handles an event of the time when another bot held its slice, unless that bot may have responded to it.
    pub(super) fn recover(self: &Arc<Self>, received: Received) {
        let (events, piece) = (Arc::clone(self), self.under_way.begin(slice_of(&received.event)));
        let handled = async move {
            let _piece = piece;
            if let Some(token) = token(&received.event)
                && !discord::lacks_response(&received.ctx.http, token).await
            {
                return;
            }
            tracing::info!(
                event = received.event.snake_case_name(),
                "handling an event that the bot before left"
            );
            events.receive(received);
        };
        self.handlers.spawn_on(handled, &self.runtime);
    }

    /// Handles an event, which is an interaction of this id and name if it has them.
    async fn dispatch(&self, received: Received, interaction: Option<(u64, String)>) {
        let Received { from, ctx, event, arrived } = received;
        let first = interaction.filter(|&(id, _)| !self.app.seen.has(id));
        if let Err(error) = self.handle(&from, &ctx, &event).await {
            match event {
                FullEvent::InteractionCreate { .. } => {
                    self.app.log_undelivered(event.snake_case_name(), &error);
                }
                _ => tracing::error!(event = event.snake_case_name(), "event handler failed: {error:#}"),
            }
        }
        if self.is_for_commands(&event) {
            let framework = poise::FrameworkContext {
                bot_id: self.me.get().copied().unwrap_or(serenity::UserId::new(1)),
                serenity_context: &ctx,
                options: &self.options,
                user_data: &self.app,
                shard_manager: from.manager_of(ctx.shard_id),
            };
            poise::dispatch_event(framework, event).await;
        }
        if let Some((id, command)) = first {
            let begun = self.app.seen.begun(id).min(arrived);
            self.app.meters.handled(&command, begun.elapsed());
        }
    }

    /// Returns the id of an interaction, and the name of its command or kind. A name that the bot does not know is left out, since a
    /// user can send any.
    fn interaction(&self, event: &FullEvent) -> Option<(u64, String)> {
        let FullEvent::InteractionCreate { interaction } = event else { return None };
        let name = match interaction {
            Interaction::Command(command) if self.knows(command) => command.data.name.as_str(),
            Interaction::Command(_) => "outdated",
            Interaction::Autocomplete(_) => "completion",
            Interaction::Component(_) => "button",
            Interaction::Modal(_) => "form",
            _ => return None,
        };
        Some((interaction.id().get(), name.to_owned()))
    }

    /// Waits until every event that was received is handled.
    pub(super) async fn finish(&self) {
        self.handlers.close();
        self.handlers.wait().await;
    }

    /// Returns whether an event is a command, or a request for completion, in the form that the bot has registered.
    fn is_for_commands(&self, event: &FullEvent) -> bool {
        match event {
            FullEvent::InteractionCreate {
                interaction: Interaction::Command(command) | Interaction::Autocomplete(command),
            } => self.knows(command),
            _ => false,
        }
    }

    fn knows(&self, command: &CommandInteraction) -> bool {
        command.data.kind == CommandType::ChatInput
            && commands::know(&self.options.commands, &command.data.name, &command.data.options())
    }

    async fn handle(&self, from: &Source, ctx: &serenity::Context, event: &FullEvent) -> anyhow::Result<()> {
        let service = &self.app.service;
        if let FullEvent::ChannelDelete { .. }
        | FullEvent::ThreadDelete { .. }
        | FullEvent::GuildDelete { .. } = event
        {
            self.app.heartbeat().await;
        }
        match event {
            FullEvent::InteractionCreate { interaction } => match interaction {
                Interaction::Component(press) => self.pressed(ctx, press).await,
                Interaction::Command(command)
                    if !self.knows(command) && self.app.seen.is_new(command.id.get()) =>
                {
                    self.app.outdated(&ctx.http, command.id, &command.token).await
                }
                Interaction::Autocomplete(command) if !self.knows(command) => {
                    self.app.complete_nothing(&ctx.http, command.id, &command.token).await
                }
                Interaction::Modal(form) => self.sent(ctx, form).await,
                _ => Ok(()),
            },
            FullEvent::ChannelDelete { channel, .. } => {
                self.gone(channel.id).await?;
                if !discord::has_threads(channel.kind) {
                    return Ok(());
                }
                let looked = service.look_for_threads(channel.guild_id.get().into()).await;
                looked.context("checking the threads of a channel")
            }
            FullEvent::ThreadDelete { thread, .. } => self.gone(thread.id).await,
            FullEvent::GuildDelete { incomplete, .. } => {
                if incomplete.unavailable {
                    // The server is only unavailable and will be back.
                    self.unavailable().insert(incomplete.id);
                    return Ok(());
                }
                let suspend = service.guild_gone(incomplete.id.get().into()).await;
                suspend.context("suspending the games of a server")
            }
            FullEvent::GuildCreate { guild, .. } => {
                // Discord also sends the servers that the bot was on before. Only others have just added the bot.
                if !from.is_ready(ctx.shard_id).await || self.unavailable().remove(&guild.id) {
                    return Ok(());
                }
                let back = service.back_on(guild.id.get().into()).await;
                back.context("resuming the games of a server")
            }
            FullEvent::ChannelUpdate { new, .. } => self.allowed_again(new.guild_id).await,
            FullEvent::GuildRoleUpdate { new, .. } => self.allowed_again(new.guild_id).await,
            FullEvent::GuildMemberUpdate { event, .. } if self.me.get() == Some(&event.user.id) => {
                self.allowed_again(event.guild_id).await
            }
            _ => Ok(()),
        }
    }

    async fn pressed(&self, ctx: &serenity::Context, press: &ComponentInteraction) -> anyhow::Result<()> {
        if !self.app.seen.is_new(press.id.get()) {
            return Ok(());
        }
        let handled = AssertUnwindSafe(buttons::pressed(ctx, &self.app, press)).catch_unwind().await;
        match handled {
            Ok(handled) => handled,
            Err(_) => {
                let panicked = anyhow::anyhow!("the button {} panicked", press.data.custom_id);
                self.app.apologise(&ctx.http, press.id, &press.token, panicked).await
            }
        }
    }

    async fn sent(&self, ctx: &serenity::Context, form: &ModalInteraction) -> anyhow::Result<()> {
        if !self.app.seen.is_new(form.id.get()) {
            return Ok(());
        }
        match AssertUnwindSafe(buttons::sent(ctx, &self.app, form)).catch_unwind().await {
            Ok(handled) => handled,
            Err(_) => {
                let panicked = anyhow::anyhow!("the form {} panicked", form.data.custom_id);
                self.app.apologise(&ctx.http, form.id, &form.token, panicked).await
            }
        }
    }

    /// Begins a session. Returns `false` if its connection ends first.
    async fn ready(&self, session: &Session) -> bool {
        let Session { from, ctx, ready, since } = session;
        let _ = self.me.set(ready.user.id);
        let ours = |guild: data::GuildId| ready.shard.is_none_or(|shard| serves(shard, guild));
        {
            let mut unavailable = self.unavailable();
            // A new session lists all servers of its shard again.
            unavailable.retain(|guild| !ours(guild.get().into()));
            unavailable.extend(
                ready.guilds.iter().map(|guild| guild.id).filter(|guild| !since.here.contains(guild)),
            );
        }
        from.ready.send_modify(|shards| shards.extend([ctx.shard_id.0]));
        tokio::select! {
            () = register(&ctx.http, &self.options.commands, &self.app.mentions) => {}
            // The next connection registers the commands.
            () = from.gone.cancelled() => return false,
        }
        tracing::info!("connected as {}", ready.user.name);
        true
    }

    /// Looks which servers of these slices the bot is on.
    async fn look(&self, session: &Session, slices: Slices) {
        if slices.is_empty() {
            return;
        }
        let shard = session.ready.shard;
        let ours = |guild: data::GuildId| {
            slices.holds(Some(guild)) && shard.is_none_or(|shard| serves(shard, guild))
        };
        let on: Vec<_> = session.servers().map(|guild| guild.get().into()).collect();
        if let Err(error) = self.app.service.only_on(&on, ours).await {
            tracing::error!("checking which servers the bot is on failed: {error:#}");
        }
    }

    /// Retries the entries that Discord refused on a server. The bot may have the permission now.
    async fn allowed_again(&self, guild: serenity::GuildId) -> anyhow::Result<()> {
        let tried = self.app.service.try_again(guild.get().into()).await;
        tried.context("retrying failed posts")
    }

    /// Suspends the game of a channel or thread that was deleted.
    async fn gone(&self, channel: serenity::ChannelId) -> anyhow::Result<()> {
        let suspend = self.app.service.channel_gone(channel.get().into()).await;
        suspend.context("suspending the games of a channel")
    }

    fn unavailable(&self) -> MutexGuard<'_, HashSet<serenity::GuildId>> {
        self.unavailable.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the token of an interaction that changes something.
fn token(event: &FullEvent) -> Option<&str> {
    let FullEvent::InteractionCreate { interaction } = event else { return None };
    match interaction {
        Interaction::Command(command) => Some(&command.token),
        Interaction::Component(press) => Some(&press.token),
        Interaction::Modal(form) => Some(&form.token),
        _ => None,
    }
}

/// Returns whether a shard receives the events of a server.
pub(super) fn serves(shard: serenity::ShardInfo, guild: data::GuildId) -> bool {
    (guild.get() >> 22) % u64::from(shard.total) == u64::from(shard.id.0)
}

/// Registers the commands, and retries until it succeeds. Every new session does so, because a Discord-compatible server may
/// have forgotten them.
async fn register(
    http: &serenity::Http,
    commands: &[poise::Command<App, anyhow::Error>],
    mentions: &Mentions,
) {
    let mut pauses = Pauses::default();
    let commands = poise::builtins::create_application_commands(commands);
    loop {
        let registered = serenity::Command::set_global_commands(http, commands.clone());
        let why = match timeout(REGISTERING, registered).await {
            Ok(Ok(registered)) => return mentions.learn(&registered),
            Ok(Err(error)) => discord::failure(error),
            Err(_) => anyhow::anyhow!("no answer in {REGISTERING:?}"),
        };
        let pause = pauses.next();
        tracing::warn!("command registration failed: {why:#}; retrying in {pause:.1?}");
        tokio::time::sleep(pause).await;
    }
}

/// Marks a command that has passed the check for repeated events.
struct Passed;

/// Returns whether a command is new, and not an event that Discord has sent again. poise asks this for every part of a
/// command's name.
async fn comes_first(ctx: poise::Context<'_, App, anyhow::Error>) -> anyhow::Result<bool> {
    if let poise::Context::Application(ctx) = ctx
        && ctx.interaction_type == CommandInteractionType::Autocomplete
    {
        // A completion changes nothing, and checking the many of them is not worth it.
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

/// Logs a failed command, and responds to it if it has no response yet. All failed commands end here. The error must not be
/// printed by `Debug`, which would print all commands.
async fn on_error(error: poise::FrameworkError<'_, App, anyhow::Error>) {
    use poise::FrameworkError as Error;

    // The command came twice. The first one has its response or is about to get it.
    if matches!(error, Error::CommandCheckFailed { error: None, .. }) {
        return;
    }
    let Some(poise::Context::Application(ctx)) = error.ctx() else {
        tracing::error!("event handler failed: {error}");
        return;
    };
    let (app, http, interaction) = (ctx.data(), ctx.http(), ctx.interaction);
    let (id, token) = (interaction.id, &interaction.token);
    let answered = match error {
        Error::Command { error, .. } => {
            app.log_undelivered(&ctx.command().name, &error);
            return;
        }
        other if ctx.interaction_type == CommandInteractionType::Autocomplete => {
            tracing::error!("completion failed: {other}");
            app.complete_nothing(http, id, token).await
        }
        Error::CommandPanic { .. } => {
            let panicked = anyhow::anyhow!("the command /{} panicked", ctx.command().name);
            app.apologise(http, id, token, panicked).await
        }
        Error::GuildOnly { .. } => app.refuse(http, id, token, text::ONLY_ON_SERVERS).await,
        Error::CommandStructureMismatch { .. }
        | Error::ArgumentParse { .. }
        | Error::SubcommandRequired { .. } => app.outdated(http, id, token).await,
        other => app.apologise(http, id, token, anyhow::anyhow!("{other}")).await,
    };
    if let Err(error) = answered {
        app.log_undelivered(&ctx.command().name, &error);
    }
}
