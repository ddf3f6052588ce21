// Templates of feedback: their parts, placeholders and braces.
import { describe, expect, it } from 'vitest';
import { statusReader } from '../columns/status-words.ts';
import { checkPlaceholders, fillFeedback, parseFeedbackTemplate } from './feedback-template.ts';

const record = {
  id: 'sub_1',
  title: 'Zero',
  submitter_first_name: 'Ann',
  track_id: 'web',
  status: 'pending',
};

function fill(
  template: string,
  { wanted = {}, cells = {} }: { wanted?: object; cells?: Record<string, string> } = {},
) {
  const parsed = parseFeedbackTemplate(
    template,
    'f.txt',
    statusReader('submissions', { vielleicht: 'maybe' }),
  );
  return fillFeedback(parsed, {
    cells: new Map(Object.entries(cells)),
    wanted: { ...wanted },
    record,
  });
}

const noPart = {
  reason: { code: 'no_feedback', message: 'no feedback: the template has no part for "pending"' },
};

describe('a template', () => {
  it.each<[string, string, Parameters<typeof fill>[1], unknown]>([
    ['text', 'Hello.\n', {}, { text: 'Hello.' }],
    ['fields of the record', '{first_name}: {title} ({track})', {}, { text: 'Ann: Zero (web)' }],
    ['a title that the row changes', '{Title}', { wanted: { title: 'One' } }, { text: 'One' }],
    ['a column of the sheet', '{score}/5', { cells: { Score: ' 4,5 ' } }, { text: '4,5/5' }],
    ['a column before a field', '{track}', { cells: { Track: 'Web & co' } }, { text: 'Web & co' }],
    ['braces', '{{title}} }}{{', {}, { text: '{title} }{' }],
    ['no value', '{last_name} {format} {title}', {}, { empty: ['last_name', 'format'] }],
    ['an empty column', '{Score}', { cells: { Score: ' ' } }, { empty: ['Score'] }],
    ['the error of a formula', '{Score}', { cells: { Score: '#N/A' } }, { empty: ['Score'] }],
    [
      'the part of the status',
      '[accepted]\nYes\n\n[declined]\nNo',
      { wanted: { status: 'declined' } },
      { text: 'No' },
    ],
    ['the part of a status that stays', '[pending]\r\nWait\r\n', {}, { text: 'Wait' }],
    ['no part for the status', '[accepted]\nYes', {}, noPart],
    ['a part named by a word', '[Rejeté]\nNo', { wanted: { status: 'declined' } }, { text: 'No' }],
    [
      'a part named by two words',
      '[accept queue]\nSoon',
      { wanted: { status: 'accept_queue' } },
      { text: 'Soon' },
    ],
    [
      'a part for a status of the user',
      '[maybe]\nMaybe',
      { wanted: { status: 'maybe' } },
      { text: 'Maybe' },
    ],
    ['brackets in a text', 'See [1] and\n[a b]', {}, { text: 'See [1] and\n[a b]' }],
  ])('with %s', (_, template, source, expected) =>
    expect(fill(template, source)).toEqual(expected),
  );

  it.each([
    ['Hi\n{title', 'f.txt:2: "{" without its counterpart'],
    ['a } b', 'f.txt:1: "}" without its counterpart'],
    ['Dear all\n[accepted]\nYes', 'f.txt:1: a text before the first part'],
    ['[accepted]\nYes\n[accepted]\nNo', 'f.txt:3: a second part [accepted]'],
    ['[accepted]\nYes\n[accept]\nNo', 'f.txt:3: a second part [accept]'],
    ['[accepted]\nYes\n[rejectd]\nNo', 'f.txt has parts for unknown statuses'],
  ])('%j is refused', (template, message) => expect(() => fill(template)).toThrow(message));

  it('is refused for unknown placeholders, with their lines', () => {
    const template = parseFeedbackTemplate(
      '{title} {Score}\n{frist_name}',
      'f.txt',
      statusReader('submissions'),
    );
    expect(() => checkPlaceholders(template, ['Title', 'Points'], 'f.txt')).toThrow(
      'f.txt has unknown placeholders: {Score} in line 1, {frist_name} in line 2',
    );
    expect(() => checkPlaceholders(template, ['score', 'Frist name'], 'f.txt')).not.toThrow();
  });
});
