// Which of a speaker's text is Markdown on a page, and which is only text.
import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageMarkdown } from './markdown.ts';

describe('a text of a speaker', () => {
  it.each([
    ['keeps emphasis, lists and links', '*so* [x](https://x.example)\n\n- a', undefined],
    ['keeps its line ends', 'one\ntwo\n\nthree', 'one  \ntwo\n\nthree'],
    ['prints HTML', '<b>&lt;', '&lt;b>&amp;lt;'],
    ['prints a shortcode of Hugo', '{{< x >}}', '&#123;&#123;&lt; x >&#125;&#125;'],
    [
      'prints tags of Liquid and Nunjucks',
      '{% x %} {# y #}',
      '&#123;% x %&#125; &#123;# y #&#125;',
    ],
    ['prints what was escaped already', '\\<b \\{{ \\\\< \\*', '&lt;b &#123;&#123; \\\\&lt; \\*'],
    [
      'prints a line of dashes',
      'a\n---\nb\n===\n+++',
      'a  \n\\-\\-\\-  \nb  \n\\=\\=\\=  \n\\+\\+\\+',
    ],
    ['prints a link that is none to the web', '[x](javascript:y)', '[x]&#40;javascript:y)'],
    ['prints the target of a link', '[x]: javascript:y', '[x]&#58; javascript:y'],
    ['links an image', '![x](https://x.example/p.png)', '&#33;[x](https://x.example/p.png)'],
    ['prints code that is not closed', 'a\n\n```js\nb', 'a\n\n\\`\\`\\`js  \nb'],
    ['prints code with another end', '```\n~~~\n\na', '\\`\\`\\`  \n\\~\\~\\~\n\na'],
    ['prints code with a shorter end', '````\n```', '\\`\\`\\`\\`  \n\\`\\`\\`'],
    ['keeps a fence in code', '~~~~ sh\n```\n~~~\n   ~~~~~', '~~~~ sh  \n```  \n~~~  \n   ~~~~~'],
    ['prints a second code that is not closed', '```\n```\n```', '```  \n```  \n\\`\\`\\`'],
    ['prints code whose end is code', '```\n\t```', '\\`\\`\\`  \n\t```'],
    ['keeps code in a list', '- ```\n  a\n\n  ---\n  ```', '- ```  \n  a\n\n  \\-\\-\\-  \n  ```'],
    ['prints code that its list ends', '1. ~~~\na\n~~~', '1. \\~\\~\\~  \na  \n\\~\\~\\~'],
    ['keeps code', '```\na\n```', '```  \na  \n```'],
  ])('%s', (_, text, expected = text) => {
    expect(pageMarkdown(text)).toBe(expected);
  });

  it('takes time in proportion to its length', () => {
    const text = '```a\n  ```b\n'.repeat(50_000);
    expect(pageMarkdown(text).match(/\\`/g)).toHaveLength(300_000);
  });

  it('never begins a tag, a reference of its own or a marker', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const markdown = pageMarkdown(`${text}{{${text}<${text}&#123;${text}[//]: # (plenary: `);
        expect(markdown).not.toMatch(/[<{}]|\]:|&(?!amp;|lt;|#(?:123|125|33|58|40);)/);
      }),
    );
  });
});
