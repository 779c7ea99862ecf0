//! Weights as text: one line for each feature, such as `organism 12`.

use std::{fmt, sync::Arc};

use rules::{Feature, Kind};

use super::features;

/// The weights of a game's features, in hundredths of a point.
///
/// `Display` writes them as a file, and [`Weights::read`] reads it.
///
/// # Examples
///
/// ```
/// use engine::Weights;
/// use rules::Kind;
///
/// let weights = Weights::of(Kind::Protozoa);
/// assert_eq!(Weights::read(Kind::Protozoa, &weights.to_string()), Ok(weights));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    kind: Kind,
    values: Arc<[i32]>,
}

/// The reason why a text is no list of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// A line is not the name of a feature and a whole number.
    #[error("line {0} is not a feature and a whole number between -10000 and 10000")]
    Line(usize),
    /// A feature has no line, or its line is in another place.
    #[error("the weight of {0:?} is missing or in another place")]
    Order(&'static str),
    /// There are lines beyond the last feature.
    #[error("there are more lines than features")]
    Long,
}

impl Weights {
    /// Returns the weights with which machines play a game. A game that they cannot play has none.
    pub fn of(kind: Kind) -> Weights {
        Weights {
            kind,
            values: super::profile(kind).map(|profile| profile.weights.into()).unwrap_or_default(),
        }
    }

    /// Returns these weights, one for each feature of the game, or `None` if their number is wrong.
    pub(crate) fn new(kind: Kind, values: Vec<i32>) -> Option<Weights> {
        (values.len() == features(kind).len()).then(|| Weights { kind, values: values.into() })
    }

    /// Returns the game that they are for.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the weights, one for each feature.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// Reads weights as `Display` writes them.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] says what is wrong with the text.
    pub fn read(kind: Kind, text: &str) -> Result<Weights, WeightsError> {
        let mut lines =
            text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let mut values = Vec::new();
        for Feature { name, .. } in features(kind) {
            let (number, line) = lines.next().ok_or(WeightsError::Order(name))?;
            let error = WeightsError::Line(number + 1);
            let (feature, value) = line.split_once(' ').ok_or(error.clone())?;
            if feature != *name {
                return Err(WeightsError::Order(name));
            }
            let value = value.trim().parse().ok().filter(|value: &i32| value.unsigned_abs() <= 10_000);
            values.push(value.ok_or(error)?);
        }
        if lines.next().is_some() {
            return Err(WeightsError::Long);
        }
        Ok(Weights { kind, values: values.into() })
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# weights for {}, in hundredths of a point", self.kind)?;
        for (feature, value) in features(self.kind).iter().zip(&*self.values) {
            writeln!(f, "{} {value}", feature.name)?;
        }
        Ok(())
    }
}
