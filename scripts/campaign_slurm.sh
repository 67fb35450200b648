#!/usr/bin/env bash
# Leads a campaign whose workers are tasks of Slurm (https://slurm.schedmd.com), each of which runs for as long as it may.
#
#   scripts/campaign_slurm.sh DIR TASKS [--here | --lead-as-job] [SBATCH OPTIONS ...]
#   scripts/campaign_slurm.sh big 100 --partition=cpu --time=24:00:00 --cpus-per-task=32 --mem=20G
#   scripts/campaign_slurm.sh big 4 --here         no Slurm: four workers on this machine
#
# Each task is one `solve campaign work DIR` on all the cores allocated to it; `solve campaign lead DIR` runs here, or with
# --lead-as-job in a job of its own. Tasks that are cancelled, preempted, requeued or at their time limit return their jobs;
# TASKS of them are kept running until the campaign is done. You may stop this script with Ctrl-C and start it again at any time.
#
# DIR must be on a file system that all machines see; tasks write their logs to DIR/slurm. SOLVE names the program (default: the
# one built here), SOLVE_MEMORY the table in memory of each task (default 256MiB), SOLVE_WEIGHTS a file of weights that
# `solve train` made for the board, SOLVE_RECHECK the share of the answers that another machine checks again (default 1%),
# SOLVE_LEASE the time after which a silent worker loses its jobs (default 60s), SOLVE_LEAD_OPTIONS sbatch's options for the
# driver's own job, SOLVE_POLL the seconds between two checks of the tasks (default 20).
set -euo pipefail

here=$(realpath "${BASH_SOURCE[0]}")
# In a job Slurm runs a copy of this file.
export SOLVE_SCRIPT=${SOLVE_SCRIPT:-$here}
repository=$(dirname "$(dirname "$SOLVE_SCRIPT")")
SOLVE=$(realpath "${SOLVE:-${CARGO_TARGET_DIR:-$repository/target}/release/solve}")
export SOLVE SOLVE_MEMORY=${SOLVE_MEMORY:-256MiB} SOLVE_RECHECK=${SOLVE_RECHECK:-1%} SOLVE_LEASE=${SOLVE_LEASE:-60s}
weights=()
if [ -n "${SOLVE_WEIGHTS:-}" ]; then
    SOLVE_WEIGHTS=$(realpath "$SOLVE_WEIGHTS")
    export SOLVE_WEIGHTS
    weights=(--weights "$SOLVE_WEIGHTS")
fi
# Give up after tasks have ended, or could not be submitted, this often in a row without an answer in between.
most_failures=5

say() { printf 'campaign_slurm.sh: %s\n' "$*" >&2; }

# A task. The program replaces the script, so that Slurm's signals reach it.
if [ "${1:-}" = --task ]; then
    exec "$SOLVE" campaign work "$2" "${weights[@]}" --memory "$SOLVE_MEMORY" \
        --threads "${SLURM_CPUS_PER_TASK:-${SLURM_CPUS_ON_NODE:-$(nproc)}}"
fi

