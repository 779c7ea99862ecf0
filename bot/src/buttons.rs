//! Buttons and menus: what was pressed becomes a use case, its answer an answer.

use poise::serenity_prelude::{ComponentInteraction, ComponentInteractionDataKind, Context, MessageFlags};

use crate::{
    action::Action,
    app::App,
    discord,
    posts::{GROUP, PLAY},
    service::{Asker, WHATEVER},
    text,
    trouble::Trouble,
    view::Answer,
};

/// Answers a press.
///
/// # Errors
/// When the answer does not reach Discord.
pub async fn pressed(ctx: &Context, app: &App, press: &ComponentInteraction) -> anyhow::Result<()> {
    let private = press.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    let asker = Asker {
        pressed: (!private).then(|| press.message.id.get().into()),
        ..discord::asker(press.user.id, press.guild_id, press.channel_id, press.id, app.service.now())
    };
    app.beat().await;
    let chosen = match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().cloned(),
        _ => None,
    };
    let (left, answer) = match press.data.custom_id.parse() {
        Ok(action) => match app.service.check_press(&asker, &action).await {
            Ok(()) => {
                // An answer to what only one person sees would hang in the air for the others.
                let tells = !private && matches!(action, Action::Play { .. } | Action::Resume(_));
                let left = if tells { app.leave(&asker, &press.token).await } else { None };
                (left, carry_out(app, &asker, action, chosen).await)
            }
            Err(trouble) => (None, Err(trouble)),
        },
        Err(_) => (None, Err(Trouble::asker(text::UNKNOWN_BUTTON))),
    };
    app.deliver(&ctx.http, &asker, &press.token, left, answer).await
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
        Action::SetClock(game) => service.set_clock(asker, game, chosen()).await,
        Action::Seating(game, seating) => service.set_seating(asker, game, seating).await,
        Action::Moves(game) => service.moves_panel(asker, game).await,
        Action::Pick { game, moment, seat, path } => match picked(&chosen(), path) {
            Ok(notation) => service.play_picked(asker, game, moment, seat, notation).await,
            Err(path) => service.pick(asker, game, moment, seat, path).await,
        },
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
