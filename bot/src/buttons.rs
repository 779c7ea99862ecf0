//! Buttons and menus: what was pressed becomes a use case, its answer an answer.

use poise::serenity_prelude::{
    ActionRowComponent, ButtonKind, ComponentInteraction, ComponentInteractionDataKind, Context, Message,
    MessageFlags,
};

use crate::{
    action::{Action, Target},
    app::App,
    discord,
    posts::{GROUP, PLAY},
    replies::Left,
    service::{Asker, Pass, WHATEVER},
    text,
    trouble::Trouble,
    view::Answer,
};

/// Answers a press.
///
/// # Errors
/// When the answer does not reach Discord.
pub async fn pressed(ctx: &Context, app: &App, press: &ComponentInteraction) -> anyhow::Result<()> {
    app.serve(&ctx.http, press.id, &press.token, respond(app, press)).await
}

/// Does what a press asks for. Returns who pressed, the interaction if the outbox may respond to it, and the response.
async fn respond(app: &App, press: &ComponentInteraction) -> (Asker, Option<Left>, Result<Answer, Trouble>) {
    let private = press.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    let asker = discord::asker(press.user.id, press.guild_id, press.channel_id, press.id, app.service.now());
    let chosen = match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().cloned(),
        _ => None,
    };
    match admit(app, asker, press, private).await {
        Ok((asker, action)) => {
            // An answer to what only one person sees would hang in the air for the others.
            let tells = !private && matches!(action, Action::Play { .. } | Action::Resume(_));
            let left = if tells { app.leave(&asker, &press.token).await } else { None };
            let answer = carry_out(app, &asker, action, chosen).await;
            // Only a press on the lobby or offer itself changes a message that everybody sees.
            let may_change = private || asker.pressed.is_some();
            (asker, left, answer.map(|answer| if may_change { answer } else { answer.in_private() }))
        }
        Err(trouble) => (asker, None, Err(trouble)),
    }
}

/// Reads what a press asks for, if it may be asked there. The asker then knows the message that was pressed if the answer may
/// change it for everybody.
async fn admit(
    app: &App,
    asker: Asker,
    press: &ComponentInteraction,
    private: bool,
) -> Result<(Asker, Action), Trouble> {
    let action: Action = press.data.custom_id.parse().map_err(|_| Trouble::asker(text::UNKNOWN_BUTTON))?;
    let may_show = !private && may_show(&press.message, action.target());
    let asker = Asker { pressed: may_show.then(|| press.message.id.get().into()), ..asker };
    let Pass { in_place, must_see } = app.service.check_press(&asker, &action).await?;
    if let Some(channel) = must_see {
        let seen = match &press.member {
            Some(member) => app.discord.sees(member, channel).await.unwrap_or_else(|error| {
                tracing::warn!("it is not known who sees channel {channel}: {error}");
                false
            }),
            None => false,
        };
        if !seen {
            return Err(Trouble::asker(text::UNKNOWN_GAME));
        }
    }
    Ok((Asker { pressed: asker.pressed.filter(|_| in_place), ..asker }, action))
}

/// Whether a message can be that of this lobby or offer, by what can be pressed on it. A board cannot.
fn may_show(message: &Message, target: Target) -> bool {
    let fits = |custom_id: &str| {
        let action: Option<Action> = custom_id.parse().ok();
        action.is_some_and(|action| {
            let beside_a_lobby = match target {
                Target::Lobby(_) => matches!(action, Action::Options(_) | Action::ShowRules(_)),
                _ => false,
            };
            action.target() == target || beside_a_lobby
        })
    };
    let mut pressable = message.components.iter().flat_map(|row| &row.components).filter_map(custom_id);
    target != Target::Nothing && pressable.all(fits)
}

fn custom_id(component: &ActionRowComponent) -> Option<&str> {
    match component {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => Some(custom_id),
            _ => None,
        },
        ActionRowComponent::SelectMenu(menu) => menu.custom_id.as_deref(),
        _ => None,
    }
}

