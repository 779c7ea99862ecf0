//! The lesson of Plankton Synapse: a few cells, and two zoorbs to hunt.

use crate::{Lesson, LessonStep};

pub(super) const LESSON: Lesson =
    Lesson { position: "8/n5z1/4z3/1n6/1n1n4/3J4/1N6/Z6Z 1 - - 1/300", steps: STEPS };

const STEPS: &[LessonStep] = &[
    LessonStep {
        task: "**Destroy all zoorbs of the other side, and you've won.** Grey's are on e6 and g7. Yours are in the corners. A whole game \
               has nine kinds of cells; here you meet four.\n\
               The *neatom* on b2 never moves, but it splits. **Split it to b3.**",
        hint: "Choose the neatom on **b2**, then **b3**.",
        praise: "Two neatoms. They're what you build everything else from.",
        page: "Neatom",
        goal: |attempt| attempt.notation == "b2+b3",
        shown: "b2+b3",
        reply: &["a7+a8"],
    },
    LessonStep {
        task: "Grey has split a neatom, too. Two neatoms side by side fuse into something small, four in a square into something big.\n\
               **Fuse your two neatoms into a picophyte on b3.** The new cell is on the square that you name first.",
        hint: "Choose the neatom on **b3**, then **b2**, then the picophyte.",
        praise: "A picophyte: it walks straight, eats, and pushes.",
        page: "Neatom",
        goal: |attempt| attempt.notation == "b3&b2=p",
        shown: "b3&b2=p",
        reply: &["a8+b8"],
    },
    LessonStep {
        task: "A picophyte steps one square straight and may eat there. Then it pushes the cells on its four sides away.\n\
               **Eat the neatom on b4 with it**, and watch the one on b5.",
        hint: "Choose the picophyte on **b3**, then **b4**.",
        praise: "One neatom eaten, and the one behind it pushed to b6.",
        page: "Picophyte and picozoa",
        goal: |attempt| attempt.notation == "b3-b4",
        shown: "b3-b4",
        reply: &["b8+c8"],
    },
    LessonStep {
        task: "Your strongest cell here is the *pentazoa* on d3. It goes an even distance in any line, and at the end it may jump over one \
               square. **An enemy it jumps over is eaten.**\n\
               **Jump over the neatom on d4.**",
        hint: "Choose the pentazoa on **d3**, then **d5**, behind the neatom.",
        praise: "Jumped and eaten.",
        page: "Pentaphyte and pentazoa",
        goal: |attempt| attempt.notation == "d3-d5",
        shown: "d3-d5",
        reply: &["c8+d8"],
    },
    LessonStep {
        task: "Slanted lines count, too. From d5, a zoorb is next to your pentazoa, and the square behind it is free.\n\
               **Eat the zoorb on e6.** Only one will be left then.",
        hint: "Jump from **d5** over e6 to **f7**.",
        praise: "One zoorb down!",
        page: "Phytorb and zoorb",
        goal: |attempt| attempt.notation == "d5-f7",
        shown: "d5-f7",
        // With one zoorb left, Grey's neatoms glow, so the split opens a free action.
        reply: &["d8+e8", "pass"],
    },
    LessonStep {
        task: "Did you notice the rings? **With an odd number of zoorbs, all cells of a side glow** and can do more. Grey's neatoms may now act \
               twice in a turn. So count before you eat a zoorb. The last one has no such price.\n\
               **Win: eat the zoorb on g7.**",
        hint: "The square behind g7, seen from f7, is **h7**, and it's free.",
        praise: "Grey has no zoorb left.",
        page: "Turns and the end",
        goal: |attempt| attempt.wins(),
        shown: "f7-h7",
        reply: &[],
    },
];
