//! The state that commands and buttons share, and how both respond.

use std::{pin::pin, sync::Arc, time::Duration};

use data::{ChannelId, OutboxId};
use messages::{
    Writer, posts,
    progress::Progress,
    text, undelivered,
    view::{self, Form, Response},
};
use meters::Meters;
use play::{
    error::Error,
    failpoint::Failpoint,
    rejected::Rejected,
    service::{Caller, HintWish, Service},
};
use serenity::all::{
    CreateAutocompleteResponse, CreateInteractionResponse, CreateInteractionResponseMessage,
    EditInteractionResponse, Http, InteractionId as DiscordInteraction,
};
use tokio::time::{timeout, timeout_at};

use crate::{
    discord::{self, Discord},
    link::Link,
    mentions::Mentions,
    replies::{Left, Replies},
    seen::Seen,
    thinking::Thinking,
};

/// How long a use case and the outbox may take before an interaction that was left gets another response. Discord waits three
/// seconds.
const PATIENCE: Duration = Duration::from_millis(1500);

/// The time between two reports of how far a film is drawn.
const BETWEEN_REPORTS: Duration = Duration::from_secs(3);

/// How long after its beginning an interaction that has no response yet is deferred.
const SOON: Duration = Duration::from_secs(2);

/// The state that all commands and buttons share.
///
/// # Errors
/// The methods that respond fail if the response does not reach Discord in time.
pub struct App {
    /// The use cases that commands and buttons call.
    pub service: Service,
    /// Makes posts of what these return.
    pub writer: Writer,
    /// The state of the connection.
    pub link: Link,
    /// Discord, for requests that are not responses.
    pub discord: Arc<Discord>,
    /// The interactions that the outbox may respond to.
    pub replies: Replies,
    /// The interactions that the bot has accepted.
    pub seen: Seen,
    /// The commands that texts can mention.
    pub mentions: Mentions,
    /// The thoughts of machines that people wait for.
    pub thinking: Thinking,
    /// Counts interactions and how long they take.
    pub meters: Meters,
}

impl App {
    /// Records that the bot is alive, so that an outage is known before anything acts on clocks.
    pub async fn heartbeat(&self) {
        if let Err(error) = self.service.heartbeat().await {
            tracing::error!("heartbeat failed: {error:#}");
        }
    }

    /// Returns the result of a use case as a post. Only the caller sees a private one, so it has the look that they chose. A public
    /// one has the look of the server.
    pub async fn write(
        &self,
        caller: &Caller,
        result: Result<play::Response, Error>,
    ) -> Result<Response, Error> {
        let response = result?;
        let look = self.service.look_of(caller, &response).await?;
        self.writer.in_look(look).write(response).await
    }

    /// Returns a writer whose pictures look as the caller wishes.
    pub async fn writer_for(&self, caller: &Caller) -> Result<Writer, Error> {
        Ok(self.writer.in_look(self.service.look(caller.person).await?))
    }

    /// Returns a hint, after a machine has thought about it.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller may have none there, or all machines are busy.
    pub async fn hint(&self, caller: &Caller, wish: HintWish) -> Result<play::Response, Error> {
        let task = self.service.hint(caller, wish).await?;
        match self.thinking.think(task.request.clone()).await {
            Some(thought) => Ok(self.service.hinted(task, &thought)),
            None => Err(self.service.no_hint(caller)),
        }
    }

    /// Leaves an interaction to the outbox, before it is known whether the use case posts anything. Returns `None` if the
    /// caller has undelivered messages, because these need a private response, or if this bot does not deliver the posts of the server.
    pub async fn leave(&self, caller: &Caller, token: &str) -> Option<Left> {
        if !self.service.store().held().borrow().served().holds(caller.guild) {
            return None;
        }
        let until = self.seen.begun(caller.interaction.get()) + PATIENCE;
        let nothing_undelivered = self.service.undelivered(caller).await.is_empty();
        nothing_undelivered.then(|| self.replies.leave(caller.interaction, token, until))
    }

    /// Runs a use case and responds. `work` returns the caller, the interaction if it was left to the outbox, and the response.
    /// Discord waits three seconds for a response, so a use case that takes longer than two is first deferred ("Petri is
    /// thinking"), and its response follows in private.
    pub async fn serve(
        &self,
        http: &Http,
        interaction: DiscordInteraction,
        token: &str,
        work: impl Future<Output = (Caller, Option<Left>, Result<Response, Error>)>,
    ) -> anyhow::Result<()> {
        let mut work = pin!(async {
            self.heartbeat().await;
            work.await
        });
        let soon = self.seen.begun(interaction.get()) + SOON;
        if let Ok((caller, left, result)) = timeout_at(soon, &mut work).await {
            return self.deliver(http, &caller, token, left, result).await;
        }
        // From here on, the outbox must not respond as well.
        drop(self.replies.take(interaction.get().into()));
        let deferred = self.defer(http, interaction, token).await;
        let (caller, left, result) = work.await;
        // The outbox may have taken the interaction just before.
        if let Some(left) = left
            && left.given().await
        {
            return Ok(());
        }
        deferred?;
        self.complete(http, &caller, token, result).await
    }

