//! The sentences for what a use case rejects.

use play::rejected::{
    AdminRejected, ChannelRejected, LimitRejected, LobbyRejected, LookRejected, MachineRejected,
    MoveRejected, OfferRejected, OptionsRejected, PlanRejected, PrivacyRejected, Rejected, RematchRejected,
    SeatRejected, SettingsRejected, SuspendedRejected, VoidRejected,
};

use super::{
    admin::{
        OWN_BLOCK, bot_blocked, not_blocked, only_role, other_channels, server_is_full, too_many_by_you,
        too_many_games, you_are_blocked,
    },
    clocks::NOT_ADMIN,
    common::*,
    films::no_turns,
    hint::hint_rejected,
    leaderboards::{no_ratings, too_many_charts, unknown_season},
    life::{
        CANNOT_TELL, CHANNEL_HAS_A_GAME, CHANNEL_HAS_ANOTHER, HAD_A_SEAT, LEFT_SINCE, MOVED_BY_NOW,
        NO_CLOCKS, NO_LAST_GAME, NO_SUCH_SEAT, NO_TAKING_BACK, NOT_OVER, NOT_PAUSED, NOT_THEIR_GAME,
        NOT_YOUR_OFFER, NOTHING_TO_TAKE_BACK, OWN_OFFER, OWN_TIME_UP, PAUSED_ALREADY, REFUSED_ALREADY,
        REMATCH_BEGUN, no_vote, nothing_suspended, offered_already, still_here,
    },
    lists::{nothing_on, unknown_piece},
    lobby::{
        INVITED_BEFORE, MACHINES_BUSY, NO_MACHINES, ONLY_YOURSELF, THREADS_LIMITED, bad_options, bot_invited,
        did_you_mean, invited_too_often, lobby_full, missing_permissions, no_machine_for,
        no_seat_for_machine, no_thread, not_here, only_host, option_twice, option_without_value,
        options_too_long, thread_taken, too_few_places, too_many_here, too_many_in, too_many_invitations,
        too_many_invited, too_many_lobbies, too_many_machine_games, too_many_machine_lobbies,
        too_many_machines_here, unknown_game, unknown_option, wrong_count,
    },
    plans::{
        PLAN_IF_WHAT, PLAN_NO_WAITING, PLAN_ONE_OF_BOTH, PLAN_YOUR_MOVE, PLANS_NOT_HERE, misfit,
        too_many_plans, which_in_plan,
    },
    privacy::{FILE_TOO_LARGE, LEAVING, file_again},
    profiles::{SAME_PERSON, profile_hidden, ratings_hidden},
    puzzle::puzzle_rejected,
    rated::{NOT_RATED, STAYS_CASUAL, VOIDED_BEFORE},
    records::{RECORD_TOO_LARGE, secrets_until_the_end},
    refusals::{
        UNKNOWN_GAME, game_over, moved_on, no_game_here, no_move, not_your_turn, played_elsewhere, refused,
        stranger, too_many_moves, turn_over_before,
    },
    settings::{NO_GAME_TO_TEST, hours_kept},
    sketch::sketch_rejected,
};

