//! Buttons and menus: turns a press into a use case, and responds.

use std::collections::BTreeMap;

use data::RatingsWish;
use engine::Level;
use messages::{
    action::{Action, PrivacyChoice},
    posts::{self, GROUP, PLAY},
    view::{self, Form, Response},
};
use play::{
    content::{BoardPage, Preference},
    error::Error,
    rejected::Rejected,
    service::{
        Caller, HintWish, Invitee, MachineAct, Member, Pass, ReplayWish, Screen, SketchAct, SketchWish,
        Target, WHATEVER, Wish,
    },
};
use poise::serenity_prelude::{
    ActionRowComponent, ButtonKind, ComponentInteraction, ComponentInteractionDataKind, Context, Message,
    MessageFlags, ModalInteraction,
};

use crate::{
    app::App,
    discord,
    opening::{self, Place},
    replies::Left,
};

/// Handles and responds to a press.
///
/// # Errors
/// If the response does not reach Discord.
pub async fn pressed(ctx: &Context, app: &App, press: &ComponentInteraction) -> anyhow::Result<()> {
    let action: Option<Action> = press.data.custom_id.parse().ok();
    if let Some(form) = action.as_ref().and_then(|action| form_for(action, press)) {
        return app.open_form(&ctx.http, press.id, &press.token, &form).await;
    }
    if action.is_some_and(|action| action.is_slow()) {
        let caller =
            discord::caller(press.user.id, press.guild_id, press.channel_id, press.id, app.service.now());
        let work = async { respond(app, press).await.2 };
        return app.serve_slowly(&ctx.http, press.id, &press.token, &caller, work).await;
    }
    app.serve(&ctx.http, press.id, &press.token, respond(app, press)).await
}

/// Returns the form that a choice in a menu opens.
fn form_for(action: &Action, press: &ComponentInteraction) -> Option<Form> {
    let preference = match (action, &press.data.kind) {
        (Action::ChoosePreference, ComponentInteractionDataKind::StringSelect { values }) => {
            Preference::from_word(values.first()?)?
        }
        _ => return None,
    };
    preference.is_typed().then(|| posts::preference_form(preference))
}

/// Handles and responds to a form. Only the panel of settings opens forms.
///
/// # Errors
/// If the response does not reach Discord.
pub async fn sent(ctx: &Context, app: &App, sent: &ModalInteraction) -> anyhow::Result<()> {
    let caller = discord::caller(sent.user.id, sent.guild_id, sent.channel_id, sent.id, app.service.now());
    let work = async {
        let result = match sent.data.custom_id.parse() {
            Ok(Action::SetPreference(preference)) => {
                let typed = discord::typed(&sent.data.components).unwrap_or_default().to_owned();
                app.service.set_preference(&caller, preference, &[typed]).await
            }
            _ => Err(Error::rejected(Rejected::UnknownButton)),
        };
        (caller, None, app.write(&caller, result).await)
    };
    app.serve(&ctx.http, sent.id, &sent.token, work).await
}

/// Carries a press out. Returns the caller, the interaction if the outbox may respond to it, and the response.
async fn respond(app: &App, press: &ComponentInteraction) -> (Caller, Option<Left>, Result<Response, Error>) {
    let private = press.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    let caller =
        discord::caller(press.user.id, press.guild_id, press.channel_id, press.id, app.service.now());
    let chosen = Chosen::of(press);
    let member = discord::member(press.member.as_ref());
    match admit(app, caller, press, &member, private).await {
        Ok((caller, action)) => {
            // A public response to a press on a private message would make no sense to the others.
            let tells = !private && matches!(action, Action::Play { .. } | Action::Resume(_));
            let left = if tells { app.leave(&caller, &press.token).await } else { None };
            let answer = carry_out(app, &caller, (press, &member), action, chosen).await;
            // Only a press on the lobby or offer itself changes a message that everybody sees.
            let may_change = private || caller.pressed.is_some();
            (caller, left, answer.map(|answer| if may_change { answer } else { view::in_private(answer) }))
        }
        Err(error) => (caller, None, Err(error)),
    }
}

/// The choice that a user has made in a menu; nothing for a button.
struct Chosen {
    values: Vec<String>,
    users: Vec<Invitee>,
}

