#!/usr/bin/env bash
# Prepares a new primary for a synchronous standby. The image of PostgreSQL runs it once, when the database is created.
set -euo pipefail

psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --set service_password="$DATABASE_PASSWORD" --set replication_password="$REPLICATION_PASSWORD" <<'SQL'
-- The service owns its database, and creates its tables when it starts. It has no other rights.
CREATE ROLE plenary WITH LOGIN PASSWORD :'service_password';
ALTER DATABASE :"DBNAME" OWNER TO plenary;
CREATE ROLE replicator WITH REPLICATION LOGIN PASSWORD :'replication_password';
SQL
echo 'host replication replicator samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"

# What a standby has missed after a pause of its own.
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --command "ALTER SYSTEM SET wal_keep_size = '1GB'"
# Takes effect when the server starts again, after this script: from then on, a commit waits until a standby has it too.
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --command "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'"
