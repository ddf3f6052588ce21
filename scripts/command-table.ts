// Writes README's table of commands: `npm run docs:commands`. A test fails when the table is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { withCommandTable } from '../test/support/command-table.ts';

writeFileSync('README.md', withCommandTable(readFileSync('README.md', 'utf8')));
