// The list of content items over HTTP.
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedLoopbackService } from '../../test/support/loopback-service.ts';

const service = sharedLoopbackService();
const list = async (what: string, event: string) =>
  (await service.call('GET', `/v1/events/${event}/${what}`)).body;

describe('the content items', () => {
  const add = async (email: string, changes: object) => {
    const person = { email, first_name: email.slice(0, 3).toUpperCase() };
    const { body } = await service.call('POST', '/v1/events/items/speakers', person);
    await service.call('PATCH', `/v1/speakers/${body.data.id}`, changes);
    return body.data.id;
  };
  let bob: string;

  beforeAll(async () => {
    await service.administration.addEvent({ id: 'items', name: 'Items', timezone: 'UTC' });
    await add('zoe@example.org', { photo_url: '', about: null, phone: '1' });
    bob = await add('bob@example.org', { photo_url: 'https://example.org/bob.jpg', title: 'x' });
    await add('amy@example.org', { photo_url: 'https://example.org/amy.jpg', about: 'Ships.' });
  });

  const shown = (page: { data: Item[] }) =>
    page.data.map(({ speaker, title, status }) => `${speaker.name} ${title} ${status}`);
  interface Item {
    readonly title: string;
    readonly status: string;
    readonly speaker: { readonly name: string };
  }

  it('are a photo and a biography for each speaker, what is missing first', async () => {
    const page = await list('content-items', 'items');
    expect(shown(page)).toEqual([
      'BOB Biography missing',
      'ZOE Biography missing',
      'ZOE Photo missing',
      'AMY Biography received',
      'AMY Photo received',
      'BOB Photo received',
    ]);
    expect(page.data[5]).toEqual({
      item_id: `itm_${bob.slice(4)}_headshot`,
      type: 'headshot',
      title: 'Photo',
      required: true,
      due_at: null,
      assignment_status: 'submitted',
      approved: false,
      status: 'received',
      current_version: 0,
      versions_count: 0,
      current_file: null,
      comment_count: 0,
      updated_at: expect.stringMatching(/^\d{4}-.*\+00:00$/),
      uploaded_at: null,
      session_id: null,
      session_title: null,
      session: null,
      speaker: {
        contact_id: bob,
        name: 'BOB',
        email: 'bob@example.org',
        photo_url: 'https://example.org/bob.jpg',
      },
    });
    expect(page.data[0]).toMatchObject({
      type: 'bio',
      assignment_status: 'todo',
      updated_at: null,
    });
    expect(Object.keys(page)).toEqual(['data', 'page', 'pageSize', 'total', 'meta']);
    expect(page.meta).toEqual({
      event: { id: 'items', name: 'Items' },
      counts: { received: 3, missing: 3, needs_changes: 0 },
      outstanding: [
        expect.objectContaining({ name: 'BOB', missing: ['Biography'], contact_id: bob }),
        expect.objectContaining({ name: 'ZOE', missing: ['Biography', 'Photo'] }),
      ],
    });
  });

  it('are found by status and type, and come in pages', async () => {
    const queries = [
      ['status=missing', 0, 3],
      ['status=received&type=bio', 1, 0],
      ['status=needs_changes', 0, 0],
      ['type=headshot', 2, 1],
      ['type=slides', 0, 0],
      ['type=all', 3, 3],
      ['status=&type=&track=nothing', 3, 3],
    ] as const;
    for (const [query, received, missing] of queries) {
      const { data, total, meta } = await list(`content-items?${query}`, 'items');
      expect([query, total, data.length]).toEqual([query, received + missing, total]);
      expect(meta.counts).toEqual({ received, missing, needs_changes: 0 });
      expect(meta.outstanding).toHaveLength(2);
    }
    const pages = [1, 2, 3, 4].map((page) =>
      list(`content-items?pageSize=2&page=${page}`, 'items'),
    );
    expect((await Promise.all(pages)).flatMap(shown)).toEqual(
      shown(await list('content-items', 'items')),
    );
    const { status } = await service.call('GET', '/v1/events/items/content-items?status=todo');
    expect(status).toBe(400);
  });
});
