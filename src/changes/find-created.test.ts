// Which record of a list is the one that a lost request has created.
import { describe, expect, it } from 'vitest';
import { createSubmission } from '../contract/endpoints.ts';
import { findCreated } from './creation.ts';

describe('a listed record', () => {
  const talk = {
    title: 'Queues',
    submitter_email: 'amina@example.org',
    abstract: 'All the way down.',
  };
  const other = { ...talk, id: 'sub_2', title: 'Stacks' };
  // As the public server lists it.
  const { submitter_email: _, ...untold } = talk;
  const at = (seconds: number) => `2026-11-28T17:30:${seconds}.500000+00:00`;
  const later = { ...untold, submitted_at: at(21) };
  const terms = {
    endpoint: createSubmission,
    sent: talk,
    owned: new Set(['owned']),
    // Sent between the 20th second and the 21st.
    sentAt: {
      earliest: Date.UTC(2026, 10, 28, 17, 30, 20),
      latest: Date.UTC(2026, 10, 28, 17, 30, 21),
    },
  };

  it.each<[string, Readonly<Record<string, unknown>>, 'created' | 'unclear' | 'absent', object?]>([
    ['with all that was sent', talk, 'created'],
    [
      'in other forms',
      { ...talk, title: 'QUEUES ', submitter_email: 'Amina <Amina@example.org>' },
      'created',
    ],
    [
      'with members that were not sent',
      { ...talk, submitter_first_name: null, status: 'pending' },
      'created',
    ],
    ['with a hidden abstract', { ...talk, abstract: undefined }, 'created'],
    ['with another abstract', { ...talk, abstract: 'Last year.' }, 'unclear'],
    ['with a name that was not sent', { ...talk, submitter_first_name: 'Amina' }, 'unclear'],
    ['with another title', { ...talk, title: 'Queue' }, 'absent'],
    ['of another submitter', { ...talk, submitter_email: 'bo@example.org' }, 'absent'],
    [
      'of a hidden submitter, with another abstract',
      { ...untold, abstract: 'Last year.' },
      'unclear',
    ],
    ['of a hidden submitter, with another title', { ...untold, title: 'Queue' }, 'absent'],
    ['of a hidden submitter', untold, 'unclear'],
    ['of a hidden submitter, created later', { ...later, title: ' queues' }, 'created'],
    ['with another name of this time', { ...untold, created_at: at(21) }, 'created'],
    ['created at about this time', { ...untold, submitted_at: at(20) }, 'unclear'],
    ['created before', { ...untold, submitted_at: at(19) }, 'absent'],
    ['with all that was sent, created before', { ...talk, submitted_at: at(19) }, 'absent'],
    ['of a masked submitter', { ...later, submitter_email: 'a***@e***.org' }, 'created'],
    ['beside one like it', later, 'unclear', { ...later, id: 'sub_3' }],
    ['of a run of this computer', { ...talk, id: 'owned', submitted_at: at(21) }, 'absent'],
    [
      'without a submitter, where others have one',
      { ...talk, submitter_email: null },
      'absent',
      other,
    ],
  ])('%s: it is %s', (_, record, expected, beside) => {
    const listed = { id: 'sub_1', ...record };
    const records = beside === undefined ? [listed] : [listed, { ...beside }];
    const verdict = findCreated(records, terms);
    expect(verdict.kind).toBe(expected);
    if (verdict.kind === 'created') expect(verdict.record).toBe(listed);
    if (verdict.kind === 'unclear') expect(verdict.why).toContain('sub_1 in the list may be it');
  });

  it.each([
    ['Backend', 'created'],
    [' BACKEND', 'created'],
    ['t_1', 'created'],
    ['Frontend', 'unclear'],
  ])('with the track Backend, t_1, where %s was sent: it is %s', (track_id, expected) => {
    const record = { ...talk, id: 'sub_1', track: 'Backend', track_id: 't_1' };
    const verdict = findCreated([record], { ...terms, sent: { ...talk, track_id } });
    expect(verdict.kind).toBe(expected);
  });

  it('of a service without a clock is unclear, unless it shows its submitter', () => {
    const record = { ...untold, id: 'sub_1', submitted_at: at(21) };
    expect(findCreated([record], { ...terms, sentAt: undefined }).kind).toBe('unclear');
    const whole = { ...record, ...talk };
    expect(findCreated([whole], { ...terms, sentAt: undefined })).toEqual({
      kind: 'created',
      record: whole,
    });
  });

  it('proves nothing at the end of a list of exactly 1,000', () => {
    const records = Array.from({ length: 1000 }, (_, at) => ({
      id: `sub_${at}`,
      title: `Talk ${at}`,
    }));
    const why = 'the list ends at 1000 records, and may be cut off';
    expect(findCreated(records, terms)).toEqual({ kind: 'unclear', why });
    expect(findCreated(records.slice(1), terms)).toEqual({ kind: 'absent' });
  });
});
