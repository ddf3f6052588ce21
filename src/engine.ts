// Sets the flags of V8. V8 refuses saved code that was compiled under other flags.
import { setFlagsFromString } from 'node:v8';

/** Called before code is loaded that was saved. */
export function setEngineFlags(): void {
  // undici parses HTTP with WebAssembly. Node 20 waits for V8's optimizing compiler to finish with it before the process
  // exits, which takes longer than a request. Newer versions do not wait, and the flag makes them slower.
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--liftoff-only');
  // The rows of a run are in memory. By itself, V8 would take twice their size.
  setFlagsFromString('--heap-growing-percent=20');
}
