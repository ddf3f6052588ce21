// Owns what people do in the server's web interface, which /v1 cannot. Must not know HTTP.
import { randomUUID } from 'node:crypto';
import type { Database, SpeakerRow, SubmissionRow, TaskRow } from './database.ts';
import { insertSpeaker } from './people.ts';
import { insertSubmission, insertSubmitter } from './submissions.ts';

export interface NewEvent {
  readonly name: string;
  readonly slug: string;
  readonly timezone: string;
  /** In UTC, as `2027-05-20T07:00:00+00:00`; undefined for an event without times. */
  readonly startsAt?: string;
  readonly endsAt?: string;
}

export interface NewTask {
  /** From which the server guesses the type: slides, headshot, bio or other. */
  readonly name: string;
  readonly speakerId: string;
  readonly submissionId?: string;
  readonly required?: boolean;
  readonly dueAt?: string;
}

export interface NewTalk {
  readonly title: string;
  /** A speaker record. */
  readonly submitterId: string;
  readonly abstract?: string;
  readonly trackId?: string;
  readonly formatId?: string;
}

export type Web = ReturnType<typeof webInterface>;

/** Each function takes effect at once, and returns the id of what it has created. */
export function webInterface(database: Database, defaultEventId: () => string) {
  return Object.assign(
    programOf(database, defaultEventId),
    peopleOf(database, defaultEventId),
    submissionsOf(database),
    tasksOf(database),
  );
}

function programOf(database: Database, defaultEventId: () => string) {
  return {
    addEvent({ name, slug, timezone, startsAt, endsAt }: NewEvent): string {
      const id = randomUUID();
      database.events.push({
        id,
        name,
        slug,
        starts_at: startsAt ?? null,
        ends_at: endsAt ?? null,
        timezone,
      });
      return id;
    },
    addRoom(name: string, capacity?: number, eventId = defaultEventId()): string {
      const id = randomUUID();
      database.rooms.push({
        id,
        event_id: eventId,
        name,
        order: database.rooms.length,
        capacity: capacity ?? null,
      });
      return id;
    },
    addTrack(name: string, eventId = defaultEventId()): string {
      const id = randomUUID();
      database.tracks.push({
        id,
        event_id: eventId,
        name,
        color: '#4F46E5',
        order: database.tracks.length,
      });
      return id;
    },
    addFormat(name: string, minutes: number, eventId = defaultEventId()): string {
      const id = randomUUID();
      database.formats.push({
        id,
        event_id: eventId,
        name,
        default_duration_min: minutes,
      });
      return id;
    },
  };
}

function peopleOf(database: Database, defaultEventId: () => string) {
  return {
    addSpeaker(
      values: Pick<SpeakerRow, 'email'> & Partial<SpeakerRow>,
      eventId = defaultEventId(),
    ): string {
      return insertSpeaker(database, Object.assign({ event_id: eventId }, values)).id;
    },
    /** A talk that its submitter has sent by a form. */
    addSubmission({ title, submitterId, abstract = '', trackId, formatId }: NewTalk): string {
      const { event_id } = rowOf(database.speakers, submitterId);
      const { id } = insertSubmission(database, {
        event_id,
        number: database.nextNumber(event_id),
        title,
        abstract,
        track_id: trackId ?? null,
        format_id: formatId ?? null,
        submitted_at: database.stamp(),
      });
      insertSubmitter(database, id, submitterId);
      return id;
    },
  };
}

function submissionsOf(database: Database) {
  const change = (id: string, changed: Partial<SubmissionRow>) => database.change(id, changed);
  return {
    renameSubmission(submissionId: string, title: string): void {
      change(submissionId, { title });
    },
    /** A change of the format leaves the end of a placed session as it is. */
    setFormat(submissionId: string, formatId: string | undefined): void {
      change(submissionId, { format_id: formatId ?? null });
    },
    setTrack(submissionId: string, trackId: string | undefined): void {
      change(submissionId, { track_id: trackId ?? null });
    },
    /** The first one is the primary speaker. */
    setSpeakers(submissionId: string, speakerIds: readonly string[]): void {
      const kept = database.participants.filter(
        ({ submission_id, role }) => submission_id !== submissionId || role !== 'speaker',
      );
      const added = speakerIds.map((speaker_id, index) => ({
        submission_id: submissionId,
        speaker_id,
        role: 'speaker' as const,
        is_primary: index === 0,
      }));
      database.participants.length = 0;
      database.participants.push(...kept, ...added);
    },
  };
}

function tasksOf(database: Database) {
  return {
    /** Asks a speaker for a file. */
    addTask({ name, speakerId, submissionId, required = true, dueAt }: NewTask): string {
      const speaker = rowOf(database.speakers, speakerId);
      const id = randomUUID();
      database.tasks.push({
        id,
        event_id: speaker.event_id,
        speaker_id: speakerId,
        submission_id: submissionId ?? null,
        name,
        required,
        due_at: dueAt ?? null,
        assignment_status: 'todo',
        files: [],
      });
      return id;
    },
    /** A new version of the file that a task asks for. */
    uploadContent(taskId: string, filename: string, size = 1_024): string {
      const task = rowOf(database.tasks, taskId);
      const id = randomUUID();
      task.files.push({
        id,
        filename,
        url: `https://files.example.org/${id}/${encodeURIComponent(filename)}`,
        size,
        mimetype: 'application/pdf',
        created_at: database.stamp(),
      });
      task.assignment_status = 'submitted';
      database.moveToEnd(database.tasks, task);
      return id;
    },
    /** What an organizer decides about a task. */
    reviewTask(taskId: string, status: TaskRow['assignment_status']): void {
      const task = rowOf(database.tasks, taskId);
      task.assignment_status = status;
      database.moveToEnd(database.tasks, task);
    },
  };
}

/** @throws {Error} for an id that does not exist, which is a mistake of the test */
function rowOf<R extends { readonly id: string }>(rows: readonly R[], id: string): R {
  const row = rows.find((other) => other.id === id);
  if (row === undefined) throw new Error(`no record ${id}`);
  return row;
}
