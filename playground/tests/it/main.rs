//! The playground over real sockets, as bots, people and tests meet it.

mod commands;
mod gateway;
mod interactions;
mod keeping;
mod limits;
mod messages;
mod schema;
mod threads;
mod trouble;
mod world;
