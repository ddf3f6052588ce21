#!/usr/bin/env bash
# Prepares a new primary for a synchronous standby. The image of PostgreSQL runs it once, when the database is created.
set -euo pipefail

psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set password="$REPLICATION_PASSWORD" <<'SQL'
CREATE ROLE replicator WITH REPLICATION LOGIN PASSWORD :'password';
SQL
echo 'host replication replicator samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"

# What a standby has missed after a pause of its own.
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --command "ALTER SYSTEM SET wal_keep_size = '1GB'"
# Takes effect when the server starts again, after this script: from then on, a commit waits until a standby has it too.
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --command "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'"