/// Returns the sentence for a caller: why nothing was done, and what is possible instead.
#[must_use]
pub fn rejected(why: &Rejected) -> String {
    match why {
        Rejected::OutsideServers => ONLY_IN_SERVERS.to_owned(),
        Rejected::NotAdmin => NOT_ADMIN.to_owned(),
        Rejected::Blocked { reason } => you_are_blocked(reason),
        Rejected::Admin(why) => of_admin(why),
        Rejected::UnknownKind { typed } => unknown_game(typed),
        Rejected::UnknownGame => UNKNOWN_GAME.to_owned(),
        Rejected::UnknownButton => UNKNOWN_BUTTON.to_owned(),
        Rejected::PlayedElsewhere { place, guild } => played_elsewhere(place, *guild),
        Rejected::NoGameHere { others } => no_game_here(others),
        Rejected::NotStarted => NOT_STARTED.to_owned(),
        Rejected::GameOver { ended, others } => game_over(ended.as_ref(), others),
        Rejected::NotPlaying { players } => stranger(players),
        Rejected::NoLongerPlaying { players } => no_vote(players),
        Rejected::NotYourTurn { to_act } => not_your_turn(to_act),
        Rejected::Move(why) => of_move(why),
        Rejected::Lobby(why) => of_lobby(why),
        Rejected::Machine(why) => of_machine(why),
        Rejected::Limit(why) => of_limit(why),
        Rejected::Options(why) => of_options(why),
        // The crate `clock` writes whole sentences.
        Rejected::Clock(error) => error.to_string(),
        Rejected::Channel(why) => of_channel(why),
        Rejected::Offer(why) => of_offer(why),
        Rejected::Seat(why) => of_seat(why),
        Rejected::Rematch(why) => of_rematch(why).to_owned(),
        Rejected::Suspended(why) => of_suspended(why),
        Rejected::Plan(why) => of_plan(why),
        Rejected::Look(why) => of_look(why),
        Rejected::Sketch(why) => sketch_rejected(why),
        Rejected::Puzzle(why) => puzzle_rejected(*why),
        Rejected::Hint(why) => hint_rejected(why),
        Rejected::Settings(why) => of_settings(why),
        Rejected::Void(VoidRejected::Unrated) => NOT_RATED.to_owned(),
        Rejected::Void(VoidRejected::Before) => VOIDED_BEFORE.to_owned(),
        Rejected::Privacy(why) => of_privacy(*why),
    }
}

fn of_move(why: &MoveRejected) -> String {
    match why {
        MoveRejected::MovedOn { ended, to_act } => moved_on(ended.as_ref(), to_act),
        MoveRejected::NoMove { kind, suggestions } => no_move(*kind, suggestions),
        MoveRejected::TooManyMoves { most } => too_many_moves(*most),
        MoveRejected::TurnOverBefore { notation } => turn_over_before(notation),
        MoveRejected::IllegalMove { kind, notation, refusal, suggestions, after_others } => {
            refused(*kind, notation, refusal, suggestions, *after_others)
        }
    }
}

fn of_lobby(why: &LobbyRejected) -> String {
    match why {
        LobbyRejected::Closed => LOBBY_CLOSED.to_owned(),
        LobbyRejected::ChannelTaken { waiting } => thread_taken(waiting.as_ref()),
        LobbyRejected::AlreadyIn => ALREADY_IN.to_owned(),
        LobbyRejected::NotIn => NOT_IN.to_owned(),
        LobbyRejected::OnlyHost { host } => only_host(*host),
        LobbyRejected::StaysCasual => STAYS_CASUAL.to_owned(),
        LobbyRejected::Full { most } => lobby_full(*most),
        LobbyRejected::WrongCount { kind, joined, possible, shared, machines } => {
            wrong_count(*kind, *joined, possible, *shared, *machines)
        }
        LobbyRejected::TooManyJoined { most } => too_many_in(*most),
        LobbyRejected::BotInvited { bot } => bot_invited(*bot),
        LobbyRejected::NotOnServer { person } => not_here(*person),
        LobbyRejected::OtherChannels { channels } => other_channels(channels),
        LobbyRejected::OnlyRole { role } => only_role(*role),
        LobbyRejected::OnlyYourself => ONLY_YOURSELF.to_owned(),
        LobbyRejected::InvitedBefore => INVITED_BEFORE.to_owned(),
        LobbyRejected::TooFewPlaces { free } => too_few_places(*free),
        LobbyRejected::TooManyInvited { kind, most } => too_many_invited(*kind, *most),
    }
}

fn of_machine(why: &MachineRejected) -> String {
    match why {
        MachineRejected::NotOffered => NO_MACHINES.to_owned(),
        MachineRejected::CannotPlay { kind } => no_machine_for(*kind),
        MachineRejected::Busy => MACHINES_BUSY.to_owned(),
        MachineRejected::NoSeat { most } => no_seat_for_machine(*most),
        MachineRejected::GamesOfPerson { person, most, games } => {
            too_many_machine_games(*person, *most, games)
        }
        MachineRejected::GamesOnServer { most } => too_many_machines_here(*most),
        MachineRejected::Lobbies { most, open } => too_many_machine_lobbies(*most, open),
    }
}

