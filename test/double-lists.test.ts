// Proves what the double of the public server lists beside speakers and submissions.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Double, startDouble } from './support/double/double.ts';
import { askerOf, dataOf } from './support/double-client.ts';

const SATURDAY = Date.UTC(2026, 10, 28, 17, 30, 25);
let double: Double;
let ask: ReturnType<typeof askerOf>;

beforeEach(async () => {
  double = await startDouble({ now: () => SATURDAY, rooms: ['Hall'], tracks: [] });
  ask = askerOf(double);
});
afterEach(() => double.close());

describe('content items', () => {
  it('are none for an event without tasks', async () => {
    expect((await ask('GET', '…/content-items')).text).toBe(
      '{"data":[],"page":1,"pageSize":25,"total":0,"meta":{' +
        `"event":{"id":"${double.eventId}","name":"DevConf 2027"},` +
        '"counts":{"received":0,"missing":0,"needs_changes":0},"outstanding":[]}}',
    );
  });

  it('have one file of one speaker', async () => {
    const ada = double.web.addSpeaker({ email: 'ada@b.c', first_name: 'Ada' });
    const task = double.web.addTask({ name: 'Slides', speakerId: ada });
    double.web.uploadContent(task, 'old.pdf');
    const file = double.web.uploadContent(task, 'new.pdf', 77);
    const { url } = double.state.tasks[0]?.files[1] ?? {};
    const [item] = dataOf(await ask('GET', '…/content-items'));
    expect(JSON.stringify(item)).toBe(
      `{"item_id":"${task}","type":"slides","title":"Slides","required":true,"due_at":null,` +
        '"assignment_status":"submitted","approved":false,"status":"received",' +
        '"current_version":2,"versions_count":2,' +
        `"current_file":{"file_id":"${file}","version":2,"filename":"new.pdf","url":"${url}",` +
        '"size":77,"mimetype":"application/pdf",' +
        '"created_at":"2026-11-28T17:30:25.000002+00:00","is_current":true,"source":"upload"},' +
        '"comment_count":0,"updated_at":"2026-11-28T17:30:25.000002+00:00",' +
        '"uploaded_at":"2026-11-28T17:30:25.000002+00:00","session_id":null,' +
        '"session_title":null,"session":null,' +
        `"speaker":{"contact_id":"${ada}","name":"Ada","email":"ada@b.c","photo_url":null}}`,
    );
  });

  it('are ordered by what needs work, filtered and counted', async () => {
    const zoe = double.web.addSpeaker({ email: 'zoe@b.c' });
    const ada = double.web.addSpeaker({ email: 'ada@b.c' });
    const talk = double.web.addSubmission({ title: 'Talk', submitterId: ada });
    const add = (name: string, speakerId: string) =>
      double.web.addTask({ name, speakerId, submissionId: talk });
    add('Headshot', zoe);
    add('Biography', ada);
    double.web.uploadContent(add('Form', ada), 'form.pdf');
    const denied = add('Deck', zoe);
    double.web.uploadContent(denied, 'deck.pdf');
    double.web.reviewTask(denied, 'denied');
    const titles = async (query: string) =>
      dataOf(await ask('GET', `…/content-items${query}`)).map(
        (item: { title: string; type: string }) => `${item.title}: ${item.type}`,
      );
    expect(await titles('')).toEqual([
      'Deck: slides',
      'Biography: bio',
      'Headshot: headshot',
      'Form: other',
    ]);
    expect(await titles('?status=received')).toEqual(['Form: other']);
    expect(await titles('?status=&type=bio')).toEqual(['Biography: bio']);
    expect(await titles('?type=nonsense')).toEqual([]);
    expect((await ask('GET', '…/content-items?status=x')).status).toBe(400);
    const { meta, data } = JSON.parse((await ask('GET', '…/content-items')).text);
    expect(meta.counts).toEqual({ received: 1, missing: 2, needs_changes: 1 });
    expect(meta.outstanding).toEqual([
      { contact_id: ada, name: 'ada@b.c', email: 'ada@b.c', missing: ['Biography'] },
      { contact_id: zoe, name: 'zoe@b.c', email: 'zoe@b.c', missing: ['Headshot'] },
    ]);
    expect(data[0]).toMatchObject({ session_id: talk, session: { id: talk, title: 'Talk' } });
  });
});

