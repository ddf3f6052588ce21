// Words the notices of a run that is prepared.

import { amount, linesText, plural } from '../../contract/amount.ts';
import type { RunNotice } from '../../runs/task.ts';
import type { RunDifference } from '../../runs/unfinished.ts';
import { nextCommand, type ServiceFlags } from '../output/next-command.ts';

/** A notice of a run that is prepared. */
export function noticeText(notice: RunNotice, flags: ServiceFlags): string {
  switch (notice.kind) {
    case 'resuming_run':
      return `Resuming run ${notice.run}, started ${notice.startedAt}.`;
    case 'ended_run':
      return `Run ${notice.run} has ended: nothing is left to resume.`;
    case 'damaged_run':
      return (
        `The saved rows of run ${notice.run} are damaged or of another version, so it is not ` +
        'resumed: a new run looks up what exists, and sends the rest.'
      );
    case 'unfinished_run': {
      const { run, difference } = notice;
      const unresumed =
        `Run ${run} of this file is unfinished and is not resumed: ` +
        `${differenceText(difference)}.`;
      if (difference.what === 'file_content') {
        const show = nextCommand(`plenary runs show ${run}`, flags);
        return (
          `${unresumed} A resume sends the rows as they were then, and also creates or changes ` +
          `records that the file no longer has. To look at it first: ${show}`
        );
      }
      // It needs its own address.
      const flagsOfRun = difference.what === 'base_url' ? { baseUrl: difference.was } : flags;
      const command = nextCommand(`plenary runs resume ${run}`, flagsOfRun);
      return `${unresumed} To finish it: ${command}`;
    }
    case 'damaged_lines': {
      const lines = linesText(notice.lines);
      return (
        `Warning: ${lines} of ${notice.journal} ${plural(notice.lines.length, 'is', 'are')} ` +
        'damaged; rows that they may be about are looked up, and not sent again.'
      );
    }
    case 'unlisted_records': {
      const { run, rows, journal } = notice;
      const which =
        `${amount(rows, 'row')} ` +
        `${plural(rows, 'counts as an existing record', 'count as existing records')}`;
      return (
        `Warning: ${which}: run ${run} created ${plural(rows, 'it', 'them')}, and the service ` +
        `lists no such ${plural(rows, 'record', 'records')}. If ` +
        `${plural(rows, 'it was', 'they were')} deleted since, delete ${journal} and import ` +
        'the file again.'
      );
    }
    case 'renamed_records': {
      const { run, lines } = notice;
      const have = plural(lines.length, 'its record has', 'their records have');
      return (
        `Run ${run} created ${linesText(lines)}: ${have} another title or address by now, and ` +
        `${plural(lines.length, 'is', 'are')} left alone.`
      );
    }
    case 'unwritten_file':
      return `Warning: ${notice.reason}`;
  }
}

function differenceText(difference: RunDifference): string {
  switch (difference.what) {
    case 'base_url':
      return `it sends to ${difference.was}`;
    case 'event':
      return `it imports into the event ${difference.was}`;
    case 'file_content':
      return 'the file has changed since then';
    case 'options':
      return 'it has different options';
  }
}
