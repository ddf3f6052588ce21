// The rules of administration: names, event ids, time zones, and which organization is meant.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { ConflictError, NotFoundError, UsageError } from '../errors.ts';
import { type Administration, administration } from './administration.ts';
import { openStore } from './store/open.ts';
import type { Store } from './store/store.ts';

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;
let operator: Administration;
const event = { id: 'devconf-2026', name: 'DevConf', timezone: 'Europe/Berlin' };

beforeEach(async () => {
  folder = temporaryFolder();
  store = await openStore(folder.file('plenary.db'), { create: true });
  operator = administration(store, 'plenary.db', () => Date.parse('2026-01-01T00:00:00Z'));
});
afterEach(async () => {
  await store.close();
  folder.remove();
});

it('creates organizations, each with its own token', async () => {
  const one = await operator.createOrganization(' One ');
  const two = await operator.createOrganization('Two');
  expect(one).toEqual({
    organization: { id: expect.stringMatching(/^org_[0-9a-z]{29}$/), name: 'One' },
    token: expect.stringMatching(/^plt_[0-9a-z]{12}_[0-9a-z]{32}$/),
  });
  expect(two.token).not.toBe(one.token);
  expect(await operator.listOrganizations()).toEqual([one.organization, two.organization]);
});

it('adds events and lists them', async () => {
  const { organization } = await operator.createOrganization('One');
  const added = await operator.addEvent(event);
  expect(added).toEqual({
    ...event,
    organization_id: organization.id,
    created_at: '2026-01-01T00:00:00.000Z',
    has_lists: false,
  });
  expect(await operator.listEvents()).toEqual([added]);
  await expect(operator.listEvents('org_none')).rejects.toThrow(NotFoundError);
});

it('refuses an existing event, an invalid id, an unknown time zone, and a blank name', async () => {
  await operator.createOrganization('One');
  await operator.addEvent(event);
  await expect(operator.addEvent(event)).rejects.toThrow(ConflictError);
  for (const id of ['', 'a b', 'a/b', '.hidden', 'x'.repeat(65), 'é']) {
    await expect(operator.addEvent({ ...event, id })).rejects.toThrow(UsageError);
  }
  await expect(operator.addEvent({ ...event, id: 'x', timezone: 'Berlin' })).rejects.toThrow(
    /unknown time zone "Berlin"/,
  );
  await expect(operator.addEvent({ ...event, id: 'x', name: ' ' })).rejects.toThrow(UsageError);
  expect(await operator.listEvents()).toHaveLength(1);
});

it('asks for an organization if there are several, or none', async () => {
  await expect(operator.addEvent(event)).rejects.toMatchObject({
    message: 'there is no organization yet',
    next: [{ command: 'plenary service init --data plenary.db' }],
  });
  const one = await operator.createOrganization('One');
  const two = await operator.createOrganization('Two');
  await expect(operator.issueToken('ci')).rejects.toMatchObject({
    message: 'the database has several organizations',
    fix:
      `pass the id of one with --organization: ${one.organization.id} (One), ` +
      `${two.organization.id} (Two)`,
  });
  await expect(operator.issueToken('ci', 'org_none')).rejects.toThrow(
    'there is no organization org_none',
  );
  await operator.issueToken('ci', two.organization.id);
  expect(await operator.listTokens(two.organization.id)).toMatchObject([
    { name: 'first token' },
    { name: 'ci' },
  ]);
});

it('issues, lists and revokes tokens', async () => {
  const { organization } = await operator.createOrganization('One');
  const { id, name, token } = await operator.issueToken('ci');
  expect([name, token.split('_')[1]]).toEqual(['ci', id]);
  const time = '2026-01-01T00:00:00.000Z';
  const listed = {
    id,
    organization_id: organization.id,
    name: 'ci',
    created_at: time,
    revoked_at: null,
  };
  expect(await operator.listTokens()).toContainEqual(listed);
  expect(await store.findToken(id)).toMatchObject({ organizationId: organization.id });
  expect(await operator.revokeToken(id)).toEqual({ ...listed, revoked_at: time });
  expect(await operator.revokeToken(id)).toEqual({ ...listed, revoked_at: time });
  expect(await store.findToken(id)).toBeUndefined();
  await expect(operator.revokeToken('none')).rejects.toMatchObject({
    message: 'there is no token with the id none',
    next: [{ command: 'plenary service token list --data plenary.db' }],
  });
});
