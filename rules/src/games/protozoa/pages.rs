//! The rules of Protozoa for players.

use crate::{Diagram, Page};

pub(super) const PAGES: &[Page] = &[
    Page {
        title: "The idea",
        text: "\
Small creatures crowd together on a square board. Each of them needs company: with too few neighbours it dies of \
loneliness, with too many it is crushed. You add creatures, let them grow or shrink, and watch who survives.

**You win** when your pieces form one connected mass, an *organism*, that is worth **15 points** (option `goal`). Pieces \
hang together when their squares touch, by a side or by a corner. Only your own colour counts, and separate masses are not \
added up.

Everything is open, and there's no luck. On your turn you make one move; then every piece on the board, yours and theirs, \
either lives or dies. Most games are over after 20 to 60 turns, and a turn limit (option `rounds`) ends all others.",
        board: Some(
            Diagram::new(
                "8 2 15 18/60 1 12@17,14@18 \
                 d2=p1,e3=d1,f3=d1,d4=d1,e4=q2,g4=d2,d5=d2,e5=q1,f5=q2,e6=d1,f6=d2,g6=d1,f7=d2",
                "Blue has just placed a pawn on c4. A line goes round the largest organism of each colour: Blue's is worth 13, \
                 Orange's 12.",
            )
            .after(&[(1, "p@c4")]),
        ),
    },
    Page {
        title: "Pieces and neighbours",
        text: "\
You own fifteen pieces, five of each size. Those not on the board wait in your *stash*, shown on your card above the board.

- **Pawn** `p`: 1 point, lives with **1, 2 or 3** neighbours. The pioneer at the edge of a colony.
- **Drone** `d`: 2 points, lives with **3, 4 or 5** neighbours.
- **Queen** `q`: 3 points, lives with **5, 6 or 7** neighbours. She needs a crowd.

A *neighbour* is any piece, of any colour, on one of the eight squares around. So an opponent's piece can keep yours alive, \
and yours theirs. At the edge of the board there is less room: a queen there lives only if all five squares around her are \
full, and in a corner she never does.

Every piece shows its number of neighbours. A number is red if the piece can't live with it, and has a red ring if the piece \
can't live with one more.",
        board: Some(Diagram::new(
            "6 2 15 10/60 1 9@8,6@7 c2=p1,b3=d2,c3=q1,d3=d2,b4=d1,c4=d2,d4=d1,e5=p1,a6=p2,b6=p2,e6=d2",
            "The queen on c3 has six neighbours of both colours. The drones around her have three to five, the pawns one to three. \
             Only the drone on e6 is too lonely: it has one and needs three.",
        )),
    },
    Page {
        title: "Your turn",
        text: "\
Make **one** of these moves:

- **Place** a piece from your stash on any empty square: `p@e3`, `d@e3` or `q@e3`. It needn't touch anything, and it may \
even die at once.
- **Promote** one of your pieces by one size: `e3+`. The bigger piece comes out of your stash and the smaller one goes in.
- **Demote** one of your pieces by one size: `e3-`, in the same way.

If your stash doesn't hold the size you want, you can't have it. Write `pass` only if you can't do anything at all.

**The beginning.** With two or four players, four drones start in the middle, in alternating colours (option \
`start` makes them pawns). Each has three neighbours. With three players a ring of six pawns is there instead, two of \
each player.",
        board: Some(
            Diagram::new(
                "8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1",
                "The first move: Blue places a pawn on f4. It has two neighbours and lives. A drone there would have died.",
            )
            .after(&[(1, "p@f4")]),
        ),
    },
    Page {
        title: "The cull",
        text: "\
After every move comes the cull:

1. Look at every piece on the board and count its neighbours, with all pieces still standing.
2. Every piece with too few or too many neighbours dies. They all leave the board together and are back in their owners' \
stashes.
3. That is all for this turn. A piece that has just lost its neighbours stays, and is judged in the next cull: whoever moves \
next may save it, or not.

So a piece that dies still counts in the cull it dies in. A pawn whose only neighbour is an otherwise lonely drone \
lives on for a turn, although the drone is gone.",
        board: Some(
            Diagram::new(
                "8 2 15 10/60 2 6@3,6@4 d4=d1,e4=d2,f4=p1,d5=d2,e5=d1,f5=p2",
                "Orange has placed a pawn on f3. With it the pawn on f4 had four neighbours and the drone on e4 six: both died, \
                 although one of them was Orange's own. Now others are lonely, and Blue can save them or not.",
            )
            .after(&[(2, "p@f3")]),
        ),
    },
    Page {
        title: "How the game ends",
        text: "\
After the cull the organisms are measured; only survivors count. For every player the *record* is kept: the most that an \
organism of theirs has been worth so far, and in which turn that was. A record never goes down.

The game is over

- as soon as a record reaches the **goal**, usually 15 (option `goal`);
- when the **board is empty**, which the leading player can aim for;
- at the **turn limit**, usually 30 rounds (option `rounds`).

In every case the **greater record** ranks higher, and of equal records the **earlier** one. Only if both are from the very \
start do players share a place. So a big organism is worth having even if it falls apart a turn later.

Nobody is eliminated: if you have no piece on the board, place a new one. If you resign in a game of two or in a team, the \
other side wins. Among three or four single players your pieces stay, your turns are skipped, and you rank behind \
everybody who stayed.",
        board: Some(
            Diagram::new(
                "8 2 15 20/60 1 12@19,13@20 e2=d2,f2=p2,d3=d2,e3=d1,d4=q1,e4=d2,c5=d1,d5=d2,f5=p2,b6=p1,c6=d1,e6=d2,d7=d1,e7=p2",
                "Blue has placed a queen on d6. She joins Blue's pieces into one organism worth 15: Blue has won. The drone on d5 was \
                 one of her six neighbours; it had six itself and died.",
            )
            .after(&[(1, "q@d6")]),
        ),
    },
    Page {
        title: "Teams",
        text: "\
Four players can play two against two (option `teams`): seats 1 and 3 against seats 2 and 4. For four players this is the best \
way to play.

You may also promote and demote your partner's pieces, with pieces from your partner's stash, but place only your own.

- With `teams: own` an organism is of one colour, and the better of the two partners' organisms counts for the team.
- With `teams: mixed` the partners' pieces grow together into common organisms, which makes a shorter game.

Partners win and lose together, and either of them can reach the goal for both.",
        board: Some(
            Diagram::new(
                "8 4m 15 8/120 1 4@0,5@2 d4=d1,e4=d2,d5=d4,e5=d3,f5=p2",
                "Mixed teams: Blue has placed a pawn on f6. Blue and Green are partners, so their three pieces form one organism \
                 worth 5.",
            )
            .after(&[(1, "p@f6")]),
        ),
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
- Dead pieces come back to the stash. Losing a piece costs time, not material. Think who fills the empty square next: it's often the best \
one for a bigger piece of its old owner.
- Look at the records when few pieces are left. An empty board ends the game, so whoever has the greater record can win by letting \
everything die.",
        board: Some(
            Diagram::new(
                "6 2 15 12/60 1 6@5,5@8 d3=p2,b4=p1,c4=d1,d4=d2,e4=p1,c5=d2,d5=d1",
                "An attack: Blue's queen on c2 had one neighbour and died at once. But she was a fourth neighbour for Orange's pawn on d3, \
                 and so that died with her.",
            )
            .after(&[(1, "q@c2")]),
        ),
    },
    Page {
        title: "Options",
        text: "\
You can set these options before a game. The usual value is bold:

- `size`: the side of the board, 6, **8** or 10.
- `goal`: what an organism must be worth, 6 to 30; **15**. Three or four single players wear each other down; with a goal of \
10 to 12 they come to an end.
- `rounds`: the turn limit, in rounds; **30**.
- `teams`: **none**, `own` or `mixed`, for four players.
- `start`: **drones** or `pawns` in the middle. Pawns are at their limit already, so the first moves draw blood.
- `first`: the seat that moves first; **1**. Seats are given by lot unless the host chooses otherwise.",
        board: None,
    },
];
