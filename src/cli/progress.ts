// Shows progress on stderr: a bar on a terminal, else a line every 30 s, because CI ends jobs that
// print nothing; nothing with --quiet.
import type { Context } from './context.ts';
import { canDraw, sayNow } from './io.ts';
import { columnsOf, joinFitting } from './output/width.ts';

export interface Progress {
  /** @param total undefined if it is unknown */
  update(done: number, total: number | undefined): void;
  /** Sending pauses for this long, because the service requests it or fails. */
  pause(ms: number): void;
  /** Removes the bar from the terminal, so that the next output starts on an empty line. */
  clear(): void;
}

const barWidth = 24;
const redrawMs = 80;
const measuredAfterMs = 1000;
const silenceMs = 30_000;

/** @param noun the plural of what is counted, such as `speakers` */
export function createProgress(context: Context, noun: string): Progress {
  const nothing = () => undefined;
  if (context.global.quiet) return { update: nothing, pause: nothing, clear: nothing };
  return canDraw(context.io) ? progressBar(context, noun) : logLines(context, noun);
}

function progressBar(context: Context, noun: string): Progress {
  const { io, style } = context;
  const paceOf = paceMeter();
  let figures = '';
  let picture = '';
  let drawnAt: number | undefined;

  function draw(...notes: readonly string[]): void {
    const width = io.stderr.columns || 80;
    const line = joinFitting([figures, ...notes], width);
    const barFits = picture !== '' && columnsOf(line) + barWidth + 1 < width;
    sayNow(io, `\r\u001b[K${barFits ? `${picture} ` : ''}${line}`);
  }

  return {
    update(done, total) {
      const now = io.clock.now();
      const notes = paceOf(now, done, total);
      const isRecent = drawnAt !== undefined && now - drawnAt < redrawMs;
      if (isRecent && done !== total) return;
      drawnAt = now;
      // A service may report a total that is too small.
      const filled = Math.min(barWidth, Math.round((barWidth * done) / Math.max(total ?? 0, 1)));
      const bar =
        style.stderr.green('█'.repeat(filled)) + style.stderr.dim('░'.repeat(barWidth - filled));
      picture = total === undefined ? '' : bar;
      figures = figuresOf(done, total, noun);
      draw(...notes);
    },
    pause(ms) {
      if (drawnAt !== undefined) draw(`pause of ${duration(ms)}`);
      else printPause(context, ms);
    },
    clear() {
      if (drawnAt !== undefined) sayNow(io, '\r\u001b[K');
      drawnAt = undefined;
    },
  };
}

/** The rate and the remaining time at that rate; nothing until there is enough to measure. */
function paceMeter(): (now: number, done: number, total: number | undefined) => readonly string[] {
  let first: { readonly now: number; readonly done: number } | undefined;
  return (now, done, total) => {
    first ??= { now, done };
    const ms = now - first.now;
    if (ms < measuredAfterMs || done === first.done) return [];
    const perSecond = ((done - first.done) * 1000) / ms;
    const left =
      total !== undefined && done < total
        ? [`${duration(((total - done) / perSecond) * 1000)} left`]
        : [];
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

function logLines(context: Context, noun: string): Progress {
  const { io } = context;
  let printedAt = io.clock.now();
  return {
    update(done, total) {
      if (io.clock.now() - printedAt < silenceMs) return;
      printedAt = io.clock.now();
      sayNow(io, `${figuresOf(done, total, noun)}\n`);
    },
    pause(ms) {
      if (ms >= silenceMs) printPause(context, ms);
    },
    clear: () => undefined,
  };
}

function figuresOf(done: number, total: number | undefined, noun: string): string {
  return total === undefined ? `${done} ${noun}` : `${done}/${total} ${noun}`;
}

function printPause(context: Context, ms: number): void {
  void context.notice(`Pausing for ${duration(ms)}: the service limits the request rate or fails.`);
}
