//! The rules of Protozoa for players.

use crate::Page;

pub(super) const PAGES: &[Page] = &[
    Page {
        title: "The idea",
        text: "\
Small creatures crowd together on a square board. Each of them needs company: with too few neighbours it dies of \
loneliness, with too many it is crushed. You add creatures, let them grow or shrink, and watch who survives.

**You win** when your pieces form one connected mass, an *organism*, that is worth **15 points**. Pieces hang together when \
their squares touch, by a side or by a corner. Only your own colour counts, and separate masses are not added up.

Everything lies open and there is no luck. On your turn you make one move; then every piece on the board, yours and theirs, \
either lives or dies. Most games are over after 20 to 60 turns, and a turn limit ends all others.",
    },
    Page {
        title: "Pieces and neighbours",
        text: "\
You own fifteen pieces, five of each size. Those not on the board wait in your *stash*.

- **Pawn** `p`: 1 point, lives with **1, 2 or 3** neighbours. The pioneer at the edge of a colony.
- **Drone** `d`: 2 points, lives with **3, 4 or 5** neighbours.
- **Queen** `q`: 3 points, lives with **5, 6 or 7** neighbours. She needs a crowd.

A *neighbour* is any piece, of any colour, on one of the eight squares around. So an opponent’s piece can keep yours alive, \
and yours theirs. At the edge of the board there is less room: a queen there lives only if all five squares around her are \
full, and in a corner she never does.

With two or four players the game begins with four drones in the middle, in turn of one colour and the next. Each has three \
neighbours. With three players a ring of six pawns stands there instead, two of each player.",
    },
    Page {
        title: "Your turn",
        text: "\
Make **one** of these moves:

- **Place** a piece from your stash on any empty square: `p@e3`, `d@e3` or `q@e3`. It need not touch anything, and it may \
even die at once.
- **Promote** one of your pieces by one size: `e3+`. The bigger piece comes out of your stash and the smaller one goes in.
- **Demote** one of your pieces by one size: `e3-`, in the same way.

If your stash does not hold the size you want, you cannot have it. Only somebody who can do nothing at all says `pass`.

Then comes **the cull**:

1. Look at every piece on the board and count its neighbours, with all pieces still standing.
2. Every piece with too few or too many neighbours dies. They all leave the board together and are back in their owners’ \
stashes.
3. That is all for this turn. A piece that has just lost its neighbours stays, and is judged in the next cull: whoever moves \
next may save it, or not.

*Example.* A pawn has one neighbour, a drone that stands alone otherwise. The drone dies, but it still counts in this cull, \
so the pawn lives on for a turn.",
    },
    Page {
        title: "How the game ends",
        text: "\
After the cull the organisms are measured; only survivors count. For every player the *record* is kept: the most that an \
organism of theirs has been worth so far, and in which turn that was. A record never goes down.

The game is over

- as soon as a record reaches the **goal**, 15 points if nothing else was agreed;
- when the **board is empty**, since nothing could ever live on it again;
- at the **turn limit**, 30 rounds if nothing else was agreed.

In every case the **greater record** ranks higher, and of equal records the **earlier** one. Only if both are from the very \
start do players share a place. So a big organism is worth having even if it falls apart a turn later.

Nobody is thrown out of the game: whoever has no piece on the board places a new one. If somebody resigns in a game of two, \
or in a team, the other side wins. Among three or four single players the pieces stay, the turns are left out, and whoever \
resigned ranks behind those who stayed.",
    },
    Page {
        title: "More players, teams and options",
        text: "\
**Teams.** Four players can play two against two: seats 1 and 3 against 2 and 4. You may also promote and demote your \
partner’s pieces, with pieces from your partner’s stash, but place only your own. With `teams: own` an organism is of one \
colour, and the better of the two counts for the team; with `teams: mixed` the partners’ pieces grow together, which makes \
a shorter game. For four players, teams are the best way to play.

**Options**

- `size`: the side of the board, 6, 8 or 10.
- `goal`: what an organism must be worth, 6 to 30. Three or four single players wear each other down; with a goal of 10 to \
12 they come to an end.
- `rounds`: the turn limit, in rounds.
- `start`: `pawns` instead of drones in the middle. They stand at their limit already, so the first moves draw blood.
- `first`: the seat that moves first.",
    },
    Page {
        title: "Hints",
        text: "\
- Look at the numbers on the board. A piece with a dashed outline dies at the end of this turn unless the move changes that.
- A drone beside three pieces is well off; a pawn there is at its limit, and one more neighbour kills it. Placing a piece that \
dies itself is often the best attack.
- Promote at the right moment: four neighbours are too many for a pawn and right for a drone, six are too many for a drone \
and right for a queen.
- Demoting is defence: a drone that has lost its company can survive as a pawn.
- Your organism needs the other colours around it as neighbours. Ask what they can take away before you rely on them.
- Dead pieces come back to the stash. Losing a piece costs time, not material.",
    },
];
