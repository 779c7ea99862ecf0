//! The rules of Stract for players.

use crate::{
    Diagram,
    Focus::{Goal, Here, Other},
    Page, Seat, Viewer,
};

pub(super) const PAGES: &[Page] = &[
    Page {
        title: "The idea",
        text: "\
Two teams, **North** and **South**, face each other across a board. Both bring in pieces of *water*, *fire* and *earth* and \
send them to the other side. **The team with more points after the last turn wins**; equal points are a draw.

- A piece in the enemy's home row: **10 points**.
- An enemy piece destroyed: **2 points**.
- A piece destroyed by its own team: **2 points lost**.

All odd seats play North, in cool colours beginning with Blue; all even seats play South, in warm colours beginning with \
Orange. North spawns in the top row and scores in row 1; South spawns in row 1 and scores in the top row.

You never wait for your turn. In every turn **each seat gives one secret order**, and when all have ordered, everything happens \
at once. Only its own team knows what a piece is, until it has fought. There's no luck.",
        board: Some(Diagram::new(
            "7/2NE1Nf2/Nw6/3NW3/1Se3Sf1/4SF2/2Sw4/7 11/45 2 4:6 8,8,9:8,7,9 -",
            "A larger board as spectators see it: blue is North, orange is South. Three pieces have fought and are known, a fire, \
             a water and an earth; nobody but its own team knows the others.",
        )),
    },
    Page {
        title: "Your order",
        text: "\
Each turn you give one order. **Give it in private**, with the command or the buttons: whatever you write in the channel, the \
others read, too.

- **Spawn**: `w+c1`, `f+c1` or `e+c1` brings a water, fire or earth from your team's pool to c1, a tile of South's home row; North \
writes `w+c6` on a board with 6 rows. Others see that a piece appears, not which.
- **Move**: `c3-c4`. *Water* goes 1 tile in any of the eight directions. *Fire* goes 1 or 2 tiles up, down, left or right, over \
anything in between. *Earth* goes 1 tile up, down, left or right.
- **Switch**, earth only: see the next page.
- **Pass**: `pass`.

You can name any target in reach, empty or not, and spawn on a tile with a piece: things may look different when the turn is \
carried out.

**You can change your order as long as the turn is open**; only the last one counts. Others learn that you've ordered, but \
not what, and not whether you changed it. If a turn ends before everybody has ordered, missing orders count as `pass`.",
        board: Some(
            Diagram::new(
                "7/7/1SW3SE1/7/7/7/4SF2/7 8/20 2 0:0 10,10,10:9,9,9 -",
                "Where pieces can move, on a larger board: the water on b6, the earth on f6, the fire on e2.",
            )
            .with(&[
                (Here, "b6 f6 e2"),
                (Goal, "a7 b7 c7 a6 c6 a5 b5 c5 f7 e6 g6 f5 e4 e3 c2 d2 f2 g2 e1"),
            ]),
        ),
    },
    Page {
        title: "The switch of an earth",
        text: "\
An earth can trade places instead of moving: **switch** `d4=e5`. It names any tile up to two steps away, counted along rows and \
columns: two straight, or one to the side and one up or down.

Switches come after all moves. If there are pieces on the tile then, friends or enemies, **all of them go to the \
earth's tile** and the earth goes to theirs. If there are none, nothing happens, and only your team learns that you \
tried.

So an earth can pull an enemy away from where it wanted to be, step out of an attack and leave another piece to the attacker, \
or carry a friend forward. Mind your home row: an enemy that your earth pulls into it has reached its goal. And an earth that \
switches with a guard in the enemy's home row has reached its own.

Several switches are carried out one after the other. *The order that was given first goes first; changing your order puts you \
last.* An earth that another switch has carried off already does nothing.",
        board: Some(
            Diagram::new(
                "7/7/2NF4/7/3SE3/7/7/7 8/20 2 0:0 10,9,10:10,10,9 -",
                "What the earth on d4 can switch with, on a larger board: any of twelve tiles. The fire on c6 is too far away.",
            )
            .with(&[(Here, "d4"), (Other, "d6 c5 d5 e5 b4 c4 e4 f4 c3 d3 e3 d2")]),
        ),
    },
    Page {
        title: "What happens in a turn",
        text: "\
Step by step, each for everybody at once:

1. **Spawns** appear.
2. **Moves**: all pieces that move are picked up together and put down together. They pass through each other and over \
anything; only where they end matters.
3. **Switches**, one after the other in the order in which they were given.
4. **Clashes** on every tile with two or more pieces:
   - two different pieces: **water destroys fire, fire destroys earth, earth destroys water**;
   - two alike: both are destroyed;
   - three or more: all are destroyed.
5. **Goals**: every piece that is now in the enemy's home row scores, however it got there, and returns to its team's pool.",
        board: Some(
            Diagram::new(
                "5/5/2SW2/5/NF1SE2/5 3/20 2 0:0 5,5,5:5,5,5 -",
                "North's fire went from a2 to c2 to attack an earth. But the earth switched with a water of its own team on c4: so the fire \
                 met the water on c2 and was destroyed.",
            )
            .after(&[(1, "a2-c2"), (2, "c2=c4")]),
        ),
    },
    Page {
        title: "Clashes",
        text: "\
**Water destroys fire, fire destroys earth, earth destroys water.** Two alike destroy each other, and of three or more on a tile \
nobody is left.

**Pieces of both teams on a tile.** Every destroyed piece brings 2 points to the other team. All pieces of the tile become \
known: the survivor is shown to everybody as long as it stays on the board.

**Pieces of one team only.** They fight all the same, and each that falls costs the team 2 points. Nothing becomes known by \
it: others see only how many were left.

Destroyed pieces are gone for good.",
        board: Some(
            Diagram::new(
                "7/3NF1NE1/1NW3SW1/1SF1SF3/7/7 3/20 4 0:0 4,4,4:4,4,4 -",
                "Three clashes in one turn, on a larger board: on b4 a water has destroyed the fire that came, on d4 two fires have \
                 destroyed each other, on f4 an earth has destroyed a water. North has 6 points for it, South 2.",
            )
            .after(&[(1, "d5-d4"), (2, "b3-b4"), (3, "f5-f4"), (4, "d3-d4")]),
        ),
    },
    Page {
        title: "Goals and the end",
        text: "\
A piece that is in the enemy's home row after the clashes brings **10 points** and returns to its team's **pool**, which is \
what the team may still spawn. When it's spawned again, it's hidden again.

A runner can be stopped in the same turn by a spawn on the tile it comes to, if the spawn wins. If the runner wins, it brings \
12 points.

**The end.** The game is over after the last turn, usually the 20th (option `turns`), or earlier when neither team has a piece \
left on the board or in the pool. A team that has no piece left is no longer asked, but keeps its points and can still win. \
Points can go below zero.

If you leave, you give no more orders, and your team plays on without you. A team that everybody has left has lost.",
        board: Some(
            Diagram::new(
                "5/5/5/5/1NF1NW1/5 3/20 4 0:0 4,4,5:5,5,5 -",
                "Two runners of North came to row 1. The one on b1 met a water that South spawned there in the same turn: 2 points for \
                 South. The other one scored on d1: 10 points for North.",
            )
            .after(&[(1, "b2-b1"), (2, "w+b1"), (3, "d2-d1"), (4, "pass")]),
        ),
    },
    Page {
        title: "Who knows what",
        text: "\
**Everybody sees** all pieces, which of them have fought and what those are, the points, how many pieces each pool has, and \
who has ordered. After a turn: spawns, moves, switches that hit, clashes and goals.

**Only the team sees** what its hidden pieces are, what its pool is made of, its orders, and its switches that hit nothing.

**What you can work out** is fair: a piece that went two tiles is a fire, one that went diagonally a water, one that switched \
an earth. The board shows it as a small piece in the corner of the hidden one.

The board in the channel is what a spectator sees. Your own board comes to you alone: press **My view**. When the game is over, \
everything is open to everybody.",
        board: Some(
            Diagram::new(
                "2Nw2/5/1NF3/3Se1/5/Sf4 3/20 4 0:2 4,4,4:5,3,4 3:c6-d5,2:d3=c4",
                "The same board as North sees it in private: its own water on c6 with the order for it, the fire on b4 that everybody \
                 knows, and South's two pieces, of which it knows nothing.",
            )
            .seen_by(Viewer::Seat(Seat::FIRST)),
        ),
    },
    Page {
        title: "Teams",
        text: "\
With `players` 4, 6 or 8 each team has two, three or four seats, and so as many orders in every turn. The seats of a team share \
everything: pieces, pool, points and what they know.

- Any of them can order any piece of the team, but no two the same piece in one turn.
- No two spawn on the same tile. Only one can spawn the last piece of a kind.
- Teammates see each other's orders as soon as they are given.

**Few people, many seats.** One person can hold several seats of a team: two people can play with four seats, two orders each \
in every turn. That makes a fuller game in fewer turns. If there are fewer people than seats, the lobby says who plays which.",
        board: Some(
            Diagram::new(
                "1Nw3/3NE1/5/5/1SF3/3Sw1 3/20 4 0:0 4,5,4:4,4,5 1:b6-a5,3:d5-d4",
                "North's private view with four seats: Blue has ordered the water on b6 and Teal the earth on d5. Nobody else knows that.",
            )
            .seen_by(Viewer::Seat(Seat::FIRST)),
        ),
    },
    Page {
        title: "Hints",
        text: "\
- Look for enemies two rows from your home row: a fire gets in with one order. A water in your pool is the answer, if you \
guess the tile.
- A diagonal step tells everybody that the piece is a water. Straight steps tell nothing.
- An earth two steps from a piece in the enemy's home row can switch with it and score. So a piece that guards your home row can be \
the enemy's way in, even one that you spawn in the same turn: switches come after spawns. Keep tiles empty that need no guard yet.
- A guard that moves in the same turn escapes a switch, and a fire can strike an earth two tiles away.
- An attacked earth can switch with a piece beside it, yours or not, and leave that one to the attacker.
- Switches go by arrival: if two earths want the same tile, order early.
- Before you order, see what your teammates have ordered: two own pieces on one tile cost at least 2 points.",
        board: None,
    },
    Page {
        title: "Options",
        text: "\
**Presets.** These pages describe `correspondence`, which `/play` takes unless you choose `standard`. The \
teams begin close to each other, which suits a game with a turn a day. `standard` is the larger and longer game.

You can set these options. The value in `correspondence` is bold:

- `players`: 2, 4, 6 or 8 seats; by the number of people.
- `columns`, 3 to 12: **5** (standard: 7). `rows`, 4 to 12: **6** (standard: 8), home rows included.
- `turns`, 1 to 99: **20** (standard: 45).
- `water`, `fire`, `earth`, 0 to 30 each: how many of them each team has, **5** (standard: 10).

An option you set wins over the preset.",
        board: None,
    },
];
