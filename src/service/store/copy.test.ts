// Runs the tests of copies from one file to another.
import { afterAll } from 'vitest';
import { describeCopies } from '../../../test/support/conformance/copies.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

let files = 0;
const sqlite = { name: 'SQLite', newDatabase: async () => folder.file(`${++files}.db`) };

describeCopies(sqlite, sqlite);
