#!/usr/bin/env bash
# A recipe for sites with Slurm and without Ray: a campaign in rounds. Each round is a job array; every task does some of
# the jobs that `solve campaign next` prints, and what the tasks have found goes to `solve campaign record`.
#
#   scripts/campaign_slurm.sh DIR TASKS [SBATCH OPTIONS ...]
#   scripts/campaign_slurm.sh big 100 --partition=cpu --time=4:00:00 --cpus-per-task=32 --mem=20G
#
# All machines must see DIR. Whatever is cancelled, preempted or killed, tasks, nodes or this script: what was answered is
# kept, the rest is handed out again, and the same command goes on. SOLVE names the program (default: the one built here),
# SOLVE_OPTIONS the options of `solve campaign job` (default: --memory 256MiB), SOLVE_JOBS the jobs of a task in a round
# (default 64), SOLVE_RECHECK the share of the answers that are proven again (default 1%).
set -euo pipefail

say() { printf 'campaign_slurm.sh: %s\n' "$*" >&2; }

if [ "${1:-}" = --task ]; then # one task of a round: from DIR/slurm/jobs.N to answers.N
    cd "$2"
    # shellcheck disable=SC2086
    exec "$SOLVE" campaign job --worker "$SLURMD_NODENAME" --threads "${SLURM_CPUS_PER_TASK:-1}" $SOLVE_OPTIONS \
        <"jobs.$SLURM_ARRAY_TASK_ID" >"answers.$SLURM_ARRAY_TASK_ID"
fi

[ $# -ge 2 ] || { sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 2; }
script=$(realpath "${BASH_SOURCE[0]}")
SOLVE=$(realpath "${SOLVE:-${CARGO_TARGET_DIR:-$(dirname "$(dirname "$script")")/target}/release/solve}")
export SOLVE SOLVE_OPTIONS=${SOLVE_OPTIONS:---memory 256MiB}
[ -f "$1/ledger.txt" ] || { say "$1 has no ledger.txt; solve campaign plan begins a campaign"; exit 1; }
folder=$(realpath "$1") tasks=$2 round=$(realpath "$1")/slurm recheck=(--recheck "${SOLVE_RECHECK:-1%}")
name=solve-$(printf '%s' "$folder" | cksum | cut -d' ' -f1)
shift 2

# Records all whole lines that tasks have written, and forgets the round.
record() {
    { grep -hs '}$' "$round"/answers.* || true; } | "$SOLVE" campaign record "$folder" "${recheck[@]}" --json
    rm -f "$round"/answers.* "$round"/jobs*
}

end() { trap '' INT TERM; scancel --quiet --name="$name" || true; wait; record >/dev/null; exit "$1"; }
trap 'end 130' INT
trap 'end 143' TERM
mkdir -p "$round"
# Tasks of a round whose script was killed would write into the next one.
scancel --quiet --name="$name" || true
while squeue --noheader --name="$name" --format=%i | grep -q .; do sleep 1; done
for ((failures = -1; failures < 2; )); do
    if record | grep -q '"new":0,"known":0,"better":0,"checked":0'; then failures=$((failures + 1)); else failures=0; fi
    "$SOLVE" campaign next "$folder" --count $((tasks * ${SOLVE_JOBS:-64})) "${recheck[@]}" >"$round/jobs"
    [ -s "$round/jobs" ] || exec "$SOLVE" campaign report "$folder"
    split --numeric-suffixes=1 --suffix-length=6 --number="r/$tasks" --elide-empty-files "$round/jobs" "$round/jobs."
    for file in "$round"/jobs.*; do mv "$file" "$round/jobs.$((10#${file##*.}))" 2>/dev/null || true; done
    count=$(find "$round" -name 'jobs.*' | wc -l)
    # Waiting for it in the background lets signals through. A task that fails makes sbatch fail; its jobs come again.
    sbatch --wait --quiet --no-requeue --job-name="$name" --array="1-$count" --output="$round/log.%a" "$@" "$script" --task "$round" &
    wait $! || say "not all tasks have ended well; see $round/log.*"
done
say "three rounds have brought no answer: $(tail -qn 1 "$round"/log.* 2>/dev/null | tail -n 1)"
exit 1
