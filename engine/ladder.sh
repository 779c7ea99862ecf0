#!/bin/sh
# Measures how strong the levels are, for the tables of docs/opponents.md, and prints every command with its results.
#
# engine/ladder.sh PETRI [OPENINGS] [GAME...] uses the program PETRI, such as target/release/petri. With 200 openings the matches
# of Apex take hours; levels below it take minutes.
set -eu
petri=$1
openings=${2:-200}
shift
[ $# -eq 0 ] || shift
games=${*:-parasites plankton-synapse protozoa semiosphere stract}

options() {
    case $1 in
    plankton-synapse | stract) echo preset=correspondence ;;
    semiosphere) echo preset=balanced ;;
    esac
}

for game in $games; do
    while read -r first second; do
        "$petri" arena "$first" "$second" --game "$game" --options "$(options "$game")" --pairs "$openings" --quiet
        echo
    done <<EOM
spore greedy
drifter spore
grazer drifter
hunter grazer
apex hunter
apex greedy
apex random
EOM
    "$petri" balance --game "$game" --options "$(options "$game")"
    echo
done

# More than two sides: shares of the places against the seats of greedy players.
for game in parasites protozoa semiosphere; do
    case " $games " in *" $game "*)
        "$petri" arena apex greedy --game "$game" --options "$(options "$game") players=4" --pairs "$((openings / 4))" --quiet
        echo
        ;;
    esac
done
