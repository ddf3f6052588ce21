// Judges what services use at two quiet moments.
import type { ServiceFigures } from './service.ts';

export interface Quiet {
  /**
   * The resident memory of each process, in megabytes, just before: a collection of garbage may or may not return to the
   * system what V8 has for new objects.
   */
  readonly resident: readonly number[];
  readonly services: readonly ServiceFigures[];
  /** Connections that the database server has of all services; undefined without a server. */
  readonly serverConnections: number | undefined;
}

/** How much more of each a process may use at the end. */
const largestGrowth = 1.1;

/** What is wrong, in words. @param isSteady whether resident memory may be compared */
export function judge(first: Quiet, last: Quiet, isSteady: boolean): readonly string[] {
  return [
    ...last.services.flatMap((after, at) => [
      ...(isSteady ? growth(at, 'resident megabytes', first.resident[at], last.resident[at]) : []),
      ...growth(at, 'megabytes of the heap', first.services[at]?.heap, after.heap),
      ...growth(at, 'descriptors', first.services[at]?.descriptors, after.descriptors),
    ]),
    ...[first, last].flatMap(connectionFaults),
  ];
}

function growth(at: number, what: string, before = 0, after = 0): readonly string[] {
  if (after <= before * largestGrowth) return [];
  return [`process ${at + 1}: ${what} grew from ${shown(before)} to ${shown(after)}`];
}

/** At rest, no connection is in use, and the server has none that no service knows. */
export function connectionFaults({ services, serverConnections }: Quiet): readonly string[] {
  const busy = services.flatMap((service, at) =>
    service.busy > 0 ? [`process ${at + 1} uses ${service.busy} connections at rest`] : [],
  );
  const known = services.reduce((sum, { connections }) => sum + connections, 0);
  if (serverConnections === undefined || serverConnections === known) return busy;
  return [...busy, `the database server has ${serverConnections} connections, the services have ${known}`];
}

export function shown(value: number): string {
  return String(Math.round(value * 10) / 10);
}
