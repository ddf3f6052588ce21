// Every command against servers that are not ours, from the table of writes: every sixth row.
import { testSome } from './support/servers/table.ts';
import { writesTable } from './support/servers/tables/writes.ts';

testSome(writesTable);