[ $# -ge 2 ] || { sed -n '2,18s/^# \{0,1\}//p' "$here" >&2; exit 2; }
case "$2" in '' | *[!0-9]* | 0*) say "TASKS '$2' is no number: give one such as 100"; exit 2 ;; esac
[ -f "$1/ledger.txt" ] || { say "$1 has no ledger.txt; solve campaign plan begins a campaign"; exit 1; }
folder=$(realpath "$1") tasks=$2
shift 2
mode=slurm
case "${1:-}" in --here | --lead-as-job) mode=${1#--}; shift ;; esac
logs=$folder/slurm
name=solve-$(printf '%s' "$folder" | cksum | cut -d' ' -f1)
mkdir -p "$logs"

# Tasks must not inherit the resources of the driver's own job.
submit_job() { env -u SLURM_CPUS_PER_TASK -u SLURM_MEM_PER_NODE -u SLURM_MEM_PER_CPU sbatch --parsable --requeue --open-mode=append "$@"; }

if [ "$mode" = lead-as-job ]; then
    # Slurm signals it before its time limit, and it is requeued.
    # shellcheck disable=SC2086
    submit_job --job-name="$name-lead" --output="$logs/lead.log" --signal=B:USR1@60 ${SOLVE_LEAD_OPTIONS:-} \
        "$SOLVE_SCRIPT" "$folder" "$tasks" "$@" >"$logs/lead.job"
    say "the driver is job $(cat "$logs/lead.job"); its log is $logs/lead.log"
    exit 0
fi

# Prints the number of tasks, including those that wait.
count() {
    if [ "$mode" = here ]; then jobs -rp | grep -vcx "$lead" || true; else squeue --noheader --array --format=%i --name="$name" | wc -l; fi
}

# Submits this many more.
submit() {
    local number
    if [ "$mode" = slurm ]; then
        submit_job --quiet --array="1-$1" --job-name="$name" --output="$logs/log.%A_%a" "${options[@]}" \
            "$SOLVE_SCRIPT" --task "$folder" >/dev/null 2>"$logs/sbatch"
        return
    fi
    for number in $(seq "$1"); do
        "$SOLVE" campaign work "$folder" "${weights[@]}" --memory "$SOLVE_MEMORY" --worker "$(uname -n)/$number" \
            --threads $((($(nproc) + tasks - 1) / tasks)) >"$logs/log.here_$number" 2>&1 &
    done
}

# The last line of the newest log that has one.
last_words() {
    local log
    while IFS= read -r log; do
        [ ! -s "$log" ] || { echo "; $log ends with: $(tail -n 1 "$log")"; return; }
    done < <(ls -t "$logs"/log.* 2>/dev/null)
}

# Keeps the number of tasks at the one wanted.
tend() {
    local there size
    # The tasks have been told to end, and the driver is about to.
    ! grep -q '"state":"done"' "$folder/desks/lead" 2>/dev/null || return 0
    there=$(count) || { say "squeue failed; trying again"; return 0; }
    [ "$there" -lt "$tasks" ] || return 0
    size=$(stat -c %s "$folder/ledger.txt")
    if [ "$size" = "$known" ]; then failures=$((failures + 1)); else failures=0; fi
    known=$size
    if [ "$failures" -gt "$most_failures" ] && [ "$there" -eq 0 ]; then
        end 1 "tasks end, or cannot be submitted, without an answer$(last_words)"
    fi
    submit $((tasks - there)) && return
    say "sbatch failed: $(tail -n 1 "$logs/sbatch")"
    [ "$failures" -lt "$most_failures" ] || [ "$there" -gt 0 ] || end 1 "sbatch has failed $((failures + 1)) times in a row; see the reason above"
}

# Stops the driver and the tasks.
end() {
    trap '' INT TERM
    [ -z "${2:-}" ] || say "$2"
    kill "$lead" 2>/dev/null || true
    if [ "$mode" = here ]; then kill $(jobs -rp) 2>/dev/null || true; else scancel --quiet --name="$name" || true; fi
    wait
    exit "$1"
}

# Requeues the driver's job near its time limit; the tasks wait for the next driver.
again() {
    trap '' INT TERM
    kill "$lead" 2>/dev/null || true
    wait "$lead" || true
    scontrol requeue "$SLURM_JOB_ID"
    exit 0
}

options=("$@") failures=0 known=
"$SOLVE" campaign lead "$folder" "${weights[@]}" --recheck "$SOLVE_RECHECK" --lease "$SOLVE_LEASE" >/dev/null &
lead=$!
trap 'end 130' INT
trap 'end 143' TERM
trap again USR1
poll=${SOLVE_POLL:-20}
# The driver may refuse to start, either at once or after waiting for the ledger.
sleep 1 & wait $! || true
for ((second = 0; ; second++)); do
    kill -0 "$lead" 2>/dev/null || break
    [ $((second % poll)) -ne 0 ] || tend
    sleep 1 & wait $! || true
done
status=0
wait "$lead" || status=$?
[ "$status" -eq 0 ] || end "$status"
# Running tasks end by themselves; pending ones need not start.
[ "$mode" = here ] || scancel --quiet --state=pending --name="$name" || true
wait
"$SOLVE" campaign report "$folder"
