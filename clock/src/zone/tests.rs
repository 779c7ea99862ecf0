use super::*;

#[test]
fn names_are_read_as_people_type_them() {
    for (typed, name) in [
        ("Europe/Berlin", "Europe/Berlin"),
        ("EUROPE/berlin", "Europe/Berlin"),
        (" berlin ", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("Buenos Aires", "America/Argentina/Buenos_Aires"),
        ("ho chi minh", "Asia/Ho_Chi_Minh"),
        ("kolkata", "Asia/Kolkata"),
        ("apia", "Pacific/Apia"),
        ("utc", "UTC"),
        ("UTC+0", "UTC"),
        ("gmt-5", "Etc/GMT+5"),
        ("UTC +2", "Etc/GMT-2"),
        ("Etc/GMT+5", "Etc/GMT+5"),
        ("EST5EDT", "EST5EDT"),
    ] {
        assert_eq!(typed.parse::<Zone>().map(|zone| zone.to_string()), Ok(name.to_owned()), "{typed}");
    }
}

#[test]
fn unknown_names_suggest_likely_ones() {
    let why = |typed: &str| typed.parse::<Zone>().unwrap_err().to_string();
    assert_eq!(
        why(" "),
        "Name your time zone or a big city in it, for example `Europe/Berlin` or `new york`."
    );
    assert_eq!(
        why("Entenhausen"),
        "I don't know the time zone `Entenhausen`. Name a big city in it, for example `Europe/Berlin` or `new york`."
    );
    assert_eq!(
        why("lo"),
        "I don't know the time zone `lo`. Did you mean `America/Los_Angeles` or `Europe/London` or `Africa/Lome`?"
    );
    assert!(why("utc+99").starts_with("I don't know the time zone `utc+99`."));
    assert!(why(&"ä".repeat(6000)).chars().count() < 200);
}

#[test]
fn completion_suggests_at_most_25_real_names() {
    for prefix in ["", "a", "am", "e", "utc", "ber", "york", "gmt+", "America/", "ä", "/", "zzz"] {
        let names = complete(prefix);
        assert!(names.len() <= 25, "{prefix}");
        for name in &names {
            assert_eq!(Zone::named(name).map(|zone| zone.name), Some((*name).to_owned()), "{prefix}");
        }
        let distinct: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{prefix}");
    }
    assert_eq!(complete("york")[0], "America/New_York");
    assert_eq!(complete("berlin"), ["Europe/Berlin"]);
    assert!(complete("zzz").is_empty());
}

#[test]
fn every_name_parses_to_itself() {
    for name in NAMES.iter() {
        assert_eq!(name.parse::<Zone>().map(|zone| zone.name), Ok(name.clone()));
    }
}
