// Every command against servers that are not ours, from the table of faults: the rows with all steps, and every third of the others.
import { testSome } from './support/servers/table.ts';
import { faultsTable } from './support/servers/tables/faults.ts';

testSome(faultsTable);
