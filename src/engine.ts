// Sets the flags of V8. V8 refuses saved code that was compiled under other flags.
import { setFlagsFromString } from 'node:v8';

/**
 * Called before code is loaded that was saved. undici parses HTTP with WebAssembly. Node 20 waits for V8's optimizing compiler to finish
 * with it before the process exits, which takes longer than a request. Newer versions do not wait, and the flag makes them slower.
 */
export function simplifyWebAssembly(): void {
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--liftoff-only');
}

/**
 * Called before as many bytes are read, and stay in memory. By itself, V8 would take twice the size of many long texts; this
 * takes more processor time.
 */
export function limitHeapFor(bytes: number): void {
  if (bytes > 32 * 1024 * 1024) setFlagsFromString('--heap-growing-percent=20');
}
