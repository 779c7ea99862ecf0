//! The gateway, v10: the WebSocket connections over which bots receive events.
//!
//! `socket` serves one connection, `identify` starts its session, and `own` makes the events that only this connection
//! receives. `close` has the codes with which connections end. The sessions are in
//! [`state`](crate::state), since changes send events without knowing connections. May use `state` and everything below it.

mod close;
mod identify;
mod own;
mod socket;

pub(crate) use socket::{ConnectQuery, Pace, serve};
