// Measures processor time, for tests that work takes no longer than its size demands: a wall clock
// also counts the work of others.

/** How much processor time this process has used so far, in milliseconds. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
