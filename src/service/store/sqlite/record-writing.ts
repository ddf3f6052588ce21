// Creates and changes speakers and submissions, each in a write of its own.

import { addressKey, type Speaker, type Submission } from '../records.ts';
import type { Changes, Store, Update } from '../store.ts';
import type { World } from '../world.ts';
import type { Value } from './connection.ts';
import type { EventKeys } from './events.ts';
import type { CreateOnce, Stamp } from './once.ts';
import { speakerColumns, statements, submissionColumns } from './sql.ts';
import type { WriteQueue } from './write-queue.ts';

type RecordWriting = Pick<
  Store,
  'createSpeaker' | 'updateSpeaker' | 'createSubmission' | 'updateSubmission' | 'timeZoneOf'
>;

interface FoundSpeaker extends Speaker {
  readonly event: number;
}

export function recordWriting(
  world: World,
  { write }: WriteQueue,
  eventKey: EventKeys,
  createOnce: CreateOnce,
): RecordWriting {
  const { connection, now, newId } = world;
  const insertSpeaker = connection.run(statements.insertSpeaker);
  const findSpeaker = connection.one<FoundSpeaker>(statements.findSpeaker);
  const findSpeakerByAddress = connection.one<{ id: string }>(statements.findSpeakerByAddress);
  const updateSpeaker = connection.run(statements.updateSpeaker);
  const insertSubmission = connection.run(statements.insertSubmission);
  const findSubmission = connection.one<Submission>(statements.findSubmission);
  const timeZone = connection.one<{ timezone: string }>(statements.timeZoneOf);
  const updateSubmission = connection.run(statements.updateSubmission);

  return {
    createSpeaker: (scope, fields, request) =>
      write(() =>
        createOnce(scope.organizationId, request, stamp('spk_'), {
          recordOf: (made): Speaker => stamped(made, scope.eventId, fields),
          insert(record) {
            const event = eventKey(scope);
            if (event === undefined) return { outcome: 'not_found' };
            const address = addressKey(fields.email);
            const own = valuesOf(record, speakerColumns);
            const values = [event, record.id, address, ...own, record.created_at, record.updated_at];
            if (insertSpeaker.run(values).changes === 1) return { outcome: 'created', record };
            return { outcome: 'taken', id: holderOf(event, address) ?? '' };
          },
        }),
      ),

    updateSpeaker: (scope, changes) =>
      write((): Update<Speaker> => {
        const found = findSpeaker.get([scope.id, scope.organizationId]);
        if (found === undefined) return { outcome: 'not_found' };
        const { event, ...current } = found;
        const record: Speaker = changed(current, changes);
        const address = addressKey(record.email);
        const holder = holderOf(event, address);
        if (holder !== undefined && holder !== record.id) return { outcome: 'taken', id: holder };
        updateSpeaker.run([address, ...valuesOf(record, speakerColumns), record.updated_at, record.id]);
        return { outcome: 'updated', record };
      }),

    createSubmission: (scope, fields, request) =>
      write(() =>
        createOnce(scope.organizationId, request, stamp('sub_'), {
          recordOf: (made): Submission => stamped(made, scope.eventId, fields),
          insert(record) {
            const event = eventKey(scope);
            if (event === undefined) return { outcome: 'not_found' };
            const own = valuesOf(record, submissionColumns);
            const address = addressKey(record.submitter_email);
            insertSubmission.run([event, record.id, address, ...own, record.created_at, record.updated_at]);
            return { outcome: 'created', record };
          },
        }),
      ),

    updateSubmission: (scope, changes) =>
      write((): Update<Submission> => {
        const current = findSubmission.get([scope.id, scope.organizationId]);
        if (current === undefined) return { outcome: 'not_found' };
        const record = changed(current, changes);
        updateSubmission.run([...valuesOf(record, submissionColumns), record.updated_at, record.id]);
        return { outcome: 'updated', record };
      }),

    timeZoneOf: async ({ id, organizationId }) => timeZone.get([id, organizationId])?.timezone,
  };

  /** The speaker who has an address in an event. */
  function holderOf(event: number, address: string | null): string | undefined {
    return address === null ? undefined : findSpeakerByAddress.get([event, address])?.id;
  }

  function stamp(prefix: string): Stamp {
    return { id: newId(prefix), at: now() };
  }

  function changed<T extends object>(record: T, changes: Changes<NoInfer<T>>): T {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    if (given.length === 0) return record;
    return { ...record, ...Object.fromEntries(given), updated_at: new Date(now()).toISOString() };
  }
}

function stamped<T>({ id, at }: Stamp, eventId: string, fields: T) {
  const time = new Date(at).toISOString();
  return { id, event_id: eventId, ...fields, created_at: time, updated_at: time };
}

function valuesOf<Column extends string>(record: Readonly<Record<Column, Value>>, columns: readonly Column[]): Value[] {
  return columns.map((column) => record[column]);
}
