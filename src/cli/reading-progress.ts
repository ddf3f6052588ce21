// Shows how far the reading of a list is, at a terminal, if it takes longer than two seconds. Must not know single lists.
import type { Client, Page } from '../client/client.ts';
import { canDraw } from './io.ts';
import { createProgress, type ProgressPlace } from './progress.ts';

export interface ReadingProgress {
  /** The same client; what it reads of lists is counted. */
  counted(client: Client): Client;
  /** Removes the line, so that something else can be printed. */
  clear(): void;
  /** Shows nothing until the returned function is called: data or a question has the terminal. */
  hold(): () => void;
}

const shownAfterMs = 2000;

interface Reading {
  readonly noun: string;
  done: number;
  total: number | undefined;
}

/** Undefined if there is nowhere to show it: a pipe may lead to a program that has the terminal. */
export function createReadingProgress(context: ProgressPlace): ReadingProgress | undefined {
  const { io, global } = context;
  const isSeen = canDraw(io) && (io.stdout.isTTY === true || io.stdout.isFile === true);
  if (!isSeen || global.quiet === true || global.debug === true) return undefined;
  // Lists may be read at the same time: the line shows the one that began first.
  const readings: Reading[] = [];
  let bar = createProgress(context, '');
  let holders = 0;

  function draw(): void {
    const [first] = readings;
    if (first !== undefined && holders === 0) bar.update(first.done, first.total);
  }

  function begin(reading: Reading): void {
    bar = createProgress(context, reading.noun, shownAfterMs);
    draw();
  }

  async function* count(pages: AsyncIterable<Page>, noun: string): AsyncGenerator<Page> {
    const reading: Reading = { noun, done: 0, total: undefined };
    const ended = new AbortController();
    readings.push(reading);
    if (readings[0] === reading) begin(reading);
    // The first page alone may take as long.
    io.clock.sleep(shownAfterMs, ended.signal).then(draw, () => undefined);
    try {
      for await (const page of pages) {
        reading.done += page.records.length;
        reading.total = page.totalResults;
        draw();
        yield page;
      }
    } finally {
      ended.abort();
      const wasShown = readings[0] === reading;
      readings.splice(readings.indexOf(reading), 1);
      if (wasShown) bar.clear();
      if (wasShown && readings[0] !== undefined) begin(readings[0]);
    }
  }

  return {
    counted: (client) => ({
      ...client,
      pages: (endpoint, input) => count(client.pages(endpoint, input), endpoint.resource.replace('-', ' ')),
      requestPages: (request, resource) => count(client.requestPages(request, resource), resource),
    }),
    clear: () => bar.clear(),
    hold() {
      bar.clear();
      holders++;
      return () => {
        holders--;
      };
    },
  };
}
