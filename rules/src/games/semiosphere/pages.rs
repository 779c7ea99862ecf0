//! The rules of Semiosphere for players.

use crate::{Diagram, Page};

pub(super) const PAGES: &[Page] = &[
    Page {
        title: "The idea",
        text: "\
You travel up a board with your planet in your arms. Behind you comes the void: at the end of every round it takes the lowest \
row that is left, with everything in it. Beyond the top row lies the *Semiosphere*, where nothing can happen to you.

**You win** when you enter the Semiosphere **with your planet**. You also win when the void has taken everybody else.

The board usually has 8 columns and 11 rows (options `columns` and `rows`). First everybody places a piece on a square of \
row 1 (write the square, such as `d1`). Then rounds are played: each player has a turn, then the void comes. There are never \
more rounds than rows. Everything is open, and there's no luck.

Each round begins with the next player (option `rotate`). So of two players, whoever went last goes first in the next round and has \
**two turns in a row**, with the void between them.",
        board: Some(Diagram::new(
            "8x11 3/0/3/r 3 1 1 c6:h:3,f6:f5:5 b4=1,g4=2,d7=2,e8=1",
            "Three rows are gone and row 4 goes next. Blue carries the planet; Orange has left its own one square behind. The square \
             plates are marks, which other players can't step on.",
        )),
    },
    Page {
        title: "Your turn",
        text: "\
In a turn you have **3 action points** (option `points`), and more if you have earned them. Do as many actions as you can pay \
for, in any order; the turn is over when your points are used up, or when you write `end`. Points left over are lost.

- **Step** up, left or right: `d5`, the square you go to. 1 point.
- **Step back**, one row down: free.
- **Place a mark**: `+e6`. 1 point.
- **Erase another player's mark**: `-e6`. 2 points.
- **Drop your planet** on the square behind you: `drop`. 1 point, and you gain 2 at once.
- **Enter the Semiosphere** from the top row: `enter`. 5 points.
- **Leave the Semiosphere** to a square of the top row: `c11`. Free.
- **End your turn**: `end`.

You can write a whole turn at once: `d5 d6 +f7`.

You can't step on a square with a piece, with another player's planet or with another player's mark, and not on a row that \
is gone. Your own marks don't hinder you. A free action, too, needs a point left, as without points the turn is over.",
        board: Some(
            Diagram::new(
                "6x7 3/0/3/r 1 1 1 b3:h:3,e3:h:3 -",
                "A small board. Blue has gone up to b4 and marked e5. One point is left: the dashed circles show where Blue can step, and \
                 what it costs.",
            )
            .after(&[(1, "b4"), (1, "+e5")]),
        ),
    },
    Page {
        title: "Your planet",
        text: "\
You begin with your planet in your arms. It slows nobody down, but entering costs 5 points and a turn brings 3: you have to \
earn more.

**Dropping.** `drop` leaves the planet on the square behind you, one row lower. That costs 1 point and gives 2 at once. And \
as long as the planet lies on the board you have **2 points more in every turn**. The square must be on the board and hold \
no piece, no planet and no mark of another player; an own mark is fine. A drop pays slowly, so leave the planet \
there for at least two turns. If you fetch it in the very next one, you gain nothing: it has brought 4 points, \
and the drop, the fetch and the extra step up cost 4.

**Taking it back.** Step on its square and you carry it again. After the step you pay 2 points, or \
whatever you have left if that's less. If nothing is left then, your turn is over. Nobody else can touch your planet; they \
must go round it.

In one turn you can drop the planet or take it back, **not both**, and only once.

**Losing it.** A planet in a row that the void takes is gone for good, and so are its 2 points a turn (the option `lost_bonus` can \
leave you some). You can no longer win by entering: you must outlast the others.",
        board: Some(
            Diagram::new(
                "6x7 3/0/3/r 1 1 1 b3:h:3,e4:e3:5 -",
                "Blue has gone up to b4 and dropped the planet on b3: that cost 1 and brought 2. Blue may not step back on it in this \
                 turn. Orange's planet lies on e3 and brings 2 points in every turn.",
            )
            .after(&[(1, "b4"), (1, "drop")]),
        ),
    },
    Page {
        title: "Marks",
        text: "\
**Marks** go on a square without a piece, planet or mark, at most **3 columns and 3 rows** from your piece (option `reach`). They \
serve twice:

- Other players can't step on them. They go round, or erase them for 2 points, however far away.
- When the void takes a row, each mark in it brings its owner **1 point for the next turn**. Marks in the row that goes next \
are your way to save points for later. The number after *next round* on a card counts them, but others may \
erase them until the round is over. If you are the last to move before the void, nobody can.

Your own marks never hinder you, and nobody erases their own. A grey mark has just been erased.",
        board: Some(
            Diagram::new(
                "6x7 3/0/3/r 1 1 2 b3:h:0,d5:h:3 f2=1,b4=2,c4=2",
                "Orange has put a third mark in front of Blue. To get up to row 4 Blue must go all the way round by d3, or erase a \
                 mark for 2 points. Row 2 goes next and brings Blue 1 point.",
            )
            .after(&[(2, "+a4")]),
        ),
    },
    Page {
        title: "The void",
        text: "\
**The void** comes after the last turn of a round, and everything happens at once:

1. The marks in the row pay their owners and disappear.
2. Every piece in the row is taken: that player is **out**. A planet in its arms goes with it.
3. Every planet lying in the row is lost.

What eliminated players leave on the board stays in the way, but no longer pays.

**Inside** the Semiosphere the void can't reach you. You get your points as ever, can mark and erase anywhere, leave by \
the top row as long as it is there, and pay 5 again to come back.",
        board: Some(
            Diagram::new(
                "6x7 3/0/3/r 2 1 2 b5:b3:0,e4:h:1 a3=2,d3=2,c6=1",
                "Orange went up to e5, the round was over, and row 3 has gone. Blue's planet lay there and is lost. Orange's two marks \
                 in it bring 2 points: Orange now has 5.",
            )
            .after(&[(2, "e5")]),
        ),
    },
    Page {
        title: "How the game ends",
        text: "\
The game is over at once when

- a player enters **with the planet** and wins;
- only **one** player has not been taken, inside or outside, with or without planet: that player wins;
- the void takes **all** who are left together: they share the first place;
- all who are left are inside, and **all their planets are lost**: they share the first place.

If a player enters and wins, all others who were not taken share the next place. Behind them come those the void took: \
players taken later rank higher, and those taken together share a place.

If you resign, you count as taken with the lowest row that is left. Your marks and a dropped planet stay.",
        board: Some(
            Diagram::new(
                "6x7 3/0/3/r 3 1 1 b7:h:6,e6:h:3 a5=2,c6=2",
                "Blue had 6 points on the top row, and entered the Semiosphere with the planet: Blue has won.",
            )
            .after(&[(1, "enter")]),
        ),
    },
    Page {
        title: "Hints",
        text: "\
- If another player goes before you, begin at least three columns away from their piece. Nearer, it can stand above yours, with their \
planet on one side and a mark on the other. Then you can't get out of row 1 before the void takes it.
- Two turns in a row are enough to wall you in. The line above the board says when the other player has them next. End your turn \
at least two rows above the row that goes next then.
- With two turns in a row you can also save points safely: mark the row that goes next in the first one, and all of these points are \
yours in the second.
- Before you end a turn, look at the row that goes next. Are you in it? Is your planet?
- To enter with the planet you need 5 points in one turn on the top row: the usual 3, and 2 for marks in the row that the void takes \
just before. Place these on your way up, because from the top row you reach only three rows down. With more of them you can climb \
and enter in one turn.
- Your marks in the row that goes next pay you, and others can't save on their squares.
- A mark straight ahead of another player costs you 1 point, and them a detour or 2 points. Walls at the edge of the board are \
shortest.
- Your planet is a wall, too, and nobody can erase it.
- Drop the planet early for the points, but fetch it before the void does.",
        board: Some(Diagram::new(
            "6x7 3/0/3/r 2 1 1 b7:h:3,e5:e4:5 a3=1,f3=1,c6=2",
            "Blue stands on the top row with the planet and has two marks in row 3, which goes at the end of this round. In the next \
             turn Blue has 3 + 2 = 5 points: enough to enter.",
        )),
    },
    Page {
        title: "Options",
        text: "\
**Presets.** These pages describe `balanced`, which `/play` takes unless you choose `standard`. `standard` is the game as it was first \
described: a lost planet brings 2 points in every turn, marks go anywhere, and the same player begins every round. Among strong \
players it favours one seat, and many games are ties. `balanced` makes the chances even, and entering with the planet the usual end.

You can set these options. The value in `balanced` is bold:

- `columns`, 4 to 12: **8**. `rows`, 5 to 15: **11**, and so the most rounds there can be.
- `points`: action points in a turn before any bonus, 2 to 6: **3**.
- `lost_bonus`: points more in every turn for those whose planet is lost, 0 to 2: **0** (standard: 2).
- `reach`: how many squares from your piece you can mark, in any direction: **3** (standard: 0, which means anywhere).
- `rotate`: whether another player begins every round: **true** (standard: false).
- `first`: the seat that begins: **1**.

An option you set wins over the preset.",
        board: None,
    },
];
