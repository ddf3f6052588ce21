// Declares --data. Apart from database.ts, so that a start loads nothing that reads addresses.
import { Option } from 'commander';

export function databaseOption(): Option {
  return new Option('--data <database>', 'file, or postgres://… (or PLENARY_DATA; default: plenary.db)');
}
