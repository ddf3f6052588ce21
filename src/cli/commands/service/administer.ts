// Runs `plenary service`: opens the database, calls the administration, prints the result.

import { amount } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { flagText } from '../../../contract/escape.ts';
import { OutputError, UsageError } from '../../../errors.ts';
import { type Administration, administration } from '../../../service/administration.ts';
import { StoreUnavailable } from '../../../service/store/driver.ts';
import { cannotUse, openStore } from '../../../service/store/open.ts';
import type {
  EventChanges,
  EventRecord,
  NewFormat,
  OpenOptions,
  OwnLists,
  Rezoned,
  TokenRecord,
} from '../../../service/store/store.ts';
import type { Context } from '../../context.ts';
import { type DataFlag, databaseOf } from '../../database.ts';
import type { event, token } from '../../documents.ts';
import { nextCommand } from '../../output/next-command.ts';
import { oneBatch, printRecord, printRecords } from '../../output/records.ts';

interface OrganizationFlags extends DataFlag {
  readonly organization: string | undefined;
}

interface EventFlags extends OrganizationFlags {
  readonly id: string;
  readonly name: string | undefined;
  readonly timezone: string | undefined;
  readonly room: readonly string[];
  readonly track: readonly string[];
  readonly format: readonly NewFormat[];
}

export async function init(context: Context<DataFlag & { readonly name: string }>): Promise<void> {
  const { created, isOnly } = await withAdministration(
    context,
    async ({ createOrganization, listOrganizations }) => ({
      created: await createOrganization(context.flags.name),
      isOnly: (await listOrganizations()).length === 1,
    }),
    { create: true, onUpgrade: context.notice },
  );
  const organization = isOnly ? '' : ` --organization ${created.organization.id}`;
  const data = flagText('data', databaseOf(context, context.flags.data).given);
  await printToken(
    context,
    printRecord(context, created, { ...created.organization, token: created.token }),
  );
  const commands = [
    `plenary service event add${data}${organization} --id devconf --name DevConf ` +
      '--timezone Europe/Berlin',
    `plenary serve${data}`,
  ].map((command) => `  ${nextCommand(command, context.serviceFlags)}`);
  await context.notice(['\nThe token is not shown again. Next:', ...commands].join('\n'));
}

export async function addEvent(
  context: Context<EventFlags & Readonly<Record<'name' | 'timezone', string>>>,
): Promise<void> {
  const { id, name, timezone, organization } = context.flags;
  const event = await withAdministration(context, ({ addEvent }) =>
    addEvent({
      id,
      name,
      timezone,
      organizationId: organization,
      lists: listsIn(context.flags),
    }),
  );
  await printRecord(context, { ...shownEvent(event) });
}

export async function changeEvent(context: Context<EventFlags>): Promise<void> {
  const { id, organization, name, timezone } = context.flags;
  const changes: EventChanges = {
    ...(name !== undefined && { name }),
    ...(timezone !== undefined && { timezone }),
    ...listsIn(context.flags),
  };
  if (Object.keys(changes).length === 0) {
    throw new UsageError('nothing to change is given', {
      fix:
        'pass --name, --timezone, or the whole list of --room, --track or --format, each as ' +
        'often as the event has them',
    });
  }
  const { event, rezoned } = await withAdministration(context, ({ changeEvent }) =>
    changeEvent({ id, organizationId: organization, changes }),
  );
  await printRecord(context, { ...shownEvent(event) });
  if (rezoned !== undefined) await context.notice(`\n${aboutSessions(event, rezoned)}`);
}

function aboutSessions({ timezone }: EventRecord, { from, sessions }: Rezoned): string {
  const zones = `Local times are now those of ${timezone}, no longer of ${from}.`;
  if (sessions === 0) return zones;
  const which = amount(sessions, 'session starts', 'sessions start');
  return (
    `${which} at the same instant as before. ${zones} ` +
    'If the local times were right, place the sessions again.'
  );
}

/** A list without any flag stays as it is. */
function listsIn({ room, track, format }: EventFlags): OwnLists {
  return {
    ...(room.length > 0 && { rooms: room }),
    ...(track.length > 0 && { tracks: track }),
    ...(format.length > 0 && { formats: format }),
  };
}

export async function listEvents(context: Context<OrganizationFlags>): Promise<void> {
  const events = await withAdministration(context, ({ listEvents }) =>
    listEvents(context.flags.organization),
  );
  await printRecords(context, oneBatch(events.map(shownEvent)), {
    noun: 'events',
    defaultFields: ['name', 'id', 'timezone', 'organizationId'],
  });
}

export async function issueToken(
  context: Context<OrganizationFlags & { readonly name: string }>,
): Promise<void> {
  const token = await withAdministration(context, ({ issueToken }) =>
    issueToken(context.flags.name, context.flags.organization),
  );
  await printToken(context, printRecord(context, { ...token }));
  await context.notice('\nThe token is not shown again.');
}

export async function listTokens(context: Context<OrganizationFlags>): Promise<void> {
  const tokens = await withAdministration(context, ({ listTokens }) =>
    listTokens(context.flags.organization),
  );
  await printRecords(context, oneBatch(tokens.map(shownToken)), {
    noun: 'tokens',
    defaultFields: ['name', 'id', 'createdAt', 'revokedAt', 'organizationId'],
  });
}

export async function revokeToken(
  context: Context<DataFlag>,
  { id }: { readonly id: string },
): Promise<void> {
  const token = await withAdministration(context, ({ revokeToken }) => revokeToken(id));
  await printRecord(context, { ...shownToken(token) });
}

function shownEvent({
  organization_id: organizationId,
  created_at: createdAt,
  has_lists: hasLists,
  id,
  name,
  timezone,
}: EventRecord): DocumentOf<typeof event> {
  return { id, organizationId, name, timezone, createdAt, hasLists };
}

function shownToken({
  organization_id: organizationId,
  created_at: createdAt,
  revoked_at: revokedAt,
  id,
  name,
}: TokenRecord): DocumentOf<typeof token> {
  return { id, organizationId, name, createdAt, revokedAt };
}

/** Adds to a failure to print that the token exists, and nobody has seen it. */
async function printToken(context: Context<DataFlag>, printing: Promise<void>): Promise<void> {
  try {
    await printing;
  } catch (cause) {
    if (!(cause instanceof OutputError)) throw cause;
    const data = flagText('data', databaseOf(context, context.flags.data).given);
    throw new OutputError(cause.message, {
      cause,
      fix:
        'the token was created, but it cannot be shown again: issue another one, and revoke ' +
        'this one',
      next: ['list', 'issue --name NAME'].map((rest) => ({
        command: `plenary service token ${rest}${data}`,
      })),
    });
  }
}

async function withAdministration<T>(
  context: Context<DataFlag>,
  use: (administration: Administration) => Promise<T>,
  options: Pick<OpenOptions, 'create' | 'onUpgrade'> = {},
): Promise<T> {
  const { data, name, given } = databaseOf(context, context.flags.data);
  const store = await openStore(data, options);
  try {
    const result = await use(administration(store, given));
    await store.close();
    return result;
  } catch (error) {
    await store.discard();
    throw error instanceof StoreUnavailable ? cannotUse(name, error) : error;
  }
}
