//! The rules of Semiosphere for players.

use crate::Page;

pub(super) const PAGES: &[Page] = &[
    Page {
        title: "The idea",
        text: "\
You travel up a board with your planet in your arms. Behind you comes the void: at the end of every round it takes the lowest \
row that is left, with everything in it. Beyond the top row lies the *Semiosphere*, where nothing can happen to you.

**You win** when you enter the Semiosphere **with your planet**. You also win when the void has taken everybody else.

The board has 8 columns and 11 rows if nothing else was agreed. First everybody places a piece on a square of row 1 \
(write the square, such as `d1`). Then rounds are played: each player has a turn, then the void comes. There are never more \
rounds than rows. Everything lies open and there is no luck.",
    },
    Page {
        title: "Your turn",
        text: "\
In a turn you have **3 action points**, and more if you have earned them. Do as many actions as you can pay for, in any \
order; the turn is over when your points are used up, or when you write `end`. Points left over are lost.

- **Step** up, left or right: `d5`, the square you go to. 1 point.
- **Step back**, one row down: free.
- **Place a mark**: `+e6`. 1 point.
- **Erase another player’s mark**: `-e6`. 2 points.
- **Drop your planet** on the square behind you: `drop`. 1 point, and you gain 2 at once.
- **Enter the Semiosphere** from the top row: `enter`. 5 points.
- **Leave the Semiosphere** to a square of the top row: `c11`. Free.
- **End your turn**: `end`.

You can write a whole turn at once: `d5 d6 +f7`.

You cannot step on a square with a piece, with another player’s planet or with another player’s mark, and not on a row that \
is gone. Your own marks do not hinder you. A free action, too, needs a point left, as without points the turn is over.",
    },
    Page {
        title: "Your planet",
        text: "\
You begin with your planet in your arms. It slows nobody down, but entering costs 5 points and a turn brings 3: you have to \
earn more.

**Dropping.** `drop` leaves the planet on the square behind you, one row lower. That costs 1 point and gives 2 at once. And \
as long as the planet lies on the board you have **2 points more in every turn**. The square must be on the board and hold \
no piece, no planet and no mark of another player; an own mark is fine.

**Taking it back.** Step on its square and you carry it again. That takes 2 points more, or what you have left if it is less. \
Nobody else can touch your planet; they must go round it.

In one turn you can drop the planet or take it back, **not both**, and only once.

**Losing it.** A planet in a row that the void takes is gone for good. You still have 2 points more in every turn, unless \
another `lost_bonus` was agreed, but you can no longer win by entering: you must outlast the others.",
    },
    Page {
        title: "Marks and the void",
        text: "\
**Marks** go on any square of the board without a piece, planet or mark, however far away (unless a `reach` was agreed). \
They serve twice:

- Other players cannot step on them. They go round, or erase them for 2 points.
- When the void takes a row, each mark in it brings its owner **1 point for the next turn**. Marks in the row that goes next \
are your way to save points for later.

**The void** comes after the last turn of a round, and everything happens at once:

1. The marks in the row pay their owners and disappear.
2. Every piece in the row is taken: that player is **out**. A planet in its arms goes with it.
3. Every planet lying in the row is lost.

What a player who is out leaves on the board stays in the way, but pays nothing any more.

**Inside** the Semiosphere the void cannot reach you. You get your points as ever and can mark and erase anywhere, leave by \
the top row as long as it is there, and pay 5 again to come back.",
    },
    Page {
        title: "How the game ends",
        text: "\
The game is over at once when

- somebody enters **with the planet**: that player has won;
- only **one** player has not been taken, inside or outside, with or without planet: that player has won;
- the void takes **all** who are left together: they share the first place;
- all who are left are inside, and **all their planets are lost**: they share the first place.

Behind a winner who entered come all the others who were not taken, side by side. Then come those who are out: whoever was \
taken later ranks higher, and those taken together share a place.

Somebody who resigns counts as taken with the row that is lowest at that moment; marks and a dropped planet stay.",
    },
    Page {
        title: "Options and hints",
        text: "\
**Presets.** `standard` is the game as it was first described. Among strong players it favours whoever begins, and many \
games are ties. `balanced` makes entering with the planet the usual end and the chances even: no points for a lost planet \
(`lost_bonus` 0), marks only up to 3 squares from your piece (`reach` 3), and another player begins every round (`rotate`).

Besides there are `columns`, `rows`, `points` (action points in a turn) and `first` (who begins). An option you set wins over \
the preset.

**Hints**

- Before you end a turn, look at the row that goes next. Are you in it? Is your planet?
- To enter with the planet you need 5 points in one turn on the top row: two marks in the row that goes just before.
- A mark straight ahead of somebody costs you 1 point, and them a detour or 2 points. Walls at the edge of the board are \
shortest.
- Your planet is a wall, too, and nobody can erase it.
- Drop the planet early for the points, but fetch it before the void does.",
    },
];
