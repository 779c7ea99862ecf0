//! Checks Discord, or a Discord-compatible server: whom the token belongs to, and what the bot may do.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
    time::Duration,
};

use bot::{connect, discord};
use data::{GuildId, Place};
use jiff::{Timestamp, fmt::rfc2822};
use messages::text;
use play::time::Clock;
use reqwest::{Client, StatusCode, header::DATE};
use serde_json::Value as Json;
use serenity::all::{
    Channel, ChannelId as DiscordChannel, GatewayIntents, GuildChannel, GuildId as DiscordGuild, Http,
    Member, PartialGuild, Permissions, Shard, ShardId, ShardInfo, UserId,
};
use tokio::sync::Mutex;

use super::{finding::Finding, local::MOST_PLACES};

/// How long the doctor waits for one response.
const PATIENCE: Duration = Duration::from_secs(10);
/// How far the machine's clock may be off, in milliseconds.
const SKEW_MS: i64 = 5000;
/// The user agent, in the form that Discord wants.
const AGENT: &str = concat!("DiscordBot (petri, ", env!("CARGO_PKG_VERSION"), ")");

/// Checks everything that the token opens.
pub(super) async fn examine(
    token: &str,
    base_url: Option<&str>,
    clock: &Clock,
    places: Option<&[Place]>,
) -> Vec<Finding> {
    let base = base_url.unwrap_or("https://discord.com").trim_end_matches('/');
    let me = match ask(token, base, "/users/@me", clock).await {
        Ok(answer) => answer,
        Err(why) => {
            return vec![Finding::wrong("connection", text::no_answer(base, &why), text::CHECK_THE_NETWORK)];
        }
    };
    let mut findings = vec![of_clock(me.skew_ms)];
    let Some(id) = me.body["id"].as_str().and_then(|id| id.parse::<u64>().ok()).filter(|&id| id > 0) else {
        findings.push(refused("token", me.status));
        return findings;
    };
    let name = me.body["username"].as_str().unwrap_or_default();
    findings.push(Finding::well("token", text::token_of(name)));
    findings.push(match ask(token, base, "/applications/@me", clock).await {
        Ok(answer) => of_application(&answer),
        Err(why) => Finding::wrong("application", text::no_answer(base, &why), text::CHECK_THE_NETWORK),
    });
    let http = connect::http(token, base_url);
    findings.push(of_gateway(&http, token, base_url.is_some()).await);
    match places {
        Some(places) => findings.extend(of_channels(&http, UserId::new(id), places).await),
        None => findings.push(Finding::limited("permissions", text::CHANNELS_UNKNOWN, text::ASK_AGAIN)),
    }
    findings
}

/// A response, whatever its status.
struct Answer {
    status: StatusCode,
    body: Json,
    /// How far the machine's clock is ahead of the server's.
    skew_ms: Option<i64>,
}

async fn ask(token: &str, base: &str, path: &str, clock: &Clock) -> Result<Answer, String> {
    let answering = async {
        let client = Client::builder().user_agent(AGENT).timeout(PATIENCE).build()?;
        let request = client.get(format!("{base}/api/v10{path}"));
        let before = clock.now();
        let answer = request.header("authorization", format!("Bot {token}")).send().await?;
        let after = clock.now();
        let date = answer.headers().get(DATE).and_then(|date| date.to_str().ok()).map(ToOwned::to_owned);
        let skew_ms = date.and_then(|date| skew(&date, before, after));
        let status = answer.status();
        Ok::<_, reqwest::Error>(Answer { status, body: answer.json().await.unwrap_or_default(), skew_ms })
    };
    // The error must not show the URL, which may come to hold a secret one day.
    answering.await.map_err(|error| format!("{:#}", anyhow::Error::from(error.without_url())))
}

/// Returns how far a clock is ahead at least, if it showed `before` and `after` around a response with this `date`. Returns
/// `None` if the date is unreadable.
fn skew(date: &str, before: Timestamp, after: Timestamp) -> Option<i64> {
    let date = rfc2822::parse(date).ok()?.timestamp().as_millisecond();
    // The date has a resolution of one second.
    let (earliest, latest) = (date, date + 999);
    Some(if before.as_millisecond() > latest {
        before.as_millisecond() - latest
    } else if after.as_millisecond() < earliest {
        after.as_millisecond() - earliest
    } else {
        0
    })
}

