// What a running process has used. Linux only.
import { readdirSync, readFileSync } from 'node:fs';

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
    if (kilobytes === undefined) return undefined;
    return { megabytes: Number(kilobytes) / 1024, cpuSeconds: statOf(Number(pid)).cpuSeconds };
  } catch {
    return undefined;
  }
}

/** The processor time of a process and of its children that have not ended. */
export function cpuOfFamily(parent: number): number {
  let sum = 0;
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    try {
      const stat = statOf(pid);
      if (pid === parent || stat.parent === parent) sum += stat.cpuSeconds;
    } catch {
      // It has ended.
    }
  }
  return sum;
}

// proc(5). Clock ticks are hundredths of a second.
function statOf(pid: number): { readonly parent: number; readonly cpuSeconds: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const [, parent = 0, , , , , , , , , , user = 0, system = 0] = fields;
  return { parent, cpuSeconds: (user + system) / 100 };
}
