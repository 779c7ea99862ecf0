//! A scene as text: what snapshots of scenes are made of.

use std::fmt::Write;

use rules::{Focus, grid::Square};

use crate::scene::{Art, Cell, Figure, Ground, Item, Mark, Owner, Piece, Role, Scene, Sign, State, Way};

impl Scene {
    /// The whole scene, one fact for each place: the board as a map, a character for the ground and three for what lies on
    /// top, then everything else line by line.
    ///
    /// Grounds: `.` plain, `!` ending, `#` gone, `~` haven, `/` barred, the first letter of the owner's colour; `*` behind it
    /// when touched in the last turn. Pieces: the letter of the shape, the seat, and a sign of the state: `?` doomed, `%` ghost,
    /// `^` glowing, `$` shielded, `-` secret, `&` planned, `'` new, `"` won.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{} | {}\n", self.title, self.facts.join(" | "));
        if let Some(call) = &self.call {
            put(&mut text, format_args!("call: {call}"));
        }
        if let Some(verdict) = &self.verdict {
            let winners: Vec<String> = verdict.winners.iter().map(|owner| owner.seat.to_string()).collect();
            put(&mut text, format_args!("over: {} [{}]", verdict.words, winners.join(" ")));
        }
        for row in (0..self.board.rows()).rev() {
            let cells = (0..self.board.cols).map(|col| self.cell(Square::new(col, row)));
            let cells: String = cells.collect();
            put(
                &mut text,
                format_args!("{:>3} {}", self.board.row_names[usize::from(row)], cells.trim_end()),
            );
        }
        if let Some((row, word)) = self.board.banner {
            put(&mut text, format_args!("banner: {word} on row {row}"));
        }
        for piece in self.pieces.iter().filter(|piece| piece.count.is_some()) {
            put(&mut text, format_args!("count: {} {}", piece.on, piece.count.unwrap_or_default()));
        }
        for mark in &self.marks {
            match mark {
                Mark::Step { on, cost, owner } => {
                    put(&mut text, format_args!("step: {} to {on} for {cost:?}", owner.seat));
                }
                Mark::Sign { on, sign } => put(&mut text, format_args!("sign: {on} {}", self::sign(*sign))),
                Mark::Focus { on, focus } => {
                    put(&mut text, format_args!("focus: {on} {}", self::focus(*focus)))
                }
            }
        }
        for outline in &self.outlines {
            let squares: Vec<String> = outline.squares.iter().map(Square::to_string).collect();
            put(
                &mut text,
                format_args!("outline: {} {} {}", outline.owner.seat, outline.value, squares.join(" ")),
            );
        }
        for arrow in &self.arrows {
            let way = way(arrow.way);
            put(&mut text, format_args!("arrow: {} {} {}{way}", arrow.owner.seat, arrow.from, arrow.to));
        }
        for card in &self.cards {
            let Owner { seat, colour } = card.owner;
            let allies: String = card.allies.iter().map(|ally| format!("+{ally}")).collect();
            let items: Vec<String> = card.lines.iter().flatten().map(item).collect();
            let role = role(card.role);
            put(
                &mut text,
                format_args!(
                    "card: {seat}{allies} {} {role} {} | {}",
                    colour.name(),
                    card.score,
                    items.join(", ")
                ),
            );
        }
        for hint in &self.legend {
            let figure = match hint.figure {
                Figure::Piece(art, state) => format!("{}{}", letter(art), state_sign(state)),
                Figure::Signed(art, sign) => format!("{} {}", letter(art), self::sign(sign)),
                Figure::Sign(sign) => self::sign(sign),
                Figure::Progress => "bar".to_owned(),
            };
            put(&mut text, format_args!("legend: {figure} = {}", hint.words));
        }
        for sentence in &self.story {
            put(&mut text, format_args!("story: {sentence}"));
        }
        text
    }

    fn cell(&self, square: Square) -> String {
        let Cell { ground, fresh } = self.board.cells[square.index(self.board.cols)];
        let ground = match ground {
            Ground::Plain => '.',
            Ground::Ending => '!',
            Ground::Gone => '#',
            Ground::Haven => '~',
            Ground::Owned(colour) => colour.name().chars().next().unwrap_or('.'),
            Ground::Barred => '/',
        };
        let pieces: String = self.pieces.iter().filter(|piece| piece.on == square).map(letters).collect();
        format!("{ground}{}{pieces:<5}", if fresh { '*' } else { ' ' })
    }
}

fn put(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
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
        Sign::Ready(_) => "ready".to_owned(),
        Sign::Born => "born".to_owned(),
        Sign::Fell => "fell".to_owned(),
        Sign::Goal => "goal".to_owned(),
    }
}

const fn focus(focus: Focus) -> &'static str {
    match focus {
        Focus::Here => "here",
        Focus::Goal => "goal",
        Focus::Prey => "prey",
        Focus::Other => "other",
    }
}

const fn way(way: Way) -> &'static str {
    match way {
        Way::Went => "",
        Way::Slight => " slight",
        Way::Traded => " traded",
        Way::Planned => " planned",
        Way::PlannedTrade => " planned trade",
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
        Role::ToAct => "to act",
        Role::Waiting => "waiting",
        Role::Out => "out",
        Role::Winner => "winner",
    }
}
