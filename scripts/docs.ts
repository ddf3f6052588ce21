// Writes the reference: `npm run docs`.
import { writeFileSync } from 'node:fs';
import { referenceFiles } from './reference/files.ts';

for (const [path, text] of Object.entries(referenceFiles())) {
  writeFileSync(path, text);
  console.log(path);
}
