// Owns the list of files that speakers were asked to upload. Must not know how a file arrives.
import type { Database, TaskRow } from './database.ts';
import { findEvent, type Operation, operation, pageOf, Refusal, readPage } from './operation.ts';
import { compareTexts } from './python-text.ts';
import { type ContentStatus, shownContentItem } from './records.ts';

const STATUSES: readonly ContentStatus[] = ['needs_changes', 'missing', 'received'];

const LIST_RULES = {
  status: { type: 'text' },
  type: { type: 'text' },
  page: { type: 'integer' },
  pageSize: { type: 'integer' },
} as const;

const list = operation({
  method: 'GET',
  path: '/v1/events/{event_id}/content-items',
  query: LIST_RULES,
  async answer({ database, ids, query }) {
    const page = readPage(query);
    const status = query.status ?? '';
    if (status !== '' && !STATUSES.some((known) => known === status)) {
      throw new Refusal(400, `status must be one of ${STATUSES.join(', ')}`);
    }
    const event = await findEvent(database, ids);
    const items = await database.query(() => itemsOf(database, event.id));
    const type = query.type ?? '';
    const chosen = items.filter(
      (item) => (status === '' || item.status === status) && (type === '' || item.type === type),
    );
    const envelope = pageOf(chosen, page);
    const meta = {
      event: { id: event.id, name: event.name },
      counts: countsOf(items),
      outstanding: outstandingIn(items),
    };
    return { status: 200, body: Object.assign(envelope, { meta }) };
  },
});

type Item = ReturnType<typeof shownContentItem>;

/** The items of an event: what needs work first, then by speaker and title. */
export function itemsOf(database: Database, eventId: string): Item[] {
  const keyOf = ({ status, speaker, title }: Item) => [
    String(STATUSES.indexOf(status)),
    speaker.name.toLowerCase(),
    title.toLowerCase(),
  ];
  return database.tasks
    .filter((task: TaskRow) => task.event_id === eventId)
    .map((task) => shownContentItem(database, task))
    .sort((left, right) => compareTexts(keyOf(left), keyOf(right)));
}

export function countsOf(items: readonly Item[]) {
  const count = (status: ContentStatus) => items.filter((item) => item.status === status).length;
  return {
    received: count('received'),
    missing: count('missing'),
    needs_changes: count('needs_changes'),
  };
}

/** The speakers with missing files, in the order of the items. */
export function outstandingIn(items: readonly Item[]) {
  const people = new Map<string, Outstanding>();
  for (const { status, speaker, title } of items) {
    if (status !== 'missing') continue;
    const { contact_id, name, email } = speaker;
    const person = people.get(contact_id) ?? { contact_id, name, email, missing: [] };
    person.missing.push(title);
    people.set(contact_id, person);
  }
  return [...people.values()];
}

interface Outstanding {
  readonly contact_id: string;
  readonly name: string;
  readonly email: string;
  readonly missing: string[];
}

export const CONTENT_OPERATIONS: readonly Operation[] = [list];
