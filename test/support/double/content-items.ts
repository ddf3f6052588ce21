// Owns the list of files that speakers were asked to upload. Must not know how a file arrives.
import type { Database, ParticipantRow, SpeakerRow, SubmissionRow, TaskRow } from './database.ts';
import {
  findEvent,
  type Operation,
  operation,
  pageOf,
  RefusedRequest,
  readPage,
} from './operation.ts';
import { foldCase, sortedBy } from './python-text.ts';
import { fullName } from './records.ts';
import { startKey } from './submission-lists.ts';

/** In the order of the list. */
const STATUSES = ['needs_changes', 'missing', 'received'] as const;
type ContentStatus = (typeof STATUSES)[number];

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
    const { status = '', type = '' } = query;
    if (status !== '' && !STATUSES.some((name) => name === status)) {
      throw new RefusedRequest(400, `No content status is called '${status}'`);
    }
    const event = await findEvent(database, ids);
    const items = await itemsOf(database, event.id);
    const chosen = items.filter(
      (item) =>
        (status === '' || item.status === status) &&
        (type === '' || type === 'all' || item.type === type),
    );
    const meta = {
      event: { id: event.id, name: event.name },
      counts: countsOf(chosen),
      outstanding: outstandingIn(items),
    };
    return {
      status: 200,
      body: Object.assign(pageOf(sortedBy(chosen, urgencyKey), page), { meta }),
    };
  },
});

type Item = ReturnType<typeof shownItem>;

async function itemsOf(database: Database, eventId: string): Promise<Item[]> {
  const tasks = await database.select(database.tasks, (row) => row.event_id === eventId);
  const sessions = await database.select(database.submissions, (row) => row.event_id === eventId);
  if (tasks.length === 0) return [];
  const speakerIds = new Set(tasks.map(({ speaker_id }) => speaker_id));
  const speakers = await database.select(database.speakers, ({ id }) => speakerIds.has(id));
  const people = await database.select(database.participants, (row) =>
    speakerIds.has(row.speaker_id),
  );
  return tasks.flatMap((task) => {
    const speaker = speakers.find(({ id }) => id === task.speaker_id);
    if (speaker === undefined) return [];
    const session = sessions.find(({ id }) => id === task.submission_id);
    const title = session?.title ?? titleOfAccepted(sessions, people, speaker);
    return [shownItem(task, speaker, session, title)];
  });
}

/** The first accepted session of a speaker, and how many more there are; null without one. */
function titleOfAccepted(
  sessions: readonly SubmissionRow[],
  people: readonly ParticipantRow[],
  speaker: SpeakerRow,
): string | null {
  const ids = new Set(
    people.filter((row) => row.speaker_id === speaker.id).map((row) => row.submission_id),
  );
  const accepted = sessions.filter(({ id, status }) => status === 'accepted' && ids.has(id));
  const keyOf = (session: SubmissionRow) => [
    ...startKey(session),
    foldCase(session.title),
    session.id,
  ];
  const [first, ...others] = sortedBy(accepted, keyOf);
  if (first === undefined) return null;
  return others.length === 0 ? first.title : `${first.title} +${others.length}`;
}

function shownItem(
  task: TaskRow,
  speaker: SpeakerRow,
  session: SubmissionRow | undefined,
  sessionTitle: string | null,
) {
  const type = typeOf(task.name);
  const file = currentFile(task, type, speaker);
  const createdAt = file?.created_at ?? null;
  return {
    item_id: task.id,
    type,
    title: task.name,
    required: task.required,
    due_at: task.due_at,
    assignment_status: task.assignment_status,
    approved: task.assignment_status === 'approved',
    status: statusOf(task, file !== null),
    current_version: file?.version ?? 0,
    versions_count: file?.version ?? 0,
    current_file: file,
    comment_count: 0,
    updated_at: createdAt,
    uploaded_at: createdAt,
    session_id: session?.id ?? null,
    session_title: sessionTitle,
    session: session === undefined ? null : { id: session.id, title: session.title },
    speaker: {
      contact_id: speaker.id,
      name: fullName(speaker),
      email: speaker.email,
      photo_url: speaker.photo_url,
    },
  };
}

/** Looked for in this order, without case. */
const WORDS = {
  headshot: ['headshot', 'head shot', 'photo', 'portrait', 'picture'],
  bio: ['bio', 'biography', 'about you'],
  slides: ['slide', 'deck', 'presentation', 'talk', 'keynote'],
};

function typeOf(name: string): string {
  const lower = name.toLowerCase();
  for (const [type, words] of Object.entries(WORDS)) {
    if (words.some((word) => lower.includes(word))) return type;
  }
  return 'other';
}

/** A file that is there is received unless it was denied; without one, the item is missing. */
function statusOf({ assignment_status }: TaskRow, hasFile: boolean): ContentStatus {
  if (assignment_status === 'denied') return 'needs_changes';
  return hasFile ? 'received' : 'missing';
}

/** The newest version; a photo of the profile backs a headshot that was marked as received. */
function currentFile(task: TaskRow, type: string, speaker: SpeakerRow) {
  const file = task.files.at(-1);
  if (file !== undefined) {
    return {
      file_id: file.id,
      version: task.files.length,
      filename: file.filename,
      url: file.url,
      size: file.size,
      mimetype: file.mimetype,
      created_at: file.created_at,
      is_current: true,
      source: 'upload',
    };
  }
  const isMarked = !['todo', 'denied'].includes(task.assignment_status);
  if (type !== 'headshot' || !isMarked || !speaker.photo_url) return null;
  return {
    file_id: `profile:${speaker.id}`,
    version: 1,
    filename: 'Profile headshot',
    url: speaker.photo_url,
    size: null,
    mimetype: null,
    created_at: speaker.updated_at,
    is_current: true,
    source: 'profile',
  };
}

/** Orders by what needs work first, then by speaker and title. */
function urgencyKey({ status, speaker, title }: Item): readonly string[] {
  return [String(STATUSES.indexOf(status)), speaker.name.toLowerCase(), title];
}

function countsOf(items: readonly Item[]) {
  const count = (status: ContentStatus) => items.filter((item) => item.status === status).length;
  return {
    received: count('received'),
    missing: count('missing'),
    needs_changes: count('needs_changes'),
  };
}

interface Outstanding {
  readonly contact_id: string;
  readonly name: string;
  readonly email: string;
  readonly missing: string[];
}

/** The speakers with required files that are missing, by name, whatever the filters are. */
function outstandingIn(items: readonly Item[]): Outstanding[] {
  const people = new Map<string, Outstanding>();
  for (const { required, status, speaker, title } of items) {
    if (!required || status !== 'missing') continue;
    const { contact_id, name, email } = speaker;
    const person = people.get(contact_id) ?? { contact_id, name, email, missing: [] };
    person.missing.push(title);
    people.set(contact_id, person);
  }
  return sortedBy([...people.values()], ({ name }) => [name.toLowerCase()]);
}

export const CONTENT_OPERATIONS: readonly Operation[] = [list];
