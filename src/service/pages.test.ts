// The pages for people: what they show, and that they neither run nor reveal anything.
import { createHash } from 'node:crypto';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { sharedLoopbackService } from '../../test/support/loopback-service.ts';
import { specification } from '../../test/support/specification.ts';
import { homePage } from './pages.ts';
import { StoreUnavailable } from './store/driver.ts';

const service = sharedLoopbackService({ version: '1.2.3' });

const validator = new HtmlValidate({ extends: ['html-validate:recommended'] });

describe.each(['/', '/docs'])('GET %s', (path) => {
  it('is a page that needs no token, runs nothing and loads nothing', async () => {
    const response = await fetch(service.url + path);
    const html = await response.text();
    const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; ` +
        `frame-ancestors 'none'`,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-request-id')).toBeTruthy();
    expect(html).not.toMatch(/<script|<link|\s(src|srcset|action|on\w+)=|@import|url\(/);
  });

  it('is valid HTML', async () => {
    const { results } = await validator.validateString(
      await (await fetch(service.url + path)).text(),
    );
    expect(
      results.flatMap(({ messages }) =>
        messages.map(({ line, ruleId, message }) => ({ line, ruleId, message })),
      ),
    ).toEqual([]);
  });
});

it('describes every endpoint of the specification', async () => {
  const html = await (await fetch(`${service.url}/docs`)).text();
  for (const { method, path, title } of specification) {
    expect(html).toContain(`>${title}</a>`);
    expect(html).toContain(`>${method} ${path}</pre>`);
  }
  expect(html).toContain(
    '<div><dt><code>email</code></dt><dd>E-mail address; required; 3 to 320 characters.</dd></div>',
  );
  expect(html).toContain(
    '<pre tabindex="0">curl -X PUT &quot;$PLENARY_BASE_URL/v1/sessions/sub_1a2b3c/schedule&' +
      'quot; \\\n' +
      '  -H &quot;X-Access-Token: $PLENARY_TOKEN&quot; \\\n' +
      '  -H &#39;Content-Type: application/json&#39; \\\n' +
      '  -d &#39;{&quot;room&quot;:&quot;Main Hall&quot;,&quot;start&quot;:&quot;' +
      '2026-05-02T09:00:00+02:00&quot;}&#39;</pre>',
  );
});

it('says which version it is, whether it is ready, and how to begin at its address', async () => {
  const { text } = await service.call('GET', '/');
  expect(text).toContain('This is Plenary 1.2.3. It is ready.');
  expect(text).toContain(`plenary auth login --base-url ${service.url}\n`);
  for (const address of ['/docs', '/openapi.json', '/readyz'])
    expect(text).toContain(`<a href="${address}">`);
  const { ping } = service.store;
  service.store.ping = () => Promise.reject(new StoreUnavailable('full'));
  expect((await service.call('GET', '/')).text).toContain(
    'This is Plenary 1.2.3. It is not ready:',
  );
  service.store.ping = ping;
});

it.each([
  [{ host: 'program.example.org', 'x-forwarded-proto': 'https' }, 'https://program.example.org'],
  [{ host: '[::1]:8080' }, 'http://[::1]:8080'],
  [{ host: 'a.example;rm -rf ~' }, 'ADDRESS'],
  [{ host: '"><script>' }, 'ADDRESS'],
  [{}, 'ADDRESS'],
])('repeats the address of %j only if it is one', (headers, address) => {
  expect(homePage({ version: '', isReady: true }, headers)).toContain(
    `plenary auth login --base-url ${address}\n`,
  );
});
