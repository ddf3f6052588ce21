// How far a long piece of work is, on stderr: a bar on a terminal, else a line every tenth of the way or 30 s; --quiet nothing.
import type { Context } from './context.ts';
import { columnsOf } from './output/width.ts';

export interface Progress {
  update(done: number, total: number): void;
  /** Nothing goes on for so long, because the service asks for it or fails. */
  pause(ms: number): void;
  /** Takes the bar off the terminal, so that what follows starts on a clean line. */
  clear(): void;
}

const barWidth = 24;
const redrawMilliseconds = 80;
const quietMilliseconds = 1000;
const longestSilence = 30_000;

/** @param noun what is counted, e.g. `speakers` */
export function createProgress(context: Context, noun: string): Progress {
  const nothing = () => undefined;
  if (context.global.quiet) return { update: nothing, pause: nothing, clear: nothing };
  return context.io.stderr.isTTY === true ? bar(context, noun) : lines(context, noun);
}

function bar(context: Context, noun: string): Progress {
  const { io, style } = context;
  const paceOf = paceMeter();
  let figures = '';
  let picture = '';
  let drawnAt = 0;

  function draw(...notes: readonly string[]): void {
    const width = io.stderr.columns ?? 80;
    // A line that wraps cannot be drawn over: a narrow terminal gets the figures, and what else there is room for.
    let line = figures;
    for (const note of notes) if (columnsOf(`${line} · ${note}`) < width) line += ` · ${note}`;
    const room = columnsOf(line) + barWidth + 1 < width;
    io.stderr.write(`\r\u001b[K${room ? `${picture} ` : ''}${line}`);
  }

  return {
    update(done, total) {
      const now = io.now().getTime();
      const notes = paceOf(now, done, total);
      if (now - drawnAt < redrawMilliseconds && done < total) return;
      drawnAt = now;
      const filled = Math.round((barWidth * done) / Math.max(total, 1));
      picture = style.stderr.green('█'.repeat(filled)) + style.stderr.dim('░'.repeat(barWidth - filled));
      figures = `${done}/${total} ${noun}`;
      draw(...notes);
    },
    pause(ms) {
      if (drawnAt > 0) draw(`pause of ${duration(ms)}`);
      else sayPause(context, ms);
    },
    clear() {
      if (drawnAt > 0) io.stderr.write('\r\u001b[K');
      drawnAt = 0;
    },
  };
}

/** The rate, and how long the rest will take at that; nothing until there is something to measure. */
function paceMeter(): (now: number, done: number, total: number) => readonly string[] {
  let first: { readonly now: number; readonly done: number } | undefined;
  return (now, done, total) => {
    first ??= { now, done };
    const ms = now - first.now;
    if (ms < quietMilliseconds || done === first.done) return [];
    const perSecond = ((done - first.done) * 1000) / ms;
    const left = done < total ? [`${duration(((total - done) / perSecond) * 1000)} left`] : [];
    return [`${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`, ...left];
  };
}

/** `8 s`, `2 min`, `1 h 5 min`. */
function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function lines(context: Context, noun: string): Progress {
  const { io } = context;
  let tenths = 0;
  let saidAt = io.now().getTime();
  return {
    update(done, total) {
      const reached = Math.floor((10 * done) / Math.max(total, 1));
      const silent = io.now().getTime() - saidAt;
      // What is done within a moment needs no report; what takes long gets a sign of life.
      if (silent < quietMilliseconds || (reached <= tenths && silent < longestSilence)) return;
      tenths = reached;
      saidAt = io.now().getTime();
      io.stderr.write(`${done}/${total} ${noun}\n`);
    },
    pause(ms) {
      // In a storm there is one every second, and a log has no use for them.
      if (ms >= longestPauseUntold) sayPause(context, ms);
    },
    clear: () => undefined,
  };
}

const longestPauseUntold = 10_000;

function sayPause(context: Context, ms: number): void {
  void context.notice(`Pause of ${duration(ms)}: the service asks for it, or fails.`);
}