async fn carry_out(
    app: &App,
    asker: &Asker,
    action: Action,
    chosen: Option<String>,
) -> Result<Answer, Trouble> {
    let service = &app.service;
    let chosen = || chosen.clone().unwrap_or_default();
    match action {
        Action::Join(game) => service.join(asker, game).await,
        Action::Leave(game) => service.leave(asker, game).await,
        Action::Start(game) => service.start(asker, game).await,
        Action::Options(game) => service.options_panel(asker, game).await,
        Action::OptionName(game) => service.option_values(asker, game, chosen()).await,
        Action::OptionValue(game, name) => service.set_option(asker, game, name, chosen()).await,
        Action::Preset(game, name) => service.set_preset(asker, game, name).await,
        Action::SetClock(game) => service.set_clock(asker, game, chosen()).await,
        Action::Seating(game, seating) => service.set_seating(asker, game, seating).await,
        Action::Moves(game) => service.moves_panel(asker, game).await,
        Action::Pick { game, moment, seat, path } => match picked(&chosen(), path) {
            Ok(notation) => service.play_picked(asker, game, moment, seat, notation).await,
            Err(path) => service.pick(asker, game, moment, seat, path).await,
        },
        Action::StartOver { game, moment, seat } => service.pick(asker, game, moment, seat, Vec::new()).await,
        Action::Play { game, moment, notation } => service.play_offered(asker, game, moment, notation).await,
        Action::Confirm { game, moment, notations } => {
            service.play_confirmed(asker, game, moment, notations).await
        }
        Action::Plans(game) => service.plans(asker, game).await,
        Action::MyPlans(game) => service.my_plans(asker, game).await,
        Action::NewPlan(game) => service.new_plan(asker, game).await,
        Action::ExtendPlan(game) => service.extend_plan(asker, game, &chosen()).await,
        Action::DropPlan(game) => service.drop_plan(asker, game, &chosen()).await,
        Action::PickPlan { game, draft, path } => match picked(&chosen(), path) {
            Ok(notation) => service.pick_for_plan(asker, game, draft, notation).await,
            Err(path) => service.browse_for_plan(asker, game, draft, path).await,
        },
        Action::StartPlanOver(game, draft) => service.browse_for_plan(asker, game, draft, Vec::new()).await,
        Action::PlanWhatever(game, draft) => {
            service.pick_for_plan(asker, game, draft, WHATEVER.to_owned()).await
        }
        Action::View(game) => service.own_view(asker, game).await,
        Action::Resign(game) => service.resign(asker, game).await,
        Action::Abort(game) => service.abort(asker, game).await,
        Action::Say { offer, voice, .. } => service.answer_offer(asker, offer, voice).await,
        Action::Withdraw { offer, .. } => service.withdraw_offer(asker, offer).await,
        Action::Resume(game) => service.resume(asker, game).await,
        Action::Rematch(game) => service.rematch(asker, game).await,
        Action::History(game, page) => service.history_page(asker, game, page).await,
        Action::KeepPlaying(_) => Ok(Answer::replace(text::KEPT_PLAYING)),
        Action::ShowRules(kind) => service.rules(asker, Some(kind.slug().to_owned())).await,
        Action::Rules(kind, page) => service.rules_page(kind, page).await,
        Action::Contents(kind) => service.rules_page(kind, chosen().parse().unwrap_or_default()).await,
    }
}

/// What a line of a menu of moves stands for: a move, or the way that leads on.
fn picked(chosen: &str, mut path: Vec<u8>) -> Result<String, Vec<u8>> {
    if let Some(notation) = chosen.strip_prefix(PLAY) {
        return Ok(notation.to_owned());
    }
    path.extend(chosen.strip_prefix(GROUP).and_then(|index| index.parse::<u8>().ok()));
    Err(path)
}
