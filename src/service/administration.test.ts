// What an operator does with organizations, events and tokens.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConflictError, UsageError } from '../errors.ts';
import { openStore } from './store/sqlite/store.ts';

let folder: string;
let store: ReturnType<typeof openStore>;
const event = { id: 'devconf-2026', name: 'DevConf', timezone: 'Europe/Berlin' };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plenary-administration-'));
  store = openStore(join(folder, 'plenary.db'), { create: true, now: () => Date.parse('2026-01-01T00:00:00Z') });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

it('makes organizations, each with a token of its own', async () => {
  const one = await store.createOrganization(' One ');
  const two = await store.createOrganization('Two');
  expect(one).toEqual({
    organization: { id: expect.stringMatching(/^org_[0-9a-z]{29}$/), name: 'One' },
    token: expect.stringMatching(/^plt_[0-9a-z]{12}_[0-9a-z]{32}$/),
  });
  expect(two.token).not.toBe(one.token);
  expect(await store.listOrganizations()).toEqual([one.organization, two.organization]);
});

it('adds events and lists them', async () => {
  const { organization } = await store.createOrganization('One');
  const added = await store.addEvent(event);
  expect(added).toEqual({ ...event, organization_id: organization.id, created_at: '2026-01-01T00:00:00.000Z' });
  expect(await store.listEvents()).toEqual([added]);
  expect(await store.listEvents('org_none')).toEqual([]);
});

it('refuses an event that is there, an unfit id, an unknown time zone, and a missing name', async () => {
  await store.createOrganization('One');
  await store.addEvent(event);
  await expect(store.addEvent(event)).rejects.toThrow(ConflictError);
  for (const id of ['', 'a b', 'a/b', '.hidden', 'x'.repeat(65), 'é']) {
    await expect(store.addEvent({ ...event, id })).rejects.toThrow(UsageError);
  }
  await expect(store.addEvent({ ...event, id: 'x', timezone: 'Berlin' })).rejects.toThrow(/no time zone "Berlin"/);
  await expect(store.addEvent({ ...event, id: 'x', name: ' ' })).rejects.toThrow(UsageError);
  expect(await store.listEvents()).toHaveLength(1);
});

it('asks which organization is meant where there are several, or none', async () => {
  await expect(store.addEvent(event)).rejects.toMatchObject({ fix: 'make one with: plenary service init' });
  const one = await store.createOrganization('One');
  const two = await store.createOrganization('Two');
  await expect(store.issueToken('ci')).rejects.toMatchObject({
    message: 'there are several organizations',
    fix: `name one with --organization: ${one.organization.id} (One), ${two.organization.id} (Two)`,
  });
  await expect(store.issueToken('ci', 'org_none')).rejects.toThrow('there is no organization org_none');
  await store.issueToken('ci', two.organization.id);
  expect(await store.listTokens(two.organization.id)).toMatchObject([{ name: 'first token' }, { name: 'ci' }]);
});

it('issues, lists and revokes tokens', async () => {
  const { organization } = await store.createOrganization('One');
  const { id, name, token } = await store.issueToken('ci');
  expect([name, token.split('_')[1]]).toEqual(['ci', id]);
  const time = '2026-01-01T00:00:00.000Z';
  const listed = { id, organization_id: organization.id, name: 'ci', created_at: time, revoked_at: null };
  expect(await store.listTokens()).toContainEqual(listed);
  expect(await store.findToken(id)).toMatchObject({ organizationId: organization.id });
  expect(await store.revokeToken(id)).toEqual({ ...listed, revoked_at: time });
  expect(await store.revokeToken(id)).toEqual({ ...listed, revoked_at: time });
  expect(await store.findToken(id)).toBeUndefined();
  await expect(store.revokeToken('none')).rejects.toThrow(UsageError);
});
