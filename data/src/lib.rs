//! The store: games, moves and the outbox in SQLite
