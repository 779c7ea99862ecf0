//! The shapes of pieces, each drawn in a square of side 1.

mod coat;
mod parasites;
mod plankton;
mod protozoa;
mod semiosphere;
mod stract;

use coat::{Coat, MIDDLE};

use crate::{
    brush::Brush,
    scene::{Art, Owner, State},
    shape::{circle, line, path, rounded},
    theme::Ink,
};

/// Draws a piece with the signs of its condition.
pub(crate) fn draw(brush: &mut Brush<'_>, art: Art, owner: Owner, state: State) {
    if state == State::Glowing {
        power(brush, art);
    }
    let grow = if brush.is_big() && !fills_its_square(art) { LARGER } else { 1.0 };
    let corner = (1.0 - grow) / 2.0;
    brush.moved((corner, corner), grow, |brush| {
        brush.filled(owner.seat, |brush| draw_shape(brush, art, Coat::new(owner, state)));
    });
    match state {
        State::Shielded => shield(brush),
        State::Secret => closed_eye(brush),
        State::New => {
            let width = brush.at_least(0.035, 1.0);
            brush.line(rounded(0.05, 0.05, 0.90, 0.90, 0.18), Ink::Text, width);
        }
        State::Won => {
            let width = brush.at_least(0.09, 2.0);
            brush.line(rounded(0.06, 0.06, 0.88, 0.88, 0.18), Ink::Text, width);
        }
        State::Sound | State::Doomed | State::Full | State::Ghost | State::Glowing | State::Planned => {}
    }
}

/// The growth of pieces in big pictures.
const LARGER: f32 = 1.15;

/// Returns whether a shape has no room to grow.
fn fills_its_square(art: Art) -> bool {
    matches!(art, Art::Tetraphyte | Art::Matriarch | Art::Colony)
}

fn draw_shape(brush: &mut Brush<'_>, art: Art, coat: Coat) {
    match art {
        Art::Pawn => protozoa::pawn(brush, coat),
        Art::Drone => protozoa::drone(brush, coat),
        Art::Queen => protozoa::queen(brush, coat),
        Art::Traveller => brush.moved((0.07, 0.0), 1.0, |brush| semiosphere::traveller(brush, coat)),
        Art::Carrier => {
            brush.moved((-0.09, 0.0), 1.0, |brush| semiosphere::traveller(brush, coat));
            brush.moved((0.49, 0.0), 0.50, |brush| semiosphere::planet(brush, coat));
        }
        Art::Planet => semiosphere::planet(brush, coat),
        Art::DroppedPlanet => {
            brush.moved((0.14, 0.0), 0.72, |brush| semiosphere::planet(brush, coat));
            brush.line(line((0.14, 0.86), (0.86, 0.86)), Ink::Muted, 0.09);
        }
        Art::LostPlanet => {
            semiosphere::planet(brush, coat);
            brush.line(line((0.14, 0.14), (0.86, 0.86)), Ink::Panel, 0.17);
            brush.line(line((0.14, 0.14), (0.86, 0.86)), Ink::Alarm, 0.09);
        }
        Art::Plate => semiosphere::plate(brush, coat),
        Art::Neatom => plankton::neatom(brush, coat),
        Art::Picophyte => plankton::picophyte(brush, coat),
        Art::Picozoa => plankton::picozoa(brush, coat),
        Art::Tetraphyte => plankton::tetraphyte(brush, coat),
        Art::Tetrazoa => plankton::tetrazoa(brush, coat),
        Art::Pentaphyte => plankton::pentaphyte(brush, coat),
        Art::Pentazoa => plankton::pentazoa(brush, coat),
        Art::Phytorb => plankton::phytorb(brush, coat),
        Art::Zoorb => plankton::zoorb(brush, coat),
        Art::Water => stract::water(brush, coat),
        Art::Fire => stract::fire(brush, coat),
        Art::Earth => stract::earth(brush, coat),
        Art::Unknown => stract::unknown(brush, coat),
        Art::Matriarch => parasites::matriarch(brush, coat),
        Art::Attacker => parasites::attacker(brush, coat),
        Art::Defender => parasites::defender(brush, coat),
        Art::Builder => parasites::builder(brush, coat),
        Art::Colony => parasites::colony(brush, coat),
    }
}

