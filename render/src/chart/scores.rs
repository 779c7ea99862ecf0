//! Scores of a game by turn.

use crate::scene::{Owner, join_sentences};

/// The scores of all seats of a game by turn: a line for each seat, 900 by 320 pixels.
///
/// ```
/// use render::{Owner, chart::{Scores, Series}};
/// use rules::{Kind, Seat};
///
/// let owner = |seat: u8| Owner::of(Kind::Protozoa, Seat::new(seat).unwrap());
/// let scores = Scores {
///     title: "Scores by turn".to_owned(),
///     turns: vec![0, 1, 2],
///     series: vec![
///         Series { owner: owner(1), values: vec![4, 9, 7] },
///         Series { owner: owner(2), values: vec![4, 4, 5] },
///     ],
/// };
/// assert_eq!(
///     scores.alt(),
///     "Scores by turn. Turns 0 to 2. Blue from 4 to 7, highest 9, lowest 4. Orange from 4 to 5, highest 5, lowest 4.",
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scores {
    /// The headline. A long one is cut between words.
    pub title: String,
    /// The numbers of the turns, rising.
    pub turns: Vec<u32>,
    /// One line for each seat, ordered by seat.
    pub series: Vec<Series>,
}

/// The scores of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series {
    /// The seat and its colour.
    pub owner: Owner,
    /// The score after each turn of [`Scores::turns`].
    pub values: Vec<i32>,
}

impl Scores {
    /// Describes the lines in words, in at most [`ALT_MAX`](crate::ALT_MAX) characters.
    pub fn alt(&self) -> String {
        let mut sentences = vec![format!("{}.", self.title)];
        if let (Some(first), Some(last)) = (self.turns.first(), self.turns.last()) {
            sentences.push(format!("Turns {first} to {last}."));
        }
        sentences.extend(self.series.iter().filter_map(|Series { owner, values }| {
            let (first, last) = (values.first()?, values.last()?);
            let (highest, lowest) = (values.iter().max()?, values.iter().min()?);
            let colour = owner.colour.name();
            if highest == lowest {
                return Some(format!("{colour} {last} throughout."));
            }
            Some(format!("{colour} from {first} to {last}, highest {highest}, lowest {lowest}."))
        }));
        join_sentences(&sentences)
    }
}
