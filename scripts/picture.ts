// Draws the README's picture from a real run: `npm run picture`. A terminal, beside the page that
// it exports.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { escapeMarkup } from '../src/contract/escape.ts';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const program = resolve('bin/plenary.js');
const examples = resolve('examples');
const folder = mkdtempSync(join(tmpdir(), 'plenary-picture-'));

/** What a terminal shows of a command, without the path of the examples. */
function run(command: string): string {
  const args = command.split(' ').map((word) => word.replace('examples', examples));
  const env = {
    ...process.env,
    PLENARY_CONFIG_DIR: folder,
    COLUMNS: '76',
    NO_COLOR: '1',
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`plenary ${command}: ${stderr}`);
  return `<b>$ plenary ${escapeMarkup(command)}</b>\n${escapeMarkup(stdout + stderr).trim()}\n`;
}

const lines = [
  run(
    'sessions autoplace examples/talks.csv --rooms-file examples/rooms.csv --out schedule.csv ' +
      '--timezone Europe/Lisbon',
  ),
  run('timetable show --schedule schedule.csv --timezone Europe/Lisbon'),
  run(
    'timetable export --schedule schedule.csv --timezone Europe/Lisbon --format html --title ' +
      'DevConf --out timetable.html',
  ),
].join('\n');
const timetable = readFileSync(join(folder, 'timetable.html'), 'utf8');

const frame = `<!DOCTYPE html><meta charset="utf-8"><style>
body { margin: 0; padding: 32px; width: 1536px; background: #dfe3ea;
  display: grid; grid-template-columns: 720px 1fr; gap: 28px; }
div { height: 780px; overflow: hidden; border-radius: 12px; box-shadow: 0 12px 40px #0004; }
pre { margin: 0; padding: 22px 24px; height: 100%; box-sizing: border-box;
  background: #16181c; color: #d6d9de; white-space: pre-wrap;
  font: 11.4px/1.45 "DejaVu Sans Mono", monospace; }
b { color: #9fd08b; }
iframe { width: 100%; height: 100%; zoom: .8; border: 0; background: #fff; }
</style>
<div><pre>${lines}</pre></div>
<div><iframe srcdoc="${escapeMarkup(timetable)}"></iframe></div>`;

const browser = await chromium.launch({
  executablePath,
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({
    viewport: { width: 1600, height: 844 },
    deviceScaleFactor: 1.5,
    colorScheme: 'light',
  });
  await page.setContent(frame);
  await page.screenshot({ path: 'docs/picture.png' });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
console.log('docs/picture.png');
