#!/usr/bin/env bash
# Runs the tests of the store, of the use cases, and stories of the whole bot on a PostgreSQL server of their own. The arguments, if there
# are any, are names of stories or parts of names; without them, it runs those below. `tests/on-postgres.sh ""` runs all stories.
# `cargo test` must have built the tests.
set -euo pipefail
cd "$(dirname "$0")/.."

stories=("$@")
[ ${#stories[@]} -gt 0 ] || stories=(a_hundred_games:: takeover:: torture:: crash:: whole_games:: twice:: ratings::)

programs=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
folder=$(mktemp -d -t petri-postgres-XXXXXX)
# PostgreSQL refuses to run as the superuser.
as_nobody() {
    if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi
}
[ "$(id -u)" != 0 ] || chown 65534:65534 "$folder"
finish() {
    as_nobody "$programs/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
    # It has a database for each test, so this takes minutes. Nothing needs to wait for it.
    rm -rf "$folder" </dev/null >/dev/null 2>&1 &
}
trap finish EXIT

as_nobody "$programs/initdb" -D "$folder/data" -U petri -A trust -E UTF8 --no-locale --no-instructions >/dev/null
cat >>"$folder/data/postgresql.conf" <<SETTINGS
listen_addresses = ''
unix_socket_directories = '$folder'
max_connections = 200
SETTINGS
as_nobody "$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -w start >/dev/null
export PETRI_TEST_DATABASE="host=$folder user=petri"

# The programs that cargo built for the tests, by package and target.
built=$(cargo test --workspace --locked --no-run --message-format=json 2>/dev/null)
program() {
    sed -n "s/.*\"package_id\":\"[^\"]*\/$1#[^\"]*\".*\"name\":\"$2\".*\"test\":true},\"profile\".*\"executable\":\"\([^\"]*\)\".*/\1/p" <<<"$built" | tail -1
}
run() {
    local package=$1 target=$2
    shift 2
    local found
    found=$(program "$package" "$target")
    [ -n "$found" ] || { echo "cargo has built no tests $target of $package" >&2; exit 1; }
    printf '\n-- %s %s\n' "$package" "$target"
    (cd "$package" && CARGO_MANIFEST_DIR="$PWD" "$found" "$@")
}

run data data
run data it
run play play
run tests it "${stories[@]}"
