// How far a long piece of work is, on stderr: a bar on a terminal, else a line every tenth of the way or 30 s; --quiet nothing.
import type { Context } from './context.ts';

export interface Progress {
  update(done: number, total: number): void;
  /** Takes the bar off the terminal, so that what follows starts on a clean line. */
  clear(): void;
}

const barWidth = 24;
const redrawMilliseconds = 80;
const quietMilliseconds = 1000;
const longestSilence = 30_000;

/** @param noun what is counted, e.g. `speakers` */
export function createProgress(context: Context, noun: string): Progress {
  if (context.global.quiet) return { update: () => undefined, clear: () => undefined };
  return context.io.stderr.isTTY === true ? bar(context, noun) : lines(context, noun);
}

function bar({ io, style }: Context, noun: string): Progress {
  let drawnAt = 0;
  return {
    update(done, total) {
      const now = io.now().getTime();
      if (now - drawnAt < redrawMilliseconds && done < total) return;
      drawnAt = now;
      const filled = Math.round((barWidth * done) / Math.max(total, 1));
      const picture = `${style.stderr.green('█'.repeat(filled))}${style.stderr.dim('░'.repeat(barWidth - filled))}`;
      const text = ` ${done}/${total} ${noun}`;
      // A line that wraps cannot be drawn over; a narrow terminal gets the figures alone.
      const fits = barWidth + text.length < (io.stderr.columns ?? 80);
      io.stderr.write(`\r\u001b[K${fits ? picture : ''}${text}`);
    },
    clear() {
      if (drawnAt > 0) io.stderr.write('\r\u001b[K');
    },
  };
}

function lines({ io }: Context, noun: string): Progress {
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
    clear: () => undefined,
  };
}
