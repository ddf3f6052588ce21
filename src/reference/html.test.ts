// Reference pages with text that looks like markup.
import { expect, it } from 'vitest';
import { htmlOf } from './html.ts';

it('shows text and code as they are', () => {
  const hostile = '<img src=x onerror=alert(1)> & "quoted" \u202Ereversed';
  const page = htmlOf({
    title: `Title ${hostile}`,
    lead: `Lead \`${hostile}\``,
    sections: [
      {
        id: 'one',
        title: hostile,
        blocks: [
          { kind: 'text', text: `Text ${hostile}` },
          { kind: 'code', code: hostile },
          { kind: 'terms', heading: hostile, terms: [[`\`${hostile}\``, hostile]] },
        ],
      },
    ],
  });
  expect(page).not.toContain('<img');
  expect(page).not.toContain('\u202E');
  const shown = '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot; reversed';
  expect(page).toContain(`<title>Title ${shown}</title>`);
  expect(page).toContain(`<p>Lead <code>${shown}</code></p>`);
  expect(page).toContain(`<pre tabindex="0">${shown}</pre>`);
  expect(page).toContain(`<div><dt><code>${shown}</code></dt><dd>${shown}</dd></div>`);
});
