//! The lesson of Parasites: the hunt for a queen on a small board.

use crate::{AnyEvent, Attempt, Lesson, LessonStep, grid::Square};

use super::{caste::Caste, event::Event};

pub(super) const LESSON: Lesson = Lesson { position: "8/8/8/8/8/8/8/8 2 1 2 - 0 -", steps: STEPS };

const STEPS: &[LessonStep] = &[
    LessonStep {
        task: "Parasites never move: they create others, and newcomers eat what they touch. **You win by eating the other queen**, or by \
               owning more squares in the end.\n\
               Each player begins with a queen near the border. **Place yours on b2.**",
        hint: "Choose column **b**, then **b2**.",
        praise: "Your queen has settled. If you lose her, you're out.",
        page: "The beginning",
        goal: |attempt| attempt.notation == "b2=q",
        shown: "b2=q",
        reply: &["g7=q"],
    },
    LessonStep {
        task: "A queen creates up to three steps away. She has 10 points for it in a turn, but using her takes the whole turn. \
               A **builder** costs 2 points and reaches far: two squares in all eight directions.\n\
               **Let the queen create a builder on d3**, towards Orange.",
        hint: "Choose **d3**, then the builder.",
        praise: "A builder: weak in a fight, quick to spread.",
        page: "The queen",
        goal: |attempt| attempt.notation == "b2+d3=b",
        shown: "b2+d3=b",
        reply: &[],
    },
    LessonStep {
        task: "She has 8 points left and could create more. In this lesson one builder is enough.\n\
               **End your turn.**",
        hint: "Tap the button that ends the turn.",
        praise: "Points that are left over are lost. Next turn, everybody has all of them again.",
        page: "Your turn",
        goal: |attempt| attempt.notation == "end",
        shown: "end",
        reply: &["g7+f5=b", "end"],
    },
    LessonStep {
        task: "Orange has a builder on f5. You may use **two parasites** in a turn, new ones included. Your builder on d3 reaches no \
               square *beside* f5, one that shares a side with it. A new builder will.\n\
               **Create a builder on e4** with the one on d3.",
        hint: "Choose **d3**, then **e4**, then the builder.",
        praise: "The new builder can be used at once.",
        page: "The other parasites",
        goal: |attempt| attempt.notation == "d3+e4=b",
        shown: "d3+e4=b",
        reply: &[],
    },
    LessonStep {
        task: "A newcomer eats an enemy beside it if your parasites there have enough attack together. Orange's builder has a defence of 3, \
               and an **attacker** has an attack of 4.\n\
               **Create an attacker that eats the builder on f5.**",
        hint: "The builder on e4 reaches f4 and e5, both beside f5. Create an attacker there.",
        praise: "Eaten! What you eat becomes your **colony**, which no attack can beat.",
        page: "Fights",
        goal: |attempt| eats(attempt, Caste::Builder),
        shown: "e4+f4=a",
        reply: &[],
    },
    LessonStep {
        task: "You've used two parasites, so that's all for this turn.\n\
               **End your turn** and see what Orange does.",
        hint: "Tap the button that ends the turn.",
        praise: "Your colony stands close to the queen now.",
        page: "Your turn",
        goal: |attempt| attempt.notation == "end",
        shown: "end",
        reply: &["g7+g8=d", "end"],
    },
    LessonStep {
        task: "Orange guards its queen with a defender on g8. She has a defence of 8, so **two attackers beside her** are enough: 4 and 4. \
               Your colony on f5 creates on the eight squares around it and has 6 points.\n\
               **Let the colony create an attacker on g6**, right below the queen.",
        hint: "Choose **f5**, then **g6**, then the attacker.",
        praise: "The first attacker is in place. The queen survives it, and can't strike back in your turn.",
        page: "Colonies and queens are eaten",
        goal: |attempt| attempt.notation == "f5+g6=a",
        shown: "f5+g6=a",
        reply: &[],
    },
    LessonStep {
        task: "The colony has 3 points left, and f7, at the queen's other side, is out of its reach. A builder could reach it: two squares in all \
               directions. And one more parasite can be used in this turn.\n\
               **Let the colony create a builder on f6 or e6.**",
        hint: "Choose **f5**, then **f6**, then the builder.",
        praise: "That builder reaches f7.",
        page: "The other parasites",
        goal: |attempt| matches!(attempt.notation, "f5+f6=b" | "f5+e6=b"),
        shown: "f5+f6=b",
        reply: &[],
    },
    LessonStep {
        task: "Everything is ready.\n**Create the second attacker beside the queen, and eat her.**",
        hint: "Use the new builder: an attacker on **f7** touches the queen on g7.",
        praise: "The queen is eaten, and everything Orange owned is yours.",
        page: "How the game ends",
        goal: |attempt| attempt.wins(),
        shown: "f6+f7=a",
        reply: &[],
    },
];

/// Whether the learner eats a parasite of this caste.
fn eats(attempt: &Attempt<'_>, eaten: Caste) -> bool {
    let is_eaten = |(_, caste): &(Square, Caste)| *caste == eaten;
    attempt.has(|event| {
        matches!(event, AnyEvent::Parasites(Event::Eaten { seat, parasites, .. })
            if *seat == Lesson::LEARNER && parasites.iter().any(is_eaten))
    })
}
