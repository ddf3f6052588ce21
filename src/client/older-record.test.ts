// Lost creations on a server that has an older record with the same key: the two are never confused.
import { describe, expect, it } from 'vitest';
import { rejection, scriptedClient } from '../../test/support/scripted-client.ts';
import { type Reply, wholeList } from '../../test/support/scripted-server.ts';
import { createSubmission } from '../contract/endpoints.ts';
import type { Client } from './client.ts';

const listOf = (...records: readonly object[]) => wholeList(records);

const conflict: Reply = { status: 409, json: { detail: 'taken', id: 'spk_1' } };

describe('an older record with the same key', () => {
  const talk = { title: 'Queues', submitter_email: 'amina@example.org', abstract: 'All the way down.' };
  const older = { id: 'sub_1', ...talk, abstract: 'Last year.' };
  const ours = { id: 'sub_2', ...talk };
  const propose = (client: Client) => client.create(createSubmission, { path: { event_id: 'demo' }, body: talk });
  const broken = { status: 503, text: '' };

  it('is not the one created: the request is sent again', async () => {
    const { client, sent } = await scriptedClient([broken, listOf(older), listOf(older), { status: 201, json: ours }]);
    expect(await propose(client)).toMatchObject({ record: { id: 'sub_2' }, foundAfterLoss: false });
    expect(sent().filter((request) => request.startsWith('POST'))).toHaveLength(2);
  });

  it('is not the one created if the service never succeeds', async () => {
    const { client } = await scriptedClient(({ method }) => (method === 'POST' ? broken : listOf(older)));
    expect(await rejection(propose(client))).toMatchObject({ name: 'ApiError', status: 503, exitCode: 7 });
  });

  it.each([
    ['hidden', { id: 'sub_1', title: 'Queues', submitter_email: 'amina@example.org' }],
    ['in another form', { ...older, abstract: '<p>ALL the way down…</p>' }],
    ['cut off', { ...older, abstract: 'All the' }],
  ])('has an unknown outcome if it may be the one created, with a field %s', async (_, record) => {
    const { client, sent } = await scriptedClient([broken, listOf(record), listOf(record)]);
    expect(await rejection(propose(client))).toMatchObject({
      name: 'OutcomeUnknownError',
      message: expect.stringContaining(
        'sub_1 has the same title and submitter_email, but it is unknown whether it existed before',
      ),
    });
    expect(sent()).toHaveLength(3);
  });

  it('has an unknown outcome if it has a text that was not sent', async () => {
    const { client } = await scriptedClient(({ method }) => (method === 'POST' ? broken : listOf(older)));
    const { abstract: _, ...body } = talk;
    const adding = client.create(createSubmission, { path: { event_id: 'demo' }, body });
    expect(await rejection(adding)).toMatchObject({ name: 'OutcomeUnknownError' });
  });

  it('has an unknown outcome if two records equal it', async () => {
    const { client } = await scriptedClient(({ method }) =>
      method === 'POST' ? broken : listOf({ ...ours, id: 'sub_1' }, ours),
    );
    expect(await rejection(propose(client))).toMatchObject({
      message: expect.stringContaining('the list has 2 records like it'),
    });
  });

  it('does not count twice if the list repeats it', async () => {
    const { client } = await scriptedClient(({ method }) => (method === 'POST' ? broken : listOf(ours, ours)));
    expect(await propose(client)).toMatchObject({ record: { id: 'sub_2' }, foundAfterLoss: true });
  });

  it('does not hide a record that is new, in whatever form the service stores it', async () => {
    const late = listOf(older, { ...ours, abstract: 'ALL THE WAY DOWN' });
    const { client, sent } = await scriptedClient([{ reset: 'after reading' }, listOf(older), late]);
    expect(await propose(client)).toMatchObject({ record: { id: 'sub_2' }, foundAfterLoss: true });
    expect(sent()).toHaveLength(3);
  });

  it('is not the record of a later attempt', async () => {
    const before = listOf(older);
    const { client } = await scriptedClient([broken, before, before, { status: 504, text: '' }, listOf(older, ours)]);
    expect(await propose(client)).toMatchObject({ record: { id: 'sub_2' }, foundAfterLoss: true });
  });

  it('ends a creation that conflicts with it', async () => {
    const { client } = await scriptedClient([broken, listOf(older), listOf(older), conflict, listOf(older)]);
    expect(await rejection(propose(client))).toMatchObject({ name: 'ApiError', status: 409, exitCode: 6 });
  });
});
