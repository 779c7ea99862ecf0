//! Bots joining the playground, and the list of them.

use serde_json::Value;

use super::events::{Scope, with_guild};
use super::running::State;
use crate::model::Id;
use crate::model::app::id_of_token;
use crate::model::intent::GUILD_MEMBERS;

impl State {
    /// Sends the new list of bots to the pages.
    pub(crate) fn send_bot_list(&mut self) {
        let bots = self.bots_json();
        self.send_to_people("bots", |_, _| Some(bots.clone()));
    }

    pub(crate) fn bots_json(&self) -> Value {
        let base = &self.world.base;
        self.world.bots.values().map(|bot| bot.json(base, &self.sessions.shards(bot.id))).collect()
    }

    pub(crate) fn people_json(&self) -> Value {
        self.world.people.values().map(|person| person.json(&self.world.base)).collect()
    }

    /// Returns the application of a token. On its first use the bot joins every guild.
    pub(crate) fn sign_in(&mut self, token: &str) -> Id {
        let token = token.trim();
        let token = token.strip_prefix("Bot ").unwrap_or(token).trim();
        let id = id_of_token(token);
        let now = self.now();
        if self.world.add_bot(id, self.names.get(token).map(String::as_str), self.bot_permissions, now) {
            self.send_bot_list();
            let member = self.world.member_json(id);
            for guild in self.world.guilds.keys().copied().collect::<Vec<_>>() {
                self.send_to_bots("GUILD_MEMBER_ADD", Scope::guild(guild, GUILD_MEMBERS), |_, bot, _| {
                    (bot != id).then(|| with_guild(member.clone(), Some(guild)))
                });
            }
        }
        id
    }
}
