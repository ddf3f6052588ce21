#!/usr/bin/env bash
# Keeps a conference in a repository, in any CI system: `program.sh plan` on a branch, `program.sh apply` on main.
# Set PLENARY_BASE_URL, PLENARY_TIMEZONE and PLENARY_TOKEN in the system's settings and secrets, and push the commit of the
# files as they were pulled with the tag `program-applied`: it is the commit that was applied last.
set -euo pipefail

action=${1:-}
if [[ $action != plan && $action != apply ]]; then
  echo "usage: program.sh plan|apply [FOLDER]" >&2
  exit 2
fi
program=${2:-program}
folder=$(mktemp -d)
trap 'git worktree remove --force "$folder/applied" || true; rm -rf "$folder"' EXIT
# A job of an older commit that runs again must not take back what was applied since.
if [[ $action == apply ]]; then git merge-base --is-ancestor program-applied HEAD; fi
git worktree add --quiet "$folder/applied" program-applied

outcome=0
plenary program plan "$program" --base "$folder/applied/$program" --detailed-exitcode --out "$folder/plan.json" || outcome=$?

# 0: nothing to change; 8: changes, and nothing that prevents them; others: see `plenary help exit-codes`.
if [[ $outcome != 0 && $outcome != 8 ]]; then exit "$outcome"; fi
if [[ $action == plan ]]; then exit; fi
if [[ $outcome == 8 ]]; then plenary program apply "$folder/plan.json"; fi
git push --quiet --force origin HEAD:refs/tags/program-applied
