// Declares the flags that name databases. Apart from database.ts, so that a start loads nothing that reads addresses.
import { Option } from 'commander';

export function databaseOption(): Option {
  return new Option('--data <database>', 'file, or postgres://… (or PLENARY_DATA; default: plenary.db)');
}

export function copyOptions(): readonly Option[] {
  return [
    new Option('--from <database>', 'database to copy (default: PLENARY_DATA, or else plenary.db)'),
    new Option('--to <database>', 'new or empty database to fill (same default; one of both is required)'),
  ];
}
