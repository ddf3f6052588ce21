// The commands of the timetable.
import { defineCommand } from '../../command.ts';
import { flag } from '../../flag.ts';
import { defaultDuration, placedFlags, placeFlags, readingFlags, sharedRoom } from '../../flag-sets.ts';
import { needing } from '../../flags.ts';

const timetableFlags = {
  ...placeFlags,
  ...needing('schedule', readingFlags),
  defaultDuration,
  ...placedFlags,
};

const show = defineCommand({
  words: 'timetable show',
  description: 'Show the timetable in the terminal: rooms across, times down',
  sends: 'read',
  flags: {
    ...timetableFlags,
    day: flag.list('<date>', 'only this day, e.g. 2026-05-02; repeatable'),
    rooms: flag.list('<names>', 'only these rooms, e.g. "Main Hall,Lab 1"; repeatable'),
    sharedRoom,
  },
  examples: [
    'plenary timetable show --timezone Europe/Berlin',
    'plenary timetable show --day 2026-05-02 --rooms "Main Hall,Lab 1"',
    'plenary timetable show --schedule schedule.csv',
  ],
  load: async () => (await import('./show.ts')).showTimetable,
});

const exportCommand = defineCommand({
  words: 'timetable export',
  description: 'Write the timetable as a web page, a calendar, a file for apps, or a schedule file',
  sends: 'read',
  flags: {
    ...timetableFlags,
    format: flag.choice(
      '<format>',
      ['html', 'ics', 'schedule-json', 'schedule-xml', 'csv'],
      'html for a web page, ics for calendars, schedule-json and schedule-xml for apps, csv for a schedule file',
      { isRequired: true },
    ),
    out: flag.file('file to write; - is standard output', {
      default: '-',
      isWritten: true,
      endings: ['html', 'ics', 'json', 'xml', 'csv'],
    }),
    bom: flag.boolean('begin a CSV file with a byte order mark, so that Excel reads it as UTF-8'),
    title: flag.text('<text>', 'name of the conference (default: the event id, or the name of the file)'),
    url: flag.text('<url>', 'address of the published page, for links to it'),
  },
  about: 'No format contains e-mail addresses, feedback or notes.',
  examples: [
    'plenary timetable export --format html --out timetable.html --title "DevConf 2026"',
    'plenary timetable export --format ics --out timetable.ics',
  ],
  load: async () => (await import('./export.ts')).exportTimetable,
});

export const timetableCommands = [show, exportCommand];
