//! A Discord-compatible server on loopback with a web chat page, for trying bots without Discord
