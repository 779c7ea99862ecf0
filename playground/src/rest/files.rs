//! Routes of files: those of messages and commands, and the default pictures of users.

use axum::Router;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;

use crate::error::ApiError;
use crate::http::{ApiResult, At};
use crate::model::{Attachment, Id};
use crate::state::{App, Shared};

/// The background colours of the default pictures.
const COLOURS: [&str; 6] = ["#5865f2", "#747f8d", "#3ba55c", "#faa61a", "#ed4245", "#eb459e"];

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/attachments/{channel}/{attachment}/{filename}", get(attachment))
        .route("/ephemeral-attachments/{application}/{attachment}/{filename}", get(given))
        .route("/embed/avatars/{name}", get(avatar))
}

/// Serves a file of a message.
async fn attachment(State(app): State<Shared>, At((channel, id, _)): At<(Id, Id, String)>) -> ApiResult {
    let file = {
        let state = app.lock();
        let here = state.world.channels.get(&channel);
        let messages = here.into_iter().flat_map(|channel| channel.messages.values());
        messages.flat_map(|message| &message.attachments).find(|file| file.id == id).cloned()
    };
    serve(&app, file).await
}

/// Serves a file that a person gave with a command.
async fn given(State(app): State<Shared>, At((_, id, _)): At<(Id, Id, String)>) -> ApiResult {
    let file = app.lock().world.given.get(&id).cloned();
    serve(&app, file).await
}

async fn serve(app: &App, file: Option<Attachment>) -> ApiResult {
    let file = file.ok_or_else(ApiError::no_route)?;
    let fresh = app.lock().world.fresh.get(&file.id).cloned();
    let bytes = match fresh {
        Some(bytes) => bytes,
        None => app.disk.read(file.id).await.map_err(|_| ApiError::no_route())?,
    };
    let kind = file.content_type;
    // Browsers may show a bot's upload, but must never run it as a page.
    let shown = kind.starts_with("image/") && kind != "image/svg+xml";
    let headers = [
        (CONTENT_TYPE, kind),
        (CACHE_CONTROL, "private, max-age=31536000, immutable".to_owned()),
        (CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'".to_owned()),
        (CONTENT_DISPOSITION, if shown { "inline" } else { "attachment" }.to_owned()),
    ];
    Ok((headers, bytes).into_response())
}

async fn avatar(At(name): At<String>) -> ApiResult {
    let number: usize = name.split('.').next().and_then(|number| number.parse().ok()).unwrap_or(0);
    let colour = COLOURS.get(number % COLOURS.len()).copied().unwrap_or("#5865f2");
    let picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\" width=\"64\" height=\"64\">\
         <rect width=\"64\" height=\"64\" fill=\"{colour}\"/>\
         <circle cx=\"32\" cy=\"25\" r=\"11\" fill=\"#fff\"/>\
         <path d=\"M11 58a21 19 0 0 1 42 0z\" fill=\"#fff\"/></svg>"
    );
    Ok(([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "max-age=86400")], picture).into_response())
}
