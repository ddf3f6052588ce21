// What a running process has used. Linux only.
import { readFileSync } from 'node:fs';

export interface ProcessFigures {
  /** Peak resident memory as the kernel reports it. */
  readonly megabytes: number;
  /** Processor time, in the program and in the kernel on its behalf. */
  readonly cpuSeconds: number;
}

/** Undefined for a process that has ended. */
export function processFigures(pid: number | undefined): ProcessFigures | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 13);
    if (kilobytes === undefined) return undefined;
    // Clock ticks are hundredths of a second (proc(5)).
    return { megabytes: Number(kilobytes) / 1024, cpuSeconds: (Number(user) + Number(system)) / 100 };
  } catch {
    return undefined;
  }
}
