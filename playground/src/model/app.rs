//! Bots. An application and its bot user share one id, so one type holds both.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::id::Id;
use super::person::avatar_url;
use crate::clock::Millis;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Bot {
    /// The id of the application and of its bot user.
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) joined: Millis,
    /// Application flags set by the bot. Some of them switch on a privileged intent.
    #[serde(default)]
    pub(crate) flags: u64,
    /// The managed role that joined the guilds together with the bot.
    pub(crate) role: Id,
    /// The global commands, stored as Discord's command objects.
    pub(crate) commands: Vec<Value>,
    /// The commands of single guilds.
    pub(crate) guild_commands: BTreeMap<Id, Vec<Value>>,
}

impl Bot {
    /// Returns the commands in one scope: the global ones, or those of a guild.
    pub(crate) fn scope(&self, guild: Option<Id>) -> &[Value] {
        match guild {
            None => &self.commands,
            Some(guild) => self.guild_commands.get(&guild).map_or(&[], Vec::as_slice),
        }
    }

    /// Returns the commands in one scope for changing them.
    pub(crate) fn scope_mut(&mut self, guild: Option<Id>) -> &mut Vec<Value> {
        match guild {
            None => &mut self.commands,
            Some(guild) => self.guild_commands.entry(guild).or_default(),
        }
    }

    /// Returns the bot as the people interface shows it. `shards` says which of its shards are connected.
    pub(crate) fn json(&self, base: &str, shards: &BTreeMap<(u64, u64), bool>) -> Value {
        let shard = |(shard, online): (&(u64, u64), &bool)| json!({"shard": shard, "online": online});
        json!({
            "id": self.id,
            "application_id": self.id,
            "name": self.name,
            "avatar_url": avatar_url(base, self.id),
            "online": shards.values().any(|online| *online),
            "shards": shards.iter().map(shard).collect::<Vec<_>>(),
        })
    }

    /// Returns Discord's application object.
    pub(crate) fn application_json(&self, owner: Value, user: Value, flags: u64) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "icon": null,
            "description": self.description,
            "type": null,
            "bot": user,
            "bot_public": true,
            "bot_require_code_grant": false,
            "verify_key": format!("{:064x}", self.id.0),
            "flags": flags,
            "flags_new": flags.to_string(),
            "redirect_uris": [],
            "interactions_endpoint_url": null,
            "role_connections_verification_url": null,
            "owner": owner,
            "approximate_guild_count": 1,
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "team": null,
            "eligible_oauth2_scopes": [],
            "integration_types_config": {"0": {}, "1": {}},
            "tags": [],
        })
    }
}

/// Returns the application id of a token.
///
/// Discord's tokens carry the id in their first part. For any other text the id is a hash of it, so that the same token belongs
/// to the same application after a restart.
pub(crate) fn id_of_token(token: &str) -> Id {
    let first = token.split('.').next().unwrap_or_default();
    let written = decode_base64(first)
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .filter(|text| (17..=20).contains(&text.len()))
        .and_then(|text| text.parse::<Id>().ok());
    written.unwrap_or_else(|| {
        // This is FNV-1a, shifted into the years 2019 to 2023, where no id made by the playground can be.
        let hash = token.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        Id((hash >> 5) | (1 << 59))
    })
}

/// Decodes base64 in either alphabet, padded or not. Returns `None` if a character belongs to neither.
pub(crate) fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut count) = (0_u32, 0_u8);
    for letter in text.trim_end_matches('=').bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0xff_ffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_always_has_the_same_id() {
        // The first part is "123456789012345678" in base64, as in Discord's tokens.
        assert_eq!(id_of_token("MTIzNDU2Nzg5MDEyMzQ1Njc4.abc.def"), Id(123_456_789_012_345_678));
        let other = id_of_token("petri");
        assert_eq!(other, id_of_token("petri"));
        assert_ne!(other, id_of_token("petri2"));
        assert!(other.0 >= 1 << 59 && other.0 < 1 << 60);
    }

    #[test]
    fn base64_decodes_or_fails() {
        assert_eq!(decode_base64("aGVsbG8="), Some(b"hello".to_vec()));
        assert_eq!(decode_base64("a b"), None);
    }
}
