// Writes the manual page of the package, before `npm pack`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { manualPage } from './reference/pages.ts';

mkdirSync('man', { recursive: true });
writeFileSync('man/plenary.1', manualPage());
