//! Guilds and their roles.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::id::Id;
use super::permission::{self, Bits};

/// A guild. Every bot is a member of every guild, and so is every person who has not left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Guild {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) owner: Id,
    /// The roles. The first one is `@everyone` and has the guild's id.
    pub(crate) roles: Vec<Role>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Role {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) permissions: Bits,
    /// The bot that this managed role belongs to.
    pub(crate) bot: Option<Id>,
}

impl Guild {
    pub(crate) fn new(id: Id, name: &str, owner: Id) -> Self {
        let everyone =
            Role { id, name: "@everyone".to_owned(), permissions: permission::EVERYONE, bot: None };
        Self { id, name: name.to_owned(), owner, roles: vec![everyone] }
    }

    /// Returns what a bot, or a person with these roles, may do in channels that deny nothing.
    pub(crate) fn permissions(&self, user: Id, own: &[Id]) -> Bits {
        let has = |role: &&Role| role.id == self.id || role.bot == Some(user) || own.contains(&role.id);
        self.roles.iter().filter(has).fold(0, |all, role| all | role.permissions)
    }

    pub(crate) fn roles_json(&self) -> Vec<Value> {
        self.roles.iter().enumerate().map(|(position, role)| role.json(position)).collect()
    }

    /// Returns Discord's guild object, without the fields that only the gateway adds.
    pub(crate) fn json(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "icon": null,
            "description": null,
            "home_header": null,
            "splash": null,
            "discovery_splash": null,
            "features": [],
            "banner": null,
            "owner_id": self.owner,
            "application_id": null,
            "region": "deprecated",
            "afk_channel_id": null,
            "afk_timeout": 300,
            "system_channel_id": null,
            "system_channel_flags": 0,
            "widget_enabled": false,
            "widget_channel_id": null,
            "verification_level": 0,
            "roles": self.roles_json(),
            "default_message_notifications": 1,
            "mfa_level": 0,
            "explicit_content_filter": 0,
            "max_presences": null,
            "max_members": 500_000,
            "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25,
            "vanity_url_code": null,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": "en-US",
            "rules_channel_id": null,
            "safety_alerts_channel_id": null,
            "public_updates_channel_id": null,
            "premium_progress_bar_enabled": false,
            "nsfw": false,
            "nsfw_level": 0,
            "emojis": [],
            "stickers": [],
            "incidents_data": null,
        })
    }
}

impl Role {
    pub(crate) fn json(&self, position: usize) -> Value {
        let mut role = json!({
            "id": self.id,
            "name": self.name,
            "permissions": self.permissions.to_string(),
            "position": position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
            "hoist": false,
            "managed": self.bot.is_some(),
            "mentionable": false,
            "icon": null,
            "unicode_emoji": null,
            "flags": 0,
        });
        if let Some(bot) = self.bot {
            role["tags"] = json!({"bot_id": bot});
        }
        role
    }
}
