// Every command against servers that are not ours, from the table of writes: the rows with all steps, and every third of the others.
import { testSome } from './support/servers/table.ts';
import { writesTable } from './support/servers/tables/writes.ts';

testSome(writesTable);