fn of_limit(why: &LimitRejected) -> String {
    match why {
        LimitRejected::OpenLobbies { most, open } => too_many_lobbies(*most, open),
        LimitRejected::Games { most } => too_many_games(*most),
        LimitRejected::GamesOnServer { most } => server_is_full(*most),
        LimitRejected::LobbiesFromPerson { most, again } => too_many_by_you(*most, *again),
        LimitRejected::LobbiesFromChannel { most, again } => too_many_here(*most, *again),
        LimitRejected::Invitations { most, again } => too_many_invitations(*most, *again),
        LimitRejected::InvitationsToOne { person, most, again } => invited_too_often(*person, *most, *again),
        LimitRejected::Costly { most, by_server, again } => too_many_charts(*most, *by_server, *again),
    }
}

fn of_admin(why: &AdminRejected) -> String {
    match why {
        AdminRejected::OwnBlock => OWN_BLOCK.to_owned(),
        AdminRejected::BotBlocked { bot } => bot_blocked(*bot),
        AdminRejected::NotBlocked { person } => not_blocked(*person),
    }
}

fn of_options(why: &OptionsRejected) -> String {
    match why {
        OptionsRejected::TooLong { kind } => options_too_long(*kind),
        OptionsRejected::Unknown { kind, typed } => unknown_option(*kind, typed),
        OptionsRejected::WithoutValue { kind, name } => option_without_value(*kind, name),
        OptionsRejected::Twice { name } => option_twice(name),
        OptionsRejected::Impossible { kind, error, meant: None } => bad_options(*kind, error),
        OptionsRejected::Impossible { kind, error, meant: Some(meant) } => {
            format!("{} {}", bad_options(*kind, error), did_you_mean(&format!("`{meant}`")))
        }
    }
}

fn of_channel(why: &ChannelRejected) -> String {
    match why {
        ChannelRejected::MissingPermissions { names } => missing_permissions(names),
        ChannelRejected::NoThreads => NO_THREADS.to_owned(),
        ChannelRejected::ThreadRefused { why } => no_thread(why),
        ChannelRejected::ThreadsLimited => THREADS_LIMITED.to_owned(),
    }
}

fn of_offer(why: &OfferRejected) -> String {
    match why {
        OfferRejected::OwnOffer { .. } => OWN_OFFER.to_owned(),
        OfferRejected::OwnTimeUp => OWN_TIME_UP.to_owned(),
        OfferRejected::NotYourOffer => NOT_YOUR_OFFER.to_owned(),
        OfferRejected::StillOpen { voters, .. } => offered_already(voters),
        OfferRejected::RefusedBefore { .. } => REFUSED_ALREADY.to_owned(),
        OfferRejected::NoTakingBack => NO_TAKING_BACK.to_owned(),
        OfferRejected::NothingToTakeBack => NOTHING_TO_TAKE_BACK.to_owned(),
        OfferRejected::LeftSince => LEFT_SINCE.to_owned(),
        OfferRejected::NoClocks => NO_CLOCKS.to_owned(),
        OfferRejected::AlreadyPaused => PAUSED_ALREADY.to_owned(),
        OfferRejected::NotPaused => NOT_PAUSED.to_owned(),
        OfferRejected::EverybodyMoved => MOVED_BY_NOW.to_owned(),
    }
}

fn of_seat(why: &SeatRejected) -> String {
    match why {
        SeatRejected::NoSuchSeat => NO_SUCH_SEAT.to_owned(),
        SeatRejected::StillHere { person } => still_here(*person),
        SeatRejected::CannotTell => CANNOT_TELL.to_owned(),
        SeatRejected::HadASeat => HAD_A_SEAT.to_owned(),
    }
}

const fn of_rematch(why: &RematchRejected) -> &'static str {
    match why {
        RematchRejected::NoLastGame => NO_LAST_GAME,
        RematchRejected::NotTheirGame => NOT_THEIR_GAME,
        RematchRejected::NotOver => NOT_OVER,
        RematchRejected::Begun => REMATCH_BEGUN,
        RematchRejected::ChannelTaken => CHANNEL_HAS_ANOTHER,
    }
}

fn of_suspended(why: &SuspendedRejected) -> String {
    match why {
        SuspendedRejected::NoneSuch { suspended } => nothing_suspended(suspended),
        SuspendedRejected::ChannelTaken => CHANNEL_HAS_A_GAME.to_owned(),
    }
}

