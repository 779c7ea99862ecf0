//! All tests from outside the crate, in one binary.

#![allow(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod about;
mod classes;
mod danger;
mod hostile;
mod keys;
mod laws;
mod lessons;
mod mirrors;
mod parasites;
mod plankton_synapse;
mod protozoa;
mod routes;
mod semiosphere;
mod stract;
mod stract_knowledge;
mod stract_secrets;
mod table;
mod vectors;
mod walk;