impl Chosen {
    fn of(press: &ComponentInteraction) -> Chosen {
        let mut users = Vec::new();
        let values = match &press.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => values.clone(),
            ComponentInteractionDataKind::ChannelSelect { values } => {
                values.iter().map(ToString::to_string).collect()
            }
            ComponentInteractionDataKind::RoleSelect { values } => {
                values.iter().map(ToString::to_string).collect()
            }
            ComponentInteractionDataKind::UserSelect { values } => {
                let resolved = &press.data.resolved;
                users.extend(values.iter().map(|id| Invitee {
                    person: id.get().into(),
                    bot: resolved.users.get(id).is_some_and(|user| user.bot),
                    here: resolved.members.contains_key(id),
                }));
                Vec::new()
            }
            _ => Vec::new(),
        };
        Chosen { values, users }
    }
}

/// Returns what the user who pressed is called on the server.
fn name_of(press: &ComponentInteraction) -> &str {
    press.member.as_ref().map_or_else(|| press.user.display_name(), |member| member.display_name())
}

/// Reads the action of a press and checks that it belongs to the channel. The returned caller has the pressed message only if the
/// response may change it for everybody.
async fn admit(
    app: &App,
    caller: Caller,
    press: &ComponentInteraction,
    member: &Member,
    private: bool,
) -> Result<(Caller, Action), Error> {
    let action: Action =
        press.data.custom_id.parse().map_err(|_| Error::rejected(Rejected::UnknownButton))?;
    // A panel stays open when its user loses the permission, and anybody can send any custom id.
    if action.is_for_managers() && !member.manages {
        return Err(Error::rejected(Rejected::NotAdmin));
    }
    let may_show = !private && may_show(&press.message, action.target());
    let caller = Caller { pressed: may_show.then(|| press.message.id.get().into()), ..caller };
    let Pass { in_place, must_see } = app.service.check_press(&caller, action.press()).await?;
    app.check_sight(press.member.as_ref(), must_see).await?;
    Ok((Caller { pressed: caller.pressed.filter(|_| in_place), ..caller }, action))
}

/// Returns whether a message can belong to this lobby or offer, judging by its buttons and menus. A board cannot.
fn may_show(message: &Message, target: Target) -> bool {
    let fits = |custom_id: &str| {
        let action: Option<Action> = custom_id.parse().ok();
        action.is_some_and(|action| {
            // The message of a lobby also has these three buttons.
            let beside_a_lobby = match target {
                Target::Lobby(_) => {
                    matches!(action, Action::Options(_) | Action::People(_) | Action::ShowRules(_))
                }
                _ => false,
            };
            action.target() == target || beside_a_lobby
        })
    };
    let mut pressable = message.components.iter().flat_map(|row| &row.components).filter_map(custom_id);
    target != Target::Nothing && pressable.all(fits)
}

