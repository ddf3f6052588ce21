// Every command against servers that are not ours, from the table of faults: every sixth row.
import { testSome } from './support/servers/table.ts';
import { faultsTable } from './support/servers/tables/faults.ts';

testSome(faultsTable);
