// A database with two organizations for each test, and short ways to fill and read it.
import { afterEach, beforeEach } from 'vitest';
import {
  blankSpeaker,
  blankSubmission,
  type EventRef,
  type Speaker,
  type SpeakerFields,
  type Submission,
  type SubmissionFields,
} from '../../../src/service/store/record-fields.ts';
import { timestamp } from '../../../src/service/store/stamps.ts';
import type {
  CreateOutcome,
  EventRecord,
  Filter,
  Listings,
  ListPage,
  NewTokenRecord,
  Store,
} from '../../../src/service/store/store.ts';

export interface TestDatabase {
  /** May be called more than once, as by several processes. @param now milliseconds since 1970 */
  open(now: () => number): Promise<Store>;
  /** Called when all its stores are closed. */
  remove(): Promise<void>;
}

export const ours = { organizationId: 'org_ours', eventId: 'conf' };
/** An event of the same id in another organization. */
export const theirs = { organizationId: 'org_theirs', eventId: 'conf' };
export const nowhere = { ...ours, eventId: 'nowhere' };
export const everything = { page: 1, pageSize: 100 };

/** A record of our organization. */
export const own = (id: string) => ({ organizationId: ours.organizationId, id });

/** Registers the hooks that create and remove the database. `store` is another one in each test. */
export class Fixture {
  store!: Store;
  /** Milliseconds since 1970. */
  time = 0;
  #database!: TestDatabase;

  constructor(createDatabase: () => Promise<TestDatabase>) {
    beforeEach(async () => {
      this.time = Date.parse('2026-01-02T03:04:05.678Z');
      this.#database = await createDatabase();
      this.store = await this.open();
      for (const { organizationId, eventId } of [ours, theirs]) {
        await this.addOrganization(organizationId);
        await this.store.insertEvent(this.event(organizationId, eventId));
      }
    });
    afterEach(async () => {
      await this.store.close();
      await this.#database.remove();
    });
  }

  /** Another store on the same database. */
  open(): Promise<Store> {
    return this.#database.open(() => this.time);
  }

  addSpeaker(fields: Partial<SpeakerFields>, ref: EventRef = ours): Promise<CreateOutcome<Speaker>> {
    return this.store.speakers.create(ref, { ...blankSpeaker, ...fields });
  }

  addSubmission(fields: Partial<SubmissionFields>, ref: EventRef = ours): Promise<CreateOutcome<Submission>> {
    return this.store.submissions.create(ref, { ...blankSubmission, title: 'Queues', ...fields });
  }

  /** All records of our event, unless the filter says otherwise. */
  async list<Name extends keyof Listings>(name: Name, filter: Partial<Filter> = {}): Promise<ListPage<Listings[Name]>> {
    const page = await this.store.list(name, ours, { ...everything, ...filter });
    if (page === undefined) throw new Error('the event does not exist');
    return page;
  }

  async titles(name: 'submissions' | 'sessions' | 'contentItems', filter: Partial<Filter> = {}): Promise<string[]> {
    return (await this.list(name, filter)).records.map(({ title }) => title);
  }

  addOrganization(id: string): Promise<void> {
    const organization = { id, name: `Name of ${id}`, created_at: timestamp(this.time) };
    return this.store.insertOrganization(organization, this.token(`first_${id}`, id));
  }

  event(organization_id: string, id: string): EventRecord {
    return { id, organization_id, name: `Name of ${id}`, timezone: 'Europe/Berlin', created_at: timestamp(this.time) };
  }

  token(id: string, organization_id: string): NewTokenRecord {
    return { id, organization_id, name: `Name of ${id}`, hash: `hash of ${id}`, created_at: timestamp(this.time) };
  }
}

/** The record of a creation that succeeded. */
export function recordOf<T>(creation: CreateOutcome<T> | undefined): T {
  if (creation?.outcome === 'created' || creation?.outcome === 'replayed') return creation.record;
  throw new Error(`not created: ${creation?.outcome}`);
}
