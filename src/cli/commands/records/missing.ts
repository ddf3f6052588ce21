// Owns `speakers missing`, from the flags to what is printed.
import { amount } from '../../../contract/amount.ts';
import type { Context } from '../../context.ts';
import { write } from '../../io.ts';
import { oneBatch, printRecords } from '../../output/records.ts';
import {
  askedBySelection,
  readSelection,
  type SelectionFlags,
  selected,
} from '../../selection/selection.ts';
import { findMissing, unknownTexts } from './lacks.ts';
import { readList } from './read-list.ts';

const defaultFields = ['email', 'first_name', 'last_name', 'missing', 'talkStatuses'];

/** @param knownFields of the records that it prints */
export async function printMissing(
  context: Context<SelectionFlags>,
  knownFields: readonly string[],
): Promise<void> {
  if (context.global.fields === true)
    return write(context.io.stdout, `${knownFields.join('\n')}\n`);
  const selection = readSelection(context);
  const event = await context.requiredEvent();
  const client = await context.client();
  const submissions = await readList(client, 'listSubmissions', event);
  const speakers = await readList(client, 'listSpeakers', event);
  const { records, unknown } = findMissing(speakers, submissions);
  const given = `${amount(records.length, 'person lacks', 'people lack')} something`;
  const noun = 'speakers';
  await printRecords(context, oneBatch(records), {
    noun,
    defaultFields,
    knownFields,
    asked: askedBySelection(selection),
    select: (batches) =>
      selected(context, batches, {
        selection,
        noun,
        read: speakers.length,
        given,
      }),
  });
  for (const lack of unknown) await context.notice(unknownTexts[lack]);
}