fn of_clock(skew_ms: Option<i64>) -> Finding {
    match skew_ms {
        None => Finding::well("clock", text::CLOCK_UNKNOWN),
        Some(skew) if skew.abs() > SKEW_MS => {
            Finding::wrong("clock", text::clock_off(skew), text::SET_THE_CLOCK)
        }
        Some(_) => Finding::well("clock", text::CLOCK_RIGHT),
    }
}

/// Returns the finding for a response without the expected content. A new token invalidates the old one, so the doctor
/// advises it only if the server refused the token itself.
fn refused(what: &'static str, status: StatusCode) -> Finding {
    let remedy = match status {
        StatusCode::UNAUTHORIZED => text::GET_A_TOKEN,
        fine if fine.is_success() => text::CHECK_THE_NETWORK,
        _ => text::TRY_LATER,
    };
    Finding::wrong(what, text::token_refused(status.as_u16()), remedy)
}

fn of_application(answer: &Answer) -> Finding {
    let Some(name) = answer.body["name"].as_str().filter(|_| answer.status.is_success()) else {
        return refused("application", answer.status);
    };
    // Discord sends all interactions to this URL instead of the gateway.
    if answer.body["interactions_endpoint_url"].as_str().is_some_and(|url| !url.is_empty()) {
        return Finding::wrong("application", text::interactions_elsewhere(name), text::REMOVE_ENDPOINT);
    }
    Finding::well("application", text::application(name))
}

/// Checks whether the gateway is reachable. Another server must not name Discord's own gateway.
async fn of_gateway(http: &Http, token: &str, elsewhere: bool) -> Finding {
    let gateway = match http.get_bot_gateway().await {
        Ok(gateway) => gateway,
        Err(error) => return gateway_unreachable(error),
    };
    if elsewhere && connect::is_discords(&gateway.url) {
        return Finding::wrong("gateway", text::DISCORDS_GATEWAY, text::NAME_ITS_OWN_GATEWAY);
    }
    let reached = async {
        let info = ShardInfo { id: ShardId(0), total: 1 };
        let url = Arc::new(Mutex::new(gateway.url));
        // This only connects. Without an identify, no session starts.
        Shard::new(url, token, info, GatewayIntents::empty(), None).await?;
        Ok::<_, serenity::Error>(gateway.session_start_limit.remaining)
    };
    match tokio::time::timeout(PATIENCE, reached).await {
        Ok(Ok(0)) => Finding::wrong("gateway", text::NO_SESSIONS_LEFT, text::WAIT_A_DAY),
        Ok(Ok(left)) => Finding::well("gateway", text::gateway_reached(left)),
        Ok(Err(error)) => gateway_unreachable(error),
        Err(_) => Finding::wrong("gateway", text::gateway_unreachable("no answer"), text::CHECK_THE_NETWORK),
    }
}

fn gateway_unreachable(error: serenity::Error) -> Finding {
    let why = format!("{:#}", discord::failure(error));
    Finding::wrong("gateway", text::gateway_unreachable(&why), text::CHECK_THE_NETWORK)
}

/// Returns a finding for each channel with a game in which permissions are missing, or one for all channels.
async fn of_channels(http: &Http, me: UserId, places: &[Place]) -> Vec<Finding> {
    let mut guilds = HashMap::new();
    let mut findings = Vec::new();
    let (looked_at, others) = places.split_at(places.len().min(MOST_PLACES));
    for place in looked_at {
        match may_do(http, me, place, &mut guilds).await {
            Ok((permissions, channel)) => findings.extend(of_channel(place, permissions, &channel)),
            Err(error) => findings.push(of_closed_channel(place, error)),
        }
    }
    if findings.is_empty() {
        findings.push(Finding::well("permissions", text::may_play_in(looked_at.len())));
    }
    if !others.is_empty() {
        findings.push(Finding::well("permissions", text::more_channels(looked_at.len())));
    }
    findings
}

/// Returns a finding if permissions are missing in a channel.
fn of_channel(place: &Place, have: Permissions, channel: &GuildChannel) -> Option<Finding> {
    let is_thread = channel.thread_metadata.is_some();
    let missing = discord::missing(have, is_thread);
    if !missing.is_empty() {
        let is = text::missing_in(place.channel, place.game, &missing);
        return Some(Finding::wrong("permissions", is, text::GRANT_THEM));
    }
    let can_have_threads = !is_thread && discord::thread_kind(channel.kind).is_some();
    let missing = discord::missing_for_threads(have);
    (can_have_threads && !missing.is_empty()).then(|| {
        let is = text::no_threads_in(place.channel, &missing);
        Finding::limited("permissions", is, text::GRANT_THEM_FOR_THREADS)
    })
}

