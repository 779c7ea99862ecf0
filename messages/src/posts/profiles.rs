//! Posts of profiles and of results of two people.

use jiff::{ToSpan as _, civil::Date};
use play::content::{PlayerProfile, Versus};
use render::chart::{Chart, Line, Point};

use crate::{
    action::Action,
    text,
    view::{Card, Choice, MOST_CHOICES, Menu, Picture, Post, Row, cut},
};

/// Returns a profile with a menu of its charts. `picture` is that of [`rating_line`].
#[must_use]
pub fn profile(profile: &PlayerProfile, picture: Option<Picture>) -> Post {
    let mut rows = Vec::new();
    if let (Some((shown, _)), [_, _, ..]) = (&profile.chart, profile.ratings.as_slice()) {
        let others = profile.ratings.iter().map(|rating| rating.pool).filter(|pool| pool.id != shown.id);
        let choice = |pool| Choice {
            label: text::pool_name(&pool),
            value: pool.id.get().to_string(),
            hint: String::new(),
        };
        rows.push(Row::Menu(Menu {
            prompt: text::OTHER_CHARTS.to_owned(),
            action: Action::Profile(profile.person, shown.id),
            choices: others.take(MOST_CHOICES).map(choice).collect(),
        }));
    }
    Post {
        card: Some(Card {
            title: text::PROFILE_TITLE.to_owned(),
            body: cut(&text::profile(profile), 4000),
            picture,
            ..Card::default()
        }),
        rows,
        ..Post::default()
    }
}

/// Returns the chart of a profile; `None` if there is no rating to draw.
#[must_use]
pub fn rating_line(profile: &PlayerProfile) -> Option<Chart> {
    let (pool, events) = profile.chart.as_ref()?;
    let first = events.first()?;
    let begin = (first.day, first.before);
    let points = std::iter::once(begin).chain(events.iter().map(|event| (event.day, event.after)));
    let points = points.map(|(day, rating)| Point {
        day: date(day),
        rating: rating.shown(),
        deviation: rating.plus_minus(),
    });
    Some(Chart::Line(Line { title: text::pool_name(pool), points: points.collect() }))
}

/// Returns the date of a day that counts from 1970.
fn date(day: i64) -> Date {
    Date::constant(1970, 1, 1).saturating_add(day.clamp(0, 2_000_000).days())
}

/// Returns the results of two people against each other.
#[must_use]
pub fn versus(versus: &Versus) -> Post {
    Post {
        card: Some(Card {
            title: text::VERSUS_TITLE.to_owned(),
            body: cut(&text::versus(versus), 4000),
            ..Card::default()
        }),
        ..Post::default()
    }
}
