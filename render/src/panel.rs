//! The title, the cards of the seats and the legend as tiles.

use crate::{
    border::Border,
    brush::Letters,
    easel::Easel,
    layout::{Area, Layout, MOST_DOTS, Part, Placed, allies, dots_width, icon, indent, place, small},
    scene::{Card, Figure, Hint, Item, Owner, Role, Scene, Shape, State, shortened},
    theme::Ink,
    tile::{Align, Corner, Count, Layer, Tile},
};

pub(crate) fn paint(easel: &mut Easel<'_>, scene: &Scene, layout: &Layout) {
    if layout.header.height > 0 {
        header(easel, scene, layout);
    }
    for (card, area) in scene.cards.iter().zip(&layout.cards) {
        paint_card(easel, card, *area, layout);
    }
    for (hint, area) in scene.legend.iter().zip(&layout.legend) {
        paint_hint(easel, hint, *area, small(layout.em));
    }
}

/// Draws a bar in the colour of the seat to act or of the winner. It shows the headline, and as many facts as fit.
fn header(easel: &mut Easel<'_>, scene: &Scene, layout: &Layout) {
    let Area { left, top, width, height } = layout.header;
    let pad = pad(layout);
    let leading: Vec<Owner> = match &scene.verdict {
        Some(verdict) => verdict.winners.clone(),
        None => scene.cards.iter().filter(|card| card.role == Role::ToAct).map(|card| card.owner).collect(),
    };
    let (ground, ink) = match leading.as_slice() {
        [owner] => (Ink::Body(owner.colour), Ink::On(owner.colour)),
        _ => (Ink::Text, Ink::Canvas),
    };
    let bar = Tile {
        shape: Shape::Square,
        width,
        height,
        unit: height,
        ground: Ink::Canvas,
        layers: vec![Layer::Bar(ground)],
    };
    easel.put(bar, left, top);

    let (words, em) = headline(scene, easel.letters, layout);
    let facts: Vec<(&String, u32)> =
        scene.facts.iter().map(|fact| (fact, easel.letters.pixels(fact, layout.em))).collect();
    let mut write = |words: &str, em: u32, end: Option<u32>| {
        let words_width = easel.letters.pixels(words, em);
        let layers = vec![Layer::Words(words.to_owned(), em, ink, Align::Left)];
        let tile = Tile {
            shape: Shape::Square,
            width: words_width,
            height: height - 4,
            unit: height,
            ground,
            layers,
        };
        let start = end.map_or(left + pad, |end| end.saturating_sub(words_width));
        easel.put(tile, start, top + 2);
        words_width
    };
    let used = left + pad + write(&words, em, None);
    let mut end = left + width - pad;
    for &(fact, fact_width) in facts.iter().rev() {
        if used + pad + fact_width <= end {
            end -= write(fact, layout.em, Some(end)) + pad;
        }
    }
}

/// Returns the headline and its em. A short headline is large. A headline that is too long even for small text is cut.
fn headline(scene: &Scene, letters: &Letters, layout: &Layout) -> (String, u32) {
    let room = layout.header.width - 2 * pad(layout);
    let fits = |words: &str, em: u32| letters.pixels(words, em) <= room;
    let words = scene.headline();
    let least = small(layout.em);
    let em = (least..=layout.em * 6 / 5).rev().find(|&em| fits(&words, em)).unwrap_or(least);
    (shortened(&words, |words| fits(words, em)), em)
}

/// Returns the space at the ends of the header.
fn pad(layout: &Layout) -> u32 {
    layout.header.height / 3
}

fn ground(card: &Card) -> Ink {
    match card.role {
        Role::ToAct | Role::Winner => Ink::Wash(card.owner.colour),
        Role::Waiting | Role::ToActInFilm => Ink::Panel,
        Role::Out => Ink::Canvas,
    }
}

fn paint_card(easel: &mut Easel<'_>, card: &Card, area: Area, layout: &Layout) {
    let line = layout.line;
    let back = Tile {
        shape: Shape::Square,
        width: area.width,
        height: area.height,
        unit: line,
        ground: Ink::Canvas,
        layers: vec![Layer::Card(card.role, card.owner.colour)],
    };
    easel.put(back, area.left, area.top);
    for placed in place(card, easel.letters, area.width, line, layout.em) {
        paint_part(easel, card, &placed, area, layout);
    }
    if let Some((part, whole)) = card.progress {
        let left = area.left + indent(line);
        let room = area.width - indent(line) - line / 4;
        let thick = (line / 8).max(2);
        let bar = Area { left, top: area.top + area.height - thick * 2, width: room, height: thick };
        easel.fill(bar, Ink::Ghost);
        let done = (room * part.min(whole)).checked_div(whole).unwrap_or(0);
        easel.fill(Area { width: done, ..bar }, Ink::Body(card.owner.colour));
    }
}

