// Hostile files and responses take no more than 1 GiB of memory, in a process of the built program.
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { anEvent } from '../support/ids.ts';
import { launcher, runToEnd } from '../support/program.ts';
import { startScriptedServer, wholeList } from '../support/scripted-server.ts';
import { sharedFolder } from '../support/stage.ts';
import { textRow, xlsxOf } from '../support/workbooks.ts';

const folder = sharedFolder();
const megabyte = 1_000_000;

it.each([
  ['timetable show', session('a '.repeat(4 * megabyte))],
  ['timetable show', session('👩‍👩‍👧'.repeat(megabyte))],
  ['submissions list', session('a '.repeat(4 * megabyte))],
  ['submissions show sub_1', session('a '.repeat(4 * megabyte))],
  ['submissions list --json', ...manySessions()],
  ['submissions list', ...manySessions()],
])('%s of a large response', async (words, ...sessions) => {
  expect(await memoryOf(words, sessions)).toBeLessThan(1024);
});

it.each([
  ['references', () => inTexts(`<si><t>${'&#x41;'.repeat(2_900_000)}</t></si>`)],
  ['runs', () => inTexts(`<si>${'<r><t>ab</t></r>'.repeat(900_000)}</si>`)],
  [
    'sheets',
    () => {
      const sheets = Array.from({ length: 20_000 }, (_, at) => ({ name: `S${at}`, rows: header }));
      return xlsxOf({ sheets }, { deflate: true });
    },
  ],
])('a workbook of many %s', async (_, bytes) => {
  const file = folder.file('talks.xlsx');
  writeFileSync(file, bytes());
  expect(await memoryOf(`sessions plan ${file} --timezone UTC`, [])).toBeLessThan(1024);
});

it('a JSON file of as many escapes as a text may have', async () => {
  const file = folder.file('talks.json');
  writeFileSync(
    file,
    `[{"title":"${'\\u0041'.repeat(3_000_000)}","room":"${'A'.repeat(40 * megabyte)}"}]`,
  );
  expect(await memoryOf(`sessions plan ${file} --timezone UTC`, [])).toBeLessThan(1024);
});

const header = textRow(1, 'title');

function inTexts(texts: string): Buffer {
  const rows = `${header}<row><c t="s"><v>0</v></c></row>`;
  return xlsxOf({ sheets: [{ name: 'S', rows }], texts }, { deflate: true });
}

function session(title: string): object {
  return {
    id: 'sub_1',
    title,
    status: 'accepted',
    room: 'Aula',
    starts_at: '2027-05-20T09:00:00Z',
    ends_at: '2027-05-20T09:45:00Z',
  };
}

/** 40 MB */
function manySessions(): readonly object[] {
  return Array.from({ length: 40_000 }, (_, at) => ({
    ...session(`Talk ${at}`),
    id: `sub_${at}`,
    abstract: 'x'.repeat(850),
  }));
}

/** How many MiB a command takes at most, beside a service that lists these sessions. */
async function memoryOf(words: string, sessions: readonly object[]): Promise<number> {
  const server = await startScriptedServer(({ path }) => {
    const isList = path.includes('/submissions') || path.includes('/sessions');
    return isList ? wholeList(sessions) : { status: 404, json: {} };
  });
  const report = 'process.on("exit", () => process._rawDebug(process.resourceUsage().maxRSS))';
  const node = [process.execPath, '--import', `data:text/javascript,${report}`] as const;
  const { stderr } = await runToEnd([...node, launcher, ...words.split(' ')], {
    env: {
      PLENARY_BASE_URL: server.url,
      PLENARY_TOKEN: 'token',
      PLENARY_EVENT: anEvent,
      PLENARY_TIMEZONE: 'UTC',
    },
  });
  await server.close();
  const [, kilobytes] = /(\d+)\n$/.exec(stderr) ?? [];
  return Number(kilobytes ?? Number.NaN) / 1024;
}