/// Draws the glow of a piece with its special power: a quiet light with a thin rim.
fn power(brush: &mut Brush<'_>, art: Art) {
    let (light, width) = if art.span() > 1 {
        (rounded(0.02, 0.02, 0.96, 0.96, 0.24), 0.012)
    } else {
        (circle(MIDDLE, 0.465), 0.024)
    };
    brush.shape(light, Ink::Haven, Ink::Power, width);
}

/// Draws the sign of a piece that cannot be captured, in the upper left corner.
fn shield(brush: &mut Brush<'_>) {
    let outline = path(|p| {
        p.move_to(0.04, 0.06);
        p.line_to(0.36, 0.06);
        p.cubic_to(0.37, 0.26, 0.32, 0.38, 0.20, 0.44);
        p.cubic_to(0.08, 0.38, 0.03, 0.26, 0.04, 0.06);
        p.close();
    });
    brush.shape(outline, Ink::Power, Ink::Text, 0.035);
    brush.line(line((0.20, 0.14), (0.20, 0.34)), Ink::Canvas, 0.05);
    brush.line(line((0.11, 0.21), (0.29, 0.21)), Ink::Canvas, 0.05);
}

/// Draws the sign of a piece that others cannot identify, in the upper right corner.
fn closed_eye(brush: &mut Brush<'_>) {
    brush.shape(circle((0.81, 0.19), 0.165), Ink::Panel, Ink::Muted, 0.02);
    let lid = path(|p| {
        p.move_to(0.71, 0.16);
        p.cubic_to(0.75, 0.25, 0.87, 0.25, 0.91, 0.16);
    });
    brush.line(lid, Ink::Text, 0.03);
    for (from, to) in
        [((0.75, 0.21), (0.72, 0.27)), ((0.81, 0.23), (0.81, 0.30)), ((0.87, 0.21), (0.90, 0.27))]
    {
        brush.line(line(from, to), Ink::Text, 0.026);
    }
}

#[cfg(test)]
mod tests {
    use rules::{Colour, Seat};
    use tiny_skia::Pixmap;

    use super::*;
    use crate::{brush::Letters, theme::Theme};

    const ALL: [Art; 27] = [
        Art::Pawn,
        Art::Drone,
        Art::Queen,
        Art::Traveller,
        Art::Carrier,
        Art::Planet,
        Art::DroppedPlanet,
        Art::LostPlanet,
        Art::Plate,
        Art::Neatom,
        Art::Picophyte,
        Art::Picozoa,
        Art::Tetraphyte,
        Art::Tetrazoa,
        Art::Pentaphyte,
        Art::Pentazoa,
        Art::Phytorb,
        Art::Zoorb,
        Art::Water,
        Art::Fire,
        Art::Earth,
        Art::Unknown,
        Art::Matriarch,
        Art::Attacker,
        Art::Defender,
        Art::Builder,
        Art::Colony,
    ];

    /// Draws a blue piece of a seat.
    fn drawn(art: Art, number: u8) -> Vec<u8> {
        let letters = Letters::new();
        let mut brush = Brush::new(Pixmap::new(60, 60).unwrap(), Theme::Dark.into(), &letters, 60.0);
        brush.cover(Ink::Square);
        let owner = Owner { seat: Seat::new(number).unwrap(), colour: Colour::Blue };
        draw(&mut brush, art, owner, State::Sound);
        brush.finish().data().to_vec()
    }

    #[test]
    fn every_piece_shows_its_seat_without_colour() {
        for art in ALL {
            // The pieces of Stract show their team, round for odd seats and square for even ones.
            let seats =
                if matches!(art, Art::Water | Art::Fire | Art::Earth | Art::Unknown) { 1..=2 } else { 1..=8 };
            let pieces: std::collections::BTreeSet<Vec<u8>> =
                seats.clone().map(|number| drawn(art, number)).collect();
            assert_eq!(pieces.len(), seats.count(), "{art:?}");
        }
    }
}
