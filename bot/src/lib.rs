//! Petri: slow board games on Discord.
//!
//! Use cases ([`service`]) work on the store and the rules and know nothing of Discord. They return posts and responses
//! ([`view`]) made of words ([`text`]), and a thin adapter ([`discord`]) encodes these. Commands and buttons parse requests,
//! and the outbox worker ([`outbox`]) posts to channels what has happened.

pub mod action;
pub mod app;
pub mod arbiter;
pub mod buttons;
pub mod catalogue;
pub mod chat;
pub mod cli;
pub mod commands;
pub mod connect;
pub mod data_dir;
pub mod discord;
pub mod doctor;
pub mod error;
pub mod failpoint;
mod game;
pub mod link;
pub mod outbox;
pub mod pictures;
pub mod posts;
pub mod rejected;
pub mod replies;
pub mod scheduler;
pub mod seats;
pub mod seen;
pub mod service;
pub mod setup;
pub mod text;
pub mod time;
pub mod token;
pub mod tools;
pub mod view;

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod limits;
