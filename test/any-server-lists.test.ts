// Every command against servers that are not ours, from the table of lists: every sixth row.
import { testSome } from './support/servers/table.ts';
import { listsTable } from './support/servers/tables/lists.ts';

testSome(listsTable);
