#!/usr/bin/env bash
# Does the jobs of a campaign by Slurm job arrays (https://slurm.schedmd.com), one round after the other.
#
#   scripts/campaign_slurm.sh DIR COUNT [SBATCH OPTIONS ...]
#   scripts/campaign_slurm.sh big 100 --partition=cpu --time=30 --mem=1G
#   scripts/campaign_slurm.sh big 4 --here          no Slurm: the array's tasks one by one on this machine
#
# A round: `solve campaign next` writes up to COUNT jobs into DIR/round/jobs, each task of the array does the one on its line
# (SLURM_ARRAY_TASK_ID) and leaves DIR/round/answer.N, `solve campaign record` adds all answers to the ledger. A task that
# fails leaves no answer; its job comes again in a later round. If all fail, or sbatch does, the script ends with status 1. A
# round waits for its slowest task, so choose a budget by which a job takes some minutes. If this script is stopped, start it
# again: answers that are there are added first.
#
# DIR must be on a file system that all machines see. SOLVE names the program (default: the one built here), SOLVE_MEMORY
# the table in memory of each task (default 256MiB), SOLVE_RECHECK the share of the answers that another machine looks for
# again (default 1%).
set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
solve=${SOLVE:-${CARGO_TARGET_DIR:-$repository/target}/release/solve}
memory=${SOLVE_MEMORY:-256MiB}
recheck=${SOLVE_RECHECK:-1%}

# The array's body: the job on one line. The answer appears whole or not at all.
if [ "${1:-}" = --task ]; then
    round=$2
    number=$SLURM_ARRAY_TASK_ID
    # Who answers is the machine: its tasks stand and fall together.
    worker=${SLURMD_NODENAME:-$(uname -n)}
    sed -n "${number}p" "$round/jobs" | "$solve" campaign job --memory "$memory" --worker "$worker" >"$round/unfinished.$number"
    mv "$round/unfinished.$number" "$round/answer.$number"
    exit 0
fi

[ $# -ge 2 ] || { sed -n '2,19s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2; }
folder=$1 count=$2
shift 2
here=no
[ "${1:-}" != --here ] || { here=yes; shift; }
round=$folder/round

# The answers of a round: the array `answers`.
look() {
    shopt -s nullglob
    answers=("$round"/answer.*)
    shopt -u nullglob
}

# Adds the answers of a round to the ledger.
collect() {
    look
    [ ${#answers[@]} -eq 0 ] || "$solve" campaign record "$folder" --recheck "$recheck" "${answers[@]}"
    rm -rf "$round"
}

# Ends after a round without an answer: the next one would go the same way.
give_up() {
    local message="no task left an answer" log
    [ "$status" -eq 0 ] || [ "$here" = yes ] || message="sbatch ended with status $status, and $message"
    for log in "$round"/log.*; do
        [ -s "$log" ] || continue
        message="$message; $log ends with: $(tail -n 1 "$log")"
        break
    done
    echo "campaign_slurm.sh: $message" >&2
    exit 1
}

while true; do
    collect
    text=$("$solve" campaign next "$folder" --count "$count" --recheck "$recheck")
    [ -n "$text" ] || break
    mkdir -p "$round"
    printf '%s\n' "$text" >"$round/jobs"
    jobs=$(wc -l <"$round/jobs")
    status=0
    if [ "$here" = yes ]; then
        for number in $(seq "$jobs"); do
            SLURM_ARRAY_TASK_ID=$number SOLVE=$solve SOLVE_MEMORY=$memory "${BASH_SOURCE[0]}" --task "$round" \
                2>"$round/log.$number" || true
        done
    else
        # A task that fails makes sbatch fail as well; its job comes again.
        SOLVE=$solve SOLVE_MEMORY=$memory sbatch --wait --quiet --array="1-$jobs" --job-name=solve-campaign \
            --output="$round/log.%a" --export=ALL "$@" "$(realpath "${BASH_SOURCE[0]}")" --task "$(realpath "$round")" || status=$?
    fi
    look
    [ ${#answers[@]} -gt 0 ] || give_up
done
"$solve" campaign report "$folder"
