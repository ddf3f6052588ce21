#!/usr/bin/env bash
# Starts the synchronous standby: copies the primary the first time, and follows it.
set -euo pipefail

if [[ ! -s "$PGDATA/PG_VERSION" ]]; then
  # A copy that was interrupted begins again.
  rm -rf "$PGDATA"
  until pg_basebackup --dbname "host=${PRIMARY:-primary} user=replicator application_name=standby" \
    --pgdata "$PGDATA" --wal-method stream --checkpoint fast --write-recovery-conf; do
    rm -rf "$PGDATA"
    sleep 2
  done
fi
exec postgres "$@"