fn paint_part(easel: &mut Easel<'_>, card: &Card, placed: &Placed<'_>, area: Area, layout: &Layout) {
    let (line, em, letters) = (layout.line, layout.em, easel.letters);
    let (left, top) = (area.left + placed.left, area.top + line / 8 + placed.line * line);
    let mut put = |left: u32, width: u32, layer: Layer| {
        let inset = 2;
        let tile = Tile {
            shape: Shape::Square,
            width,
            height: line - inset,
            unit: line - inset,
            ground: ground(card),
            layers: vec![layer],
        };
        easel.put(tile, left, top + inset / 2);
    };
    let words = |words: String, em: u32, ink: Ink| Layer::Words(words, em, ink, Align::Left);
    // All text on a coloured ground must be strong.
    let quiet = if ground(card) == Ink::Wash(card.owner.colour) { Ink::Text } else { Ink::Muted };
    let strong = if card.role == Role::Out { Ink::Muted } else { Ink::Text };
    let side = icon(line);
    match placed.part {
        Part::Badge => put(left, line - 2, Layer::Badge(card.owner)),
        Part::Name(name) => put(left, placed.width, words(name.to_owned(), em, strong)),
        Part::Allies => put(left, placed.width, words(allies(card), em, quiet)),
        Part::Score(score, em) => put(left, placed.width, words(score.to_owned(), em, strong)),
        Part::Item(Item::Stock(art, count)) => {
            let state = if *count == 0 { State::Ghost } else { State::Sound };
            put(left, side, Layer::Piece(*art, card.owner, state));
            let beside = side + line / 10;
            put(left + beside, placed.width - beside, words(count.to_string(), em, strong));
        }
        Part::Item(Item::Has(art)) => put(left, side, Layer::Piece(*art, card.owner, State::Sound)),
        Part::Item(Item::Points(points)) if *points <= MOST_DOTS => {
            put(left, placed.width, Layer::Dots(*points, card.owner.colour));
        }
        Part::Item(Item::Points(points)) => {
            let dot = dots_width(1, line);
            put(left, dot, Layer::Dots(1, card.owner.colour));
            put(left + dot, placed.width - dot, words(format!("×{points}"), em, strong));
        }
        Part::Item(Item::Words(text)) => {
            let text = shortened(text, |text| letters.pixels(text, em) <= placed.width);
            put(left, placed.width, words(text, em, quiet));
        }
    }
}

fn paint_hint(easel: &mut Easel<'_>, hint: &Hint, area: Area, em: u32) {
    let side = icon(area.height);
    let mut put = |left: u32, width: u32, layers: Vec<Layer>| {
        easel.put(
            Tile { shape: Shape::Square, width, height: side, unit: side, ground: Ink::Canvas, layers },
            left,
            area.top,
        );
    };
    let figure = match hint.figure {
        Figure::Piece(art, state) => vec![Layer::Piece(art, hint.owner, state)],
        Figure::Signed(art, sign) => {
            vec![Layer::Piece(art, hint.owner, State::Sound), Layer::Sign(sign)]
        }
        Figure::Sign(sign) => vec![Layer::LoneSign(sign)],
        Figure::Counted(art, state, number) => {
            let mut layers = vec![Layer::Piece(art, hint.owner, state)];
            layers.extend((state == State::Doomed).then_some(Layer::Doom));
            layers.push(Layer::Count(Count { number, state, high: art.fights() }));
            layers
        }
        Figure::Valued(value) => {
            let colour = hint.owner.colour;
            vec![
                Layer::Border(Border([false; 8]), Ink::Wash(colour), colour),
                Layer::Tag(value, colour, Corner::UpperLeft),
            ]
        }
        Figure::Progress => vec![Layer::Progress(hint.owner.colour)],
    };
    put(area.left, side, figure);
    let beside = side + area.height / 8;
    let words = Layer::Words(hint.words.clone(), em, Ink::Text, Align::Left);
    put(area.left + beside, area.width.saturating_sub(beside), vec![words]);
}

