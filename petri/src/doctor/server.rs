//! Checks a database on a PostgreSQL server.

use std::error::Error as _;

use data::{Place, ServerFacts, Store, StoreError};
use jiff::Timestamp;
use messages::text;

use super::{finding::Finding, local};

/// Checks whether the server can be used, whether a move survives its loss, and whether the games replay correctly. Also returns where
/// games are played.
pub(super) async fn database(address: &str, now: Timestamp) -> (Vec<Finding>, Vec<Place>) {
    let facts = match Store::look_at_server(address).await {
        Ok(facts) => facts,
        Err(error) => return (vec![unusable(&error)], Vec::new()),
    };
    let mut findings = vec![standby(&facts)];
    match replay(address, now).await {
        Ok((database, places, failed)) => {
            findings.extend([database, local::undelivered(failed)]);
            (findings, places)
        }
        Err(error @ StoreError::TooOld { .. }) => {
            findings.push(Finding::well("database", error.to_string()));
            (findings, Vec::new())
        }
        Err(error) => {
            findings.push(unusable(&error));
            (findings, Vec::new())
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
    let is = text::postgres(&facts.version, facts.tls.as_deref(), facts.waits_for.as_deref(), facts.in_use);
    match facts.waits_for {
        Some(_) => Finding::well("server", is),
        None => Finding::limited("server", is, text::ADD_A_STANDBY),
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
