//! The gateway, v10: the WebSocket connections over which bots receive events.
//!
//! `socket` serves one connection, and `own` makes the events that only this connection receives. The sessions are in
//! [`state`](crate::state), since changes send events without knowing connections. May use `state` and everything below it.

mod own;
mod socket;

pub(crate) use socket::{ConnectQuery, Pace, serve};
