//! The legal moves of a panel, with the labels of the choices that lead to them.

use rules::{Kind, LegalMove, Path, Seat, Step, Table, Word};

/// The legal moves that a panel offers.
pub(crate) struct Offers<'t> {
    pub(super) paths: Vec<Path>,
    pub(super) label: Box<dyn Fn(Step) -> String + 't>,
    pub(super) words: Box<dyn Fn(&str) -> String + 't>,
    /// The kinds of moves that are offered together.
    pub(super) kinds: &'static [&'static [Word]],
    /// The game's word for pieces that do not die.
    pub(super) survive: Option<&'static str>,
    /// The kind of the move before, which a player often wants again.
    pub(super) latest_kind: Option<Step>,
    /// The piece of the move before, which often acts again.
    pub(super) latest_piece: Option<Step>,
}

impl<'t> Offers<'t> {
    /// Returns the legal moves of a seat.
    pub(crate) fn of_seat(table: &'t Table, seat: Seat) -> Offers<'t> {
        Offers {
            paths: table.paths(seat),
            kinds: table.kind().kinds(),
            survive: table.kind().about().survive,
            latest_kind: None,
            latest_piece: None,
            label: Box::new(move |step| table.game().label(seat, step)),
            words: Box::new(move |notation| {
                table.legal_move(seat, notation).map(|legal_move| legal_move.words).unwrap_or_default()
            }),
        }
    }

    /// Returns the same offers behind a move. Its kind is chosen in advance if no other is better, and its piece if it can act again.
    pub(crate) fn behind(self, latest: Option<&LegalMove>) -> Offers<'t> {
        let newest = |is_meant: fn(&Step) -> bool| {
            let mut steps = latest.into_iter().flat_map(|latest| &latest.path).map(|choice| choice.step);
            steps.rfind(is_meant)
        };
        let latest_kind = newest(|step| matches!(step, Step::Kind(_)));
        let latest_piece = newest(|step| matches!(step, Step::From(_)));
        Offers { latest_kind, latest_piece, ..self }
    }

    /// Returns these moves, which need not all be legal in the same position. Their kinds have the order of those in `order`, a
    /// position in which most of them are legal.
    pub(crate) fn of_moves(kind: Kind, moves: &'t [LegalMove], order: &[Path]) -> Offers<'t> {
        let path = |legal_move: &LegalMove| Path {
            notation: legal_move.notation.clone(),
            steps: legal_move.path.iter().map(|choice| choice.step).collect(),
            route: legal_move.route,
            takes: legal_move.takes,
            dies: legal_move.dies,
        };
        let mut paths: Vec<Path> = moves.iter().map(path).collect();
        paths.sort_by_cached_key(|path| {
            let alike = |known: &Path| known.steps.first() == path.steps.first();
            order.iter().position(alike).unwrap_or(order.len())
        });
        Offers {
            paths,
            kinds: kind.kinds(),
            survive: kind.about().survive,
            latest_kind: None,
            latest_piece: None,
            label: Box::new(move |step| {
                let mut choices = moves.iter().flat_map(|legal_move| &legal_move.path);
                choices
                    .find(|choice| choice.step == step)
                    .map(|choice| choice.label.clone())
                    .unwrap_or_default()
            }),
            words: Box::new(move |notation| {
                let found = moves.iter().find(|legal_move| legal_move.notation == notation);
                found.map(|legal_move| legal_move.words.clone()).unwrap_or_default()
            }),
        }
    }
}
