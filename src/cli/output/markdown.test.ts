// A text from elsewhere is shown in Markdown as it is, and links to nothing on GitHub.
import { describe, expect, it } from 'vitest';
import { ConflictError } from '../../errors.ts';
import { ExplainedError } from '../wrapped-errors.ts';
import { errorMarkdown, foldedList, markdownText } from './markdown.ts';

/** What a reader sees of a text that is escaped. */
function seen(markdown: string): string {
  return markdown
    .replaceAll('\u200b', '')
    .replaceAll('<span>$</span>', () => '$')
    .replace(/\\(.)/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}

// The references of GitHub's documentation, "Autolinked references and URLs".
const links = {
  'a user': /@\w/,
  'an issue': /#\d/,
  'an issue by its old form': /\bGH-\d/i,
  'a commit': /\b[0-9a-f]{7,40}\b/i,
  'a page': /:\/\/|\bwww\./i,
  'a formula': /\$[^<]/,
  'an emoji': /:[a-z+-][\w+-]*:/i,
};

describe.each([
  '@ada and @conf/team',
  'mail to ada@example.org',
  '(@ada)',
  '#12, conf/program#12 and conf/program#3',
  'GH-2, gh-34',
  '1234567, a5c3785ed8d6a35868bc169f07e40e889087fd2e and 16c999e8c71134401a78d4d46435517b2271d6ac',
  'conf/program@a5c3785ed8d6a35868bc169f07e40e889087fd2e',
  'https://evil.example/x?y=1, http://a.example, www.evil.example and WWW.evil.example',
  ':tada: at 10:30:00',
  'from $20 to $30, $x^2$ and $`y`$',
  '[x](https://evil.example) ![y](http://evil.example/z.png) <b>*bold*</b> `code` a|b ~~c~~ &amp;',
])('of %s', (text) => {
  it('shows the same text', () => {
    expect(seen(markdownText(text))).toBe(text);
  });

  it.each(Object.entries(links))('makes no link to %s', (_, link) => {
    expect(markdownText(text).replaceAll('\\', '')).not.toMatch(link);
  });
});

it('leaves a list that has nothing away, and folds another one', () => {
  expect(foldedList('Long values', [])).toEqual([]);
  expect(foldedList('2 values <', ['a', '*b*']).join('\n')).toBe(
    '\n<details><summary>2 values &lt;</summary>\n\n- a\n- \\*b\\*\n\n</details>',
  );
});

describe('an error', () => {
  const details = Array.from({ length: 60 }, (_, at) => ({ message: `fault ${at}_` }));
  const error = new ConflictError('it is\n#1', {
    details,
    fix: 'ask @ada, or run `plenary runs show #1`',
    next: [{ command: "plenary program pull 'a`b'" }],
  });

  it('has its message, the first faults, the fix and commands that can be copied', () => {
    const lines = errorMarkdown(error, { event: 'conf' }).split('\n');
    expect(lines.slice(0, 5)).toEqual(['## Error', '', 'it is \\#\u200b1', '', '- fault 0\\_']);
    expect(lines.slice(-7)).toEqual([
      '- fault 49\\_',
      '- and 10 more, which the log has',
      '',
      '**Fix:** ask @\u200bada, or run `plenary runs show #1`',
      '',
      "**Next:** `` plenary program pull 'a`b' --event conf ``",
      '',
    ]);
  });

  it('leaves its faults to the summary that follows', () => {
    const summarized = new ExplainedError(error, { summary: '## Plan: 1 to move\n' });
    const text = errorMarkdown(summarized, {});
    expect(text).not.toContain('fault');
    expect(text).toMatch(/\n\n## Plan: 1 to move\n$/);
  });
});
