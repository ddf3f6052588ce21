// How the report of autoplace reads.
import { describe, expect, it } from 'vitest';
import { type AutoplaceTexts, placeTexts } from '../../../../../test/support/autoplace-files.ts';
import { alternativesOf } from '../../../../schedule/autoplace/alternatives.ts';
import type { Issue } from '../../../../schedule/autoplace/issue.ts';
import { whyLines } from './why-words.ts';
import { issueText, keptText, leftOutHeading, leftOutLines, movedHeading } from './words.ts';

const hall = 'room,start,end\nHall,2026-05-02 09:00,10:30\n';

async function placed(texts: AutoplaceTexts) {
  const { placing, positions, report } = await placeTexts(texts);
  const { talks, zone } = placing.input;
  const names = { titleOf: (index: number) => talks[index]?.session.title ?? '', zone };
  return {
    ...{ placing, report, positions, names },
    unmet: report.unmet.map((issue) => issueText(issue, names)),
    why: (title: string) => {
      const index = talks.findIndex(({ session }) => session.title === title);
      const [talk] = talks.slice(index);
      if (talk === undefined) throw new Error(title);
      return whyLines(talk, index, report, alternativesOf(placing, positions, index), names);
    },
  };
}

describe('talks that are left out', () => {
  it('are listed by their reason, with the sums of their minutes and of what is free', async () => {
    const { report } = await placed({
      schedule: `title,speakers,duration,needs
${['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((title) => `${title},Ada ${title},100,\n`).join('')}Late,Bo,45,
Later,Cy,30,
Harps,Di,45,harp
`,
      rooms: hall,
      people: 'name,from,to,availability\nBo,2026-05-02,,cannot\nCy,2026-05-02,,cannot\n',
    });
    expect([leftOutHeading(report), ...leftOutLines(report)]).toEqual([
      'Left out: 10 talks, 820 min; 90 min are open and free',
      '7 talks, 700 min: no free period is long enough; the longest is 90 min: "A", "B", "C", "D", "E", and 2 more',
      '2 talks, 75 min: each free period that is long enough is while a speaker is away: "Late" (Bo), "Later" (Cy)',
      '"Harps" needs 45 min; 1 free period is long enough: in a room without harp',
    ]);
  });
});

describe('a wish that is not met', () => {
  it('has the time on the clock of the person, or else of the conference', async () => {
    const { unmet } = await placed({
      schedule: 'title,speakers,duration\nA,Aiko Tanaka,60\nB,Bo,30\n',
      rooms: 'room,start,end\nHall,2026-05-02 20:00,21:00\nLab,2026-05-02 09:00,09:30\n',
      people: `name,from,to,availability,time zone
Aiko Tanaka,2026-05-02 20:00,2026-05-03,can,Asia/Tokyo
Bo,2026-05-02 09:15,2026-05-02 12:00,rather not,
`,
    });
    expect(unmet).toEqual([
      '"A": Aiko Tanaka would rather not speak at 2026-05-03 03:00 Asia/Tokyo',
      '"B": Bo would rather not speak at 2026-05-02 09:15 Europe/Berlin',
    ]);
  });

  it('names the talks that interrupt a track', async () => {
    const talk = (title: string, start: string) => `${title.split(' ')},30,Hall,2026-05-02 ${start}\n`;
    const { unmet } = await placed({
      schedule: `title,track,duration,room,start\n${talk('A Web', '09:00')}${talk('B ', '09:30')}${talk('C Web', '10:00')}`,
      rooms: hall,
    });
    expect(unmet).toEqual(['track Web: interrupted in Hall by "B"']);
  });
});

