#!/usr/bin/env bash
# Schedules an event by a schedule file in any CI system: `schedule.sh plan` on a branch, `schedule.sh apply` on main.
# Set PLENARY_BASE_URL, PLENARY_EVENT, PLENARY_TIMEZONE and PLENARY_TOKEN in the system's settings and secrets.
set -euo pipefail

action=${1:-}
if [[ $action != plan && $action != apply ]]; then
  echo "usage: schedule.sh plan|apply [FILE]" >&2
  exit 2
fi
file=${2:-schedule.csv}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

outcome=0
plenary sessions plan "$file" --detailed-exitcode --out "$folder/plan.json" || outcome=$?

# 0: nothing to change; 8: changes, and no clash; others: see docs/scheduling.md of plenary.
if [[ $outcome != 8 ]]; then exit "$outcome"; fi
if [[ $action == apply ]]; then plenary sessions apply "$folder/plan.json"; fi
