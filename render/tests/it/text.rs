//! Scenes as text, for snapshots.

use std::fmt::Write;

use render::{
    Art, Cell, Edges, Figure, Ground, Item, Mark, Owner, Piece, Role, Scene, Shape, Sign, State, Way,
};
use rules::{Focus, grid::Square};

/// Returns the whole scene as text. The board is a map with one character for the ground and three for each piece. Everything
/// else follows line by line.
///
/// Grounds: `.` plain, `!` ending, `#` gone, `~` haven, `/` barred, or the first letter of the owner's colour. A `*` follows if
/// the last turn changed the square. Pieces: the letter of the shape, the seat, and a sign for the condition: `?` doomed, `%`
/// ghost, `^` glowing, `$` shielded, `-` secret, `&` planned, `'` new, `"` won.
pub(crate) fn of(scene: &Scene) -> String {
    let Scene { title, facts, call, verdict, board, pieces, marks, outlines, arrows, cards, legend, story } =
        scene;
    let mut text = format!("{title} | {}\n", facts.join(" | "));
    let mut put = |line: std::fmt::Arguments<'_>| writeln!(text, "{line}").unwrap();
    if let Some(call) = call {
        put(format_args!("call: {call}"));
    }
    if let Some(verdict) = verdict {
        let winners: Vec<String> = verdict.winners.iter().map(|owner| owner.seat.to_string()).collect();
        put(format_args!("over: {} [{}]", verdict.words, winners.join(" ")));
    }
    if board.shape == Shape::Hexagon {
        put(format_args!("cells: hexagons"));
    }
    let Edges { top, right, bottom, left } = board.edges;
    for (name, edge) in [("top", top), ("right", right), ("bottom", bottom), ("left", left)] {
        if let Some(owner) = edge {
            put(format_args!("edge: {name} {}", owner.seat));
        }
    }
    for row in (0..board.rows()).rev() {
        let cells: String = (0..board.cols).map(|col| cell(scene, Square::new(col, row))).collect();
        put(format_args!("{:>3} {}", board.row_names[usize::from(row)], cells.trim_end()));
    }
    for (row, word) in &board.banners {
        put(format_args!("banner: {word} on row {row}"));
    }
    for piece in pieces {
        if let Some(count) = piece.count {
            put(format_args!("count: {} {count}", piece.on));
        }
        if let Some(strength) = piece.strength {
            let defence = strength.defence.map_or_else(|| "∞".to_owned(), |defence| defence.to_string());
            put(format_args!("strength: {} {}/{defence}", piece.on, strength.attack));
        }
    }
    for mark in marks {
        match mark {
            Mark::Step { on, cost: None, owner } => put(format_args!("step: {} to {on}", owner.seat)),
            Mark::Step { on, cost: Some(cost), owner } => {
                put(format_args!("step: {} to {on} for {cost}", owner.seat));
            }
            Mark::Sign { on, sign } => put(format_args!("sign: {on} {}", self::sign(*sign))),
            Mark::Focus { on, focus } => put(format_args!("focus: {on} {}", self::focus(*focus))),
        }
    }
    for outline in outlines {
        let squares: Vec<String> = outline.squares.iter().map(Square::to_string).collect();
        let value = outline.value.map_or_else(|| "-".to_owned(), |value| value.to_string());
        put(format_args!("outline: {} {value} {}", outline.owner.seat, squares.join(" ")));
    }
    for arrow in arrows {
        let way = way(arrow.way);
        put(format_args!("arrow: {} {} {}{way}", arrow.owner.seat, arrow.from, arrow.to));
    }
    for card in cards {
        let Owner { seat, colour } = card.owner;
        let allies: String = card.allies.iter().map(|ally| format!("+{ally}")).collect();
        let role = role(card.role);
        let bar = card.progress.map_or_else(String::new, |(part, whole)| format!(" bar {part}/{whole}"));
        let items: Vec<String> = card.lines.iter().flatten().map(item).collect();
        put(format_args!(
            "card: {seat}{allies} {} {role} {}{bar} | {}",
            colour.name(),
            card.score,
            items.join(", ")
        ));
    }
    for hint in legend {
        let figure = match hint.figure {
            Figure::Piece(art, state) => format!("{}{}", letter(art), state_sign(state)),
            Figure::Signed(art, sign) => format!("{} {}", letter(art), self::sign(sign)),
            Figure::Sign(sign) => self::sign(sign),
            Figure::Counted(art, state, number) => format!("{}{} {number}", letter(art), state_sign(state)),
            Figure::Valued(value) => format!("value {value}"),
            Figure::Progress => "bar".to_owned(),
        };
        put(format_args!("legend: {figure} of {} = {}", hint.owner.seat, hint.words));
    }
    for sentence in story {
        put(format_args!("story: {sentence}"));
    }
    text
}

