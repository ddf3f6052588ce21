// Proves what the double of the public server stores, and how it shows, orders and places it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Double, startDouble } from './support/double/double.ts';
import { askerOf, dataOf } from './support/double-client.ts';

const SATURDAY = Date.UTC(2026, 10, 28, 17, 30, 25, 120);
let double: Double;
let ask: ReturnType<typeof askerOf>;

beforeEach(async () => {
  double = await startDouble({ now: () => SATURDAY });
  ask = askerOf(double);
});
afterEach(() => double.close());

const idOf = async (asked: ReturnType<typeof ask>): Promise<string> => dataOf(await asked).id;
const addSpeaker = (email: string, fields = {}) =>
  idOf(ask('POST', '…/speakers', Object.assign({ email }, fields)));
const addTalk = (title: string, fields = {}) =>
  idOf(ask('POST', '…/submissions', Object.assign({ title, submitter_email: 'a@b.c' }, fields)));
const listed = async (path: string, member = 'title') =>
  dataOf(await ask('GET', path)).map((record: Record<string, unknown>) => record[member]);

describe('speakers', () => {
  it('are created with trimmed names and address, all else as sent', async () => {
    const answer = await ask('POST', '…/speakers', {
      email: ' Ada@Example.ORG ',
      first_name: ' Ada ',
      last_name: ' Lovelace',
      company_name: ' Engines ',
      title: '',
      speaker_status: ' Confirmed ',
    });
    const [speaker] = double.state.speakers;
    expect(answer.status).toBe(201);
    expect(answer.text).toBe(
      `{"data":{"id":"${speaker?.id}","full_name":"Ada Lovelace","first_name":"Ada",` +
        '"last_name":"Lovelace","email":"ada@example.org","company_name":" Engines ",' +
        '"title":"","about":null,"photo_url":null,"pronouns":null,"linkedin_url":null,' +
        '"twitter_url":null,"phone":null,"speaker_status":"confirmed","logistics_notes":null,' +
        '"last_portal_access_at":null,"invited_to_portal":false}}',
    );
  });

  it.each([
    [{ email: 'ADA@b.c' }, 409],
    [{ email: 'none' }, 400],
    [{ email: '@b.c' }, 400],
    [{ email: 'a@b' }, 400],
    [{ email: 'a@b.' }, 400],
    [{ email: 'a@b@c.d' }, 201],
    [{ email: 'new@b.c', speaker_status: 'accepted' }, 400],
    [{ email: 'new@b.c', speaker_status: ' ' }, 201],
  ])('creation of %j: %i', async (body, status) => {
    await addSpeaker('ada@b.c');
    expect((await ask('POST', '…/speakers', body)).status).toBe(status);
  });

  it.each<[object, number, object?]>([
    [{ title: ' Dr ', phone: ' 1 ' }, 200, { title: 'Dr', phone: ' 1 ' }],
    [{ title: null, about: '' }, 200, { title: null, about: '' }],
    [{ email: ' NEW@b.c' }, 200, { email: 'new@b.c' }],
    [{ speaker_status: '' }, 200, { speaker_status: null }],
    [{ email: null }, 400],
    [{ email: 'other@b.c' }, 409],
    [{ speaker_status: 'x' }, 400],
    [{}, 400],
    [{ first_name: null }, 500],
  ])('update with %j: %i', async (body, status, fields = {}) => {
    await addSpeaker('other@b.c');
    const id = await addSpeaker('ada@b.c', { title: 'Ms', speaker_status: 'invited' });
    const answer = await ask('PATCH', `/v1/speakers/${id}`, body);
    expect(answer.status).toBe(status);
    const stored = { title: 'Ms', speaker_status: 'invited', email: 'ada@b.c' };
    const [, speaker] = double.state.speakers;
    expect(speaker).toMatchObject(Object.assign(stored, fields));
  });

  it('are ordered, filtered, and the contacts', async () => {
    await addSpeaker('c@b.c', { last_name: 'alpha', first_name: 'Z' });
    await addSpeaker('b@b.c', { last_name: 'Alpha', speaker_status: 'invited' });
    await addSpeaker('d@b.c', { first_name: 'Eve', company_name: 'ACME' });
    expect(await listed('…/speakers', 'email')).toEqual(['d@b.c', 'b@b.c', 'c@b.c']);
    expect(await listed('…/speakers?status=%20Invited', 'email')).toEqual(['b@b.c']);
    expect(await listed('…/speakers?filter=acme', 'email')).toEqual(['d@b.c']);
    expect(await listed('…/speakers?status=&filter=z%20ALPHA', 'email')).toEqual(['c@b.c']);
    expect((await ask('GET', '…/speakers?status=x')).status).toBe(400);
    const id = double.state.speakers[2]?.id;
    const search = { status: 'x', track: 'y', pageSize: 1 };
    expect((await ask('POST', '…/contacts/search', search)).text).toBe(
      `{"data":[{"id":"${id}","full_name":"Eve","email":"d@b.c","company_name":"ACME",` +
        '"title":null,"about":null}],"page":1,"pageSize":1,"total":3}',
    );
  });
});

