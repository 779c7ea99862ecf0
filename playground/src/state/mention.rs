//! Whom a message notifies: what its text mentions, and what `allowed_mentions` lets through.

use serde_json::Value;

use crate::model::permission::{Bits, MENTION_EVERYONE};
use crate::model::{Id, World};

/// The default for a message without `allowed_mentions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Messages of bots and people: every mention in the text.
    Everything,
    /// Responses to interactions: mentions of users only.
    Users,
}

/// A parsed `allowed_mentions` object.
#[derive(Clone, Debug)]
pub(crate) struct Allowed {
    everyone: bool,
    all_users: bool,
    all_roles: bool,
    users: Vec<Id>,
    roles: Vec<Id>,
    pub(crate) replied_user: bool,
}

/// The users and roles that a message notifies, and whether it notifies everyone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mentions {
    pub(crate) everyone: bool,
    pub(crate) users: Vec<Id>,
    pub(crate) roles: Vec<Id>,
}

impl Allowed {
    /// Parses the `allowed_mentions` of a body whose form has been checked.
    pub(crate) fn read(body: &Value, rule: Rule) -> Self {
        let field = &body["allowed_mentions"];
        if field.is_null() {
            let everything = rule == Rule::Everything;
            return Self {
                everyone: everything,
                all_users: true,
                all_roles: everything,
                users: Vec::new(),
                roles: Vec::new(),
                replied_user: true,
            };
        }
        let parses = |kind: &str| {
            field["parse"].as_array().is_some_and(|kinds| kinds.iter().any(|k| k.as_str() == Some(kind)))
        };
        let ids = |kind: &str| serde_json::from_value(field[kind].clone()).unwrap_or_default();
        Self {
            everyone: parses("everyone"),
            all_users: parses("users"),
            all_roles: parses("roles"),
            users: ids("users"),
            roles: ids("roles"),
            replied_user: field["replied_user"].as_bool().unwrap_or(false),
        }
    }
}

impl Mentions {
    /// Finds the mentions in `content` as Discord does. `may` holds the author's permissions there, and `replied` is the author
    /// of the message being replied to.
    pub(crate) fn find(
        world: &World,
        content: &str,
        allowed: &Allowed,
        may: Bits,
        replied: Option<Id>,
    ) -> Self {
        let text = without_code(content);
        let mut found = Self {
            everyone: allowed.everyone
                && may & MENTION_EVERYONE != 0
                && (text.contains("@everyone") || text.contains("@here")),
            ..Self::default()
        };
        for (is_role, id) in written(&text) {
            if is_role {
                let role = world.guilds.values().flat_map(|guild| &guild.roles).find(|role| role.id == id);
                let let_through = allowed.all_roles || allowed.roles.contains(&id);
                if role.is_some() && may & MENTION_EVERYONE != 0 && let_through && !found.roles.contains(&id)
                {
                    found.roles.push(id);
                }
            } else if world.user_name(id).is_some()
                && (allowed.all_users || allowed.users.contains(&id))
                && !found.users.contains(&id)
            {
                found.users.push(id);
            }
        }
        if let Some(author) = replied
            && allowed.replied_user
            && !found.users.contains(&author)
        {
            found.users.push(author);
        }
        found
    }
}

/// Finds the mentions in a text. Each is an id, with `true` for a role.
fn written(text: &str) -> Vec<(bool, Id)> {
    text.split("<@")
        .skip(1)
        .filter_map(|rest| {
            let (inside, _) = rest.split_once('>')?;
            let (is_role, digits) = match inside.strip_prefix('&') {
                Some(digits) => (true, digits),
                None => (false, inside.strip_prefix('!').unwrap_or(inside)),
            };
            digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(())?;
            Some((is_role, digits.parse().ok()?))
        })
        .collect()
}

/// Returns the text outside code blocks and code spans, in which mentions have no effect.
fn without_code(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        let ticks = rest[start..].bytes().take_while(|byte| *byte == b'`').count();
        let fence = &rest[start..start + ticks];
        let inside = start + ticks;
        match rest[inside..].find(fence) {
            Some(length) => {
                plain.push_str(&rest[..start]);
                rest = &rest[inside + length + ticks..];
            }
            None => {
                plain.push_str(&rest[..inside]);
                rest = &rest[inside..];
            }
        }
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::permission::ALL;

    #[track_caller]
    fn check(content: &str, body: Value, rule: Rule, may: Bits, want: (&str, bool)) {
        let world = World::fresh(1_700_000_000_000);
        let ids: Vec<Id> = world.people.keys().copied().collect();
        let text = content.replace("ANN", &ids[0].to_string()).replace("BEN", &ids[1].to_string());
        let body: Value = serde_json::from_str(
            &body.to_string().replace("ANN", &ids[0].to_string()).replace("BEN", &ids[1].to_string()),
        )
        .unwrap();
        let found = Mentions::find(&world, &text, &Allowed::read(&body, rule), may, None);
        let names: String = found.users.iter().map(|id| &world.people[id].name[..1]).collect();
        assert_eq!((names.as_str(), found.everyone), want);
    }

    #[test]
    fn mentions_follow_allowed_mentions() {
        let none = json!({});
        check("<@ANN> <@!BEN> <@ANN>", none.clone(), Rule::Everything, ALL, ("AB", false));
        check("@everyone", none.clone(), Rule::Everything, ALL, ("", true));
        check("@everyone", none.clone(), Rule::Everything, 0, ("", false));
        check("@everyone <@BEN>", none.clone(), Rule::Users, ALL, ("B", false));
        check("`<@ANN>` <@BEN>", none.clone(), Rule::Users, ALL, ("B", false));
        check("`` ` <@ANN> `` ` <@BEN>", none.clone(), Rule::Users, ALL, ("B", false));
        check("<@1> <@x> <@ANN", none, Rule::Users, ALL, ("", false));
        check("<@ANN>", json!({"allowed_mentions": {"parse": []}}), Rule::Everything, ALL, ("", false));
        let only_ben = json!({"allowed_mentions": {"users": ["BEN"]}});
        check("<@ANN> <@BEN>", only_ben, Rule::Everything, ALL, ("B", false));
        let everyone = json!({"allowed_mentions": {"parse": ["everyone"]}});
        check("<@ANN> @here", everyone, Rule::Users, ALL, ("", true));
    }
}
