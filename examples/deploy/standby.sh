#!/usr/bin/env bash
# Starts the synchronous standby: copies the primary the first time, and follows it.
set -euo pipefail

if [[ ! -s "$PGDATA/PG_VERSION" ]]; then
  # A copy that was interrupted begins again.
  rm -rf "$PGDATA"
  # Without an application_name, so that the copy does not count as the standby: what it has received is not yet safe.
  until pg_basebackup --dbname "host=${PRIMARY:-primary} user=replicator" \
    --pgdata "$PGDATA" --wal-method stream --checkpoint fast --write-recovery-conf; do
    rm -rf "$PGDATA"
    sleep 2
  done
fi
# The name by which the primary knows it, in synchronous_standby_names.
exec postgres -c cluster_name=standby "$@"
