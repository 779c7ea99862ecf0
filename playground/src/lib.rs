#![doc = include_str!("../README.md")]

mod clock;
mod door;
mod enforce;
mod error;
mod fault;
mod feed;
mod gateway;
mod keep;
mod model;
mod people;
mod rest;
mod server;
mod state;
mod web;

pub use server::{BindError, Options, ServeError, Server};
