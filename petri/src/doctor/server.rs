//! Checks a database on a PostgreSQL server.

use std::error::Error as _;

use data::{HostState, Place, ServerFacts, Store, StoreError};
use jiff::Timestamp;
use messages::text;

use super::{finding::Finding, local};

/// Checks whether the server can be used, whether a move survives its loss, and whether the games replay correctly. Also returns where
/// games are played, if they can be read.
pub(super) async fn database(address: &str, now: Timestamp) -> (Vec<Finding>, Option<Vec<Place>>) {
    let hosts = Store::look_at_hosts(address).await.unwrap_or_default();
    let mut findings: Vec<Finding> = (hosts.len() > 1).then(|| primaries(&hosts)).into_iter().collect();
    match Store::look_at_server(address).await {
        Ok(facts) => findings.push(standby(&facts)),
        Err(error) => {
            findings.push(unusable(&error));
            return (findings, None);
        }
    }
    match replay(address, now).await {
        Ok((database, places, failed)) => {
            findings.extend([database, local::undelivered(failed)]);
            (findings, Some(places))
        }
        Err(error @ StoreError::TooOld { .. }) => {
            findings.push(Finding::well("database", error.to_string()));
            (findings, None)
        }
        Err(error) => {
            findings.push(unusable(&error));
            (findings, None)
        }
    }
}

fn unusable(error: &StoreError) -> Finding {
    match error {
        StoreError::Address(why) => {
            let why = why.source().map(|why| format!(": {why}")).unwrap_or_default();
            Finding::wrong("database", format!("{error}{why}"), text::READ_ABOUT_ADDRESSES)
        }
        StoreError::Certificates { .. } | StoreError::Unfit(_) => {
            Finding::wrong("database", error.to_string(), text::READ_ABOUT_ADDRESSES)
        }
        _ => Finding::wrong("database", error.to_string(), local::remedy(error)),
    }
}

fn standby(facts: &ServerFacts) -> Finding {
    let is = text::postgres(facts);
    match (&facts.waits_for, facts.standbys) {
        (Some(_), 1..) => Finding::well("server", is),
        (Some(_), 0) => Finding::wrong("server", is, text::CONNECT_A_STANDBY),
        (None, _) => Finding::limited("server", is, text::ADD_A_STANDBY),
    }
}

/// Reports which of several hosts takes writes. If two do, the bots may use either.
fn primaries(hosts: &[(String, HostState)]) -> Finding {
    let is = text::hosts(hosts);
    let of = |wanted: fn(&HostState) -> bool| hosts.iter().filter(|(_, state)| wanted(state)).count();
    match of(|state| *state == HostState::Primary) {
        0 => Finding::wrong("hosts", is, text::PROMOTE_A_STANDBY),
        1 if of(|state| matches!(state, HostState::Unusable(_))) == 0 => Finding::well("hosts", is),
        1 => Finding::limited("hosts", is, text::REPAIR_THE_HOSTS),
        _ => Finding::wrong("hosts", is, text::KEEP_ONE_PRIMARY),
    }
}

/// Replays games for a while, and counts the posts that failed for good.
async fn replay(address: &str, now: Timestamp) -> Result<(Finding, Vec<Place>, u32), StoreError> {
    let store = Store::observe(address).await?;
    let (finding, places) = local::replayed(store.read(local::replay).await?);
    Ok((finding, places, store.read(move |tx| tx.counts(now)).await?.failed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Verdict;

    #[test]
    fn one_primary_and_its_standbys_are_well() {
        let dead = || HostState::Unusable("PostgreSQL: error connecting to server".to_owned());
        let cases = [
            (vec![HostState::Standby, HostState::Primary], Verdict::Well),
            (vec![HostState::Primary, dead()], Verdict::Limited(text::REPAIR_THE_HOSTS.to_owned())),
            (vec![HostState::Standby, dead()], Verdict::Wrong(text::PROMOTE_A_STANDBY.to_owned())),
            (
                vec![HostState::Primary, HostState::Standby, HostState::Primary],
                Verdict::Wrong(text::KEEP_ONE_PRIMARY.to_owned()),
            ),
        ];
        for (states, verdict) in cases {
            let names = ["a", "b", "c"].map(str::to_owned);
            let hosts: Vec<_> = names.into_iter().zip(states).collect();
            assert_eq!(primaries(&hosts).verdict, verdict, "{hosts:?}");
        }
    }

    #[test]
    fn missing_standby_is_reported() {
        let facts = |standbys, bots| ServerFacts {
            version: "15.8".to_owned(),
            waits_for: Some("ANY 1 (b, c)".to_owned()),
            standbys,
            bots,
            tls: None,
        };
        assert_eq!(
            standby(&facts(2, 3)),
            Finding::well(
                "server",
                "PostgreSQL 15.8, commits wait for ANY 1 (b, c), 2 standbys are connected, 3 bots play"
            )
        );
        let alone = standby(&facts(0, 1));
        assert_eq!(alone.verdict, Verdict::Wrong(text::CONNECT_A_STANDBY.to_owned()), "{alone}");
        assert!(alone.is.contains("no standby is connected, 1 bot plays"), "{alone}");
    }

    #[tokio::test]
    async fn advice_for_an_unusable_address_names_the_document() {
        let cases = [
            ("host=a sslmode=maybe", "invalid value for option `sslmode`"),
            ("host=a sslmode=verify-full", "needs sslrootcert"),
            ("host=a sslrootcert=/nowhere.pem", "/nowhere.pem"),
        ];
        for (address, why) in cases {
            let (findings, _) = database(address, Timestamp::UNIX_EPOCH).await;
            let said = findings[0].to_string();
            assert!(said.contains(why) && said.contains(text::READ_ABOUT_ADDRESSES), "{said}");
        }
    }
}
