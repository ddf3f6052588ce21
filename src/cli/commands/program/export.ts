// Owns `program export`, from the flags to the notices. Must not know how a page is written.
import { amount, listText } from '../../../contract/amount.ts';
import { refuseLinkOut } from '../../../program/outputs.ts';
import { type Site, siteOf } from '../../../program/site/site.ts';
import { type SiteReport, writeSite } from '../../../program/site/write-site.ts';
import {
  type EventSubmission,
  fetchSubmissions,
  isAccepted,
  isCalledOff,
  isPlaced,
} from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import type { ReadingFlags } from '../../flag-sets.ts';
import { printRecord } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import { readList } from '../records/read-list.ts';
import { loadDetails, type ScheduleFlag } from '../sessions/schedule-file.ts';
import { namesNobody } from '../timetable/export.ts';
import { noticeAssumedSpeakers, zoneOf } from '../timetable/sessions.ts';

interface ExportFlags extends ReadingFlags, ScheduleFlag {
  readonly format: 'json' | 'markdown';
  readonly confirmed: boolean;
}

/**
 * @throws {ConflictError} if a file would be overwritten that no export has written
 * @throws {InvalidInputError} if a link in the folder of a program leads out of it
 */
export async function exportSite(
  context: Context<ExportFlags>,
  { folder }: { readonly folder: string },
): Promise<void> {
  refuseLinkOut(folder);
  const { format } = context.flags;
  const event = await context.requiredEvent();
  const site = await readSite(context, event);
  const release = context.io.holdSignals();
  let report: SiteReport;
  try {
    report = writeSite(site, { folder, event, format });
  } finally {
    await release();
  }
  await printRecord(context, report, report.counts);
  if (report.vanished.length === 0) return;
  const pages = listText(report.vanished, shownPages);
  await context.notice(toLine(`No longer in the program, and not deleted: ${pages}.`));
}

const shownPages = 20;

async function readSite(context: Context<ExportFlags>, event: string): Promise<Site> {
  const { schedule, confirmed } = context.flags;
  const withDetails = await loadDetails(context, context.flags);
  const client = await context.client();
  const timeZone = await context.timeZone();
  const [submissions, speakers] = await Promise.all([
    fetchSubmissions(client, { event, timeZone }),
    readList(client, 'listSpeakers', event),
  ]);
  const rooms = schedule === undefined ? undefined : await (await context.eventLists()).rooms();
  const details = withDetails(submissions, 0, rooms);
  const talks = details.submissions.filter((talk) => isAccepted(talk) && !isCalledOff(talk));
  await noticeLeftOut(context, details.submissions, talks);
  await noticeAssumedSpeakers(context, talks);
  const starts = talks.flatMap(({ placement }) => placement?.start ?? []);
  const site = siteOf({
    talks,
    inFile: details.inFile,
    speakers,
    addresses: details.submissions.flatMap(({ submitterEmail, people }) => {
      return [submitterEmail, ...people.map(({ email }) => email)];
    }),
    zone: await zoneOf(context, starts),
    isConfirmedOnly: confirmed,
  });
  if (talks.length > 0 && talks.every(({ people }) => people.length === 0))
    await context.notice(namesNobody(schedule));
  if (site.unconfirmed > 0) {
    const talks = amount(site.unconfirmed, 'talk');
    await context.notice(`Left out: ${talks} without a confirmed speaker.`);
  }
  return site;
}

async function noticeLeftOut(
  context: Context,
  all: readonly EventSubmission[],
  talks: readonly EventSubmission[],
): Promise<void> {
  const shown = new Set(talks.map(({ id }) => id));
  const { length } = all.filter((talk) => isPlaced(talk) && !shown.has(talk.id));
  if (length === 0) return;
  const are = amount(length, 'placed talk that is', 'placed talks that are');
  await context.notice(`Left out: ${are} not accepted, or called off.`);
}