fn cell(scene: &Scene, square: Square) -> String {
    let Cell { ground, fresh } = scene.board.cells[square.index(scene.board.cols)];
    let ground = match ground {
        Ground::Plain => '.',
        Ground::Ending => '!',
        Ground::Gone => '#',
        Ground::Haven => '~',
        Ground::Owned(colour) => colour.name().chars().next().unwrap(),
        Ground::Barred => '/',
    };
    let pieces: String = scene.pieces.iter().filter(|piece| piece.on == square).map(letters).collect();
    format!("{ground}{}{pieces:<5}", if fresh { '*' } else { ' ' })
}

const fn letter(art: Art) -> char {
    match art {
        Art::Pawn => 'p',
        Art::Drone => 'd',
        Art::Queen => 'q',
        Art::Traveller => 't',
        Art::Carrier => 'c',
        Art::Planet => 'o',
        Art::DroppedPlanet => 'l',
        Art::LostPlanet => 'x',
        Art::Plate => '+',
        Art::Neatom => 'n',
        Art::Picophyte => 'P',
        Art::Picozoa => 'A',
        Art::Tetraphyte => 'T',
        Art::Tetrazoa => 'W',
        Art::Pentaphyte => 'S',
        Art::Pentazoa => 'J',
        Art::Phytorb => 'R',
        Art::Zoorb => 'Z',
        Art::Water => 'w',
        Art::Fire => 'f',
        Art::Earth => 'e',
        Art::Unknown => 'u',
        Art::Matriarch => 'Q',
        Art::Attacker => 'a',
        Art::Defender => 'D',
        Art::Builder => 'B',
        Art::Colony => 'C',
    }
}

fn letters(piece: &Piece) -> String {
    format!("{}{}{}", letter(piece.art), piece.owner.seat, state_sign(piece.state))
}

const fn state_sign(state: State) -> &'static str {
    match state {
        State::Sound => "",
        State::Doomed => "?",
        State::Full => "!",
        State::Ghost => "%",
        State::Glowing => "^",
        State::Shielded => "$",
        State::Secret => "-",
        State::Planned => "&",
        State::New => "'",
        State::Won => "\"",
    }
}

fn sign(sign: Sign) -> String {
    match sign {
        Sign::Sticky => "sticky".to_owned(),
        Sign::Held(colour) => format!("held for {}", colour.name()),
        Sign::Ready(colour) => format!("ready for {}", colour.name()),
        Sign::Born => "born".to_owned(),
        Sign::Fell => "fell".to_owned(),
        Sign::Survived => "survived".to_owned(),
        Sign::Perhaps(_, arts) => {
            let names: Vec<&str> = arts.into_iter().flatten().map(Art::name).collect();
            format!("perhaps {}", names.join(" or "))
        }
        Sign::Goal => "goal".to_owned(),
        Sign::Listed(turns) => format!("listed {turns:?}"),
    }
}

const fn focus(focus: Focus) -> &'static str {
    match focus {
        Focus::Actor => "actor",
        Focus::Here => "here",
        Focus::Goal => "goal",
        Focus::Prey => "prey",
        Focus::Other => "other",
        Focus::Change => "change",
        Focus::Dies => "dies",
        Focus::Reach => "reach",
        Focus::Threat => "threat",
    }
}

const fn way(way: Way) -> &'static str {
    match way {
        Way::Went => "",
        Way::Slight => " slight",
        Way::Traded => " traded",
        Way::Planned => " planned",
        Way::PlannedTrade => " planned trade",
        Way::Shields => " shields",
    }
}

fn item(item: &Item) -> String {
    match item {
        Item::Stock(art, count) => format!("{}×{count}", letter(*art)),
        Item::Has(art) => letter(*art).to_string(),
        Item::Points(points) => format!("{points} points"),
        Item::Words(words) => words.clone(),
    }
}

const fn role(role: Role) -> &'static str {
    match role {
        Role::ToAct | Role::ToActInFilm => "to act",
        Role::Waiting => "waiting",
        Role::Out => "out",
        Role::Winner => "winner",
    }
}
