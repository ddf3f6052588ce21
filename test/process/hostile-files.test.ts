// Large files that are made to take time or memory: each is refused with the limit that it passes,
// or read. The small ones are in test/.
import { it } from 'vitest';
import { expectHandled, largeFiles } from '../support/hostile-files.ts';

it.each(largeFiles)('a large file is read, or refused with its limit: $name', expectHandled);
