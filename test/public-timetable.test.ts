// `plenary serve --public`: the page of an event for everybody, from the command line to the browser's bytes.
import { createHash } from 'node:crypto';
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plenary, startTestService, type TestService } from './support/program.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { hostileTexts } from './support/timetables.ts';

describe('a timetable that is served to everybody', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('--public', 'devconf', '--lang', 'de');
    await add('Warteschlangen', 'accepted', 'Aula');
    await add('Abgesagt', 'withdrawn', 'Aula');
    await add('Ohne Raum', 'accepted');
    await add('Geheim', 'rejected');
  });
  afterAll(() => service.stop());

  async function add(title: string, status: string, room?: string, abstract = 'Worum es geht.'): Promise<void> {
    const run = async (...args: readonly string[]) => {
      const { exitCode, stdout, stderr } = await service.plenary([...args, '--json']);
      if (exitCode !== 0) throw new Error(stderr);
      return JSON.parse(stdout);
    };
    const person = ['--submitter-email', 'amina@example.org', '--submitter-first-name', 'Amina'];
    const { id } = await run('submissions', 'add', '--title', title, '--abstract', abstract, ...person);
    await run('submissions', 'update', id, '--status', status, '--feedback', 'Nur intern', '--allow-new-value');
    if (room === undefined) return;
    const place = ['--room', room, '--start', '2027-05-20T09:00:00+02:00', '--fail-on', 'never'];
    await run('sessions', 'place', id, ...place);
  }

  const read = async () => {
    const response = await fetch(`${service.url}/timetable/devconf`);
    return { headers: response.headers, html: await response.text() };
  };

  it('has the sessions that take place, with their public fields alone', async () => {
    const { html } = await read();
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('<title>DevConf: Programm</title>');
    for (const text of ['Warteschlangen', 'Worum es geht.', 'Amina', 'Aula', 'Donnerstag, 20. Mai 2027', '09:00']) {
      expect(html).toContain(text);
    }
    expect(html).not.toMatch(/Abgesagt|Ohne Raum|Geheim|Nur intern|example\.org/);
  });

  it('is the page that an export writes, apart from the time', async () => {
    const timeless = (html: string) => html.replace(/<footer>[\s\S]*<\/footer>/, '');
    const args = ['timetable', 'export', '--format', 'html', '--lang', 'de', '--title', 'DevConf'];
    const { stdout } = await service.plenary([...args, '--timezone', 'Europe/Berlin']);
    expect(timeless((await read()).html)).toBe(timeless(stdout));
  });

  it('is valid, and its header allows one style and one script', async () => {
    const { headers, html } = await read();
    const hashOf = (element: string) => {
      const [, text = ''] = new RegExp(`<${element}>(.*)</${element}>`, 's').exec(html) ?? [];
      return `sha256-${createHash('sha256').update(text).digest('base64')}`;
    };
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src '${hashOf('style')}'; script-src '${hashOf('script')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'] });
    const { results } = await validator.validateString(html);
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId))).toEqual([]);
  });

  it('shows hostile texts as text, within seconds of their creation', async () => {
    for (const text of hostileTexts.filter((each) => !/\p{Cc}|\p{Surrogate}/u.test(each))) {
      await add(text, 'accepted', text, text);
    }
    await expect.poll(async () => (await read()).html, { interval: 200 }).toContain('__proto__');
    const { html } = await read();
    expect(html).not.toMatch(/<img|<svg|\son\w+=["']/);
    expect(html.match(/<script/g)).toHaveLength(1);
  });
});

describe('plenary serve', () => {
  it('prints the address of each public timetable, and refuses events that it cannot know', async () => {
    const folder = temporaryFolder();
    try {
      const data = folder.file('plenary.db');
      const succeed = async (...args: readonly string[]) => {
        const { exitCode, stdout, stderr } = await plenary([...args, '--data', data, '--json']);
        expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
        return JSON.parse(stdout);
      };
      const first = (await succeed('service', 'init', '--name', 'One')).organization.id;
      const event = ['service', 'event', 'add', '--timezone', 'UTC', '--name', 'Conf'];
      await succeed(...event, '--id', 'conf-2027');
      const refused = async (...flags: readonly string[]) => {
        const { exitCode, stderr } = await plenary(['serve', '--data', data, '--port', '0', ...flags]);
        return [exitCode, stderr];
      };
      expect(await refused('--public', 'conf-2028')).toEqual([
        2,
        'Error: --public conf-2028: the database has no such event\nFix: did you mean conf-2027? pass one of conf-2027\n',
      ]);
      expect(await refused('--lang', 'de')).toEqual([2, expect.stringContaining('--public')]);

      const second = (await succeed('service', 'init', '--name', 'Two')).organization.id;
      await succeed(...event, '--id', 'conf-2027', '--organization', second);
      expect(await refused('--public', 'conf-2027')).toEqual([
        2,
        `Error: --public conf-2027: several organizations have an event with this id\nFix: pass one of ${first}/conf-2027 | ${second}/conf-2027\n`,
      ]);
      const both = [`${first}/conf-2027`, `${second}/conf-2027`].flatMap((name) => ['--public', name]);
      expect(await refused(...both)).toEqual([2, expect.stringContaining('both would be at one address')]);
    } finally {
      folder.remove();
    }
  });
});
