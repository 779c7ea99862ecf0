//! Petri
