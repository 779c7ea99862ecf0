//! The rated classes of the games.

use rules::{Kind, Options};

/// Checks the classes of options, which are written as `name=value`.
#[track_caller]
fn check(kind: Kind, cases: &[(&str, Option<&str>)]) {
    for (typed, class) in cases {
        let options: Options = typed
            .split_whitespace()
            .map(|pair| {
                let (name, value) = pair.split_once('=').unwrap();
                let value = match value {
                    "true" => true.into(),
                    "false" => false.into(),
                    text => text.parse::<i64>().map_or_else(|_| text.into(), Into::into),
                };
                (name.to_owned(), value)
            })
            .collect();
        assert_eq!(kind.class(&options), *class, "{kind} {typed}");
    }
}

#[test]
fn presets_are_classes_of_plankton_synapse() {
    check(
        Kind::PlanktonSynapse,
        &[
            ("", Some("standard")),
            ("players=2 preset=standard", Some("standard")),
            ("preset=correspondence", Some("correspondence")),
            ("preset=correspondence turn_limit=120 tiebreak=cells", Some("correspondence")),
            ("turn_limit=300 loss=all", Some("standard")),
            ("turn_limit=120", None),
            ("preset=correspondence turn_limit=300", None),
            ("preset=correspondence loss=first", None),
            ("tiebreak=cells", None),
        ],
    );
}

#[test]
fn presets_are_classes_of_stract() {
    check(
        Kind::Stract,
        &[
            ("", Some("standard")),
            ("players=8", Some("standard")),
            ("players=4 preset=correspondence", Some("correspondence")),
            ("preset=correspondence columns=5 water=5", Some("correspondence")),
            ("columns=7 rows=8 turns=45 water=10 fire=10 earth=10", Some("standard")),
            ("preset=correspondence turns=45", None),
            ("rows=9", None),
            ("players=3", None),
        ],
    );
}

#[test]
fn semiosphere_is_rated_if_balanced() {
    check(
        Kind::Semiosphere,
        &[
            ("preset=balanced", Some("balanced")),
            ("players=4 preset=balanced first=3", Some("balanced")),
            ("preset=balanced reach=3 rotate=true lost_bonus=0", Some("balanced")),
            ("", None),
            ("preset=standard", None),
            ("preset=balanced rotate=false", None),
            ("preset=balanced rows=12", None),
            ("preset=standard lost_bonus=0 reach=3 rotate=true", None),
        ],
    );
}

#[test]
fn protozoa_has_a_class_for_each_size_and_teams() {
    check(
        Kind::Protozoa,
        &[
            ("", Some("size-8")),
            ("players=4 size=6", Some("size-6")),
            ("players=3 size=10 first=2", Some("size-10")),
            ("players=4 teams=own size=6", Some("size-6-own")),
            ("players=4 teams=own", Some("size-8-own")),
            ("players=4 teams=own size=10", Some("size-10-own")),
            ("players=4 teams=mixed size=6", Some("size-6-mixed")),
            ("players=4 teams=mixed", Some("size-8-mixed")),
            ("players=4 teams=mixed size=10", Some("size-10-mixed")),
            ("goal=15 rounds=30 start=drones teams=none", Some("size-8")),
            ("goal=12", None),
            ("rounds=20", None),
            ("start=pawns", None),
            ("size=7", None),
        ],
    );
}

#[test]
fn parasites_is_rated_on_the_usual_board() {
    check(
        Kind::Parasites,
        &[
            ("", Some("standard")),
            ("players=2 size=10", Some("standard")),
            ("players=8 size=22 first=8", Some("standard")),
            ("players=5", Some("standard")),
            ("players=3 size=10", None),
            ("players=2 size=12", None),
            ("players=8 size=10", None),
        ],
    );
}
