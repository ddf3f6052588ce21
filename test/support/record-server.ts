// Serves submissions and speakers from memory, for tests that count writes and interfere with them.
import { type Received, type Reply, type ScriptedServer, startScriptedServer, wholeList } from './scripted-server.ts';

export type ServedRecord = Record<string, unknown> & { readonly id: string };

export interface RecordServer extends ScriptedServer {
  readonly records: ServedRecord[];
  /** How many updates of each record were carried out. */
  readonly updates: ReadonlyMap<string, number>;
}

/** @param odd carries out a request first, if it calls `carryOut`, and may replace its response */
export async function startRecordServer(
  records: ServedRecord[],
  odd: (request: Received, carryOut: () => Reply) => Reply = (_, carryOut) => carryOut(),
): Promise<RecordServer> {
  const updates = new Map<string, number>();
  const respond = ({ method, path, body }: Received): Reply => {
    if (method === 'GET') return wholeList(records);
    if (method === 'POST') {
      const record = { id: `new-${records.length + 1}`, ...JSON.parse(body) };
      records.push(record);
      return { status: 201, json: record };
    }
    const record = records.find(({ id }) => path.endsWith(`/${id}`));
    if (record === undefined) return { status: 404, json: { detail: 'Not Found' } };
    updates.set(record.id, (updates.get(record.id) ?? 0) + 1);
    return { json: Object.assign(record, JSON.parse(body)) };
  };
  const server = await startScriptedServer((request) => odd(request, () => respond(request)));
  return Object.assign(server, { records, updates });
}
