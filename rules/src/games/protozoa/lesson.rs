//! The lesson of Protozoa: a game on a small board.

use crate::{AnyEvent, Attempt, Lesson, LessonStep};

use super::play::Event;

pub(super) const LESSON: Lesson =
    Lesson { position: "6 2 14 0/60 1 4@0,4@0 c3=d1,d3=d2,c4=d2,d4=d1", steps: STEPS };

const STEPS: &[LessonStep] = &[
    LessonStep {
        task: "Two of the four drones in the middle are yours. Pieces of one colour that touch, corners included, are an \
               *organism*. Yours is worth 4; **14 wins this small game**.\n\
               **Place a pawn on e4.** A pawn lives with one, two or three neighbours of any colour, and e4 has two.",
        hint: "Pawns are chosen already, so tap the button **e4**.",
        praise: "It lives, and your organism is worth 5.",
        page: "The idea",
        goal: |attempt| attempt.notation == "p@e4",
        shown: "p@e4",
        // It has no neighbour and dies, so that the learner sees a cull.
        reply: &["p@a1"],
    },
    LessonStep {
        task: "Did you see that? After every move each piece on the board lives or dies. Orange's pawn had no neighbour, so it \
               died of loneliness.\n\
               **Place a drone on e3.** A drone is worth 2 and needs three to five neighbours. Tap **Drone** first.",
        hint: "Tap **Drone**, then **e3**. There it has three neighbours.",
        praise: "Three neighbours are enough for a drone. Your organism is worth 7.",
        page: "Pieces and neighbours",
        goal: |attempt| attempt.notation == "d@e3",
        shown: "d@e3",
        // A fourth neighbour for the pawn on e4, which dies.
        reply: &["p@f4"],
    },
    LessonStep {
        task: "That was an attack: Orange gave your pawn on e4 a fourth neighbour, and it was crushed. It's back in your stash, so \
               you've lost time and nothing else.\n\
               **Fill e4 again, with a piece that can stand four neighbours.**",
        hint: "A pawn dies with four neighbours and a queen needs five. A drone is right for e4.",
        praise: "Four neighbours crush a pawn and suit a drone. Your organism is worth 8.",
        page: "The cull",
        goal: |attempt| attempt.notation == "d@e4",
        shown: "d@e4",
        reply: &["p@b3"],
    },
    LessonStep {
        task: "Your drone on d4 has five neighbours. That's the most a drone can stand, and just enough for a **queen**, worth 3.\n\
               **Promote the drone on d4.** Promoting makes a piece one size bigger. It's your whole turn, like placing.",
        hint: "Tap **Promote**, then **d4**. Your other pieces have only four neighbours, too few for a queen.",
        praise: "A queen! Your organism is worth 9.",
        page: "Your turn",
        goal: |attempt| attempt.notation == "d4+",
        shown: "d4+",
        // It kills Orange's own drone on d3, which leaves the queen with four neighbours.
        reply: &["p@d2"],
    },
    LessonStep {
        task: "A sacrifice: Orange crushed its own drone on d3, and now your queen has four neighbours. She dies after this turn \
               unless she gets a fifth. Pieces in danger have a dashed outline.\n\
               **Save her with a drone beside her.** The drone must live, too.",
        hint: "The drone has to touch d4 and needs three neighbours itself: try above her.",
        praise: "The queen lives, and the drone joins your organism: 11 points.",
        page: "Pieces and neighbours",
        goal: |attempt| attempt.notation.starts_with("d@") && grows_to(attempt, 11),
        shown: "d@d5",
        // A third neighbour for Orange's pawn on b3.
        reply: &["p@a4"],
    },
    LessonStep {
        task: "Your turn to attack. An Orange piece has all the neighbours it can stand: one more crushes it. The numbers on the \
               pieces count their neighbours.\n\
               **Place a piece that kills an Orange pawn, lives itself, and makes your organism bigger.**",
        hint: "Orange's pawn on b3 has three neighbours. A drone on b4 would be the fourth.",
        praise: "One move, and Orange shrinks while you grow. That's how games are won.",
        page: "Hints",
        goal: |attempt| loses(attempt, 2) && !loses(attempt, 1) && grows_to(attempt, 12),
        shown: "d@b4",
        reply: &["p@f6"],
    },
    LessonStep {
        task: "14 points win, and you're almost there.\n\
               **Win: find a move that makes your organism worth 14 or more.**",
        hint: "Count for each free square how many neighbours a piece would have there: a drone lives with 3 to 5, a queen with 5 \
               to 7.",
        praise: "Your organism has reached the goal.",
        page: "How the game ends",
        goal: |attempt| attempt.wins(),
        shown: "q@d3",
        reply: &[],
    },
];

/// Whether the learner's organism has grown to at least `least` points.
fn grows_to(attempt: &Attempt<'_>, least: u32) -> bool {
    attempt.has(|event| {
        matches!(event, AnyEvent::Protozoa(Event::Grown { side, value })
            if side.contains(Lesson::LEARNER) && *value >= least)
    })
}

/// Whether a piece of this seat dies.
fn loses(attempt: &Attempt<'_>, seat: u8) -> bool {
    attempt.has(|event| {
        matches!(event, AnyEvent::Protozoa(Event::Died { pieces, .. })
            if pieces.iter().any(|(_, piece)| piece.owner.number() == seat))
    })
}
