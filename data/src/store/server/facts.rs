//! Facts about a server: whether Petri can work with it, and those that an operator wants to know.

use std::time::Duration;

use jiff::Timestamp;
use tokio_postgres::{Config, config::Host};

use super::{Server, locks::place_is_held};
use crate::{
    error::StoreError,
    sql::{self, session::Session},
};

/// How far the clock of this machine may be from that of the server.
pub(super) const MOST_SKEW: Duration = Duration::from_secs(5);
/// The oldest version that Petri works with, as the server counts: 15.
const OLDEST: i32 = 150_000;

/// Facts about a server that works with Petri.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerFacts {
    /// The version of PostgreSQL, in its own words.
    pub version: String,
    /// The standbys that a commit waits for, in PostgreSQL's words; `None` if it waits for none.
    pub waits_for: Option<String>,
    /// How many of these are connected, or of those that may be, if Petri's role must not see which are synchronous.
    pub standbys: u32,
    /// How many bots use the database. A command-line tool counts as one while it does.
    pub bots: u32,
    /// The version of TLS, in PostgreSQL's words; `None` if the connection is not encrypted.
    pub tls: Option<String>,
}

/// The role of one of several hosts of a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostState {
    /// It takes writes.
    Primary,
    /// It follows a primary.
    Standby,
    /// It cannot be used, for this reason.
    Unusable(String),
}

impl Server {
    /// Returns one of the hosts, and its name.
    fn only(&self, number: usize) -> Option<(String, Server)> {
        let mut config = Config::new();
        let name = match self.config.get_hosts().get(number)? {
            Host::Tcp(name) => {
                config.host(name);
                name.clone()
            }
            Host::Unix(path) => {
                config.host_path(path);
                path.display().to_string()
            }
        };
        if let Some(address) = self.config.get_hostaddrs().get(number) {
            config.hostaddr(*address);
        }
        let ports = self.config.get_ports();
        if let Some(port) = ports.get(number).or(ports.first()) {
            config.port(*port);
        }
        if let Some(user) = self.config.get_user() {
            config.user(user);
        }
        if let Some(password) = self.config.get_password() {
            config.password(password);
        }
        if let Some(database) = self.config.get_dbname() {
            config.dbname(database);
        }
        if let Some(options) = self.config.get_options() {
            config.options(options);
        }
        if let Some(timeout) = self.config.get_connect_timeout() {
            config.connect_timeout(*timeout);
        }
        config.ssl_mode(self.config.get_ssl_mode());
        Some((name, Server { config, ..self.clone() }))
    }

    fn state(&self) -> HostState {
        let follows =
            || self.connect()?.number("SELECT CAST(CAST(pg_is_in_recovery() AS INTEGER) AS BIGINT)");
        match follows() {
            Ok(0) => HostState::Primary,
            Ok(_) => HostState::Standby,
            Err(error) => HostState::Unusable(error.to_string()),
        }
    }
}

/// Returns what an operator wants to know of a server.
pub(in crate::store) fn look(server: &Server) -> Result<ServerFacts, StoreError> {
    let mut session = server.connect()?;
    check(&mut session)?;
    let standbys = session.setting("synchronous_standby_names")?;
    let bots = session.number(&format!("SELECT count(*) FROM pg_locks WHERE {}", place_is_held()))?;
    // A role without the rights of pg_monitor sees the connections, and nothing else of them.
    let connected = session.number(
        "SELECT count(*) FROM pg_stat_replication WHERE sync_state IS NULL OR sync_state IN ('sync', 'quorum')",
    )?;
    let tls = session
        .text("SELECT coalesce((SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()), '')")?;
    Ok(ServerFacts {
        version: session.setting("server_version")?,
        waits_for: Some(standbys).filter(|names| !names.is_empty()),
        standbys: u32::try_from(connected).unwrap_or(u32::MAX),
        bots: u32::try_from(bots).unwrap_or(u32::MAX),
        tls: Some(tls).filter(|version| !version.is_empty()),
    })
}

/// Returns the hosts that the address of a database names, with what each of them does.
pub(in crate::store) fn look_at_hosts(server: &Server) -> Vec<(String, HostState)> {
    let hosts = server.config.get_hosts().len();
    (0..hosts).filter_map(|number| server.only(number)).map(|(name, host)| (name, host.state())).collect()
}

/// Checks that this program can work with a database.
pub(super) fn check(session: &mut Session) -> Result<(), StoreError> {
    let unfit = |why: String| Err(StoreError::Unfit(why));
    let version: i32 = session.setting("server_version_num")?.parse().unwrap_or_default();
    if version < OLDEST {
        return unfit(format!("PostgreSQL is of version {version}, and Petri needs {OLDEST} or newer"));
    }
    let encoding = session.setting("server_encoding")?;
    if encoding != "UTF8" {
        return unfit(format!("the database has the encoding {encoding}, and Petri needs UTF8"));
    }
    let collation = session
        .text("SELECT CAST(datcollate AS TEXT) FROM pg_database WHERE datname = current_database()")?;
    if !["C", "C.UTF-8", "POSIX"].contains(&&*collation) {
        return unfit(format!(
            "the database sorts texts as {collation}, and Petri needs C; make it with LC_COLLATE 'C' TEMPLATE template0"
        ));
    }
    let provider = session
        .text("SELECT CAST(datlocprovider AS TEXT) FROM pg_database WHERE datname = current_database()")?;
    if provider == "i" {
        return unfit(
            "the database sorts texts by ICU, and Petri needs C; make it with LOCALE_PROVIDER libc"
                .to_owned(),
        );
    }
    if let Some(why) = wrong_clock(session, Timestamp::now)? {
        return unfit(why);
    }
    let [damage, loss] =
        ["a crash of the server could damage the database", "a crash could lose moves that players saw"];
    for (name, safe, why) in
        [("fsync", &["on"][..], damage), ("synchronous_commit", &["on", "remote_apply"], loss)]
    {
        let value = session.setting(name)?;
        if !safe.contains(&&*value) {
            return unfit(format!("the server has {name} = {value}, with which {why}"));
        }
    }
    Ok(())
}

/// Returns what is wrong if the clocks of this machine and of the server differ too much.
pub(super) fn wrong_clock(session: &mut Session, now: fn() -> Timestamp) -> sql::Result<Option<String>> {
    let mut skew = || {
        let there = session.number("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)")?;
        Ok::<_, sql::Error>(Duration::from_millis(now().as_millisecond().abs_diff(there)))
    };
    // The first answer may have been long under way.
    if skew()? <= MOST_SKEW {
        return Ok(None);
    }
    let skew = skew()?;
    Ok((skew > MOST_SKEW).then(|| {
        format!(
            "the clocks of this machine and of the database server differ by {} seconds; set them by NTP",
            skew.as_secs()
        )
    }))
}
