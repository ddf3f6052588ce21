// The commands of the timetable.
import type { LanguageCode } from '../../../columns/vocabulary/languages.ts';
import { defineCommand } from '../../command.ts';
import { flag } from '../../flag.ts';
import {
  days,
  defaultDuration,
  detailedExitcode,
  placeFlags,
  readingFlags,
  roomsFile,
  schedule,
  sharedRoom,
  summary,
} from '../../flag-sets.ts';
import { grouped, needing } from '../../flags.ts';

/** The languages of page-words.ts, which is loaded only to write a page. */
const languages = {
  en: 'en',
  de: 'de',
  fr: 'fr',
  es: 'es',
  pt: 'pt',
  it: 'it',
  nl: 'nl',
  pl: 'pl',
  cs: 'cs',
  ja: 'ja',
  zh: 'zh',
  ru: 'ru',
} as const satisfies { readonly [Code in LanguageCode]: Code };

const timetableFlags = {
  ...placeFlags,
  ...needing('schedule', readingFlags),
  defaultDuration,
  schedule,
  ...grouped('Selection', {
    day: days,
    rooms: flag.list('<names>', 'only these rooms, e.g. "Main Hall,Lab 1"; repeatable'),
    track: flag.list('<names>', 'only these tracks; repeatable'),
    speaker: flag.list('<names>', 'only sessions of these speakers; repeatable'),
  }),
};

const show = defineCommand({
  words: 'timetable show',
  description: 'Show the timetable: rooms across, times down',
  sends: 'read',
  json: 'timetable',
  flags: {
    ...timetableFlags,
    sharedRoom,
    roomsFile: { ...roomsFile, description: 'file of rooms, in which rooms may be shared' },
  },
  about:
    'With --json, each session in order of time, with its room, start and end. A file with ' +
    '--schedule adds breaks.',
  examples: [
    'plenary timetable show --timezone Europe/Berlin',
    'plenary timetable show --day 2026-05-02 --rooms "Main Hall,Lab 1"',
    'plenary timetable show --schedule schedule.csv',
  ],
  load: async () => (await import('./show-timetable.ts')).showTimetable,
});

const exportCommand = defineCommand({
  words: 'timetable export',
  description: 'Write the timetable as a web page, a calendar, a file for apps, or a schedule file',
  sends: 'read',
  flags: {
    ...timetableFlags,
    format: flag.choice(
      '<format>',
      'html for a web page, ics for calendars, schedule-json and schedule-xml for apps, csv ' +
        'for a schedule file',
      {
        choices: ['html', 'ics', 'schedule-json', 'schedule-xml', 'csv'],
        isRequired: true,
      },
    ),
    out: flag.file('file to write; - is standard output', {
      default: '-',
      isWritten: true,
    }),
    lang: flag.choice('<language>', 'language of the labels and dates of a web page', {
      choices: Object.values(languages),
      default: 'en',
    }),
    withSpeakers: flag.boolean(
      'add the biographies of the speakers to a web page, with links to their photos',
    ),
    title: flag.text(
      '<text>',
      'name of the conference (default: that of the event, or of the file)',
    ),
  },
  about:
    'No format contains e-mail addresses, feedback or notes. A web page loads nothing from ' +
    'other hosts: a photo is a link.',
  examples: [
    'plenary timetable export --format html --out timetable.html --title "DevConf 2026"',
    'plenary timetable export --format html --lang de --with-speakers --out programm.html',
    'plenary timetable export --format ics --track Security --out security.ics',
  ],
  load: async () => (await import('./export.ts')).exportTimetable,
});

const changes = defineCommand({
  words: 'timetable changes',
  description: 'Show what has changed since a program was announced, and for whom',
  sends: 'read',
  json: 'timetable-changes',
  arguments: {
    old: {
      description:
        'how the program was: an export, a schedule file, or the folder of a program; - is ' +
        'standard input (default: announced.json of the folder)',
      type: 'file',
      isOptional: true,
    },
    new: {
      description: 'how it is now, in the same forms (default: the service)',
      type: 'file',
      isOptional: true,
    },
  },
  flags: {
    ...placeFlags,
    schedule,
    ...readingFlags,
    announce: flag.boolean('save the program as it is now as announced.json in the folder'),
    out: flag.file(
      'write a row for each person whose talk is new, moved, canceled or no longer theirs to a ' +
        'CSV file, with the old and the new place',
      { isWritten: true },
    ),
    summary,
    detailedExitcode: detailedExitcode('exit with 8 if something has changed'),
  },
  exitCodes: [8],
  about: `A talk is recognized by its id, which every export has; in a file without ids, by its
title, and talks of one title by their people. The file of --out has the addresses that the service
or speakers.csv shows, and only its owner can read it. What --announce saves is public: it has no
addresses.`,
  examples: [
    'plenary timetable changes',
    'plenary timetable changes --announce --out moved.csv',
    'plenary timetable changes published.json --summary markdown',
    'plenary timetable changes old.csv schedule.csv --detailed-exitcode',
  ],
  load: async () => (await import('./changes.ts')).showChanges,
});

export const timetableCommands = [show, exportCommand, changes];
