// Whatever columns a file has, and in whatever order: the same ones are used for the same fields, and strange ones for none.
import { describe, expect, it } from 'vitest';
import { type Kind, readMapping } from '../../test/support/columns.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { languages } from './vocabulary/languages.ts';
import type { Term } from './vocabulary/terms.ts';

const sentence =
  'over many years she has worked on machines and written about the people who have built and used them, and why.';
const cells = {
  email: ['ann.muster@x.org', 'bo.li@x.org', 'cy.doe@x.org'],
  name: ['Ann Muster', 'Bo Li', 'Cy Doe'],
  first: ['Ann', 'Bo', 'Cy'],
  last: ['Muster', 'Li', 'Doe'],
  company: ['Acme GmbH', 'Stadt Wien', 'Acme GmbH'],
  job: ['Software Engineer', 'CTO', 'Professor of history'],
  text: [sentence, sentence, sentence],
  title: ['How we moved a city', 'What is a type?', 'Bridges of old and new'],
  track: ['Web', 'Data', 'Web'],
  room: ['Aula', 'Lab', '101'],
  start: ['2026-05-02 09:00', '2026-05-02 10:00', '2026-05-03 09:00'],
  end: ['2026-05-02 09:45', '2026-05-02 10:45', '2026-05-03 09:45'],
  minutes: ['45', '45', '45'],
};

/** By kind of file: each field with the word for it and its cells. Of `name` and its parts, a file has one or the other. */
const fields: Readonly<Record<Kind, readonly (readonly [field: string, term: Term, cells: readonly string[]])[]>> = {
  speakers: [
    ['email', 'email', cells.email],
    ['name', 'fullName', cells.name],
    ['first_name', 'firstName', cells.first],
    ['last_name', 'lastName', cells.last],
    ['company_name', 'company', cells.company],
    ['title', 'jobTitle', cells.job],
    ['about', 'biography', cells.text],
  ],
  submissions: [
    ['submitter_email', 'email', cells.email],
    ['name', 'fullName', cells.name],
    ['submitter_first_name', 'firstName', cells.first],
    ['submitter_last_name', 'lastName', cells.last],
    ['title', 'talkTitle', cells.title],
    ['abstract', 'abstract', cells.text],
    ['track_id', 'track', cells.track],
  ],
  sessions: [
    ['title', 'talkTitle', cells.title],
    ['room', 'room', cells.room],
    ['start', 'start', cells.start],
    ['end', 'end', cells.end],
    ['duration', 'duration', cells.minutes],
    ['speakers', 'speakers', cells.name],
    ['track', 'track', cells.track],
  ],
};

describe.each(Object.entries(languages))('the columns of a file in the language %s', (code, language) => {
  it.each(Object.keys(fields) as Kind[])('of %s are the same set in any order', (kind) => {
    const random = seededRandom([...`${code} ${kind}`].reduce((seed, letter) => seed * 31 + letter.charCodeAt(0), 7));
    const below = (count: number) => Math.floor(random() * count);
    const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
    for (let trial = 0; trial < 15; trial++) {
      const isWhole = random() < 0.5;
      const chosen = fields[kind]
        .filter(
          ([field]) => random() < 0.8 && (field === 'name' ? isWhole : !(isWhole && /(first|last)_name$/.test(field))),
        )
        .map(([field, term, own]) => ({ field, own, header: pick(language[term].split(/[|\n]/)).trim() }));
      const strange = [
        { field: undefined, header: 'Zzyzx 1', own: cells.email },
        { field: undefined, header: 'Zzyzx 2', own: cells.text },
        { field: undefined, header: 'Zzyzx 3', own: cells.name },
        { field: undefined, header: 'Zzyzx 4', own: cells.start },
      ].filter(() => random() < 0.4);
      const columns = [...chosen, ...strange].sort(() => random() - 0.5);
      const file = [columns.map(({ header }) => header), ...[0, 1, 2].map((row) => columns.map(({ own }) => own[row]))];
      const { mapping } = readMapping(kind, file.map((line) => line.join(';')).join('\n'));
      const used = mapping.mapped.map(({ column, target }) => `${column}=${target}`);
      const expected = chosen.map(({ header, field }) => `${header}=${field}`);
      expect(used.toSorted(), columns.map(({ header }) => header).join(' | ')).toEqual(expected.toSorted());
    }
  });
});
