//! An encrypted line to the database, where its address asks for one (`sslmode=require`).
//!
//! Whom we speak to is looked at, always: a line that is encrypted for whoever answers protects from nobody. The database needs a certificate for the
//! name or the number in the address, from an authority that this machine trusts or that the settings name.

use std::future::Future;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use store::StoreFault;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, InvalidDnsNameError, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// How lines are encrypted, and whom we believe.
#[derive(Clone)]
pub(crate) struct Encryption(Arc<ClientConfig>);

impl Encryption {
    /// Believes the authorities in this file (PEM), or those that the machine trusts.
    pub(crate) fn new(authorities: Option<&Path>) -> Result<Self, StoreFault> {
        let roots = match authorities {
            Some(file) => of_file(file)?,
            None => of_machine()?,
        };
        let builder = ClientConfig::builder_with_provider(Arc::new(default_provider()));
        let builder = builder.with_safe_default_protocol_versions().map_err(|fault| invalid(&fault))?;
        Ok(Self(Arc::new(builder.with_root_certificates(roots).with_no_client_auth())))
    }
}

fn invalid(fault: &dyn std::fmt::Display) -> StoreFault {
    StoreFault::Invalid(format!("no encrypted line to the database: {fault}"))
}

fn of_file(file: &Path) -> Result<RootCertStore, StoreFault> {
    let wrong = |fault: &dyn std::fmt::Display| invalid(&format!("{}: {fault}", file.display()));
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file).map_err(|fault| wrong(&fault))? {
        let certificate = certificate.map_err(|fault| wrong(&fault))?;
        roots.add(certificate).map_err(|fault| wrong(&fault))?;
    }
    if roots.is_empty() { Err(wrong(&"there is no certificate in it")) } else { Ok(roots) }
}

fn of_machine() -> Result<RootCertStore, StoreFault> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() { Err(invalid(&"this machine trusts no authority")) } else { Ok(roots) }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Encryption {
    type Stream = Encrypted<S>;
    type TlsConnect = Towards;
    type Error = InvalidDnsNameError;

    fn make_tls_connect(&mut self, domain: &str) -> Result<Towards, Self::Error> {
        let name = ServerName::try_from(domain)?.to_owned();
        Ok(Towards { connector: TlsConnector::from(Arc::clone(&self.0)), name })
    }
}

/// A line that is about to be encrypted, and to whom.
pub(crate) struct Towards {
    connector: TlsConnector,
    name: ServerName<'static>,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for Towards {
    type Stream = Encrypted<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move { self.connector.connect(self.name, stream).await.map(Encrypted) })
    }
}

/// An encrypted line.
pub(crate) struct Encrypted<S>(tokio_rustls::client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Encrypted<S> {
    /// That the password goes to whoever has the certificate is known from the certificate.
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Encrypted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Encrypted<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
