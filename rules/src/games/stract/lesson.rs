//! The lesson of Stract: the last six turns of a small game.

use crate::{Lesson, LessonStep};

pub(super) const LESSON: Lesson =
    Lesson { position: "5/5/2Ne2/2SW2/5/5 0/6 2 0:0 5,5,4:4,5,5 -", steps: STEPS };

const STEPS: &[LessonStep] = &[
    LessonStep {
        task: "You're North: your pieces start in row 6 and want to reach row 1. That's worth **10 points**, a destroyed enemy 2. \
               **After six turns, more points win.**\n\
               Both sides order in secret, then everything happens at once. Your earth on c4 faces a water. *Earth destroys water.* \
               **Order it to c3.**",
        hint: "Choose the earth on **c4**, then **c3**.",
        praise: "Earth destroys water: 2 points for you.",
        page: "Clashes",
        goal: |attempt| attempt.notation == "c4-c3",
        shown: "c4-c3",
        reply: &["f+d1"],
    },
    LessonStep {
        task: "South has brought in a piece on d1. You see that it's there, but not what it is.\n\
               New pieces come from your *pool*, into row 6. **Spawn a fire on b6**: it's the fastest piece.",
        hint: "Choose to spawn a **fire**, then **b6**.",
        praise: "Your fire is on the board, and South doesn't know that it's a fire.",
        page: "Your order",
        goal: |attempt| attempt.notation == "f+b6",
        shown: "f+b6",
        reply: &["d1-d3"],
    },
    LessonStep {
        task: "South's piece went two tiles at once. Only a fire can do that, so now you know what it is.\n\
               **Run: order your fire from b6 to b4**, two tiles down.",
        hint: "Choose the fire on **b6**, then **b4**.",
        praise: "Halfway there. Of course, South can now tell that yours is a fire, too.",
        page: "Who knows what",
        goal: |attempt| attempt.notation == "b6-b4",
        shown: "b6-b4",
        reply: &["d3-d5"],
    },
    LessonStep {
        task: "Danger: South's fire is on d5 and reaches your home row in this turn, which would be 10 points for South. All orders happen \
               together, so guess where it goes: straight on to d6. *Water destroys fire.*\n\
               **Spawn a water on d6.**",
        hint: "Choose to spawn a **water**, then **d6**. A fire would destroy itself together with South's.",
        praise: "Stopped on the line: 2 more points.",
        page: "Goals and the end",
        goal: |attempt| attempt.notation == "w+d6",
        shown: "w+d6",
        reply: &["d5-d6"],
    },
    LessonStep {
        task: "Two turns are left, and South will guard column b. An **earth can trade places** with anything up to two steps away.\n\
               **Switch your earth on c3 with your fire on b4.** From c3, the fire reaches row 1 in one go.",
        hint: "Choose the earth on **c3**, then the switch with **b4**.",
        praise: "South guarded b1, but your fire is on c3.",
        page: "The switch of an earth",
        goal: |attempt| attempt.notation == "c3=b4",
        shown: "c3=b4",
        reply: &["w+b1"],
    },
    LessonStep {
        task: "The last turn. South's new piece on b1 waits in the wrong place.\n\
               **Win: run with your fire from c3 to c1.**",
        hint: "A fire goes two tiles straight: choose **c3**, then **c1**.",
        praise: "10 points for the goal. You win 14 to 0.",
        page: "Goals and the end",
        goal: |attempt| attempt.notation == "c3-c1" && attempt.wins(),
        shown: "c3-c1",
        reply: &["b1-b2"],
    },
];
