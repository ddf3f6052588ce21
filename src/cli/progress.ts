// Shows progress on stderr: a bar on a terminal, else a line at each 10 % or 30 s; nothing with --quiet.
import type { GlobalFlags } from './global-flags.ts';
import { canDraw, type Io, sayNow } from './io.ts';
import type { Style } from './output/style.ts';
import { columnsOf, joinFitting } from './output/width.ts';

/** What a context has of the terminal. */
export interface ProgressPlace {
  readonly io: Io;
  readonly global: Pick<GlobalFlags, 'quiet' | 'debug'>;
  readonly style: Style;
  notice(text: string): Promise<void>;
}

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
const shortestSilenceMs = 1000;
const longestSilenceMs = 30_000;

/**
 * @param noun the plural of what is counted, such as `speakers`
 * @param afterMs how long after the first update the bar appears
 */
export function createProgress(context: ProgressPlace, noun: string, afterMs = 0): Progress {
  const nothing = () => undefined;
  if (context.global.quiet) return { update: nothing, pause: nothing, clear: nothing };
  return canDraw(context.io) ? progressBar(context, noun, afterMs) : logLines(context, noun);
}

function progressBar(context: ProgressPlace, noun: string, afterMs: number): Progress {
  const { io, style } = context;
  const paceOf = paceMeter();
  let figures = '';
  let picture = '';
  let drawnAt = 0;
  let beganAt: number | undefined;

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
      beganAt ??= now;
      if (now - beganAt < afterMs || (now - drawnAt < redrawMs && done !== total)) return;
      drawnAt = now;
      // A service may report a total that is too small.
      const filled = Math.min(barWidth, Math.round((barWidth * done) / Math.max(total ?? 0, 1)));
      const bar = style.stderr.green('█'.repeat(filled)) + style.stderr.dim('░'.repeat(barWidth - filled));
      picture = total === undefined ? '' : bar;
      figures = total === undefined ? `${done} ${noun}` : `${done}/${total} ${noun}`;
      draw(...notes);
    },
    pause(ms) {
      if (drawnAt > 0) draw(`pause of ${duration(ms)}`);
      else printPause(context, ms);
    },
    clear() {
      if (drawnAt > 0) sayNow(io, '\r\u001b[K');
      drawnAt = 0;
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
    const left = total !== undefined && done < total ? [`${duration(((total - done) / perSecond) * 1000)} left`] : [];
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

function logLines(context: ProgressPlace, noun: string): Progress {
  const { io } = context;
  let tenths = 0;
  let printedAt = io.clock.now();
  return {
    update(done, total) {
      if (total === undefined) return;
      const reached = Math.floor((10 * done) / Math.max(total, 1));
      const silent = io.clock.now() - printedAt;
      // Short work needs no report, and slow work needs one now and then.
      if (silent < shortestSilenceMs || (reached <= tenths && silent < longestSilenceMs)) return;
      tenths = reached;
      printedAt = io.clock.now();
      sayNow(io, `${done}/${total} ${noun}\n`);
    },
    pause(ms) {
      // Short pauses may come every second; in a log they are noise.
      if (ms >= shortestLoggedPauseMs) printPause(context, ms);
    },
    clear: () => undefined,
  };
}

const shortestLoggedPauseMs = 10_000;

function printPause(context: ProgressPlace, ms: number): void {
  void context.notice(`Pausing for ${duration(ms)}: the service limits the request rate or fails.`);
}
