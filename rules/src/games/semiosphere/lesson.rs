//! The lesson of Semiosphere: the last two rounds below the top row.

use crate::{Attempt, Lesson, LessonStep};

pub(super) const LESSON: Lesson = Lesson { position: "6x7 3/2/0/- 3 1 1 c6:h:3,f5:h:3 -", steps: STEPS };

const STEPS: &[LessonStep] = &[
    LessonStep {
        task: "You climb with your planet in your arms. Above the top row is the *Semiosphere*: **enter it with your planet, and \
               you've won.** Below you, the void takes a row after every round. Rows 1 to 3 are gone.\n\
               You have 3 points for your turn, and a step costs 1. **Step up to c7**, the top row.",
        hint: "Tap the square **c7**, right above your piece.",
        praise: "You're in the top row, with 2 points left.",
        page: "The idea",
        goal: |attempt| attempt.notation == "c7",
        shown: "c7",
        reply: &[],
    },
    LessonStep {
        task: "Entering costs 5 points, and a turn brings only 3. So you have to earn some. A planet on the ground works for you: \
               dropping it costs 1 point and gives 2 at once, and 2 more in every turn as long as it lies there.\n\
               **Drop your planet.** It falls on the square behind you, c6.",
        hint: "Tap the button that drops the planet.",
        praise: "That paid at once: you have 3 points.",
        page: "Your planet",
        goal: |attempt| attempt.notation == "drop",
        shown: "drop",
        reply: &[],
    },
    LessonStep {
        task: "Now save points for the next turn. Row 4 is the lowest row, so the void takes it after this round. **Each of your marks \
               in that row brings you 1 point next turn.**\n\
               **Place a mark in row 4.** It costs 1 point.",
        hint: "Choose to place a mark, then any square whose name ends in 4, such as **b4**.",
        praise: "A mark in the right row. Two points are left.",
        page: "Marks",
        goal: marks_row_4,
        shown: "+b4",
        reply: &[],
    },
    LessonStep {
        task: "Marks also stop the others: they can't step on yours. But here only the points count.\n\
               **Place another mark in row 4.**",
        hint: "Any free square of row 4 will do.",
        praise: "Two marks.",
        page: "Marks",
        goal: marks_row_4,
        shown: "+c4",
        reply: &[],
    },
    LessonStep {
        task: "One point is left. Points aren't kept, so spend it.\n\
               **Place a third mark in row 4.** Then your turn ends by itself, Orange moves, and the void comes.",
        hint: "Any free square of row 4 will do.",
        praise: "Three marks, three points.",
        page: "The void",
        goal: marks_row_4,
        shown: "+d4",
        reply: &["f6", "+b7", "+d7"],
    },
    LessonStep {
        task: "Look at your points: 3 for the turn, 2 for the planet on the ground and 3 for your marks make **8**. Orange has put marks \
               on both sides of you, but your way leads down first: you need your planet.\n\
               **Step back to c6** and take it. Going down is free; taking the planet back costs 2.",
        hint: "Tap **c6**. That's where the planet lies.",
        praise: "You carry your planet again, and 6 points are left.",
        page: "Your planet",
        goal: |attempt| attempt.notation == "c6",
        shown: "c6",
        reply: &[],
    },
    LessonStep {
        task: "Row 5 goes next, so there's no time to lose.\n\
               **Step up to c7 again.** You'll have 5 points left, just enough.",
        hint: "Tap **c7**.",
        praise: "The top row, with your planet and 5 points.",
        page: "Your turn",
        goal: |attempt| attempt.notation == "c7",
        shown: "c7",
        reply: &[],
    },
    LessonStep {
        task: "You stand in the top row, you carry your planet, and you have the 5 points that entering costs.\n\
               **Enter the Semiosphere.**",
        hint: "Tap the button that enters. You can do it only from the top row.",
        praise: "You're in, with your planet!",
        page: "How the game ends",
        goal: |attempt| attempt.wins(),
        shown: "enter",
        reply: &[],
    },
];

/// Whether a mark was placed in row 4.
fn marks_row_4(attempt: &Attempt<'_>) -> bool {
    attempt.notation.starts_with('+') && attempt.notation.ends_with('4')
}
