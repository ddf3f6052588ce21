// The operator's work on the database file: organizations, events, tokens.

import { openStore } from '../../../service/store/sqlite/store.ts';
import type { Administration } from '../../../service/store/store.ts';
import type { Context } from '../../context.ts';
import { all, printRecord, printRecords } from '../../output/records.ts';

export async function init(context: Context): Promise<void> {
  const made = await withStore(context, (store) => store.createOrganization(text(context, 'name')), { create: true });
  const data = text(context, 'data');
  await printRecord(context, made, { ...made.organization, token: made.token });
  await context.notice(
    [
      '\nThe token is not shown again. Next:',
      `  plenary service event add --data ${data} --id devconf --name DevConf --timezone Europe/Berlin`,
      `  plenary serve --data ${data}`,
    ].join('\n'),
  );
}

export async function addEvent(context: Context): Promise<void> {
  const event = await withStore(context, (store) =>
    store.addEvent({
      id: text(context, 'id'),
      name: text(context, 'name'),
      timezone: text(context, 'timezone'),
      organizationId: organizationOf(context),
    }),
  );
  await printRecord(context, { ...event });
}

export async function listEvents(context: Context): Promise<void> {
  const events = await withStore(context, (store) => store.listEvents(organizationOf(context)));
  await printRecords(context, all(events.map((event) => ({ ...event }))), {
    noun: 'events',
    usual: ['id', 'name', 'timezone', 'organization_id'],
  });
}

export async function issueToken(context: Context): Promise<void> {
  const token = await withStore(context, (store) => store.issueToken(text(context, 'name'), organizationOf(context)));
  await printRecord(context, { ...token });
  await context.notice('\nThe token is not shown again.');
}

export async function listTokens(context: Context): Promise<void> {
  const tokens = await withStore(context, (store) => store.listTokens(organizationOf(context)));
  await printRecords(context, all(tokens.map((token) => ({ ...token }))), {
    noun: 'tokens',
    usual: ['id', 'name', 'created_at', 'revoked_at', 'organization_id'],
  });
}

export async function revokeToken(context: Context): Promise<void> {
  const id = context.args[0] ?? '';
  const token = await withStore(context, (store) => store.revokeToken(id));
  await printRecord(context, { ...token });
}

async function withStore<T>(
  context: Context,
  use: (store: Administration) => Promise<T>,
  options: { readonly create?: boolean } = {},
): Promise<T> {
  const store = openStore(text(context, 'data'), options);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

function text(context: Context, flag: string): string {
  return String(context.own[flag]);
}

function organizationOf({ own }: Context): string | undefined {
  return typeof own.organization === 'string' ? own.organization : undefined;
}