fn of_closed_channel(place: &Place, error: serenity::Error) -> Finding {
    let status = match &error {
        serenity::Error::Http(error) => error.status_code().map(|status| status.as_u16()),
        _ => None,
    };
    let remedy = if matches!(status, Some(403 | 404)) { text::INVITE_AGAIN } else { text::TRY_LATER };
    let why = format!("{:#}", discord::failure(error));
    Finding::wrong("permissions", text::channel_closed(place.channel, place.game, &why), remedy)
}

/// Returns the bot's permissions in a channel, and that channel.
async fn may_do(
    http: &Http,
    me: UserId,
    place: &Place,
    guilds: &mut HashMap<GuildId, (PartialGuild, Member)>,
) -> serenity::Result<(Permissions, GuildChannel)> {
    let guild = DiscordGuild::new(place.guild.get().max(1));
    if let Entry::Vacant(unknown) = guilds.entry(place.guild) {
        unknown.insert((http.get_guild(guild).await?, http.get_member(guild, me).await?));
    }
    let channel = guild_channel(http, DiscordChannel::new(place.channel.get().max(1))).await?;
    // A thread inherits the permissions of its parent channel.
    let ruling = match channel.thread_metadata.and(channel.parent_id) {
        Some(parent) => guild_channel(http, parent).await?,
        None => channel.clone(),
    };
    let permissions =
        guilds.get(&place.guild).map(|(guild, member)| guild.user_permissions_in(&ruling, member));
    Ok((permissions.unwrap_or_default(), channel))
}

async fn guild_channel(http: &Http, id: DiscordChannel) -> serenity::Result<GuildChannel> {
    match http.get_channel(id).await? {
        Channel::Guild(channel) => Ok(channel),
        _ => Err(serenity::all::ModelError::InvalidChannelType.into()),
    }
}

#[cfg(test)]
mod tests {
    use clock::from_millis;

    use super::*;
    use crate::doctor::Verdict;

    /// The Unix time of the date below, in milliseconds.
    const DATE: i64 = 784_111_777_000;

    #[track_caller]
    fn check(before: i64, after: i64, want: i64) {
        let found =
            skew("Sun, 06 Nov 1994 08:49:37 GMT", from_millis(DATE + before), from_millis(DATE + after));
        assert_eq!(found, Some(want), "{before} to {after}");
    }

    #[test]
    fn clock_is_off_by_more_than_the_round_trip() {
        check(0, 0, 0);
        check(-3000, 3000, 0);
        check(900, 2000, 0);
        check(7999, 9000, 7000);
        check(-9000, -8000, -8000);
        assert_eq!(skew("yesterday", from_millis(0), from_millis(1)), None);
        for (skew, well) in [(None, true), (Some(5000), true), (Some(-5001), false), (Some(3_600_000), false)]
        {
            assert_eq!(of_clock(skew).is_well(), well, "{skew:?}");
        }
    }

    #[test]
    fn interactions_must_come_by_the_gateway() {
        let answer = |body: Json| Answer { status: StatusCode::OK, body, skew_ms: None };
        let there = serde_json::json!({"name": "Petri", "interactions_endpoint_url": "https://example.org"});
        assert!(!of_application(&answer(there)).is_well());
        let none = serde_json::json!({"name": "Petri", "interactions_endpoint_url": null});
        assert!(of_application(&answer(none)).is_well());
    }

    #[test]
    fn outage_does_not_condemn_the_token() {
        for (status, remedy) in [
            (StatusCode::UNAUTHORIZED, text::GET_A_TOKEN),
            (StatusCode::FORBIDDEN, text::TRY_LATER),
            (StatusCode::TOO_MANY_REQUESTS, text::TRY_LATER),
            (StatusCode::SERVICE_UNAVAILABLE, text::TRY_LATER),
            (StatusCode::OK, text::CHECK_THE_NETWORK),
        ] {
            assert_eq!(refused("token", status).verdict, Verdict::Wrong(remedy.to_owned()), "{status}");
            let answer = Answer { status, body: Json::Null, skew_ms: None };
            assert_eq!(of_application(&answer).verdict, Verdict::Wrong(remedy.to_owned()), "{status}");
        }
    }
}
