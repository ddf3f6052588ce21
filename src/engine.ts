// Sets the flags of V8. V8 refuses saved code that was compiled under other flags.
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Called before code is loaded that was saved. undici parses HTTP with WebAssembly. Node 20 waits for V8's optimizing compiler to finish
 * with it before the process exits, which takes longer than a request. Newer versions do not wait, and the flag makes them slower.
 */
export function simplifyWebAssembly(): void {
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--liftoff-only');
}

/** V8 lets it grow to 32 MiB if many objects are created, however short their lives are. A quarter of that takes no more time. */
const enoughForNewObjects = 8 * 2 ** 20;
let isMemoryBounded = false;

/** Keeps the memory for new objects at its size, once that is large enough. */
export function boundMemory(): void {
  if (isMemoryBounded) return;
  const newObjects = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  isMemoryBounded = newObjects === undefined || newObjects.space_size >= enoughForNewObjects;
  if (isMemoryBounded) setFlagsFromString('--semi-space-growth-factor=1');
}

/** Lets the memory grow again as V8 does: code that is saved now is for a start, which begins so. */
export function freeMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
}
