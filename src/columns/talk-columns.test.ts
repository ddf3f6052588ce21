// Columns of talks: titles beside those of blocks, languages, ids of papers, and decisions.
import { describe, expect, it } from 'vitest';
import { type Kind, mapHeaders, readMapping } from '../../test/support/columns.ts';
import { findMapping } from './mapping.ts';

/** The used columns as `column=target`. */
function usedIn(kind: Kind, text: string): readonly string[] {
  return readMapping(kind, text).mapping.mapped.map(({ column, target }) => `${column}=${target}`);
}

function reasonOf(kind: Kind, text: string, column: string): string | undefined {
  const { unmapped } = readMapping(kind, text).mapping;
  return unmapped.find((each) => each.column === column)?.reason;
}

describe('the title of a session, an event or a workshop', () => {
  it.each([
    ['paperID;title;abstract;session_title;authors;author1_email', 'title', 'session_title'],
    ['Session title;Title;Email', 'Session title', 'Title'],
    ['Title;Session name;Email', 'Title', 'Session name'],
    ['Event title;Title;Email', 'Event title', 'Title'],
    ['Title;Workshop title;Email', 'Title', 'Workshop title'],
    ['Session title;Talk;Email', 'Session title', 'Talk'],
    ['Sitzungstitel;Titel;E-Mail', 'Sitzungstitel', 'Titel'],
  ])('beside a plain title may be that of a block: %s', (header, one, other) => {
    const flags = `--map "${one}=title" or --map "${other}=title"`;
    expect(() => mapHeaders('submissions', header.split(';'))).toThrow(
      expect.objectContaining({
        message: `a.csv has several columns for title: "${one}" and "${other}"`,
        fix: `choose one column: ${flags}`,
      }),
    );
  });

  it.each([
    ['Session title;Email', 'Session title=title'],
    ['Event name;Email', 'Event name=title'],
    ['Session title;Talk title;Email', 'Talk title=title'],
  ])('is that of the talk if no other column has it: %s', (header, expected) => {
    expect(mapHeaders('submissions', header.split(';'))).toContain(expected);
  });

  it.each([
    'Talk title;Event name;Email\nTides;PyCon;a@x.org\nDikes;PyCon;b@x.org',
    'Event name;Title;Email\nPyCon;Tides;a@x.org\nPyCon;Dikes;b@x.org',
  ])('is not used if all rows have it: %s', (text) => {
    expect(reasonOf('submissions', text, 'Event name')).toBe(
      'all its cells are "PyCon", so it is not title',
    );
  });

  it('is that of the block of a schedule, unless the plain title may be that of a person', () => {
    const header = 'Session title;Title;Room;Start';
    expect(mapHeaders('sessions', header.split(';')).slice(0, 2)).toEqual([
      'Session title=parent',
      'Title=title',
    ]);
    expect(() => mapHeaders('sessions', `${header};Company`.split(';'))).toThrow(
      'a.csv has several columns for title: "Session title" and "Title"',
    );
  });
});

describe('columns in several languages', () => {
  it.each<[Kind, string, string]>([
    ['submissions', 'Title (EN);Title (DE);Email', '"Title (EN)" and "Title (DE)"'],
    [
      'submissions',
      'Title;Email;Abstract (EN);Abstract (DE)',
      '"Abstract (EN)" and "Abstract (DE)"',
    ],
    ['speakers', 'Email;Bio (DE);Bio (EN)', '"Bio (DE)" and "Bio (EN)"'],
    ['submissions', 'title_de;title_en;email', '"title_de" and "title_en"'],
    ['submissions', 'DE Titel;EN Titel;E-Mail', '"DE Titel" and "EN Titel"'],
  ])('are refused: %s %s', (kind, header, columns) => {
    expect(() => mapHeaders(kind, header.split(';'))).toThrow(columns);
  });

  it('are behind one without a language', () => {
    expect(mapHeaders('submissions', ['Titel (DE)', 'Titel', 'E-Mail'])).toEqual([
      'Titel=title',
      'E-Mail=submitter_email',
    ]);
  });
});

