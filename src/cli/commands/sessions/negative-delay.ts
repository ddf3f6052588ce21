// Words why a delay is not negative: for commander, which reads it as a flag, and for the command.
import { UsageError } from '../../../errors.ts';

export function negativeDelay(time: string): UsageError {
  return new UsageError(`<time> ${time}: a delay cannot be negative`, {
    fix:
      'place the talk earlier with `plenary sessions place TALK --room ROOM --start START`, and ' +
      'each talk that follows it',
  });
}
