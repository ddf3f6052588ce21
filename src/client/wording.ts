// Durations and sizes in words.

/** `450 ms`, `30 s`, `2.5 s`, `15 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Math.round(ms / 100) / 10} s`;
  return `${Math.ceil(ms / 60_000)} min`;
}
