// Which sessions stay where they are, and which move.
import { expect, it } from 'vitest';
import {
  type AutoplaceTexts,
  placeTexts,
  threeRooms,
  twoRooms,
  twoSlots,
} from '../../../../test/support/autoplace-files.ts';
import { at, submission } from '../../../../test/support/schedule-rows.ts';

interface Stay extends AutoplaceTexts {
  readonly places: Readonly<Record<string, unknown>>;
}

const stays: Readonly<Record<string, Stay>> = {
  'a placed session stays in a closed room, while its speaker is away': {
    schedule: 'title,speakers,room,start,duration\nA,Ada,Loft,2026-05-02 09:00,45\n',
    rooms: twoRooms,
    people: 'name,from,availability\nAda,2026-05-02,cannot\n',
    places: { A: '09:00 Loft' },
  },
  'a session of the event keeps its place, also if its row has none or is missing': {
    schedule: 'title,duration\nTalk a,45\nNew,45\n',
    rooms: `${twoSlots}Lab,2026-05-02 09:00,09:45\n`,
    submissions: [
      submission('a', { placement: at('14:00', 'Hall') }),
      submission('b', { placement: at('09:00', 'Lab') }),
    ],
    places: { 'Talk a': '14:00 Hall', 'Talk b': '09:00 Lab', New: '09:00 Hall' },
  },
  'an end that nobody gave is the next start in the room': {
    schedule: 'title,speakers,duration\nNew,Ada,15\n',
    rooms: 'room,start,end\nLab,2026-05-02 09:30,09:45\n',
    submissions: [
      submission('a', { placement: at('09:00', 'Hall'), people: [{ name: 'Ada' }] }),
      submission('b', { placement: at('09:30', 'Hall') }),
    ],
    places: { New: '09:30 Lab' },
  },
  'with none, a talk that is not pinned goes where its wishes are met': {
    schedule:
      'title,room,start,duration,room_wish,pinned\nA,Lab,2026-05-02 09:00,45,Hall,\n' +
      'B,Loft,2026-05-02 14:00,45,Hall,x\n',
    rooms: threeRooms,
    places: { A: '09:00 Hall', B: '14:00 Loft' },
    options: { keep: 'none' },
  },
  'with none, a talk stays where it can, with free time before it': {
    schedule: 'title,room,start,duration\nA,Hall,2026-05-02 09:20,25\nB,Lab,2026-05-02 09:00,25\n',
    rooms: twoRooms,
    places: { A: '09:20 Hall', B: '09:00 Lab' },
    options: { keep: 'none' },
  },
  'with none, a talk of a closed room moves, and the others stay': {
    schedule: `title,room,start,duration
A,Loft,2026-05-02 09:00,45
B,Lab,2026-05-02 09:00,45
C,Hall,2026-05-02 14:00,45
`,
    rooms: `${twoRooms}Hall,2026-05-02 14:00,14:45\nLab,2026-05-03 09:00,09:45\n`,
    places: { A: '09:00 Hall', B: '09:00 Lab', C: '14:00 Hall' },
    options: { keep: 'none' },
  },
  'with none, a talk that must move stays in its room and on its day': {
    schedule: 'title,speakers,room,start,duration\nA,Ada,Hall,2026-05-02 09:00,45\n',
    people: 'name,from,to,availability\nAda,2026-05-02 08:00,2026-05-02 10:00,cannot\n',
    rooms: `room,start,end
Hall,2026-05-02 09:00,09:45
Lab,2026-05-02 14:00,14:45
Hall,2026-05-02 16:00,16:45
Hall,2026-05-03 09:00,09:45
`,
    places: { A: '16:00 Hall' },
    options: { keep: 'none' },
  },
  'with none, a talk whose row was emptied is placed anew': {
    schedule:
      'title,room,start,duration,room_wish\nTalk a,,,45,\nTalk b,Lab,2026-05-02 09:00,45,\n',
    rooms: twoRooms,
    submissions: [
      submission('a', { placement: at('09:00', 'Lab') }),
      submission('b', { placement: at('09:00', 'Hall') }),
    ],
    places: { 'Talk a': '09:00 Hall', 'Talk b': '09:00 Lab' },
    options: { keep: 'none' },
  },
  'with none, a talk stays where the event has it, if the file has no places': {
    schedule: 'title,duration\nTalk a,20\n',
    rooms: twoRooms,
    submissions: [submission('a', { placement: at('09:20', 'Lab') })],
    places: { 'Talk a': '09:20 Lab' },
    options: { keep: 'none' },
  },
  'with none, a talk in several places stays in all of them': {
    schedule: 'title,room,start,duration\nA,Lab,2026-05-02 14:00,45\nA,Loft,2026-05-02 09:00,45\n',
    rooms: threeRooms,
    places: { A: '09:00 Loft' },
    options: { keep: 'none' },
  },
};

it.each(Object.entries(stays))('%s', async (_, { places: expected, ...texts }) => {
  const { places, report } = await placeTexts(texts);
  expect(report.leftOut).toEqual([]);
  expect(places).toMatchObject(expected);
});
