// Every command against servers that are not ours, from the table of lists: the rows with all steps, and every third of the others.
import { testSome } from './support/servers/table.ts';
import { listsTable } from './support/servers/tables/lists.ts';

testSome(listsTable);
