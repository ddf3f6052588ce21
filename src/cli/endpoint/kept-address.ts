// Shows what a new address of a speaker leaves behind: talks name their submitter by address, and the API cannot change it.
import { isRecord, type RecordData } from '../../client/response.ts';
import { endpoints } from '../../contract/index.ts';
import { couldBeMasked, foldKey, isMasked, keyText } from '../../contract/key.ts';
import { PlenaryError, UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { amount, quoted } from '../output/text.ts';
import type { Call } from './call.ts';
import { labelOf } from './find-record.ts';

const why = 'because the API cannot change the submitter of a talk';

/** Whether a request changes the address of a speaker. */
export function changesAddress({ endpoint, input }: Call): boolean {
  return endpoint.resource === 'speakers' && endpoint.method === 'PATCH' && input.body?.email !== undefined;
}

/**
 * Asks about talks that keep the old address. Asks nothing if there are none.
 * @param speaker undefined without an event, whose lists have the old address and the talks
 * @throws {UsageError} if the change is not confirmed
 */
export async function confirmAddress(call: Call, speaker: RecordData | undefined): Promise<void> {
  const { input, context } = call;
  const old = keyText(speaker?.email);
  if (old !== undefined && foldKey(old) === foldKey(String(input.body?.email ?? ''))) return;
  const { talks, unknown } = await keptTalks(call, speaker, old);
  if (talks.length === 0 && unknown === undefined) return;
  const message =
    unknown === undefined
      ? `${amount(talks.length, 'talk keeps', 'talks keep')} the address ${old}, ${why}`
      : `the talks of this speaker keep the old address, ${why}; which ones is unknown: ${unknown}`;
  const details = talks.map((talk) => ({ message: labelOf(talk, 'submissions') }));
  const fix = 'pass --yes to change the address anyway';
  if (!context.interactive && context.global.yes !== true) throw new UsageError(message, { details, fix });
  await context.notice([`Warning: ${message}.`, ...details.map((talk) => `  ${talk.message}`)].join('\n'));
  if (context.global.yes === true || (await isConfirmed(context))) return;
  throw new UsageError('nothing was sent: the new address was not confirmed');
}

async function isConfirmed(context: Context): Promise<boolean> {
  const { askConfirmation } = await import('../ask.ts');
  return askConfirmation(context, 'Change the address?', { enter: false });
}

interface KeptTalks {
  readonly talks: readonly RecordData[];
  /** Why there may be others. */
  readonly unknown?: string;
}

async function keptTalks({ client, context }: Call, speaker: RecordData | undefined, old?: string): Promise<KeptTalks> {
  const { value: event } = await context.setting('event');
  if (event === undefined || speaker === undefined) return { talks: [], unknown: 'no event is set' };
  if (old === undefined || isMasked('email', old)) return { talks: [], unknown: 'the service hides the old address' };
  const isOld = (email: unknown) => foldKey(keyText(email) ?? '') === foldKey(old);
  const talks: RecordData[] = [];
  let hidden = 0;
  try {
    for await (const { records } of client.pages(endpoints.listSubmissions, { path: { event_id: event } })) {
      for (const talk of records) {
        const email = keyText(talk.submitter_email);
        const speakers = Array.isArray(talk.speakers) ? talk.speakers.filter(isRecord) : [];
        if (isOld(email) || speakers.some((each) => isOld(each.email))) talks.push(talk);
        else if (email === undefined || (isMasked('email', email) && couldBeMasked(email, old))) hidden++;
      }
    }
  } catch (error) {
    if (!(error instanceof PlenaryError)) throw error;
    return { talks, unknown: error.message };
  }
  if (hidden === 0) return { talks };
  return { talks, unknown: `the service hides the addresses of ${amount(hidden, 'talk')}` };
}

/** The warning of a plan that changes a field; undefined if it leaves no address behind. */
export function keptAddressText(
  change: { readonly from: unknown; readonly to: unknown } | undefined,
): string | undefined {
  const old = keyText(change?.from);
  if (old === undefined || foldKey(old) === foldKey(keyText(change?.to) ?? '')) return undefined;
  return `the talks of this speaker keep the address ${quoted(old)}, ${why}`;
}
