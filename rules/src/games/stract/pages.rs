//! The rules of Stract for players.

use crate::Page;

pub(super) const PAGES: &[Page] = &[
    Page {
        title: "The idea",
        text: "\
Two teams, **North** and **South**, face each other across a board. Both bring in pieces of *water*, *fire* and *earth* and \
send them to the other side. **More points when the last turn is over win**; equal points are a draw.

- A piece in the enemy’s home row: **10 points**.
- An enemy piece destroyed: **2 points**.
- An own piece destroyed by an own one: **2 points lost**.

All odd seats play North, in cool colours beginning with Blue; all even seats play South, in warm colours beginning with \
Orange. North spawns in the top row and scores in row 1; South spawns in row 1 and scores in the top row.

Nobody waits for a turn. In every turn **each player gives one secret order**, and when all have ordered, everything happens \
at once. What a piece is, only its own team knows, until it has fought. There is no luck.",
    },
    Page {
        title: "Your order",
        text: "\
Each turn you give one order. **Give it in private**, with the command or the buttons: whatever you write in the channel, the \
others read, too.

- **Spawn**: `w+c1`, `f+c1` or `e+c1` brings a water, fire or earth from your team’s pool to a tile of your home row. Others \
see that a piece appears, not which.
- **Move**: `c3-c4`. *Water* goes 1 tile in any of the eight directions. *Fire* goes 1 or 2 tiles up, down, left or right, over \
anything in between. *Earth* goes 1 tile up, down, left or right.
- **Switch**: `c3=c4`, earth only. It trades places with everything on a tile up to two steps away (two straight, or one step \
diagonally).
- **Pass**: `pass`.

Any target in reach can be named, whether it is empty or not and whoever is there: things may look different when the turn is \
carried out.

**As long as the turn is open you can order anew**; only the last order counts. Others learn that you have ordered, but not \
what, nor whether you changed it. Teammates see each other’s orders and pieces and share the pool. Two of a team cannot order \
the same piece, spawn on the same tile, or spawn the same last piece.

If a turn is ended although orders are missing, those who have not ordered do nothing.",
    },
    Page {
        title: "What happens in a turn",
        text: "\
Step by step, each for everybody at once:

1. **Spawns** appear.
2. **Moves**: all pieces that move are picked up together and put down together. They pass through each other and over \
anything; only where they end matters.
3. **Switches**, one after the other. *The order that was given first goes first; changing your order puts you last.* All \
pieces on the target go to the earth’s tile, and the earth goes alone to the target. If nothing is there, nothing happens. An \
earth that another switch has carried off already does nothing.
4. **Clashes** on every tile with two or more pieces:
   - two different pieces: **water destroys fire, fire destroys earth, earth destroys water**;
   - two alike: both are destroyed;
   - three or more: all are destroyed.
5. **Goals**: every piece that is now in its goal row scores, however it got there, and returns to its team’s pool.

A piece that arrives in the enemy’s home row can be stopped in the same turn by a spawn on that tile, if the spawn wins. If \
the runner wins, it brings 12 points. And an earth that pulls an enemy into its own home row gives it the goal.",
    },
    Page {
        title: "Clashes and points",
        text: "\
**Pieces of both teams on a tile.** Every destroyed piece brings 2 points to the other team. All pieces of the tile become \
known: the survivor is shown to everybody as long as it stays on the board.

**Pieces of one team only.** They fight all the same, and each that falls costs the team 2 points. Nothing becomes known by \
it: others see only how many were left.

**The pool** is what a team may still spawn. Destroyed pieces are gone for good. Pieces that scored come back, and they are \
hidden again when they are spawned anew.

**The end.** The game is over after the last turn, or earlier when neither team has a piece left on the board or in the pool. \
A team that has no piece left is no longer asked, but keeps its points and can still win. Points can go below zero.

A player who leaves gives no more orders, and the team plays on with the others. A team that everybody has left has lost.",
    },
    Page {
        title: "Who knows what",
        text: "\
**Everybody sees** all pieces, which of them have fought and what those are, the points, how many pieces each pool has, and \
who has ordered. After a turn: spawns, moves, switches that hit, clashes and goals.

**Only the team sees** what its hidden pieces are, what its pool is made of, its orders, and its switches that hit nothing.

**What you can work out** is fair: a piece that went two tiles is a fire, one that went diagonally a water, one that switched \
an earth.

The board in the channel is what a spectator sees. Your own board comes to you alone. When the game is over, everything is \
open to everybody.",
    },
    Page {
        title: "Options and hints",
        text: "\
**Presets.** `standard` has 7 columns, 8 rows, 45 turns and 10 pieces of each element for each team. `correspondence` has 5 \
columns, 6 rows, 20 turns and 5 of each, so that the teams meet at once: best where a turn takes a day.

Besides there are `columns`, `rows`, `turns`, and `water`, `fire` and `earth` for the pools. An option you set wins over the \
preset. With `players` 4, 6 or 8 there are two, three or four orders for each team and turn.

**Hints**

- Look for enemies two rows from your home row: a fire gets in with one order. A water in your pool is the answer, if you \
guess the tile.
- A diagonal step tells everybody that the piece is a water. Straight steps tell nothing.
- An attacked earth can switch with a neighbour and leave somebody else to the attacker.
- Switches go by arrival: if two earths want the same tile, order early.
- Before you order, see what your teammates have ordered: two own pieces on one tile cost at least 2 points.",
    },
];
