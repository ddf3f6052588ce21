// The control of the benchmark of stores: the service on PostgreSQL, but each creation is one statement of its own, and
// the order of records is a sequence. Its argument is the address of a database that the service has filled.
import pg from 'pg';
import { idSource } from '../src/service/ids.ts';
import { startService } from '../src/service/listen.ts';
import { openStore } from '../src/service/store/open.ts';
import { parseAddress } from '../src/service/store/postgres/address.ts';
import { addressKey } from '../src/service/store/records.ts';
import { newRecord } from '../src/service/store/stamps.ts';
import type { Store } from '../src/service/store/store.ts';

const [address = ''] = process.argv.slice(2);
const store = await openStore(address);
const { hosts, user, database, poolSize } = parseAddress(address);
const pool = new pg.Pool({ ...hosts[0], user, database, max: poolSize });
// As many indexes as the service's table has.
await pool.query(`
  CREATE TABLE IF NOT EXISTS control (LIKE speakers INCLUDING DEFAULTS INCLUDING INDEXES, address text COLLATE "C");
  CREATE SEQUENCE IF NOT EXISTS control_order;
  ALTER TABLE control ALTER COLUMN number SET DEFAULT nextval('control_order');
  CREATE UNIQUE INDEX IF NOT EXISTS control_by_address ON control (event, address);
`);
const newId = idSource(Date.now);

const create: Store['speakers']['create'] = async ({ eventId }, fields) => {
  const record = newRecord({ id: newId('spk_'), at: Date.now() }, eventId, fields);
  const { event_id: _, ...stored } = record;
  const names = [...Object.keys(stored), 'address'];
  const values = [...Object.values(stored), addressKey(fields.email)];
  await pool.query({
    name: 'create',
    text: `INSERT INTO control (event, ${names.join(', ')}) VALUES (1, ${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    values,
  });
  return { outcome: 'created', record };
};

const service = await startService({ ...store, speakers: { ...store.speakers, create } }, { log: process.stderr });
process.stdout.write(`${JSON.stringify({ url: service.url })}\n`);

process.once('SIGTERM', async () => {
  await service.close();
  await store.close();
  await pool.end();
});
