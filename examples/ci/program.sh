#!/usr/bin/env bash
# Keeps a conference in a repository, in any CI system: `program.sh plan` on a branch, `program.sh apply` only on main, after
# a merge: it applies whatever commit it runs on.
# Set PLENARY_BASE_URL, PLENARY_TIMEZONE and PLENARY_TOKEN in the system's settings and secrets, clone the repository with
# its whole history, and push the commit of the files as they were pulled with the tag `program-applied`: it is the commit
# that was applied last. The tag is fetched each time, because a clone that is used again has an old one. A plan is that of
# the branch merged with this commit, so that a branch behind main does not take back what others have changed.
set -euo pipefail

# Flags of the plan and the apply: what one refuses, the other refuses as well. Add --create here, --max-changes 80% for a
# round of decisions, or --overwrite for one merge whose files replace what the service has changed as well.
flags=(--fail-on clash)

action=${1:-}
if [[ $action != plan && $action != apply ]]; then
  echo "usage: program.sh plan|apply [FOLDER]" >&2
  exit 2
fi
fail() {
  echo "$1" >&2
  exit "${2:-1}"
}
# As GitLab, Azure Pipelines, CircleCI and Jenkins report a merge request from a fork.
is_fork() {
  [[ ${CI_MERGE_REQUEST_SOURCE_PROJECT_ID:-} != "${CI_MERGE_REQUEST_PROJECT_ID:-}" ||
    ${SYSTEM_PULLREQUEST_ISFORK:-} == True || -n ${CIRCLE_PR_REPONAME:-} || -n ${CHANGE_FORK:-} ]]
}
if [[ -z ${PLENARY_TOKEN:-} ]]; then
  if [[ $action == plan ]] && is_fork; then
    echo "No plan: a job of a fork has no access to PLENARY_TOKEN. Push its commits to a branch of this repository."
    exit
  fi
  fail "PLENARY_TOKEN is not set. Set it in the secrets of the CI system, for this branch as well (in GitLab, a protected variable is set on protected branches only)." 4
fi
if [[ $(git rev-parse --is-shallow-repository) == true ]]; then
  fail "This clone lacks a part of the history. Clone the repository whole (in GitLab, set GIT_DEPTH to 0)."
fi

# From the root of the repository.
program=$(cd "${2:-program}" && git rev-parse --show-prefix)
program=${program%/}
folder=$(mktemp -d)
trap 'rm -rf "$folder"; git worktree prune' EXIT
tag=$(git ls-remote origin refs/tags/program-applied)
[[ -n $tag ]] ||
  fail "origin has no tag program-applied. Push the commit of the files as they were pulled with this tag: git tag program-applied COMMIT && git push origin program-applied"
git fetch --quiet --force origin refs/tags/program-applied:refs/tags/program-applied
git worktree add --quiet --detach "$folder/applied" program-applied
git worktree add --quiet --detach "$folder/files" HEAD

# Plenary suggests commands with this folder, which can have the same name beside a clone on your computer:
# git fetch -f origin tag program-applied && git worktree add ../applied program-applied
run() (
  cd "$folder/files"
  plenary program "$action" "${program:-.}" --base "../applied/$program" "${flags[@]}"
)
if [[ $action == plan ]]; then
  git -C "$folder/files" -c user.name=CI -c user.email=ci@localhost merge --quiet --no-edit program-applied >&2 ||
    fail "This branch changes lines that others have changed in the applied program. Merge main into the branch."
  run
else
  # A job of an older commit that runs again must not take back what was applied since.
  git merge-base --is-ancestor program-applied HEAD ||
    fail "A commit that this one does not contain is applied already. Run the job of the newest commit."
  run
  git push --quiet --force origin HEAD:refs/tags/program-applied
fi
