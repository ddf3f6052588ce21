// Every command against every server that is not ours.
import { describe } from 'vitest';
import { testTable } from './support/servers/table.ts';
import { faultsTable } from './support/servers/tables/faults.ts';
import { listsTable } from './support/servers/tables/lists.ts';
import { writesTable } from './support/servers/tables/writes.ts';

describe('lists', () => testTable(listsTable));
describe('faults', () => testTable(faultsTable));
describe('writes', () => testTable(writesTable));