const BRANDING =
  '{"accent":null,"background":null,"surface":null,"ink":null,' +
  '"heading_font":"instrument-serif","body_font":"instrument-sans","radius":"medium",' +
  '"schedule_layout":"list","speaker_layout":"grid","density":"comfortable",' +
  '"header_style":"minimal","logo_url":null,"logo_path":null,"favicon_url":null,' +
  '"favicon_path":null,"show_powered_by":true}';

describe('operations beyond the contract', () => {
  it('list the events, the newest first', async () => {
    const event =
      `{"id":"${double.eventId}","name":"DevConf 2027","slug":"devconf",` +
      '"starts_at":"2027-05-20T07:00:00+00:00","ends_at":"2027-05-21T16:00:00+00:00",' +
      `"timezone":"Europe/Berlin","branding":${BRANDING}}`;
    expect((await ask('GET', '/v1/events')).text).toBe(
      `{"data":[${event}],"page":1,"pageSize":25,"total":1}`,
    );
    expect((await ask('GET', '…')).text).toBe(`{"data":${event}}`);
    const later = double.web.addEvent({
      name: 'Later',
      slug: 'later',
      timezone: 'UTC',
      startsAt: '2028-01-01T00:00:00+00:00',
    });
    expect(dataOf(await ask('GET', '/v1/events')).map(({ id }: { id: string }) => id)).toEqual([
      later,
      double.eventId,
    ]);
  });

  it('list rooms, tracks and formats by order, then by name', async () => {
    double.web.addRoom('Attic', 40);
    const [{ org_id } = { org_id: '' }] = dataOf(await ask('GET', '…/rooms'));
    const [hall, attic] = double.state.rooms.map(({ id }) => id);
    const shared = `"org_id":"${org_id}","event_id":"${double.eventId}"`;
    expect((await ask('GET', '…/rooms')).text).toBe(
      `{"data":[{"id":"${hall}",${shared},"name":"Hall","order":0,"capacity":null},` +
        `{"id":"${attic}",${shared},"name":"Attic","order":1,"capacity":40}],` +
        '"page":1,"pageSize":25,"total":2}',
    );
    expect(dataOf(await ask('GET', '…/tracks'))).toEqual([]);
    const track = double.web.addTrack('Backend');
    expect((await ask('GET', '…/tracks?pageSize=1')).text).toBe(
      `{"data":[{"id":"${track}",${shared},"name":"Backend","color":"#4F46E5","order":0}],` +
        '"page":1,"pageSize":1,"total":1}',
    );
    const [, , keynote] = double.state.formats;
    expect((await ask('GET', '…/formats?pageSize=1')).text).toBe(
      `{"data":[{"id":"${keynote?.id}",${shared},"name":"Keynote","default_duration_min":45}],` +
        '"page":1,"pageSize":1,"total":3}',
    );
  });

  it('show one speaker, one submission and the contacts', async () => {
    const id = double.web.addSpeaker({ email: 'a@b.c' });
    const talk = double.web.addSubmission({ title: 'T', submitterId: id });
    expect(dataOf(await ask('GET', `/v1/speakers/${id}`)).email).toBe('a@b.c');
    expect(dataOf(await ask('GET', `/v1/submissions/${talk}`)).title).toBe('T');
    expect((await ask('GET', '…/contacts')).text).toBe(
      `{"data":[{"id":"${id}","full_name":"a@b.c","email":"a@b.c","company_name":null,` +
        '"title":null,"about":null}],"page":1,"pageSize":25,"total":1}',
    );
  });

  it('show the schedule whole, sessions without a start last and by title', async () => {
    const submitterId = double.web.addSpeaker({ email: 'a@b.c' });
    for (const title of ['b', 'A', 'Placed']) double.web.addSubmission({ title, submitterId });
    const { id } = double.state.submissions[2] ?? {};
    await ask('PUT', `/v1/sessions/${id}/schedule`, { room: 'Hall', start: '2027-05-20' });
    const schedule = dataOf(await ask('GET', '…/schedule'));
    expect(Object.keys(schedule)).toEqual(['event', 'rooms', 'tracks', 'sessions']);
    expect(JSON.stringify(schedule.event)).toBe(
      `{"id":"${double.eventId}","name":null,"slug":null,"starts_at":null,"ends_at":null,` +
        `"timezone":null,"branding":${BRANDING}}`,
    );
    const titles = schedule.sessions.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(['Placed', 'A', 'b']);
  });
});
