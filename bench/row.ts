// What a row of the benchmark is: two sides that are measured in turn. Must not know any row, or who runs it.

export interface Row {
  /** `area/case`. Rows that share their first two parts are one line of the page, which shows the one nearest to its bound. */
  readonly name: string;
  /** What the program is compared with. Without a peer, the figure itself is judged instead of a ratio. */
  readonly peer?: string;
  /** Of the figures of both sides. */
  readonly unit: 'ms' | 's' | '/s' | 'MB' | 'of the limit';
  /** How many rounds count. */
  readonly rounds: number;
  /** Whether the row is a process that every given version of Node runs. */
  readonly isForEveryNode?: true;
  /** Whether the row runs only if its whole name is given. */
  readonly isOptional?: true;
  /** Prepares both sides. @param node the binary of Node to measure with */
  open(node: string): Promise<Sides>;
}

/** Each side does its work once, and returns its figure. */
export interface Sides {
  ours(): Promise<number>;
  peer?(): Promise<number>;
  close?(): Promise<unknown>;
}

export interface Area {
  readonly rows: readonly Row[];
  /** Ends what its rows share. */
  close?(): Promise<void>;
}

/** Something that rows share: opened by the first one, until it is closed. */
export interface Shared<T> {
  open(): Promise<T>;
  close(): Promise<void>;
}

export function shared<T extends { close(): Promise<unknown> }>(open: () => Promise<T>): Shared<T> {
  let opened: Promise<T> | undefined;
  return {
    open() {
      opened ??= open();
      return opened;
    },
    async close() {
      const ending = opened;
      opened = undefined;
      await (await ending)?.close();
    },
  };
}

/** The seconds since it was started. The only clock of the benchmark. */
export function stopwatch(): () => number {
  const begun = performance.now();
  return () => (performance.now() - begun) / 1000;
}
