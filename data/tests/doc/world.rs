// Included by the examples in the documentation: a store in a temporary folder, with a running game of persons 3 and 4 on
// server 1, in channel 2.
async fn world() -> Result<(tempfile::TempDir, data::Store, data::GameId), Box<dyn std::error::Error>> {
    let dir = tempfile::tempdir()?;
    let store = data::Store::open(&dir.path().join("petri.sqlite")).await?;
    let options = rules::Options::new().with("players", 2);
    let table = rules::Table::new(rules::Kind::Protozoa, &options)?;
    let new = data::NewGame {
        kind: rules::Kind::Protozoa,
        options: rules::Options::new(),
        guild: 1.into(),
        channel: 2.into(),
        host: 3.into(),
        invited: vec![4.into()],
        at: jiff::Timestamp::UNIX_EPOCH,
    };
    let start = move |tx: &data::Tx<'_>| {
        let id = tx.open_lobby(&new)?;
        tx.start(id, &options, &[3.into(), 4.into()], &table, clock::from_millis(1))?;
        Ok::<_, data::StoreError>(id)
    };
    let id = store.write(start).await?;
    Ok((dir, store, id))
}
