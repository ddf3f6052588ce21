// Owns `timetable export`, from the flags to the file. Must not know how a format is written.
import { parse } from 'node:path';
import { UsageError } from '../../../errors.ts';
import type { Timetable } from '../../../schedule/export/grid.ts';
import type { Context } from '../../context.ts';
import { write } from '../../io.ts';
import { amount } from '../../output/text.ts';
import { isSameFile, openSink, usingSink } from '../../user-files.ts';
import type { ExportFormat } from './formats.ts';
import { noticeAssumedEnds, readTimetable } from './sessions.ts';

/** @throws {UsageError} for files and addresses that cannot be used */
export async function exportTimetable(context: Context): Promise<void> {
  const { io, own } = context;
  const format = own.format as ExportFormat;
  const { out, schedule, url, bom } = own;
  if (bom === true && format !== 'csv') {
    throw new UsageError(`--bom has no meaning for --format ${format}`, { fix: 'omit --bom, or pass --format csv' });
  }
  if (typeof out === 'string' && typeof schedule === 'string' && isSameFile(out, schedule)) {
    throw new UsageError('--out would overwrite the schedule file', { fix: 'choose another file for --out' });
  }
  if (typeof url === 'string' && !/^https?:/i.test(url)) {
    throw new UsageError(`--url ${url}: not a web address`, {
      fix: 'write the whole address, for example https://conf.example/timetable',
    });
  }
  const sink = typeof out === 'string' && out !== '-' ? await openSink(context.io, out) : undefined;
  const counts = await usingSink(sink, async () => {
    const { sessions, zone } = await readTimetable(context);
    const content = await writers[format]({
      title: typeof own.title === 'string' ? own.title : await nameOf(context),
      zone,
      sessions,
      generatedAt: io.clock.now(),
      url: typeof url === 'string' ? url : undefined,
    });
    const text = bom === true ? `\ufeff${content}` : content;
    if (needsEnds.has(format)) await noticeAssumedEnds(context, sessions);
    await (sink === undefined ? write(io.stdout, text) : sink.write(text));
    const breaks = sessions.filter(({ isBreak }) => isBreak === true).length;
    return `${amount(sessions.length - breaks, 'session')}${breaks === 0 ? '' : ` and ${amount(breaks, 'break')}`}`;
  });
  if (sink !== undefined) await context.notice(`${counts} written to ${out}.`);
}

/** The event, or without one the schedule file without its extension. */
async function nameOf(context: Context): Promise<string> {
  const { value: event } = await context.setting('event');
  const { schedule } = context.own;
  if (event !== undefined || typeof schedule !== 'string') return event ?? context.required('event');
  return schedule === '-' ? 'schedule' : parse(schedule).name;
}

/** The other formats leave out an end that is unknown. */
const needsEnds: ReadonlySet<ExportFormat> = new Set(['ics', 'schedule-json', 'schedule-xml']);

// Each format loads only its own code.
const writers: Readonly<Record<ExportFormat, (timetable: Timetable) => Promise<string>>> = {
  html: async (timetable) => (await import('../../../schedule/export/html.ts')).htmlOf(timetable),
  ics: async (timetable) => (await import('../../../schedule/export/ical.ts')).icalOf(timetable),
  'schedule-json': async (timetable) => (await import('../../../schedule/export/c3voc.ts')).scheduleJsonOf(timetable),
  'schedule-xml': async (timetable) => (await import('../../../schedule/export/c3voc-xml.ts')).scheduleXmlOf(timetable),
  csv: async (timetable) => (await import('../../../schedule/export/csv.ts')).csvOf(timetable),
};
