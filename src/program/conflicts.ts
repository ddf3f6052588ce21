// Words the conflicts of a program: what files and service have, as faults of the files.

import { excerpt } from '../client/message-text.ts';
import { maskAddresses } from '../contract/address.ts';
import { type FileResource, fileResources } from '../contract/endpoint.ts';
import type { InputFault } from '../errors.ts';
import type { Conflict, ProgramComparison } from './comparison.ts';
import { programFile } from './files.ts';

/** One fault for each conflict. */
export function conflictFaults(
  folder: string,
  comparisons: Readonly<Record<FileResource, ProgramComparison>>,
): readonly InputFault[] {
  return fileResources.flatMap((kind) =>
    comparisons[kind].conflicts.map((conflict) => ({
      code: conflict.code,
      file: programFile(folder, kind),
      ...(conflict.line !== undefined && { line: conflict.line }),
      ...(conflict.field !== undefined && { column: conflict.field }),
      message: conflictText(conflict),
    })),
  );
}

/**
 * `"Zero lost cents": the file has "A", the service has "B" (changed 2027-01-02T09:00:00Z); before,
 * both had "C"`
 */
function conflictText({ code, id, base, file, service = '', ...changed }: Conflict): string {
  const name = changed.name === '' ? id : quoted(changed.name);
  const there =
    changed.serviceChangedAt === undefined ? '' : ` (changed ${changed.serviceChangedAt})`;
  switch (code) {
    case 'field': {
      if (file === undefined) return `${name}: differs in the file and in the service${there}`;
      const before = base === undefined ? '' : `; before, both had ${quoted(base)}`;
      const values = `the file has ${quoted(file)}, the service has ${quoted(service)}`;
      return `${name}: ${values}${there}${before}`;
    }
    case 'removed_in_file':
      return `${name} (${id}): its row is removed, and the service has changed the record${there}`;
    case 'removed_in_service':
      return `${name} (${id}): the service no longer has the record, and its row is changed`;
  }
}

function quoted(text: string): string {
  return JSON.stringify(excerpt(maskAddresses(text), 60));
}
