// Every field that a request writes is served.
import { expect, it } from 'vitest';
import { writtenFields } from '../contract/index.ts';
import { usualRecords } from './record-schemas.ts';

/** A submission shows its track and its format as records of their own. */
const shownAs: Readonly<Record<string, string>> = { track_id: 'track', format_id: 'format' };

it.each(['speakers', 'submissions'] as const)('shows every field of %s', (resource) => {
  const shown = Object.keys(usualRecords[resource].example);
  const written = writtenFields(resource).map((field) => shownAs[field] ?? field);
  expect(written.length).toBeGreaterThan(5);
  expect(shown).toEqual(expect.arrayContaining(written));
});
