// Limits how much memory V8 takes for large files and journals.
import { setFlagsFromString } from 'node:v8';

/**
 * Called before as many bytes are read, and stay in memory. By itself, V8 would take twice the size
 * of many long texts; this takes more processor time.
 */
export function limitHeapFor(bytes: number): void {
  if (bytes > 32 * 1024 * 1024) setFlagsFromString('--heap-growing-percent=20');
}