#[cfg(test)]
mod tests {
    use rules::{ABORT, DRAW, Kind, Options, RESIGN, Seat, TIMEOUT, Table, Viewer};

    use super::*;
    use crate::scene::Verdict;

    /// Returns the headline in a picture of the usual size.
    fn shown(scene: &Scene) -> String {
        let letters = Letters::new();
        headline(scene, &letters, &Layout::new(scene, None, false, &letters)).0
    }

    /// Plays the entries of seats, each as `1 pass`, and compares the headline at the end.
    #[track_caller]
    fn check(kind: Kind, position: &str, entries: &[(u8, &str)], expected: &str) {
        let mut table = Table::from(kind.read(position).unwrap());
        for &(seat, entry) in entries {
            table.play(Seat::new(seat).unwrap(), entry).unwrap();
        }
        assert_eq!(shown(&crate::scene(&table, Viewer::Public, &[])), expected);
    }

    #[test]
    fn results_are_written_in_full() {
        let all = |seats: &[u8], entry| seats.iter().map(|&seat| (seat, entry)).collect::<Vec<_>>();
        let stract = "7/3Ne3/7/7/7/7/3Se3/7 44/45 8 120:90 4,4,4:4,3,4 -";
        let everybody = [1, 2, 3, 4, 5, 6, 7, 8];
        let passes = all(&everybody, "pass");
        check(Kind::Stract, stract, &passes, "North wins, 120 to 90: the turns are used up");
        let level = stract.replace("120:90", "20:20");
        check(Kind::Stract, &level, &passes, "A draw, 20 to 20: the turns are used up");
        let behind = stract.replace("120:90", "-120:12345");
        check(Kind::Stract, &behind, &passes, "South wins, 12345 to -120: the turns are used up");
        let south = all(&[2, 4, 6, 8], RESIGN);
        check(Kind::Stract, stract, &south, "North wins: by resignation");
        let north = all(&[1, 3, 5, 7], TIMEOUT);
        check(Kind::Stract, stract, &north, "South wins: time ran out");
        check(Kind::Stract, stract, &[(1, DRAW)], "A draw: the players agreed on it");
        check(Kind::Stract, stract, &[(1, ABORT)], "No result: it was called off");
        let semiosphere = "8x11 3/2/0/- 4 1 1 d11:h:6,f9:h:3 a5=2";
        check(Kind::Semiosphere, semiosphere, &[(1, "enter")], "Blue wins: a planet is in the Semiosphere");
    }

    #[test]
    fn every_ending_of_every_game_fits() {
        for &kind in Kind::ALL {
            let about = kind.about();
            let players = i64::from(about.most());
            let table = Table::new(kind, &Options::new().with("players", players)).unwrap();
            let names = match about.sides {
                [] => about.colours.iter().map(|colour| format!("{} wins", colour.name())).collect(),
                sides => sides.iter().map(|side| format!("{side} wins, 1200 to 900")).collect::<Vec<_>>(),
            };
            let endings = || about.endings.iter();
            for (name, ending) in names.iter().flat_map(|name| endings().map(move |ending| (name, ending))) {
                let mut scene = crate::scene(&table, Viewer::Public, &[]);
                let words = format!("{name}: {}", ending.words);
                scene.verdict = Some(Verdict { winners: Vec::new(), words: words.clone() });
                assert_eq!(shown(&scene), words);
            }
        }
    }

    #[test]
    fn long_words_stay_on_their_card() {
        let table = Table::new(Kind::Protozoa, &Options::new()).unwrap();
        let mut scene = crate::scene(&table, Viewer::Public, &[]);
        scene.cards[0].lines = vec![vec![Item::Words("Wörter ".repeat(40))]];
        let letters = Letters::new();
        let layout = Layout::new(&scene, None, false, &letters);
        let width = layout.cards[0].width;
        let placed = place(&scene.cards[0], &letters, width, layout.line, layout.em);
        assert!(placed.iter().all(|placed| placed.left + placed.width <= width));
    }

    #[test]
    fn long_headline_is_cut_between_words() {
        let table = Table::new(Kind::Parasites, &Options::new()).unwrap();
        let mut scene = crate::scene(&table, Viewer::Public, &[]);
        scene.call = Some("Wörter ".repeat(40));
        let shown = shown(&scene);
        assert!(shown.len() > 40 && shown.ends_with("Wörter …"), "{shown}");
    }
}
