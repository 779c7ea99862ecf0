//! End-to-end tests of Petri.