/// Returns the labels and actions of a message's buttons and menus. A menu has no label.
fn offered(message: &Message) -> Vec<(String, Action)> {
    let components = message.components.iter().flat_map(|row| &row.components);
    let offered = components.filter_map(|component| {
        let label = match component {
            ActionRowComponent::Button(button) => button.label.clone().unwrap_or_default(),
            _ => String::new(),
        };
        Some((label, custom_id(component)?.parse().ok()?))
    });
    offered.collect()
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
    caller: &Caller,
    (press, member): (&ComponentInteraction, &Member),
    action: Action,
    Chosen { values, users }: Chosen,
) -> Result<Response, Error> {
    let service = &app.service;
    let chosen = || values.first().cloned().unwrap_or_default();
    let result = match action {
        Action::Join(game) => service.join_as(caller, game, name_of(press)).await,
        Action::Leave(game) => service.leave(caller, game).await,
        Action::Start(game) => service.start(caller, game).await,
        Action::Invite(game) => service.invite(caller, game, users).await,
        Action::Casual(game) => service.set_casual(caller, game, true).await,
        Action::Rated(game) => service.set_casual(caller, game, false).await,
        Action::AddMachine(game) => match chosen().parse().ok().and_then(Level::from_number) {
            Some(level) => service.change_machines(caller, game, MachineAct::Add(level)).await,
            None => Err(Error::rejected(Rejected::UnknownButton)),
        },
        Action::FillWithMachines(game) => service.change_machines(caller, game, MachineAct::Fill).await,
        Action::RemoveMachine(game) => service.change_machines(caller, game, MachineAct::Remove).await,
        Action::People(game) => service.lobby_people(caller, game).await,
        Action::Options(game) => service.options_panel(caller, game).await,
        Action::OptionName(game) => service.option_values(caller, game, chosen()).await,
        Action::OptionValue(game, name) => service.set_option(caller, game, name, chosen()).await,
        Action::Preset(game, name) => service.set_preset(caller, game, name).await,
        Action::SetClock(game) => service.set_clock(caller, game, chosen()).await,
        Action::Seating(game, seating) => service.set_seating(caller, game, seating).await,
        Action::Moves(game) => service.moves_panel(caller, game).await,
        Action::Screen { game, revision, seat, draft, path } => match chosen().strip_prefix(PLAY) {
            Some(notation) => service.play_picked(caller, game, revision, seat, notation.to_owned()).await,
            None => {
                let path = longer(path, &chosen());
                service.screen(caller, Screen { game, revision, seat, draft, path }).await
            }
        },
        Action::Order { game, revision, seat, notation } => {
            service.play_picked(caller, game, revision, seat, notation).await
        }
        Action::Pick { game, revision, seat, .. } => match chosen().strip_prefix(PLAY) {
            Some(notation) => service.play_picked(caller, game, revision, seat, notation.to_owned()).await,
            None => service.screen(caller, Screen::first(game, revision, seat)).await,
        },
        Action::StartOver { game, revision, seat } => {
            service.screen(caller, Screen::first(game, revision, seat)).await
        }
        Action::Play { game, revision, notation } => {
            service.play_shown(caller, game, revision, notation).await
        }
        Action::Confirm { game, revision, notations } => {
            service.play_confirmed(caller, game, revision, notations).await
        }
        Action::Plans(game) => service.plans(caller, game).await,
        Action::MyPlans(game) => service.my_plans(caller, game).await,
        Action::NewPlan(game) => service.new_plan(caller, game).await,
        Action::PlanPasses(game, until) => service.plan_passes(caller, game, until).await,
        Action::ExtendPlan(game) => service.extend_plan(caller, game, &chosen()).await,
        Action::DropPlan(game) => service.drop_plan(caller, game, &chosen()).await,
        Action::PlanScreen { game, draft, path } => match chosen().strip_prefix(PLAY) {
            Some(notation) => service.pick_for_plan(caller, game, draft, notation.to_owned()).await,
            None => service.browse_for_plan(caller, game, draft, longer(path, &chosen())).await,
        },
        Action::PlanMove { game, draft, notation } => {
            service.pick_for_plan(caller, game, draft, notation).await
        }
        Action::PickPlan { game, draft, .. } => match chosen().strip_prefix(PLAY) {
            Some(notation) => service.pick_for_plan(caller, game, draft, notation.to_owned()).await,
            None => service.browse_for_plan(caller, game, draft, String::new()).await,
        },
        Action::StartPlanOver(game, draft) => {
            service.browse_for_plan(caller, game, draft, String::new()).await
        }
        Action::PlanWhatever(game, draft) => {
            service.pick_for_plan(caller, game, draft, WHATEVER.to_owned()).await
        }
        Action::View(game) => service.own_view(caller, game).await,
        Action::Resign(game) => service.resign(caller, game).await,
        Action::Abort(game) => service.abort(caller, game).await,
        Action::Vote { offer, vote, .. } => service.vote(caller, offer, vote).await,
        Action::Withdraw { offer, .. } => service.withdraw_offer(caller, offer).await,
        Action::Resume(game) => service.resume(caller, game).await,
        Action::Rematch(game) => service.rematch_as(caller, member, game).await,
        Action::RematchAgainst(game, level) => service.rematch_against(caller, member, game, level).await,
        Action::History(game, page) => service.history_page(caller, game, page).await,
        Action::Server => service.server_again(caller).await,
        Action::ServerSetting => service.server_setting(caller, &chosen()).await,
        Action::SetServer(setting) => service.set_server_setting(caller, setting, &values).await,
        Action::UnsetServer(setting) => service.unset_server_setting(caller, setting).await,
        Action::ServerPreset => service.server_preset(caller, &chosen()).await,
        Action::SetServerPreset(kind) => service.set_server_preset(caller, kind, &chosen()).await,
        Action::Underway(page) => service.games_underway(caller, page).await.map(in_place),
        Action::AuditLog(page) => service.audit_log(caller, page).await.map(in_place),
        Action::More(game) => service.more(caller, game).await,
        Action::TextBoard(game) => service.text_board(caller, game).await.map(in_place),
        Action::Flip(game) => service.flip(caller, game).await.map(in_place),
        Action::Offer(_, kind) => service.offer(caller, kind).await.map(in_place),
        Action::AskResign(_) => service.ask_resign(caller).await.map(in_place),
        Action::OpenSeat(_) => service.open_seat(caller, caller.person, false).await.map(in_place),
        Action::Review(page) => service.review(caller, page).await.map(in_place),
        Action::Replay(game) => {
            let largest = press.attachment_size_limit as usize;
            let wish = ReplayWish { game: Some(game), largest, ..ReplayWish::default() };
            service.replay(caller, wish).await
        }
        Action::Steps { game, revision } => service.steps(caller, game, revision).await,
        Action::CatchUp(game) => service.catch_up(caller, game).await,
        Action::TryOut(game) => {
            service.analyse(caller, SketchWish { game: Some(game), ..SketchWish::default() }).await
        }
        Action::TryTurn(game, turn) => {
            let wish = SketchWish { game: Some(game), turn: Some(turn), ..SketchWish::default() };
            service.analyse(caller, wish).await
        }
        Action::RatingChange(game) => service.rating_change(caller, game).await,
        Action::Leaderboard { pool, span, page } => service.leaderboard_page(caller, pool, span, page).await,
        Action::LeaderboardOf(span) => {
            let pool = chosen().parse::<i64>().unwrap_or_default().into();
            service.leaderboard_page(caller, pool, span, BoardPage::Top).await
        }
        Action::Profile(person, pool) => {
            let pool = chosen().parse::<i64>().map_or(pool, Into::into);
            service.profile_chart(caller, person, pool).await
        }
        Action::KeepPlaying(game) => {
            return Ok(Response::Update(posts::closed(game, &offered(&press.message))));
        }
        Action::ShowRules(kind) => service.rules(caller, Some(kind.slug().to_owned())).await,
        Action::Rules(kind, number) => service.rules_page(caller, kind, number).await,
        Action::Preferences => service.settings_again(caller).await,
        Action::ChoosePreference => service.preference(caller, &chosen()).await,
        Action::SetPreference(preference) => service.set_preference(caller, preference, &values).await,
        Action::TestPings => service.test_pings(caller).await,
        Action::Privacy(choice) => match choice {
            PrivacyChoice::Ratings => match RatingsWish::from_word(&chosen()) {
                Some(wish) => service.set_ratings(caller, wish).await,
                None => Err(Error::rejected(Rejected::UnknownButton)),
            },
            PrivacyChoice::WorldOn => service.set_world(caller, true).await,
            PrivacyChoice::WorldOff => service.set_world(caller, false).await,
            PrivacyChoice::ShowProfile => service.set_profile_shown(caller, true).await,
            PrivacyChoice::HideProfile => service.set_profile_shown(caller, false).await,
            PrivacyChoice::ShowHours => service.set_hours_shown(caller, true).await,
            PrivacyChoice::HideHours => service.set_hours_shown(caller, false).await,
            PrivacyChoice::DeleteNow => service.erase_now(caller).await,
            PrivacyChoice::DeleteLater => service.erase_later(caller).await,
            PrivacyChoice::Keep => service.keep_data(caller).await,
        },
        Action::Try { sketch, ply, act } => {
            let value = chosen();
            let act = match (act, value.strip_prefix(PLAY)) {
                (SketchAct::Show(_), Some(notation)) => SketchAct::Play(notation.to_owned()),
                (SketchAct::Show(path), None) => SketchAct::Show(longer(path, &value)),
                (act, _) => act,
            };
            service.press_sketch(caller, sketch, ply, act).await
        }
        Action::Hints(game, hints) => service.set_hints(caller, game, hints).await,
        Action::Hint(game, turn) => app.hint(caller, HintWish { game: Some(game), turn: Some(turn) }).await,
        Action::HintNow(game) => app.hint(caller, HintWish { game: Some(game), turn: None }).await,
        Action::Learn(kind) => service.learn(caller, kind.slug().to_owned()).await,
        Action::PlayMachines(kind, level) => {
            let wish = Wish {
                game: kind.slug().to_owned(),
                options: String::new(),
                clock: String::new(),
                machine: Some(level),
                invited: Vec::new(),
            };
            let names = BTreeMap::from([(caller.person, name_of(press).to_owned())]);
            let place = Place {
                caller: *caller,
                member: member.clone(),
                channel: press.channel.as_ref(),
                permissions: press.app_permissions,
            };
            return opening::open(app, place, wish, names).await;
        }
        Action::Solve(puzzle) => service.solve(caller, puzzle).await,
        Action::Contents(kind) => {
            service.rules_page(caller, kind, chosen().parse().unwrap_or_default()).await
        }
    };
    app.write(caller, result).await
}

/// Returns the response as an edit of the pressed message.
fn in_place(response: play::Response) -> play::Response {
    play::Response::Update(response.content().clone())
}

/// Returns the path with the word of the chosen menu line, if there is one.
fn longer(path: String, chosen: &str) -> String {
    match chosen.strip_prefix(GROUP) {
        Some(word) => format!("{path}.{word}"),
        None => path,
    }
}