fn of_plan(why: &PlanRejected) -> String {
    match why {
        PlanRejected::NotInThisGame => PLANS_NOT_HERE.to_owned(),
        PlanRejected::NoWaiting => PLAN_NO_WAITING.to_owned(),
        PlanRejected::YourMove => PLAN_YOUR_MOVE.to_owned(),
        PlanRejected::IfWhat => PLAN_IF_WHAT.to_owned(),
        PlanRejected::OneOfBoth => PLAN_ONE_OF_BOTH.to_owned(),
        PlanRejected::TooManyPlans { most } => too_many_plans(*most),
        PlanRejected::OneOf { typed, legal_moves } => which_in_plan(typed, legal_moves),
        PlanRejected::Misfit { kind, misfit: what } => misfit(*kind, what),
    }
}

fn of_look(why: &LookRejected) -> String {
    match why {
        LookRejected::UnknownPiece { typed } => unknown_piece(typed),
        LookRejected::EmptySquare { square } => nothing_on(square),
        LookRejected::NoBoardHere => NO_BOARD_HERE.to_owned(),
        LookRejected::StillSecret { kind } => secrets_until_the_end(*kind),
        LookRejected::NoTurns { last } => no_turns(*last),
        LookRejected::RecordTooLarge => RECORD_TOO_LARGE.to_owned(),
        LookRejected::NoRatings { kind, world } => no_ratings(*kind, *world),
        LookRejected::RatingsHidden { person } => ratings_hidden(*person),
        LookRejected::ProfileHidden { person } => profile_hidden(*person),
        LookRejected::SamePerson => SAME_PERSON.to_owned(),
        LookRejected::UnknownSeason { typed } => unknown_season(typed),
    }
}

fn of_settings(why: &SettingsRejected) -> String {
    match why {
        // The crate `clock` writes whole sentences.
        SettingsRejected::Unreadable(error) => error.to_string(),
        SettingsRejected::NoGameToTest => NO_GAME_TO_TEST.to_owned(),
        SettingsRejected::HoursKept { set, again } => hours_kept(*set, *again),
    }
}

