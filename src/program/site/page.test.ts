// The front matter of pages, as YAML parsers of both versions read it, and the text that stays.
import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { markerLine, renewedPage, talkPage } from './page.ts';
import type { SiteTalk } from './site.ts';

const talk: SiteTalk = {
  id: 'sub_1',
  slug: 'queues',
  title: 'Yes: #1 "x"',
  speakers: [
    { name: 'Ada', id: 'spk_1', slug: 'ada' },
    { name: 'Bo', id: null, slug: null },
  ],
  track: null,
  format: 'null',
  day: '2027-05-20',
  start: '2027-05-20T09:00:00+02:00',
  end: null,
  room: 'Hall',
  otherSlots: [],
  abstract: 'First.\n\n---',
};

const frontMatterOf = (page: string) => page.split('---\n')[1] ?? '';

describe('a page', () => {
  it('has quoted values, and no others', () => {
    expect(talkPage(talk)).toBe(
      [
        '---',
        'title: "Yes: #1 \\"x\\""',
        'id: "sub_1"',
        'slug: "queues"',
        'speakers:',
        '  - name: "Ada"',
        '    id: "spk_1"',
        '    slug: "ada"',
        '  - name: "Bo"',
        'format: "null"',
        'day: "2027-05-20"',
        'start: "2027-05-20T09:00:00+02:00"',
        'room: "Hall"',
        '---',
        '',
        'First.',
        '',
        '\\-\\-\\-',
        '',
        markerLine,
        '',
      ].join('\n'),
    );
  });

  it('has every text as it is, in both versions of YAML', () => {
    const terms = { unit: 'binary', maxLength: 12 } as const;
    assert(
      property(string(terms), (text) => {
        const yaml = frontMatterOf(talkPage({ ...talk, title: `${text}\u2028\u0085\uFEFF` }));
        const expected = `${text}\u2028\u0085\uFEFF`;
        for (const version of ['1.1', '1.2'] as const)
          expect(parse(yaml, { version }).title).toBe(expected);
      }),
    );
  });
});

describe('a page that is written again', () => {
  const page = talkPage(talk);

  it('keeps the text below the line', () => {
    expect(renewedPage(page, undefined)).toBe(page);
    expect(renewedPage(page, page)).toBe(page);
    const edited = `old\n${markerLine}\n\nSlides: [x](y)\n${markerLine}`;
    expect(renewedPage(page, edited)).toBe(`${page}\nSlides: [x](y)\n${markerLine}`);
  });

  it('keeps its line ends', () => {
    const windows = page.replaceAll('\n', '\r\n');
    expect(renewedPage(page, `${windows}Mine\r\n`)).toBe(`${windows}Mine\r\n`);
  });

  it('is none without the line', () => {
    expect(renewedPage(page, 'Mine\n')).toBeUndefined();
  });
});
