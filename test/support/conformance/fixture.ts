// A database with two organizations for each test, and short ways to fill and read it.
import { afterEach, beforeEach } from 'vitest';
import type { ListPage } from '../../../src/service/store/page.ts';
import {
  blankSpeaker,
  type EventRef,
  type NewSubmission,
  type Speaker,
  type SpeakerFields,
  type Submission,
} from '../../../src/service/store/record-fields.ts';
import { timestamp } from '../../../src/service/store/stamps.ts';
import type {
  CreateOutcome,
  NewEventRecord,
  NewTokenRecord,
  SpeakerFilter,
  Store,
  SubmissionFilter,
} from '../../../src/service/store/store.ts';
import { newTalk } from '../new-talk.ts';

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

  addSpeaker(
    fields: Partial<SpeakerFields>,
    ref: EventRef = ours,
  ): Promise<CreateOutcome<Speaker>> {
    return this.store.speakers.create(ref, { ...blankSpeaker, ...fields });
  }

  addTalk(
    fields: Partial<NewSubmission> = {},
    ref: EventRef = ours,
  ): Promise<CreateOutcome<Submission>> {
    return this.store.submissions.create(ref, newTalk(fields));
  }

  /** All speakers of our event, unless the filter says otherwise. */
  async speakers(filter: Partial<SpeakerFilter> = {}): Promise<ListPage<Speaker>> {
    return pageIn(await this.store.listSpeakers(ours, { ...everything, ...filter }));
  }

  /** All submissions of our event, unless the filter says otherwise. */
  async talks(filter: Partial<SubmissionFilter> = {}): Promise<ListPage<Submission>> {
    return pageIn(await this.store.listSubmissions(ours, { ...everything, ...filter }));
  }

  async titles(filter: Partial<SubmissionFilter> = {}): Promise<string[]> {
    return (await this.talks(filter)).records.map(({ title }) => title);
  }

  addOrganization(id: string): Promise<void> {
    const organization = { id, name: `Name of ${id}`, created_at: timestamp(this.time) };
    return this.store.insertOrganization(organization, this.token(`first_${id}`, id));
  }

  event(organization_id: string, id: string): NewEventRecord {
    return {
      id,
      organization_id,
      name: `Name of ${id}`,
      timezone: 'Europe/Berlin',
      created_at: timestamp(this.time),
    };
  }

  token(id: string, organization_id: string): NewTokenRecord {
    return {
      id,
      organization_id,
      name: `Name of ${id}`,
      hash: `hash of ${id}`,
      created_at: timestamp(this.time),
    };
  }
}

/** The page of a list that exists. */
export function pageIn<T>(found: ListPage<T> | string | undefined): ListPage<T> {
  if (typeof found === 'object') return found;
  throw new Error(`there is no such list: ${found}`);
}

/** The record of a write that succeeded. */
export function recordOf<T>(
  written: { readonly outcome: string; readonly record?: T } | undefined,
): T {
  if (written?.record !== undefined) return written.record;
  throw new Error(`not written: ${written?.outcome}`);
}
