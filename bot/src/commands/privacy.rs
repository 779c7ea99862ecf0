//! `/privacy`: what is stored about the caller.

use super::context::{Context, Done, caller, respond};

/// See, switch off, export or delete what I store about you
#[poise::command(slash_command, subcommands("show", "export", "delete"), subcommand_required)]
pub(super) async fn privacy(_: Context<'_>) -> Done {
    Ok(())
}

/// See what I store about you, and choose whether your games are rated
#[poise::command(slash_command)]
async fn show(ctx: Context<'_>) -> Done {
    respond(ctx, ctx.data().service.privacy(&caller(ctx))).await
}

/// Get everything that I store about you as a file
#[poise::command(slash_command)]
async fn export(ctx: Context<'_>) -> Done {
    respond(ctx, ctx.data().service.personal_file(&caller(ctx))).await
}

/// Delete what I store about you, now or when your games are over
#[poise::command(slash_command)]
async fn delete(ctx: Context<'_>) -> Done {
    respond(ctx, ctx.data().service.ask_erasure(&caller(ctx))).await
}
