//! The address of a database, and how far Petri trusts the server that answers there.
//!
//! `sslmode` has the meanings of libpq: with `prefer`, the default, the connection is encrypted if the server can, and `require` insists.
//! Only `verify-full` also checks that the server is the right one, by a certificate of `sslrootcert`, a file in PEM format. That file
//! alone asks for the same. On a Unix socket there is no TLS.

use std::{path::PathBuf, sync::Arc};

use percent_encoding::percent_decode_str;
use rustls::{
    ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
    client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    crypto::{self, CryptoProvider},
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject as _},
};
use tokio_postgres::{Config, config::SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::StoreError;

/// The parameter with the file of certificates, which the crate `postgres` does not know.
const ROOTS: &str = "sslrootcert=";
/// The mode that the crate does not know.
const CHECKED: &str = "sslmode=verify-full";

/// Reads a connection string.
///
/// # Errors
/// [`StoreError::Address`] if it cannot be read, [`StoreError::Certificates`] if the certificates cannot, and [`StoreError::Unfit`] if
/// it asks for a check without naming certificates.
pub(super) fn read(address: &str) -> Result<(Config, MakeRustlsConnect), StoreError> {
    let wanted = Wanted::of(address);
    let mut config: Config = wanted.rest.parse().map_err(StoreError::Address)?;
    let provider = Arc::new(crypto::ring::default_provider());
    let tls = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| StoreError::Unfit(error.to_string()))?;
    let tls = match (wanted.roots, wanted.checked) {
        (Some(roots), _) => {
            config.ssl_mode(SslMode::Require);
            tls.with_root_certificates(certificates(roots)?)
        }
        (None, true) => {
            let why = "sslmode=verify-full needs sslrootcert, a file with the certificates to trust";
            return Err(StoreError::Unfit(why.to_owned()));
        }
        (None, false) => tls.dangerous().with_custom_certificate_verifier(Arc::new(Unchecked(provider))),
    };
    Ok((config, MakeRustlsConnect::new(tls.with_no_client_auth())))
}

/// A connection string without what the crate `postgres` does not know.
#[derive(PartialEq, Eq, Debug)]
struct Wanted {
    rest: String,
    checked: bool,
    roots: Option<PathBuf>,
}

impl Wanted {
    fn of(address: &str) -> Wanted {
        let mut wanted = Wanted { rest: String::new(), checked: false, roots: None };
        match address.split_once('?').filter(|_| address.contains("://")) {
            Some((place, parameters)) => {
                let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
                let rest = parameters.split('&').filter(|parameter| !wanted.takes(&decoded(parameter)));
                let rest = rest.collect::<Vec<_>>().join("&");
                wanted.rest = format!("{place}?{rest}");
            }
            // A value with spaces stays as it is.
            None => {
                let words = address.split_inclusive(char::is_whitespace);
                wanted.rest = words.filter(|word| !wanted.takes(word.trim_end())).collect();
            }
        }
        wanted
    }

    /// Notes a parameter that the crate does not know. Returns whether it is one.
    fn takes(&mut self, parameter: &str) -> bool {
        if let Some(file) = parameter.strip_prefix(ROOTS) {
            self.roots = Some(file.into());
            return true;
        }
        self.checked |= parameter == CHECKED;
        parameter == CHECKED
    }
}

/// Reads a file of certificates in PEM format.
fn certificates(path: PathBuf) -> Result<RootCertStore, StoreError> {
    let mut roots = RootCertStore::empty();
    let read = CertificateDer::pem_file_iter(&path)
        .and_then(|certificates| certificates.collect::<Result<Vec<_>, _>>())
        .map_err(|error| error.to_string());
    let (added, _) = match read {
        Ok(certificates) => roots.add_parsable_certificates(certificates),
        Err(why) => return Err(StoreError::Certificates { path, why }),
    };
    if added == 0 {
        return Err(StoreError::Certificates { path, why: "it has none".to_owned() });
    }
    Ok(roots)
}

/// Trusts every server. The connection is encrypted, but may lead to another server than the right one.
#[derive(Debug)]
struct Unchecked(Arc<CryptoProvider>);

impl ServerCertVerifier for Unchecked {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.0.signature_verification_algorithms;
        crypto::verify_tls12_signature(message, certificate, signed, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.0.signature_verification_algorithms;
        crypto::verify_tls13_signature(message, certificate, signed, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_tls_are_taken_out() {
        let cases = [
            ("host=db1,db2 user=petri", "host=db1,db2 user=petri", false, None),
            ("sslmode=require host=a", "sslmode=require host=a", false, None),
            ("sslmode=verify-full host=a password='a  b'", "host=a password='a  b'", true, None),
            ("host=a sslrootcert=/etc/ca.pem user=b", "host=a user=b", false, Some("/etc/ca.pem")),
            ("postgres://a/b?sslmode=prefer", "postgres://a/b?sslmode=prefer", false, None),
            (
                "postgres://a/b?sslmode=verify-full&user=c&sslrootcert=%2Fca%20of%20b",
                "postgres://a/b?user=c",
                true,
                Some("/ca of b"),
            ),
        ];
        for (address, rest, checked, roots) in cases {
            let roots = roots.map(PathBuf::from);
            assert_eq!(Wanted::of(address), Wanted { rest: rest.to_owned(), checked, roots });
        }
    }

    #[test]
    fn checks_need_certificates() {
        let folder = tempfile::tempdir().unwrap();
        let empty = folder.path().join("empty.pem");
        std::fs::write(&empty, "").unwrap();
        let bare = read("host=a sslmode=verify-full").err().unwrap();
        assert!(bare.to_string().contains("sslrootcert"), "{bare}");
        for path in [empty, folder.path().join("missing.pem")] {
            let error = read(&format!("host=a sslrootcert={}", path.display())).err().unwrap();
            assert!(matches!(error, StoreError::Certificates { .. }), "{error}");
        }
    }
}
