// The behavior that every store must have, as one suite of tests. Must not know which database it
// runs on.
import { describe } from 'vitest';
import { describeAdministration } from './administration.ts';
import { describeFilters } from './filters.ts';
import { Fixture, type TestDatabase } from './fixture.ts';
import { describeLists } from './lists.ts';
import { describePlaces } from './places.ts';
import { describeRecords } from './records.ts';

/** @param createDatabase an empty database for one test */
export function describeStore(name: string, createDatabase: () => Promise<TestDatabase>): void {
  describe(`the store on ${name}`, () => {
    const fixture = new Fixture(createDatabase);
    describe('records', () => describeRecords(fixture));
    describe('places', () => describePlaces(fixture));
    describe('lists', () => describeLists(fixture));
    describe('filters', () => describeFilters(fixture));
    describe('administration', () => describeAdministration(fixture));
  });
}