    /// Runs a use case whose response takes long to draw. It is deferred at once, and the response follows in private.
    pub async fn serve_slowly(
        &self,
        http: &Http,
        interaction: DiscordInteraction,
        token: &str,
        caller: &Caller,
        work: impl Future<Output = Result<Response, Error>>,
    ) -> anyhow::Result<()> {
        self.defer(http, interaction, token).await?;
        self.heartbeat().await;
        let progress = Progress::default();
        let mut work = pin!(progress.watch(work));
        let result = loop {
            match timeout(BETWEEN_REPORTS, &mut work).await {
                Ok(result) => break result,
                Err(_) => self.report(http, token, &progress).await,
            }
        };
        self.complete(http, caller, token, result).await
    }

    /// Shows how far a film is drawn in the response that will have it.
    async fn report(&self, http: &Http, token: &str, progress: &Progress) {
        let Some((number, all)) = progress.get() else { return };
        let edit = EditInteractionResponse::new().content(text::drawing(number, all));
        if let Err(error) = discord::edit_response(http, token, &edit).await {
            tracing::info!("the progress of a film could not be shown: {error:#}");
        }
    }

    /// Defers an interaction: Discord shows that Petri is thinking. An uncertain outcome counts as a success, because then only a
    /// completion ends it.
    async fn defer(&self, http: &Http, interaction: DiscordInteraction, token: &str) -> anyhow::Result<()> {
        let deferral =
            CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true));
        let begun = self.seen.begun(interaction.get());
        match discord::respond(http, (interaction, token), &deferral, begun).await {
            Err(undelivered) if !undelivered.uncertain => {
                let error = undelivered.into();
                self.note_missed(&error);
                return Err(error);
            }
            Err(undelivered) => tracing::info!(%interaction, "deferral is uncertain: {undelivered}"),
            Ok(()) => tracing::info!(%interaction, "deferred a slow interaction"),
        }
        Ok(())
    }

    /// Checks that a caller can see a channel, if a press or command needs that.
    ///
    /// # Errors
    /// [`Rejected::UnknownGame`] if they cannot, or Discord does not say.
    pub(crate) async fn check_sight(
        &self,
        member: Option<&serenity::all::Member>,
        channel: Option<ChannelId>,
    ) -> Result<(), Error> {
        let Some(channel) = channel else { return Ok(()) };
        let seen = match member {
            Some(member) => self.discord.sees(member, channel).await.unwrap_or_else(|error| {
                tracing::warn!(%channel, "reading the channel's permissions failed: {error}");
                false
            }),
            None => false,
        };
        if seen { Ok(()) } else { Err(Error::rejected(Rejected::UnknownGame)) }
    }

    /// Responds to an interaction. If it was `left` to the outbox and the use case queued a public post, that post is the
    /// response.
    async fn deliver(
        &self,
        http: &Http,
        caller: &Caller,
        token: &str,
        left: Option<Left>,
        result: Result<Response, Error>,
    ) -> anyhow::Result<()> {
        let waits = matches!(result, Ok(Response::Public(_)));
        if let Some(left) = left.filter(|_| waits)
            && left.given().await
        {
            self.service.failpoints().pass(Failpoint::Answered);
            return Ok(());
        }
        let (response, added) = self.response(caller, result).await;
        let id = caller.interaction.get().max(1).into();
        match self.send(http, id, token, &discord::response(&response)).await {
            // The outbox may have responded after all. If not, it posts to the channel.
            Err(error) if waits => {
                tracing::info!(interaction = %caller.interaction, "response failed, leaving it to the outbox: {error:#}");
                return Ok(());
            }
            answered => answered.inspect_err(|error| self.note_missed(error))?,
        }
        self.service.failpoints().pass(Failpoint::Answered);
        self.service.mark_delivered(added).await;
        if let Response::Lobby(game, _) = response {
            let message = discord::message_of_response(http, token).await?;
            self.service.lobby_shown(game, message.get().into()).await?;
            self.service.failpoints().pass(Failpoint::Shown);
        }
        Ok(())
    }

    /// Responds in private to a deferred interaction. If the response is a lobby, the outbox posts it for everyone.
    async fn complete(
        &self,
        http: &Http,
        caller: &Caller,
        token: &str,
        result: Result<Response, Error>,
    ) -> anyhow::Result<()> {
        let (response, added) = self.response(caller, result).await;
        let response = match response {
            Response::Lobby(..) => view::ephemeral(text::LOBBY_FOLLOWS),
            other => view::in_private(other),
        };
        discord::edit_response(http, token, &discord::completion(&response)).await?;
        self.service.failpoints().pass(Failpoint::Answered);
        self.service.mark_delivered(added).await;
        Ok(())
    }

    /// Returns the response, with undelivered messages added to it, and the entries of these.
    async fn response(&self, caller: &Caller, result: Result<Response, Error>) -> (Response, Vec<OutboxId>) {
        let mut response = result.unwrap_or_else(|error| view::ephemeral(excuse(&error)));
        let added = undelivered::add(&self.service.undelivered(caller).await, &mut response);
        self.mentions.link(response.content_mut());
        // An edit of a public message is not for the caller alone.
        let is_public = matches!(response, Response::Update(_)) && caller.pressed.is_some();
        if response.content().leads_on && !is_public {
            self.lead_on(caller, &mut response).await;
        }
        (response, added)
    }

    /// Adds a link to the caller's next game to a response. Without it, the response is as good.
    async fn lead_on(&self, caller: &Caller, response: &mut Response) {
        match self.service.next_game(caller).await {
            Ok(Some(next)) => posts::lead_on(response.content_mut(), &next),
            Ok(None) => {}
            Err(error) => tracing::warn!("looking for the next game failed: {error}"),
        }
    }

    /// Sends the response to an interaction, and retries while there is time. A failure is counted.
    pub(crate) async fn respond(
        &self,
        http: &Http,
        interaction: DiscordInteraction,
        token: &str,
        response: &CreateInteractionResponse,
    ) -> anyhow::Result<()> {
        self.send(http, interaction, token, response).await.inspect_err(|error| self.note_missed(error))
    }

    /// Returns whether a response failed because another bot on the same database has responded. When slices of the servers change hands,
    /// both may get the interaction. A bot of its own has no such excuse.
    fn is_second(&self, error: &anyhow::Error) -> bool {
        self.service.store().is_shared() && discord::has_response(error)
    }

    fn note_missed(&self, error: &anyhow::Error) {
        if !self.is_second(error) {
            self.meters.missed();
        }
    }

    /// Logs that a response did not reach Discord.
    pub(crate) fn log_undelivered(&self, interaction: &str, error: &anyhow::Error) {
        if self.is_second(error) {
            tracing::info!(interaction, "another bot has responded");
        } else {
            tracing::error!(interaction, "response not delivered: {error:#}");
        }
    }

    /// Sends the response to an interaction, and retries while there is time. A bot whose place another one has taken sends none.
    async fn send(
        &self,
        http: &Http,
        interaction: DiscordInteraction,
        token: &str,
        response: &CreateInteractionResponse,
    ) -> anyhow::Result<()> {
        // The bot that has taken over got this interaction, too. It knows more than that this one failed.
        anyhow::ensure!(!self.service.store().is_closed(), "another Petri has taken over and responds");
        let begun = self.seen.begun(interaction.get());
        Ok(discord::respond(http, (interaction, token), response, begun).await?)
    }

    /// Responds to an interaction with a form.
    pub(crate) async fn open_form(
        &self,
        http: &Http,
        interaction: DiscordInteraction,
        token: &str,
        form: &Form,
    ) -> anyhow::Result<()> {
        self.respond(http, interaction, token, &discord::form(form)).await
    }

    /// Responds to an interaction in private with these words.
    pub(crate) async fn refuse(
        &self,
        http: &Http,
        interaction: DiscordInteraction,
        token: &str,
        words: &str,
    ) -> anyhow::Result<()> {
        self.respond(http, interaction, token, &discord::response(&view::ephemeral(words))).await
    }

    /// Responds to a command that this version does not know in this form. The user's Discord still shows the commands of
    /// another version.
    pub(crate) async fn outdated(
        &self,
        http: &Http,
        interaction: DiscordInteraction,
        token: &str,
    ) -> anyhow::Result<()> {
        self.refuse(http, interaction, token, text::OUTDATED_COMMAND).await
    }

    /// Apologises in private for an internal error.
    pub(crate) async fn apologise(
        &self,
        http: &Http,
        interaction: DiscordInteraction,
        token: &str,
        error: anyhow::Error,
    ) -> anyhow::Result<()> {
        self.refuse(http, interaction, token, &excuse(&Error::Internal(error))).await
    }

    /// Responds to a request for completion with no choices.
    pub(crate) async fn complete_nothing(
        &self,
        http: &Http,
        interaction: DiscordInteraction,
        token: &str,
    ) -> anyhow::Result<()> {
        let nothing = CreateInteractionResponse::Autocomplete(CreateAutocompleteResponse::new());
        self.respond(http, interaction, token, &nothing).await
    }
}

/// Returns the sentence for a caller about an error. An internal error is logged with a reference that the caller gets, too.
pub(crate) fn excuse(error: &Error) -> String {
    match error {
        Error::Rejected(why) => text::rejected(why),
        Error::Internal(cause) => {
            let reference = format!("{:08x}", rand::random::<u32>());
            tracing::error!(reference, "use case failed: {cause:#}");
            match error.unwritable() {
                Some(why) => text::cannot_store(why, &reference),
                None if error.is_broken_record() => text::broken_record(&reference),
                None => text::our_fault(&reference),
            }
        }
    }
}
