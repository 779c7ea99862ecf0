//! The title, the seats' cards and the legend as tiles.

use crate::{
    layout::{Area, Layout, MOST_DOTS, Part, Placed, allies, dots_width, icon, indent, place, small},
    paint::Easel,
    scene::{Card, Figure, Hint, Item, Owner, Role, Scene, State},
    theme::Ink,
    tile::{Align, Layer, Tile},
};

pub(crate) fn paint(easel: &mut Easel<'_>, scene: &Scene, layout: &Layout) {
    header(easel, scene, layout);
    for (card, area) in scene.cards.iter().zip(&layout.cards) {
        paint_card(easel, card, *area, layout);
    }
    for (hint, area) in scene.legend.iter().zip(&layout.legend) {
        paint_hint(easel, hint, *area, small(layout.em));
    }
}

/// A bar in the colour of the seat to act or of the winner, with whose turn it is or how the game ended, and the facts as far
/// as there is room.
fn header(easel: &mut Easel<'_>, scene: &Scene, layout: &Layout) {
    let Area { left, top, width, height } = layout.header;
    let pad = height / 3;
    let leading: Vec<Owner> = match &scene.verdict {
        Some(verdict) => verdict.winners.clone(),
        None => scene.cards.iter().filter(|card| card.role == Role::ToAct).map(|card| card.owner).collect(),
    };
    let (ground, ink) = match leading.as_slice() {
        [owner] => (Ink::Body(owner.colour), Ink::On(owner.colour)),
        _ => (Ink::Text, Ink::Canvas),
    };
    let bar = Tile { width, height, unit: height, ground: Ink::Canvas, layers: vec![Layer::Bar(ground)] };
    easel.put(bar, left, top);

    let mut words = scene.headline();
    let mut em = layout.em * 6 / 5;
    while easel.letters.width(&words, em as f32) as u32 + 2 * pad > width && em > layout.em {
        em -= 1;
    }
    // What does not fit even so is cut: the same words stand in the message.
    while easel.letters.width(&words, em as f32) as u32 + 2 * pad > width && words.pop().is_some() {}
    let mut write = |words: &str, em: u32, end: Option<u32>| {
        let words_width = easel.letters.width(words, em as f32).ceil() as u32 + 2;
        let layers = vec![Layer::Words(words.to_owned(), em, ink, Align::Left)];
        let tile = Tile { width: words_width, height: height - 4, unit: height, ground, layers };
        let start = end.map_or(left + pad, |end| end.saturating_sub(words_width));
        easel.put(tile, start, top + 2);
        words_width
    };
    let used = left + pad + write(&words, em, None);
    let mut end = left + width - pad;
    for fact in scene.facts.iter().rev() {
        // Reckoned generously: letters are narrower than this.
        let room = fact.chars().count() as u32 * layout.em * 2 / 3 + pad;
        if used + room <= end {
            end -= write(fact, layout.em, Some(end)) + pad;
        }
    }
}

fn ground(card: &Card) -> Ink {
    match card.role {
        Role::ToAct | Role::Winner => Ink::Wash(card.owner.colour),
        Role::Waiting => Ink::Panel,
        Role::Out => Ink::Canvas,
    }
}

fn paint_card(easel: &mut Easel<'_>, card: &Card, area: Area, layout: &Layout) {
    let line = layout.line;
    let back = Tile {
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
    let (line, em) = (layout.line, layout.em);
    let (left, top) = (area.left + placed.left, area.top + line / 8 + placed.line * line);
    let mut put = |left: u32, width: u32, layer: Layer| {
        let inset = 2;
        let tile = Tile {
            width,
            height: line - inset,
            unit: line - inset,
            ground: ground(card),
            layers: vec![layer],
        };
        easel.put(tile, left, top + inset / 2);
    };
    let words = |words: String, em: u32, ink: Ink| Layer::Words(words, em, ink, Align::Left);
    let strong = if card.role == Role::Out { Ink::Muted } else { Ink::Text };
    let side = icon(line);
    match placed.part {
        Part::Badge => put(left, line - 2, Layer::Badge(card.owner)),
        Part::Name(name) => put(left, placed.width, words(name.to_owned(), em, strong)),
        Part::Allies => put(left, placed.width, words(allies(card), em, Ink::Muted)),
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
        Part::Item(Item::Words(text)) => put(left, placed.width, words(text.clone(), em, Ink::Muted)),
    }
}

fn paint_hint(easel: &mut Easel<'_>, hint: &Hint, area: Area, em: u32) {
    let side = icon(area.height);
    let mut put = |left: u32, width: u32, layers: Vec<Layer>| {
        easel.put(Tile { width, height: side, unit: side, ground: Ink::Canvas, layers }, left, area.top);
    };
    let figure = match hint.figure {
        Figure::Piece(art, state) => vec![Layer::Piece(art, hint.owner, state)],
        Figure::Signed(art, sign) => {
            vec![Layer::Piece(art, hint.owner, State::Sound), Layer::Sign(sign)]
        }
        Figure::Sign(sign) => vec![Layer::Sign(sign)],
        Figure::Progress => vec![Layer::Progress(hint.owner.colour)],
    };
    put(area.left, side, figure);
    let beside = side + area.height / 8;
    let words = Layer::Words(hint.words.clone(), em, Ink::Text, Align::Left);
    put(area.left + beside, area.width.saturating_sub(beside), vec![words]);
}
