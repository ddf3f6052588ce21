// Files that are made to take time or memory: each is refused with the limit that it passes, or
// read. The large ones are in test/process/.
import { it } from 'vitest';
import { expectHandled, smallFiles } from './support/hostile-files.ts';

it.each(smallFiles)('a hostile file is read, or refused with its limit: $name', expectHandled);
