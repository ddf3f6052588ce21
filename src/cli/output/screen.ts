// Owns the whole terminal while a result is watched: what it shows, the keys that move it, and how it is left as it was.
import { InterruptedError } from '../../errors.ts';
import { type Io, write } from '../io.ts';
import { joinFitting } from './width.ts';

export interface Screen {
  /** @param at milliseconds since 1970 */
  show(text: string, at: number): Promise<void>;
  /** Shows a problem below the last result. */
  fail(problem: string, at: number): Promise<void>;
  close(): Promise<void>;
}

interface Listeners {
  readonly onResize: () => void;
  /** @param reason undefined after q */
  readonly onEnd: (reason: InterruptedError | 'quit') => void;
}

// The other screen, without a cursor, and without a second line for what is too wide.
const begin = '\u001b[?1049h\u001b[?25l\u001b[?7l';
const end = '\u001b[?7h\u001b[?25h\u001b[?1049l';

export function openScreen({ stdin, stdout, env }: Pick<Io, 'stdin' | 'stdout' | 'env'>, listeners: Listeners): Screen {
  // Such a terminal cannot move its cursor: each result is printed below the last one.
  const isPlain = env.TERM === 'dumb';
  let text = '';
  let status = 'reading';
  let top = 0;
  let isOpen = true;
  let printed = '';
  const size = () => ({ rows: stdout.rows || 24, columns: stdout.columns || 80 });
  const lines = () => text.trimEnd().split('\n');

  async function paint(): Promise<void> {
    if (!isOpen) return;
    if (isPlain) return paintBelow();
    const { rows, columns } = size();
    top = Math.max(0, Math.min(top, lines().length - (rows - 1)));
    await write(stdout, screenText({ lines: lines(), top, status, rows, columns }));
  }

  async function paintBelow(): Promise<void> {
    const problem = status.includes('Error: ') ? `${status}\n` : '';
    if (printed === text + problem) return;
    printed = text + problem;
    await write(stdout, `${text}${problem === '' ? `${status}\n` : problem}\n`);
  }

  function onKeys(keys: Buffer | string): void {
    for (const [key] of String(keys).matchAll(anyKey)) {
      if (key === 'q' || key === 'Q') listeners.onEnd('quit');
      if (key === '\u0003') listeners.onEnd(new InterruptedError('SIGINT'));
      const move = moves[key];
      if (move === undefined) continue;
      top = move(top, size().rows - 1, lines().length);
      if (!isPlain) void paint().catch(() => undefined);
    }
  }
  const onClosed = () => listeners.onEnd(new InterruptedError('SIGHUP'));

  stdin.setRawMode?.(true);
  stdin.on('data', onKeys).once('end', onClosed).once('error', onClosed).resume();
  stdout.on('resize', listeners.onResize);
  if (!isPlain) {
    stdout.write(begin);
    void paint().catch(() => undefined);
  }

  return {
    show(shown, at) {
      text = shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`;
      status = clockTime(at);
      return paint();
    },
    fail(problem, at) {
      status = `${clockTime(at)} · ${problem}`;
      return paint();
    },
    async close() {
      isOpen = false;
      stdin.off('data', onKeys).off('end', onClosed).off('error', onClosed).pause();
      stdin.setRawMode?.(false);
      stdout.off('resize', listeners.onResize);
      // Of a terminal that was closed, nothing is left to restore.
      if (!isPlain) await write(stdout, end).catch(() => undefined);
    },
  };
}

/** What a screen shows of a text: the lines from `top` on, and in its last line the status. */
interface View {
  readonly lines: readonly string[];
  readonly top: number;
  readonly status: string;
  readonly rows: number;
  readonly columns: number;
}

/** The text that paints it from the first line of the terminal on, without the flicker of an empty screen. */
export function screenText({ lines, top, status, rows, columns }: View): string {
  const height = Math.max(1, rows - 1);
  const shown = lines.slice(top, top + height);
  const filled = [...shown, ...Array.from({ length: height - shown.length }, () => '')];
  const last = Math.min(lines.length, top + height);
  const place = lines.length > height ? [`lines ${top + 1}–${last} of ${lines.length} (arrows)`] : [];
  const footer = joinFitting([status, 'q ends', ...place], columns);
  // Erased before it is written: after a line of the whole width, the cursor is still on its last character.
  return `\u001b[H${[...filled, footer].map((line) => `\u001b[K${line}\u001b[0m`).join('\r\n')}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: keys send them
const anyKey = /\u001b\[[\d;]*[A-Za-z~]|./gsu;

type Move = (top: number, page: number, length: number) => number;
const up: Move = (top) => top - 1;
const down: Move = (top) => top + 1;
const pageUp: Move = (top, page) => top - page;
const pageDown: Move = (top, page) => top + page;
const moves: Readonly<Record<string, Move>> = {
  ...{ '\u001b[A': up, k: up, '\u001b[B': down, j: down },
  ...{ '\u001b[5~': pageUp, b: pageUp, '\u001b[6~': pageDown, ' ': pageDown },
  ...{ '\u001b[H': () => 0, g: () => 0, '\u001b[F': (_, __, length) => length, G: (_, __, length) => length },
};

/** `09:05:30`, on the clock of this machine. */
function clockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}
