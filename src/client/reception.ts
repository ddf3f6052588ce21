// Takes in one answer as undici hands it over: gathers its body within bounds of time and size, and tells how it ended.
import type { Dispatcher } from 'undici';
import type { Breakdown } from './failure.ts';

/** A whole answer, as it came. */
export interface Delivered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined where there was more than a client should hold. */
  readonly text: string | undefined;
}

/** No answer of this API comes near it. */
export const largestAnswer = 64 * 1024 * 1024;

const decoder = new TextDecoder();
const empty = Buffer.alloc(0);

export class Reception implements Dispatcher.DispatchHandler {
  readonly result: Promise<Delivered | Breakdown>;
  readonly #chunks: Buffer[] = [];
  readonly #settle: (end: Delivered | Breakdown) => void;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #ended = false;
  #sent = false;
  #size = 0;
  #status = 0;
  #headers: Delivered['headers'] = {};

  constructor(timeoutMs: number) {
    const { promise, resolve } = withResolvers<Delivered | Breakdown>();
    this.result = promise;
    this.#settle = resolve;
    this.#timer = setTimeout(() => this.#timeOut(timeoutMs), timeoutMs);
  }

  /** The exchange came to nothing. */
  fail(cause: unknown): void {
    if (this.#end()) this.#settle({ sent: this.#sent, cause });
  }

  /** undici is about to write the request: from here on some of it may arrive. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#ended) this.#letGo();
    else this.#sent = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Delivered['headers']): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size <= largestAnswer) this.#chunks.push(chunk);
    else if (this.#end()) {
      this.#settle({ status: this.#status, headers: this.#headers, text: undefined });
      this.#letGo();
    }
  }

  onResponseEnd(): void {
    if (!this.#end()) return;
    const [first = empty, ...more] = this.#chunks;
    const text = decoder.decode(more.length === 0 ? first : Buffer.concat(this.#chunks));
    // undici frees the connection in the immediate that it is about to ask for: a request made before would open another.
    queueMicrotask(() => setImmediate(this.#settle, { status: this.#status, headers: this.#headers, text }));
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error): void {
    this.fail(cause);
  }

  #timeOut(timedOutMs: number): void {
    if (!this.#end()) return;
    this.#settle({ sent: this.#sent, timedOutMs, cause: undefined });
    this.#letGo();
  }

  /** Whether this is the first end it comes to. */
  #end(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    clearTimeout(this.#timer);
    return true;
  }

  #letGo(): void {
    this.#controller?.abort(new Error('given up'));
  }
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((whenDone) => {
    resolve = whenDone;
  });
  return { promise, resolve };
}
