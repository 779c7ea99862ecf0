//! The rules of Petri's games: positions, legal moves, outcomes; no I/O, no clock, no chance
