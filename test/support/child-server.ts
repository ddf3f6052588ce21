// Starts a server in a process of its own, and reads its address from the first line that it prints.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface ChildServer {
  readonly url: string;
  readonly token: string;
  readonly process: ChildProcess;
  /** Sends a signal and waits for the process to end. */
  stop(signal: NodeJS.Signals): Promise<void>;
}

/** Runs `node` with the arguments, and ignores its standard error. */
export async function startServer(nodeArguments: readonly string[]): Promise<ChildServer> {
  const child = spawn(process.execPath, nodeArguments, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, token } = JSON.parse(line);
    return { url, token, process: child, stop };
  }
  throw new Error(`node ${nodeArguments.join(' ')} ended before it reported its address`);

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  }
}
