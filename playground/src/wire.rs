//! TCP connections that a fault can cut.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// A handle on one connection, which can cut it.
#[derive(Clone, Debug)]
pub(crate) struct Wire {
    /// Tells apart the connections since the start of the playground.
    pub(crate) number: u64,
    cut: Arc<AtomicBool>,
}

impl Wire {
    /// Makes every later read and write of this connection fail.
    pub(crate) fn cut(&self) {
        self.cut.store(true, Ordering::SeqCst);
    }

    fn check(&self) -> io::Result<()> {
        if self.cut.load(Ordering::SeqCst) { Err(io::ErrorKind::ConnectionReset.into()) } else { Ok(()) }
    }
}

/// A listener whose connections can be cut.
pub(crate) struct Wires {
    listener: TcpListener,
    accepted: u64,
}

impl Wires {
    pub(crate) fn new(listener: TcpListener) -> Self {
        Self { listener, accepted: 0 }
    }
}

impl Listener for Wires {
    type Io = WiredStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (WiredStream, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        self.accepted += 1;
        (WiredStream { stream, wire: Wire { number: self.accepted, cut: Arc::default() } }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Connected<IncomingStream<'_, Wires>> for Wire {
    fn connect_info(stream: IncomingStream<'_, Wires>) -> Self {
        stream.io().wire.clone()
    }
}

/// A stream that fails once its [`Wire`] is cut.
pub(crate) struct WiredStream {
    stream: TcpStream,
    wire: Wire,
}

impl AsyncRead for WiredStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.wire.check()?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for WiredStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.wire.check()?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.wire.check()?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
