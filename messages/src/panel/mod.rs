//! The panel in which players choose moves step by step: which choices a screen has, how they become buttons and menus, and
//! what the picture marks.
//!
//! | module | holds |
//! | --- | --- |
//! | `offers` | the legal moves that a panel offers |
//! | `walk` | where the words of a path lead |
//! | `layout` | the buttons and menus of a screen |
//! | `part` | the part of a large board that its picture shows |
//! | `marks` | the marks on its picture, and the legend for them |

mod layout;
mod marks;
mod offers;
mod part;
#[cfg(test)]
mod tests;
pub(crate) mod walk;

pub(crate) use layout::{
    Choices, Ids, MOST_ROWS as CHOICE_ROWS, Mark, choices, choices_within, in_rows, toggles,
};
pub(crate) use marks::{legend, marks};
pub(crate) use offers::Offers;
pub(crate) use part::Part;
pub(crate) use walk::{Place, Stage};
