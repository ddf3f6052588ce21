// Reads one response as undici delivers it: collects the body within limits of time and size, and reports how it ended.
import type { Dispatcher } from 'undici';
import { type Decoded, decodeContent } from './content-encoding.ts';
import type { RawFailure } from './no-response.ts';

/** A complete response, as it arrived. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Decompressed and decoded; undefined if the body cannot be used. */
  readonly text: string | undefined;
  /** Why it cannot, as the end of a sentence about the response. */
  readonly fault?: string | undefined;
}

/** In bytes, compressed or not; far more than any response of this API. */
export const largestBody = 64 * 1024 * 1024;

export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly result: Promise<RawResponse | RawFailure>;
  readonly #chunks: Buffer[] = [];
  #resolve: (result: RawResponse | RawFailure) => void = () => {};
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #ended = false;
  #sent = false;
  #size = 0;
  #begunStatus: number | undefined;
  #headers: RawResponse['headers'] = {};

  constructor(timeoutMs: number) {
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#timer = setTimeout(() => this.#timeOut(timeoutMs), timeoutMs);
  }

  /** There will be no complete response. */
  fail(cause: unknown): void {
    if (this.#end()) this.#resolve({ sent: this.#sent, cause, begunStatus: this.#begunStatus });
  }

  /** undici is about to write the request: from now on, parts of it may arrive. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#ended) this.#abort();
    else this.#sent = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: RawResponse['headers']): void {
    this.#begunStatus = status;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size <= largestBody) this.#chunks.push(chunk);
    else if (this.#end()) {
      this.#resolve(this.#response({ fault: 'is larger than 64 MiB' }));
      this.#abort();
    }
  }

  onResponseEnd(): void {
    if (!this.#end()) return;
    const [first = Buffer.alloc(0), ...others] = this.#chunks;
    const bytes = others.length === 0 ? first : Buffer.concat(this.#chunks);
    const encoding = this.#headers['content-encoding'];
    // undici frees the connection in an immediate that it queues after this call: a request sent earlier would open another one.
    if (encoding === undefined) queueMicrotask(() => setImmediate(this.#resolve, this.#response({ bytes })));
    else void decodeContent(bytes, String(encoding), largestBody).then((body) => this.#resolve(this.#response(body)));
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error): void {
    this.fail(cause);
  }

  #response({ bytes, fault }: Decoded): RawResponse {
    const status = this.#begunStatus ?? 0;
    const headers = this.#headers;
    if (bytes === undefined) return { status, headers, text: undefined, fault };
    try {
      return { status, headers, text: utf8.decode(bytes) };
    } catch {
      // The words of an error are only shown. Elsewhere, a name or an address would no longer be the one that the service has.
      if (status >= 300) return { status, headers, text: String(bytes) };
      return { status, headers, text: undefined, fault: 'is not text in UTF-8' };
    }
  }

  #timeOut(timedOutMs: number): void {
    if (!this.#end()) return;
    this.#resolve({ sent: this.#sent, timedOutMs, cause: undefined, begunStatus: this.#begunStatus });
    this.#abort();
  }

  /** Returns whether this call ended it; only the first one does. */
  #end(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    clearTimeout(this.#timer);
    return true;
  }

  #abort(): void {
    this.#controller?.abort(new Error('aborted by the client'));
  }
}

// JSON is UTF-8 (RFC 8259), whatever is declared.
const utf8 = new TextDecoder('utf-8', { fatal: true });
