// Reads and writes named pipes, process substitutions of a shell included. Waits for the other end in the event loop, where
// a signal can end the wait; a file operation would wait in a thread, which also keeps the process from ending.
import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { addAbortSignal, type Readable } from 'node:stream';

/** What a pipe's writer sends, until it closes the pipe. Waits for a writer. */
export function readPipe(path: string, stopped: AbortSignal): Readable {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return addAbortSignal(stopped, new Socket({ fd, readable: true, writable: false }));
}

interface PipeWriter {
  /** Waits for a slow reader. @throws the system's error; EAGAIN if the reader did not read after a signal */
  write(text: string): Promise<void>;
  close(): void;
}

// After a signal, a reader has this time for each text that is left to write.
const graceMs = 1000;

/** @throws the system's error: ENXIO if no process reads the pipe */
export function writePipe(path: string, stopped: AbortSignal): PipeWriter {
  const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const socket = new Socket({ fd, readable: false, writable: true });
  // An error also fails the write itself, which is where it is handled.
  socket.on('error', () => undefined);
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const giveUpSoon = () => {
          timer = setTimeout(() => socket.destroy(), graceMs);
        };
        if (stopped.aborted) giveUpSoon();
        stopped.addEventListener('abort', giveUpSoon, { once: true });
        socket.write(text, (error) => {
          stopped.removeEventListener('abort', giveUpSoon);
          clearTimeout(timer);
          if (error) reject(error);
          // A write whose socket was destroyed reports no error.
          else if (socket.destroyed) reject(Object.assign(new Error('the reader does not read'), { code: 'EAGAIN' }));
          else resolve();
        });
      }),
    close: () => void socket.destroy(),
  };
}