fn of_privacy(why: PrivacyRejected) -> String {
    match why {
        PrivacyRejected::Leaving => LEAVING.to_owned(),
        PrivacyRejected::FileAgain { again } => file_again(again),
        PrivacyRejected::FileTooLarge => FILE_TOO_LARGE.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use clock::from_millis;
    use data::{Listed, OfferKind, Place};
    use jiff::Timestamp;
    use play::{
        game::ahead::Misfit,
        rejected::{Ended, HintRejected, LobbyPlace, PuzzleRejected, SketchRejected},
    };
    use rules::{ParseError, Ranking};

    use super::*;

    const BIG: u64 = u64::MAX >> 1;
    const LATER: Timestamp = Timestamp::MAX;

    /// Returns a long text whose marks must not come back as marks.
    fn typed() -> String {
        "`@everyone`\n{\"<@1>\" ".repeat(300)
    }

    fn people(count: u64) -> Vec<PersonId> {
        (0..count).map(|n| (BIG - n).into()).collect()
    }

    fn moves() -> Vec<String> {
        vec!["an40&am39=p".to_owned(); 8]
    }

    fn place(message: Option<u64>) -> LobbyPlace {
        LobbyPlace {
            kind: Kind::PlanktonSynapse,
            guild: BIG.into(),
            channel: BIG.into(),
            message: message.map(Into::into),
        }
    }

    fn listed(id: u64) -> Listed {
        Listed {
            id: id.into(),
            kind: Kind::PlanktonSynapse,
            state: GameState::Running,
            guild: 50.into(),
            channel: BIG.into(),
            message: None,
            waits: false,
            to_move: false,
            questions: Vec::new(),
            people: Vec::new(),
            suspended: id.is_multiple_of(2),
            paused: false,
            overdue: false,
            deadline: None,
            alone: false,
            against_machines: false,
        }
    }

    fn ended(first: u64) -> Ended {
        let seats = [Seat::FIRST, Seat::FIRST.next(2)].map(SeatSet::one);
        let outcome = Outcome { ranking: Ranking::new(seats), reason: rules::RESIGNED };
        Ended { kind: Kind::Protozoa, outcome, first: people(first), scores: Vec::new() }
    }

    fn played_elsewhere(guild: Option<u64>) -> Rejected {
        let place = Place { game: 7.into(), guild: 50.into(), channel: 100.into() };
        Rejected::PlayedElsewhere { place, guild: guild.map(Into::into) }
    }

    fn wrong_count(joined: usize, shared: Option<u8>) -> Rejected {
        let (kind, possible) = (Kind::Stract, vec![2, 4, 6, 8]);
        LobbyRejected::WrongCount { kind, joined, possible, shared, machines: true }.into()
    }

    fn illegal(refusal: Refusal, after_others: bool) -> Rejected {
        let (kind, notation, suggestions) = (Kind::PlanktonSynapse, typed(), moves());
        MoveRejected::IllegalMove { kind, notation, refusal, suggestions, after_others }.into()
    }

    /// Returns the rejections that several use cases share, and those of moves.
    fn general() -> Vec<Rejected> {
        vec![
            Rejected::OutsideServers,
            Rejected::NotAdmin,
            Rejected::UnknownKind { typed: typed() },
            Rejected::UnknownKind { typed: String::new() },
            Rejected::UnknownGame,
            Rejected::UnknownButton,
            played_elsewhere(Some(50)),
            played_elsewhere(None),
            Rejected::NoGameHere { others: Box::default() },
            Rejected::NoGameHere { others: (0..300).map(listed).collect() },
            Rejected::NotStarted,
            Rejected::GameOver { ended: None, others: Box::default() },
            Rejected::GameOver { ended: Some(ended(4)), others: (0..300).map(listed).collect() },
            Rejected::NotPlaying { players: people(8) },
            Rejected::NoLongerPlaying { players: people(8) },
            Rejected::NotYourTurn { to_act: people(8) },
            MoveRejected::MovedOn { ended: None, to_act: people(8) }.into(),
            MoveRejected::MovedOn { ended: Some(ended(8)), to_act: Vec::new() }.into(),
            MoveRejected::NoMove { kind: Kind::Stract, suggestions: moves() }.into(),
            MoveRejected::TooManyMoves { most: 50 }.into(),
            MoveRejected::TurnOverBefore { notation: typed() }.into(),
            illegal(Refusal::Over, false),
            illegal(Refusal::Notation(ParseError::new("x".repeat(200))), true),
            illegal(Refusal::Illegal("x".repeat(200)), true),
        ]
    }

    /// Returns the rejections of lobbies, of their options and of the channels that they are opened in.
    fn lobbies() -> Vec<Rejected> {
        let kind = Kind::Semiosphere;
        let unknown = SetupError::UnknownOption { name: "x".repeat(80), known: "x".repeat(300) };
        let clash = SetupError::Clash("x".repeat(300));
        vec![
            LobbyRejected::Closed.into(),
            LobbyRejected::ChannelTaken { waiting: None }.into(),
            LobbyRejected::ChannelTaken { waiting: Some(place(Some(BIG))) }.into(),
            LobbyRejected::AlreadyIn.into(),
            LobbyRejected::NotIn.into(),
            LobbyRejected::OnlyHost { host: BIG.into() }.into(),
            LobbyRejected::StaysCasual.into(),
            LobbyRejected::Full { most: 8 }.into(),
            wrong_count(1, None),
            wrong_count(3, Some(4)),
            wrong_count(40, None),
            LobbyRejected::TooManyJoined { most: 2 }.into(),
            LobbyRejected::BotInvited { bot: BIG.into() }.into(),
            LobbyRejected::NotOnServer { person: BIG.into() }.into(),
            LobbyRejected::OnlyYourself.into(),
            LobbyRejected::InvitedBefore.into(),
            LobbyRejected::TooFewPlaces { free: 1 }.into(),
            LobbyRejected::TooManyInvited { kind, most: 2 }.into(),
            MachineRejected::NotOffered.into(),
            MachineRejected::CannotPlay { kind }.into(),
            MachineRejected::Busy.into(),
            MachineRejected::GamesOfPerson {
                person: Some(BIG.into()),
                most: 2,
                games: vec![place(None), place(Some(BIG))],
            }
            .into(),
            MachineRejected::GamesOfPerson { person: None, most: 2, games: vec![place(Some(BIG))] }.into(),
            MachineRejected::NoSeat { most: 8 }.into(),
            MachineRejected::GamesOnServer { most: 50 }.into(),
            MachineRejected::Lobbies { most: 1, open: vec![place(Some(BIG))] }.into(),
            LimitRejected::OpenLobbies { most: 5, open: Vec::new() }.into(),
            LimitRejected::OpenLobbies { most: 5, open: vec![place(None), place(Some(BIG))] }.into(),
            LimitRejected::LobbiesFromChannel { most: 15, again: LATER }.into(),
            LimitRejected::Invitations { most: 30, again: LATER }.into(),
            LimitRejected::InvitationsToOne { person: BIG.into(), most: 4, again: LATER }.into(),
            OptionsRejected::TooLong { kind }.into(),
            OptionsRejected::Unknown { kind, typed: typed() }.into(),
            OptionsRejected::WithoutValue { kind, name: "points".to_owned() }.into(),
            OptionsRejected::Twice { name: "points".to_owned() }.into(),
            OptionsRejected::Impossible { kind, error: unknown, meant: None }.into(),
            OptionsRejected::Impossible { kind, error: clash, meant: Some("x".repeat(80)) }.into(),
            play::setup::read_clock("soon").unwrap_err().into(),
            play::setup::read_clock("5d").unwrap_err().into(),
            ChannelRejected::MissingPermissions { names: vec!["Send Messages in Threads"; 7] }.into(),
            ChannelRejected::NoThreads.into(),
            ChannelRejected::ThreadRefused { why: typed() }.into(),
            ChannelRejected::ThreadsLimited.into(),
        ]
    }

    /// Returns the rejections of offers, seats, rematches and suspended games.
    fn around_a_game() -> Vec<Rejected> {
        let kind = OfferKind::Draw;
        vec![
            OfferRejected::OwnOffer { kind }.into(),
            OfferRejected::OwnTimeUp.into(),
            OfferRejected::NotYourOffer.into(),
            OfferRejected::StillOpen { kind, voters: people(7) }.into(),
            OfferRejected::RefusedBefore { kind }.into(),
            OfferRejected::NoTakingBack.into(),
            OfferRejected::NothingToTakeBack.into(),
            OfferRejected::LeftSince.into(),
            OfferRejected::NoClocks.into(),
            OfferRejected::AlreadyPaused.into(),
            OfferRejected::NotPaused.into(),
            OfferRejected::EverybodyMoved.into(),
            SeatRejected::NoSuchSeat.into(),
            SeatRejected::StillHere { person: BIG.into() }.into(),
            SeatRejected::CannotTell.into(),
            SeatRejected::HadASeat.into(),
            RematchRejected::NoLastGame.into(),
            RematchRejected::NotTheirGame.into(),
            RematchRejected::NotOver.into(),
            RematchRejected::Begun.into(),
            RematchRejected::ChannelTaken.into(),
            SuspendedRejected::NoneSuch { suspended: Vec::new() }.into(),
            SuspendedRejected::NoneSuch { suspended: (0..300).map(listed).collect() }.into(),
            SuspendedRejected::ChannelTaken.into(),
        ]
    }

    fn legal_moves(count: usize) -> Vec<LegalMove> {
        let table = rules::Table::new(Kind::Protozoa, &Options::new()).unwrap();
        table.legal_moves(Seat::FIRST).into_iter().take(count).collect()
    }

    /// Returns the rejections of what only the caller sees: plans, explanations, settings.
    fn private() -> Vec<Rejected> {
        let refused = |refusal| Misfit::Refused { notation: typed(), refusal, legal: moves() };
        let misfits = [
            refused(Refusal::Notation(ParseError::new("x".repeat(200)))),
            refused(Refusal::Illegal("x".repeat(200))),
            Misfit::TheyGoOn(moves()),
            Misfit::IGoOn(moves()),
            Misfit::TheyEnd(typed()),
            Misfit::IEnd(typed()),
            Misfit::Over,
            Misfit::BehindWhatever,
            Misfit::NoReply,
            Misfit::TooDeep,
        ];
        let misfits =
            misfits.map(|misfit| PlanRejected::Misfit { kind: Kind::PlanktonSynapse, misfit }.into());
        let others = [
            PlanRejected::NotInThisGame.into(),
            PlanRejected::NoWaiting.into(),
            PlanRejected::YourMove.into(),
            PlanRejected::IfWhat.into(),
            PlanRejected::OneOfBoth.into(),
            PlanRejected::TooManyPlans { most: 10 }.into(),
            PlanRejected::OneOf { typed: typed(), legal_moves: legal_moves(1) }.into(),
            PlanRejected::OneOf { typed: typed(), legal_moves: legal_moves(100) }.into(),
            LookRejected::UnknownPiece { typed: typed() }.into(),
            LookRejected::EmptySquare { square: typed() }.into(),
            LookRejected::NoBoardHere.into(),
            LookRejected::NoRatings { kind: None, world: false }.into(),
            LookRejected::NoRatings { kind: Some(Kind::Protozoa), world: true }.into(),
            LookRejected::UnknownSeason { typed: typed() }.into(),
            LookRejected::RatingsHidden { person: 7.into() }.into(),
            LookRejected::ProfileHidden { person: 7.into() }.into(),
            LookRejected::SamePerson.into(),
            LookRejected::StillSecret { kind: Kind::Stract }.into(),
            LookRejected::RecordTooLarge.into(),
            LookRejected::NoTurns { last: 0 }.into(),
            LookRejected::NoTurns { last: u32::MAX }.into(),
            SketchRejected::StillSecret { kind: Kind::Stract }.into(),
            SketchRejected::NoSuchTurn { last: 0 }.into(),
            SketchRejected::NoSuchTurn { last: u32::MAX }.into(),
            SketchRejected::TurnOfPosition.into(),
            SketchRejected::BadPosition { kind: None, error: None }.into(),
            SketchRejected::BadPosition {
                kind: Some(Kind::PlanktonSynapse),
                error: Some(ParseError::new("x".repeat(200))),
            }
            .into(),
            HintRejected::NotAgreed { rated: true }.into(),
            HintRejected::NotAgreed { rated: false }.into(),
            HintRejected::StillRunning.into(),
            HintRejected::NoSuchTurn { last: 0 }.into(),
            HintRejected::NoSuchTurn { last: u32::MAX }.into(),
            HintRejected::NobodyToMove.into(),
            HintRejected::NoMachines { kind: Kind::PlanktonSynapse }.into(),
            HintRejected::TooMany { most: u32::MAX }.into(),
            HintRejected::Busy.into(),
            PuzzleRejected::Gone.into(),
            PuzzleRejected::Incomplete.into(),
            SketchRejected::Gone.into(),
            SketchRejected::NotYours.into(),
            SketchRejected::Full { most: 300 }.into(),
            SettingsRejected::Unreadable(clock::HoursError::NoZone).into(),
            SettingsRejected::NoGameToTest.into(),
            SettingsRejected::HoursKept { set: LATER, again: LATER }.into(),
            VoidRejected::Unrated.into(),
            VoidRejected::Before.into(),
            PrivacyRejected::Leaving.into(),
            PrivacyRejected::FileAgain { again: LATER }.into(),
            PrivacyRejected::FileTooLarge.into(),
        ];
        misfits.into_iter().chain(others).collect()
    }

    /// Returns the rejections that follow from what a server allows, and those of the people who manage it.
    fn on_a_server() -> Vec<Rejected> {
        vec![
            Rejected::Blocked { reason: "x".repeat(200) },
            AdminRejected::OwnBlock.into(),
            AdminRejected::BotBlocked { bot: BIG.into() }.into(),
            AdminRejected::NotBlocked { person: BIG.into() }.into(),
            LobbyRejected::OtherChannels { channels: vec![BIG.into(); 25] }.into(),
            LobbyRejected::OnlyRole { role: BIG.into() }.into(),
            LimitRejected::Games { most: 1 }.into(),
            LimitRejected::GamesOnServer { most: 200 }.into(),
            LimitRejected::LobbiesFromPerson { most: 8, again: LATER }.into(),
            LimitRejected::Costly { most: 6, by_server: false, again: LATER }.into(),
            LimitRejected::Costly { most: 60, by_server: true, again: LATER }.into(),
        ]
    }

    fn every() -> Vec<Rejected> {
        [general(), lobbies(), around_a_game(), private(), on_a_server()].concat()
    }

    #[test]
    fn every_rejection_has_a_sentence_that_fits() {
        for why in every() {
            let words = rejected(&why);
            let length = words.encode_utf16().count();
            assert!((10..=2000).contains(&length), "{length} characters: {words}");
            assert_eq!(words.matches('`').count() % 2, 0, "{words}");
            // This part of `typed` has a brace of its own.
            let plain = words.replace("@everyone{\"<@1>\"", "");
            for raw in ["}", "Some(", "Id(", "Rejected", "\\n"] {
                assert!(!plain.contains(raw), "{raw} in {words}");
            }
        }
    }

    #[test]
    fn too_long_options_get_a_short_answer() {
        for &kind in Kind::ALL {
            let words = rejected(&OptionsRejected::TooLong { kind }.into());
            assert!(words.chars().count() < 1000, "{words}");
        }
    }

    /// The table decides which sentences are checked, so it has to be complete. The names come from the source of the enums.
    #[test]
    fn every_variant_is_in_the_table() {
        let shown: Vec<String> = every().iter().map(|why| format!("{why:?}")).collect();
        let is_shown = |prefix: &str| {
            let after = shown.iter().filter_map(|shown| shown.strip_prefix(prefix));
            after.into_iter().any(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        let enums = include_str!("../../../play/src/rejected.rs").split("\npub enum ").skip(1);
        let mut count = 0;
        for (name, rest) in enums.filter_map(|text| text.split_once(" {")) {
            let outer = name.strip_suffix("Rejected").unwrap();
            let variants = rest.split("\n}").next().unwrap().lines().filter_map(|line| {
                let line = line.strip_prefix("    ").filter(|line| line.starts_with(char::is_uppercase));
                line?.split(|c: char| !c.is_alphanumeric()).next()
            });
            for variant in variants {
                let prefix = if outer.is_empty() { variant.to_owned() } else { format!("{outer}({variant}") };
                assert!(is_shown(&prefix), "{name}::{variant}");
                count += 1;
            }
        }
        assert!(count > 80, "{count} variants were found");
    }

    #[track_caller]
    fn check(why: impl Into<Rejected>, parts: &[&str]) {
        let words = rejected(&why.into());
        for part in parts {
            assert!(words.contains(part), "{part} in {words}");
        }
    }

    #[test]
    fn sentences_name_people_places_and_moves() {
        check(Rejected::UnknownKind { typed: "chess".to_owned() }, &["`chess`", "**Protozoa**"]);
        check(played_elsewhere(Some(50)), &["game 7", "<#100>"]);
        assert!(
            !rejected(&played_elsewhere(Some(51))).contains("<#"),
            "another server's channels cannot be linked"
        );
        let over = |others| Rejected::GameOver { ended: Some(ended(1)), others };
        check(over(Box::default()), &[&format!("<@{BIG}> wins (")]);
        check(
            over(Box::new([listed(1)])),
            &[&format!("Your other games here are in <#{BIG}> (Plankton Synapse).")],
        );
        check(MoveRejected::TurnOverBefore { notation: "p@g4".to_owned() }, &["`p@g4`"]);
        check(wrong_count(3, Some(4)), &["3", "`players`", "4", "**Options**"]);
        check(LobbyRejected::OnlyHost { host: 2.into() }, &["<@2>"]);
        check(LimitRejected::OpenLobbies { most: 5, open: vec![place(None)] }, &["5", &format!("<#{BIG}>")]);
        check(LimitRejected::Invitations { most: 30, again: from_millis(60_000) }, &["30", "<t:60:R>"]);
        let costly = LimitRejected::Costly { most: 60, by_server: true, again: from_millis(60_000) };
        check(costly, &["60", "this server", "<t:60:R>"]);
        check(
            LimitRejected::InvitationsToOne { person: 2.into(), most: 4, again: from_millis(60_000) },
            &["<@2>", "4", "<t:60:R>"],
        );
        check(SuspendedRejected::NoneSuch { suspended: vec![listed(6)] }, &["6 (**Plankton Synapse**)"]);
        check(SeatRejected::StillHere { person: 2.into() }, &["<@2>"]);
        check(LookRejected::UnknownPiece { typed: "`@here`".to_owned() }, &["`@here`"]);
    }
}