describe('other places', () => {
  it('are those of a talk that is left out, with the must that each would break', async () => {
    const { why } = await placed({
      schedule: 'title,speakers,duration\nA,Ada,45\n',
      rooms: hall,
      people: 'name,from,to,availability\nAda,2026-05-02,,cannot\n',
    });
    expect(why('A')).toEqual([
      '"A" needs 45 min; 1 free period is long enough: while Ada is away',
      'Nearest places for "A":',
      '  2026-05-02 09:00 Hall',
      '    breaks a must: "A": while Ada is away',
    ]);
  });

  it('name what is worse or better than where the talk is, and not what is the same', async () => {
    const { why } = await placed({
      schedule: `title,duration,track,expected,room,start
A,30,Ops,100,Hall,2026-05-02 09:00
B,30,Ops,,Lab,2026-05-02 11:00
C,30,,,Hall,2026-05-02 09:30
`,
      rooms: `room,start,end,capacity
Hall,2026-05-02 09:00,10:00,50
Loft,2026-05-02 12:00,12:30,80
Lab,2026-05-02 11:00,11:30,10
Lab,2026-05-03 09:00,09:30,10
`,
    });
    expect(why('A')).toEqual([
      'Other places for "A", which is at 2026-05-02 09:00 Hall:',
      '  2026-05-02 12:00 Loft',
      '    breaks: "A": moved from 2026-05-02 09:00 Hall',
      '    better: "A": 100 expected, Loft holds 80',
      '  2026-05-03 09:00 Lab',
      '    breaks: "A": moved from 2026-05-02 09:00 Hall',
      '    worse: "A": 100 expected, Lab holds 10',
      '    no longer: track Ops: 2 talks in 2 rooms (Hall, Lab)',
      '  2026-05-02 09:30 Hall, in exchange with "C"',
      '    breaks: "A": moved from 2026-05-02 09:00 Hall',
      '    breaks: "C": moved from 2026-05-02 09:30 Hall',
      '  2026-05-02 11:00 Lab, in exchange with "B"',
      '    breaks: "A": moved from 2026-05-02 09:00 Hall',
      '    breaks: "B": moved from 2026-05-02 11:00 Lab',
      '    worse: "A": 100 expected, Lab holds 10',
    ]);
  });

  it('of a talk that had to move are also where it would be on its day again', async () => {
    const { why, unmet, report, names } = await placed({
      schedule:
        'title,duration,room,start\nA,45,Loft,2026-05-02 09:00\nB,45,Loft,2026-05-02 10:00\nC,45,Hall,2026-05-02 09:00\n',
      rooms: 'room,start,end\nHall,2026-05-02 09:00,10:45\nLab,2026-05-03 09:00,09:45\n',
    });
    expect(unmet).toEqual(['"A": on another day than 2026-05-02']);
    const moved = report.places.filter(({ change }) => change === 'moved');
    expect(movedHeading(moved, names.zone)).toBe('Moved: 2 talks (1 to another room, 1 to another day)');
    expect(movedHeading(moved.slice(0, 1), names.zone)).toBe('Moved: 1 talk to another day');
    expect(why('A').slice(1)).toEqual([
      '  2026-05-02 10:00 Hall, in exchange with "B"',
      '    breaks: "B": on another day than 2026-05-02',
      '    better: "A": at another time than 2026-05-02 09:00',
      '  2026-05-02 09:00 Hall, in exchange with "C"',
      '    breaks: "C": moved from 2026-05-02 09:00 Hall',
      '    no longer: "A": on another day than 2026-05-02',
    ]);
  });

  it('say so if nothing changes, if there are none, and if the talk never moves', async () => {
    const { why } = await placed({
      schedule: 'title,duration,room,start,pinned\nA,45,,,\nB,20,Loft,2026-05-02 09:00,x\nC,120,,,\n',
      rooms: `${hall}Lab,2026-05-03 09:00,09:45\nLoft,2026-05-02 10:00,12:00\n`,
    });
    expect(why('A').slice(1, 3)).toEqual([
      expect.stringMatching(/^ {2}2026-05-0[23] 09:00 (Hall|Lab)$/),
      '    as good as now: the same musts and wishes are met',
    ]);
    expect(why('B')).toEqual(['"B" never moves: it is pinned.']);
    expect(why('C')).toEqual(['No other place for "C": no other free period, and no other talk, is as long as it is.']);
  });
});

it('explains why nothing has moved', async () => {
  const text =
    'The talk already has a place, and stays there by --keep strict. With --keep prefer or none, it may move.';
  const { report } = await placed({ schedule: 'title,room,start\nA,Hall,2026-05-02 09:00\n', rooms: hall });
  expect(keptText(report, 'strict')).toBe(text);
  expect(keptText(report, 'prefer')).toBe(undefined);
  const { report: other } = await placed({ schedule: 'title,room,start\nA,Hall,2026-05-02 09:00\nB,,\n', rooms: hall });
  expect(keptText(other, 'strict')).toBe(undefined);
});

it.each<[Pick<Extract<Issue, { isApart: boolean }>, 'kind' | 'isApart'>, string]>([
  [{ kind: 'not_with', isApart: false }, '"A" and "B" are at the same time'],
  [{ kind: 'not_with', isApart: true }, '"A" and "B" follow each other without time to walk between their rooms'],
  [{ kind: 'same_room', isApart: false }, '"A" and "B": both in Hall, at the same time'],
  [{ kind: 'same_room', isApart: true }, '"A" and "B": both in Hall, without the turnaround between them'],
])('says what two talks are to each other', (kind, expected) => {
  const issue = { ...kind, what: 'Hall', strength: 'strong', amount: 1, talks: [0, 1] } as Issue;
  expect(issueText(issue, { titleOf: (index) => 'AB'[index] ?? '', zone: 'UTC' })).toBe(expected);
});
