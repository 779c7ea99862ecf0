//! A scene as text: what snapshots of scenes are made of.

use std::fmt::Write;

use rules::grid::Square;

use crate::scene::{Art, Cell, Ground, Item, Mark, Owner, Piece, Role, Scene, State};

impl Scene {
    /// The whole scene, one fact for each place: the board as a map, a character for the ground and three for what lies on
    /// top, then everything else line by line.
    ///
    /// Grounds: `.` plain, `!` ending, `#` gone, `~` haven; `*` behind it when touched in the last turn. Pieces: the letter
    /// of the shape, the seat, and `?` for doomed or `%` for a ghost.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{} | {}\n", self.title, self.facts.join(" | "));
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
        for Mark::Step { on, cost, owner } in &self.marks {
            put(&mut text, format_args!("step: {} to {on} for {cost:?}", owner.seat));
        }
        for outline in &self.outlines {
            let squares: Vec<String> = outline.squares.iter().map(Square::to_string).collect();
            put(
                &mut text,
                format_args!("outline: {} {} {}", outline.owner.seat, outline.value, squares.join(" ")),
            );
        }
        for arrow in &self.arrows {
            put(&mut text, format_args!("arrow: {} {} {}", arrow.owner.seat, arrow.from, arrow.to));
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
    }
}

fn letters(piece: &Piece) -> String {
    let state = match piece.state {
        State::Sound => "",
        State::Doomed => "?",
        State::Ghost => "%",
    };
    format!("{}{}{state}", letter(piece.art), piece.owner.seat)
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
