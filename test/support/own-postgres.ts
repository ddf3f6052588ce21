// A PostgreSQL server that some tests have for themselves, because they change or stop it.
import { afterAll, beforeAll } from 'vitest';
import {
  removePostgres,
  type ServerSettings,
  serverAt,
  serverFolder,
  startPostgres,
} from './postgres.ts';

/**
 * Starts before the tests around its call, and is removed after them.
 * @param settingsIn its settings; it may write files into the folder first
 */
export function ownPostgres(
  settingsIn: (folder: ReturnType<typeof serverFolder>) => ServerSettings = () => ({}),
) {
  const folder = serverFolder();
  const path = folder.file('server');
  beforeAll(async () => {
    await startPostgres(path, settingsIn(folder));
  });
  afterAll(async () => {
    await removePostgres(path);
    folder.remove();
  });
  return { folder, server: serverAt(path) };
}
