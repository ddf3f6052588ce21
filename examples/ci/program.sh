#!/usr/bin/env bash
# Keeps a conference in a repository, in any CI system: `program.sh plan` on a branch, `program.sh apply` on main.
# Set PLENARY_BASE_URL, PLENARY_TIMEZONE and PLENARY_TOKEN in the system's settings and secrets, clone the repository with
# its whole history, and push the commit of the files as they were pulled with the tag `program-applied`: it is the commit
# that was applied last. The tag is fetched each time, because a clone that is used again has an old one. A plan is that of
# the branch merged with this commit, so that a branch behind main does not take back what others have changed.
set -euo pipefail

# Flags of the plan and the apply: what one refuses, the other refuses as well. Add --create here, or --max-changes 80%
# for a round of decisions.
flags=(--fail-on clash)

action=${1:-}
if [[ $action != plan && $action != apply ]]; then
  echo "usage: program.sh plan|apply [FOLDER]" >&2
  exit 2
fi
program=${2:-program}
fail() {
  echo "$1" >&2
  exit 1
}
if [[ $action == plan && -z ${PLENARY_TOKEN:-} ]]; then
  echo "No plan: this job has no access to PLENARY_TOKEN, as that of a fork. Push its commits to a branch of this repository."
  exit
fi
if [[ $(git rev-parse --is-shallow-repository) == true ]]; then
  fail "This clone lacks a part of the history. Clone the repository whole (in GitLab, set GIT_DEPTH to 0)."
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"; git worktree prune' EXIT
git fetch --quiet --force origin refs/tags/program-applied:refs/tags/program-applied
git worktree add --quiet --detach "$folder/applied" program-applied

if [[ $action == plan ]]; then
  git worktree add --quiet --detach "$folder/merged" HEAD
  (
    cd "$folder/merged"
    git -c user.name=CI -c user.email=ci@localhost merge --quiet --no-edit program-applied >&2 ||
      fail "This branch changes lines that others have changed in the applied program. Merge main into the branch."
    plenary program plan "$program" --base "$folder/applied/$program" "${flags[@]}"
  )
else
  # A job of an older commit that runs again must not take back what was applied since.
  git merge-base --is-ancestor program-applied HEAD ||
    fail "A commit that this one does not contain is applied already. Run the job of the newest commit."
  plenary program apply "$program" --base "$folder/applied/$program" "${flags[@]}"
  git push --quiet --force origin HEAD:refs/tags/program-applied
fi