describe('the id of a paper', () => {
  it.each([
    'Paper #;Title\n12;Tides',
    'Paper;Title\n12;Tides',
    'Paper;Title\nP-7;Tides',
    'Paper No.;Title\n12;Tides',
    'Paper Number;Title\n12;Tides',
    'Submission #;Title\n12;Tides',
    'Submission Number;Title\n12;Tides',
    'Abstract ID;Title\n12;Tides',
    'Contribution ID;Title\n12;Tides',
    'EasyChair ID;Title\n12;Tides',
    '#;Title\n12;Tides',
    'Nr.;Titel\n12;Tides\n12;Tides',
    'Vortragsnummer;Titel\n12;Tides',
    'Proposal;Title\n12;Tides',
  ])('is the id of a row: %s', (text) => {
    const [header = ''] = text.split('\n');
    const [id, title] = header.split(';');
    expect(usedIn('submissions', text)).toEqual([`${id}=id`, `${title}=title`]);
  });

  it.each([
    ['Nr.;Titel\n1;Tides\n2;Dikes', 'Nr.', 'its cells number the rows, so it is not id'],
    ['Paper #;Title\nsee below;Tides', 'Paper #', 'its cells are no ids, so it is not id'],
  ])('is not in other cells: %s', (text, column, reason) => {
    expect(usedIn('submissions', text)).toHaveLength(1);
    expect(reasonOf('submissions', text, column)).toBe(reason);
  });

  it('is no id of a record that rows update', () => {
    const fields = ['id', 'title', 'status', 'feedback'].map((name) => ({ name, required: false }));
    const columns = ['#', 'Paper', 'Title', 'Decision'];
    const sample = [['12', '7', 'Tides', 'yes']];
    const { mapping } = findMapping({
      file: 'a.csv',
      kind: 'submissions',
      map: [],
      columns,
      fields,
      sample,
    });
    expect(mapping.mapped.map(({ target }) => target)).toEqual(['title', 'status']);
  });
});

it.each([
  ['Submission title;Email', 'Submission title=title'],
  ['Proposal;Email\nHow tides work;a@x.org', 'Proposal=title'],
  ['Topic;Email', 'Topic=title'],
  ['Thema;E-Mail', 'Thema=title'],
  ['Title;5. Abstract - max 100 words', '5. Abstract - max 100 words=abstract'],
  [
    'Titel;Zusammenfassung – höchstens 1000 Zeichen',
    'Zusammenfassung – höchstens 1000 Zeichen=abstract',
  ],
])('a header of a talk is known: %s', (text, expected) => {
  expect(usedIn('submissions', text)).toContain(expected);
});

describe('a file of decisions', () => {
  const fields = ['id', 'title', 'status', 'feedback'].map((name) => ({ name, required: false }));
  const decisions = (text: string, ...map: readonly string[]) => {
    const [columns = [], ...sample] = text.split('\n').map((line) => line.split(';'));
    const terms = { file: 'a.csv', kind: 'submissions', columns, fields, sample, map } as const;
    const { mapped } = findMapping(terms).mapping;
    return mapped.map(({ column, target }) => `${column}=${target}`);
  };

  it.each([
    'Submission status',
    'Proposal state',
    'PC decision',
    'Meta-Review Decision',
    'Selected',
    'Accepted?',
  ])('has statuses below %s', (header) => {
    expect(decisions(`Title;${header}\nTides;yes`)).toContain(`${header}=status`);
  });

  it.each([
    ['Title;Accept;Reject\nTides;x;\nDikes;;x', '"Accept" and "Reject"'],
    ['Titel;Angenommen;Abgelehnt\nTides;TRUE;FALSE', '"Angenommen" and "Abgelehnt"'],
  ])('with a column for each decision is refused: %s', (text, columns) => {
    expect(() => decisions(text)).toThrow(
      expect.objectContaining({
        message: `a.csv has a column for each decision: ${columns}`,
        fix: `write one column "Decision" whose cells are ${columns.replace('and', 'or')}`,
      }),
    );
  });

  it('is read if the user chooses one of the columns, or its cells are decisions', () => {
    expect(decisions('Title;Accept;Reject\nTides;x;', 'Accept=status')).toContain('Accept=status');
    expect(decisions('Title;Accepted;Rejected\nTides;yes;late')).toContain('Accepted=status');
  });
});

describe('a title in a file of speakers', () => {
  it.each([
    'paper_id;first_name;last_name;email;title',
    'id;title;first_name;last_name;email;affiliation',
    '#;first_name;last_name;email;title',
    'title;1: First Name;1: Last Name;1: Email;2: First Name;2: Last Name;2: Email',
  ])('may be that of a talk: %s', (header) => {
    expect(usedIn('speakers', header).join()).not.toContain('title=');
    expect(reasonOf('speakers', header, 'title')).toBe(
      'beside the other columns, it may not be title; if it is, pass --map "title=title"',
    );
    expect(mapHeaders('speakers', header.split(';'), ['title=title'])).toContain('title=title');
  });
});