describe('submissions', () => {
  it('are created pending, without a submitter in the answer', async () => {
    const trackId = double.state.tracks[0]?.id;
    const answer = await ask('POST', '…/submissions', {
      title: ' Compilers ',
      abstract: ' Fast ',
      submitter_email: ' Ada@b.c ',
      submitter_first_name: ' Ada',
      track_id: trackId,
      format_id: '',
    });
    const [submission] = double.state.submissions;
    expect(answer.status).toBe(201);
    expect(answer.text).toBe(
      `{"data":{"id":"${submission?.id}","event_id":"${double.eventId}",` +
        '"friendly_id":"SESS-1","title":"Compilers","abstract":"Fast","description":"Fast",' +
        '"status":"pending","starts_at":null,"ends_at":null,"is_abstract":true,"room":null,' +
        `"track":{"id":"${trackId}","name":"Backend","color":"#4F46E5"},"format":null,` +
        '"speakers":[],"submitted_at":"2026-11-28T17:30:25.120001+00:00",' +
        '"updated_at":"2026-11-28T17:30:25.120002+00:00"}}',
    );
    const [speaker] = double.state.speakers;
    expect(speaker).toMatchObject({ email: 'ada@b.c', first_name: 'Ada', speaker_status: null });
    expect(submission?.submitter).toEqual({ id: speaker?.id, email: 'ada@b.c' });
  });

  it('take an existing speaker as it is', async () => {
    const id = await addSpeaker('a@b.c', { first_name: 'Ada' });
    await addTalk('T', { submitter_first_name: 'Eve' });
    await addTalk('T');
    expect(double.state.speakers.map(({ first_name }) => first_name)).toEqual(['Ada']);
    expect(double.state.submissions.map(({ submitter }) => submitter?.id)).toEqual([id, id]);
  });

  it.each([
    [{ title: ' ' }, 400, 0],
    [{ title: '' }, 422, 0],
    [{ submitter_email: 'none' }, 400, 0],
    [{ track_id: '00000000-0000-4000-8000-000000000000' }, 400, 0],
    [{ abstract: 'a\u0000' }, 500, 1],
  ])('creation with %j: %i, and %i speakers remain', async (fields, status, speakers) => {
    const body = Object.assign({ title: 'T', submitter_email: 'a@b.c' }, fields);
    expect((await ask('POST', '…/submissions', body)).status).toBe(status);
    expect(double.state.speakers).toHaveLength(speakers);
    expect(double.state.submissions).toHaveLength(0);
    await addTalk('Next');
    expect(double.state.submissions[0]?.friendly_id).toBe(`SESS-${speakers + 1}`);
  });

  it.each<[object, number, object?]>([
    [{ status: 'withdrawn', title: ' New ' }, 200, { status: 'withdrawn', title: 'New' }],
    [{ abstract: ' x ', feedback: ' y ' }, 200, { abstract: 'x', feedback: 'y' }],
    [{ abstract: null, feedback: null }, 200, { abstract: '', feedback: '' }],
    [{ status: 'Accepted' }, 400],
    [{ status: null }, 400],
    [{ title: ' ' }, 400],
    [{ title: null }, 400],
    [{ colour: 'red' }, 400],
    [{ title: 'x'.repeat(301) }, 422],
  ])('update with %j: %i', async (body, status, fields = {}) => {
    const id = await addTalk('T', { abstract: 'A' });
    const answer = await ask('PATCH', `/v1/submissions/${id}`, body);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('feedback');
    const before = { title: 'T', abstract: 'A', status: 'pending', feedback: '' };
    expect(double.state.submissions[0]).toMatchObject(Object.assign(before, fields));
  });

  it('show the speakers of the web interface, and what it renames', async () => {
    const [first = '', second = ''] = [await addSpeaker('x@b.c'), await addSpeaker('y@b.c')];
    const id = await addTalk('Old');
    double.web.setSpeakers(id, [second, first]);
    double.web.renameSubmission(id, 'New');
    const [talk] = dataOf(await ask('GET', '…/sessions'));
    expect([talk.title, talk.speakers]).toEqual([
      'New',
      [
        { id: second, full_name: 'y@b.c', email: 'y@b.c' },
        { id: first, full_name: 'x@b.c', email: 'x@b.c' },
      ],
    ]);
  });

  it('are ordered by start, then by number, and filtered', async () => {
    const trackId = double.state.tracks[1]?.id;
    const [, late, early] = [await addTalk('A'), await addTalk('B'), await addTalk('C')];
    await addTalk('D', { track_id: trackId });
    await ask('PUT', `/v1/sessions/${late}/schedule`, { room: 'Lighthouse', start: '2027-05-21' });
    await ask('PUT', `/v1/sessions/${early}/schedule`, { room: 'Lighthouse', start: '2027-05-20' });
    await ask('PATCH', `/v1/submissions/${late}`, { status: 'accepted' });
    for (const list of ['…/sessions', '…/submissions']) {
      expect(await listed(list)).toEqual(['C', 'B', 'A', 'D']);
      expect(await listed(`${list}?status=accepted`)).toEqual(['B']);
      expect(await listed(`${list}?track=FRONTEND`)).toEqual(['D']);
      expect((await ask('GET', `${list}?status=`)).status).toBe(400);
      const search = { status: null, track: trackId };
      expect((await ask('POST', `${list}/search`, search)).text).toContain('"total":1');
    }
  });
});

