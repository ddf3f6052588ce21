// Owns `speakers missing`, from the flags to what is printed.
import { amount, listText } from '../../../contract/amount.ts';
import { withPlaces } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { oneBatch, printRecords } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import {
  askedBySelection,
  readSelection,
  type SelectionFlags,
  selected,
} from '../../selection/selection.ts';
import { loadDetails, type ScheduleFlag } from '../sessions/schedule-file.ts';
import { findMissing, unknownTexts } from './lacks.ts';
import { readList, readMissingItems } from './read-list.ts';
import type { PeopledTalk } from './talk-people.ts';

const shownTalks = 10;

const defaultFields = ['email', 'name', 'missing', 'talks'];

/** @param knownFields of the records that it prints */
export async function printMissing(
  context: Context<SelectionFlags & ScheduleFlag>,
  knownFields: readonly string[],
): Promise<void> {
  const selection = readSelection(context);
  const withDetails = await loadDetails(context, { schedule: context.flags.schedule });
  const event = await context.requiredEvent();
  const timeZone = await context.timeZone();
  const client = await context.client();
  const submissions = await readList(client, 'listSubmissions', event);
  const speakers = await readList(client, 'listSpeakers', event);
  const listed = await withPlaces(client, submissions, { event, timeZone });
  const { submissions: talks } = withDetails(listed, 0, undefined);
  const items = await readMissingItems(client, event);
  const lists = { speakers, submissions, talks, timeZone };
  const { records, unknown, withoutPeople } = findMissing(lists, items);
  const clause = `${amount(records.length, 'person lacks', 'people lack')} something`;
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
        readBefore: speakers.length,
        clause,
      }),
  });
  for (const lack of unknown) await context.notice(unknownTexts[lack]);
  await noticeWithoutPeople(context, withoutPeople);
}

/** Talks whose people nobody can remind. */
async function noticeWithoutPeople(context: Context, talks: readonly PeopledTalk[]): Promise<void> {
  if (talks.length === 0) return;
  const named = listText(
    talks.map(({ text }) => text),
    shownTalks,
  );
  const what = `No submitter and no speaker is known of ${amount(talks.length, 'accepted talk')}`;
  const advice = 'Specify speakers in submissions.csv of a folder, or with --schedule';
  await context.notice(toLine(`${what}: ${named}. ${advice}.`));
}
