//! Time zones by name. The database is part of the binary, so every machine knows the same zones.

use std::{fmt, str::FromStr, sync::LazyLock};

use jiff::{
    Timestamp,
    civil::{Date, DateTime},
    tz::{AmbiguousOffset, TimeZone, TimeZoneDatabase},
};

use crate::minute::{HoursError, shown};

static DATABASE: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// All names. Cities, which are sorted by region, come first.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut names: Vec<String> = DATABASE.available().map(|name| name.as_str().to_owned()).collect();
    names.sort_by_cached_key(|name| (!is_city(name), name.clone()));
    names
});

const REGIONS: [&str; 10] = [
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
];

/// The suggestions before anything is typed, from west to east.
const COMMON: [&str; 25] = [
    "UTC",
    "Pacific/Honolulu",
    "America/Los_Angeles",
    "America/Denver",
    "America/Mexico_City",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/Sao_Paulo",
    "America/Argentina/Buenos_Aires",
    "Europe/London",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Warsaw",
    "Europe/Kyiv",
    "Europe/Istanbul",
    "Africa/Lagos",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
];

/// The most suggestions at once.
const OFFERED: usize = 25;

fn is_city(name: &str) -> bool {
    name.split_once('/').is_some_and(|(region, _)| REGIONS.contains(&region))
}

/// Returns the text in lower case, with words joined as in the names.
fn folded(text: &str) -> String {
    text.split([' ', '_']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_").to_lowercase()
}

fn last_part(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Returns at most 25 names of time zones that the typed text may become, the likeliest first.
///
/// The text can be the beginning of a name, of a city, or of any word in it. Case does not matter.
///
/// ```
/// assert_eq!(clock::complete("new y"), ["America/New_York"]);
/// assert_eq!(clock::complete("europe/be")[..2], ["Europe/Berlin", "Europe/Belfast"]);
/// assert_eq!(clock::complete("")[0], "UTC");
/// ```
pub fn complete(prefix: &str) -> Vec<&'static str> {
    let prefix = folded(prefix);
    if prefix.is_empty() {
        return COMMON.to_vec();
    }
    let rank = |name: &str| {
        let name = name.to_lowercase();
        let word = || name.match_indices(['/', '_', '-']).any(|(at, _)| name[at + 1..].starts_with(&prefix));
        match () {
            () if name == prefix || last_part(&name) == prefix => Some(0),
            () if last_part(&name).starts_with(&prefix) => Some(1),
            () if name.starts_with(&prefix) => Some(2),
            () if word() => Some(3),
            () => None,
        }
    };
    let mut found: Vec<(u8, &'static str)> =
        NAMES.iter().filter_map(|name| Some((rank(name)?, name.as_str()))).collect();
    found.sort_by_key(|&(rank, name)| (rank, !COMMON.contains(&name)));
    found.into_iter().take(OFFERED).map(|(_, name)| name).collect()
}

/// A time zone of the IANA database.
///
/// Parsing accepts the name in any case, the name of the city alone, or an offset in hours from UTC:
///
/// ```
/// use clock::Zone;
///
/// for (typed, name) in [("europe/berlin", "Europe/Berlin"), ("new york", "America/New_York"), ("UTC+2", "Etc/GMT-2")] {
///     assert_eq!(typed.parse::<Zone>()?.name(), name);
/// }
/// # Ok::<(), clock::HoursError>(())
/// ```
#[derive(Clone)]
pub struct Zone {
    name: String,
    rules: TimeZone,
}

impl Zone {
    /// Returns UTC, the zone of players who have not chosen one.
    pub fn utc() -> Zone {
        Zone { name: "UTC".to_owned(), rules: TimeZone::UTC }
    }

    /// Returns the name in the database: `Europe/Berlin`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Finds the zone with exactly this name, in any case.
    fn named(name: &str) -> Option<Zone> {
        let name = NAMES.iter().find(|known| known.eq_ignore_ascii_case(name))?;
        Some(Zone { name: name.clone(), rules: DATABASE.get(name).ok()? })
    }

    /// Returns the local date and time.
    pub(crate) fn local(&self, at: Timestamp) -> DateTime {
        self.rules.to_datetime(at)
    }

    /// Returns the local date.
    pub(crate) fn date(&self, at: Timestamp) -> Date {
        self.local(at).date()
    }

    /// Returns the first instant at which the local clock shows this time or a later one. A later time of day never gives an
    /// earlier instant.
    pub(crate) fn instant(&self, local: DateTime) -> Timestamp {
        let at = match self.rules.to_ambiguous_timestamp(local).offset() {
            AmbiguousOffset::Unambiguous { offset } => offset.to_timestamp(local),
            AmbiguousOffset::Fold { before, .. } => before.to_timestamp(local),
            // The time does not exist. The clock jumps over it somewhere between these two instants.
            AmbiguousOffset::Gap { before, after } => after
                .to_timestamp(local)
                .and_then(|early| Ok(self.change(early, before.to_timestamp(local)?))),
        };
        let ends = if local.year() < 1970 { Timestamp::MIN } else { Timestamp::MAX };
        at.unwrap_or(ends)
    }

    /// Returns the first change of the offset after `early`, or `late` if the offset stays the same until then.
    fn change(&self, early: Timestamp, late: Timestamp) -> Timestamp {
        let offset = self.rules.to_offset(early);
        let changes = self.rules.following(early).take_while(|change| change.timestamp() <= late);
        changes
            .filter(|change| change.offset() != offset)
            .map(|change| change.timestamp())
            .next()
            .unwrap_or(late)
    }
}

impl FromStr for Zone {
    type Err = HoursError;

    fn from_str(text: &str) -> Result<Self, HoursError> {
        let wanted = folded(text);
        if wanted.is_empty() {
            return Err(HoursError::NoZone);
        }
        let hours = ["utc", "gmt"].iter().find_map(|name| wanted.strip_prefix(name));
        let hours = hours.and_then(|hours| hours.trim_start_matches('_').parse::<i8>().ok());
        let by_offset = || match hours? {
            0 => Some(Zone::utc()),
            // In the database `Etc/GMT-2` is two hours east of Greenwich; people write that as UTC+2.
            hours => Zone::named(&format!("Etc/GMT{:+}", -i16::from(hours))),
        };
        if let Some(zone) = Zone::named(&wanted).or_else(by_offset) {
            return Ok(zone);
        }
        let like = complete(&wanted);
        let mut cities = like.iter().filter(|known| last_part(known).eq_ignore_ascii_case(&wanted));
        let only = if like.len() == 1 { like.first() } else { None };
        cities.next().or(only).and_then(|name| Zone::named(name)).ok_or_else(|| HoursError::UnknownZone {
            typed: shown(text),
            like: like.into_iter().take(3).collect(),
        })
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Zone({})", self.name)
    }
}

impl PartialEq for Zone {
    fn eq(&self, other: &Zone) -> bool {
        self.name == other.name
    }
}

impl Eq for Zone {}

#[cfg(test)]
mod tests;