describe('placements', () => {
  const place = (id: string, room: unknown, start: unknown) =>
    ask('PUT', `/v1/sessions/${id}/schedule`, { room, start });

  it.each([
    ['main hall', '2027-05-20T09:00:00+02:00', 200, '2027-05-20T07:00:00+00:00'],
    ['Main Hall', '2027-05-20T09:00', 200, '2027-05-20T09:00:00+00:00'],
    ['Main Hall', '2027-05-20', 200, '2027-05-20T00:00:00+00:00'],
    ['Main Hall', '20270520T0930Z', 200, '2027-05-20T09:30:00+00:00'],
    ['Main Hall', '2027-05-20 09:00:00.500000', 200, '2027-05-20T09:00:00.5+00:00'],
    ['Main Hall', '1999-01-01', 200, '1999-01-01T00:00:00+00:00'],
    [' Main Hall', '2027-05-20', 400],
    ['Attic', '2027-05-20', 400],
    ['Main Hall', '20 May 2027', 400],
    ['Main Hall', '2027-05-20T24:00', 400],
    ['', '2027-05-20', 422],
    [undefined, '2027-05-20', 422],
  ])('in %j at %j: %i', async (room, start, status, startsAt?: string) => {
    const answer = await place(await addTalk('T'), room, start);
    expect(answer.status).toBe(status);
    if (startsAt !== undefined) expect(dataOf(answer).starts_at).toBe(startsAt);
  });

  it('end after the present duration, else the minutes of the format, else 30', async () => {
    const [, workshop] = double.state.formats;
    const endsAt = async (id: string) =>
      dataOf(await place(id, 'Lighthouse', '2027-05-20')).ends_at;
    const plain = await addTalk('Plain');
    expect(await endsAt(plain)).toBe('2027-05-20T00:30:00+00:00');
    double.web.setFormat(plain, workshop?.id);
    expect(await endsAt(plain)).toBe('2027-05-20T00:30:00+00:00');
    const long = await addTalk('Long', { format_id: workshop?.id });
    expect(await endsAt(long)).toBe('2027-05-20T01:30:00+00:00');
    const removed = await ask('DELETE', `/v1/sessions/${plain}/schedule`);
    expect([removed.status, dataOf(removed).room, dataOf(removed).ends_at]).toEqual([
      200,
      null,
      null,
    ]);
    expect(await endsAt(plain)).toBe('2027-05-20T01:30:00+00:00');
  });

  it.each([
    ['accepted', 'accept_queue', '00:29', 409],
    ['accepted', 'accepted', '00:30', 200],
    ['accepted', 'pending', '00:00', 200],
    ['declined', 'accepted', '00:00', 200],
  ])('%s beside %s at %s: %i', async (left, right, time, status) => {
    const [first = '', second = ''] = [await addTalk('A'), await addTalk('B')];
    await ask('PATCH', `/v1/submissions/${first}`, { status: left });
    await ask('PATCH', `/v1/submissions/${second}`, { status: right });
    await place(first, 'Lighthouse', '2027-05-20');
    expect((await place(second, 'Lighthouse', `2027-05-20T${time}`)).status).toBe(status);
    expect((await place(second, 'Main Hall', `2027-05-20T${time}`)).status).toBe(200);
  });

  it('make a change of the status into an occupied slot fail', async () => {
    const [first = '', second = ''] = [await addTalk('A'), await addTalk('B')];
    for (const id of [first, second]) await place(id, 'Lighthouse', '2027-05-20');
    const accept = (id: string) =>
      ask('PATCH', `/v1/submissions/${id}`, { status: 'accepted', title: 'New' });
    expect([(await accept(first)).status, (await accept(second)).status]).toEqual([200, 500]);
    expect(double.state.submissions[1]).toMatchObject({ status: 'pending', title: 'B' });
  });
});
