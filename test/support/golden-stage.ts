// An event with a few records and a folder of files, for a session of commands that is written down.

import { onTestFinished } from 'vitest';
import { sharedService } from './stage.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { type Transcript, transcript } from './transcript.ts';

type Fields = Readonly<Record<string, string>>;

export interface GoldenStage extends Transcript {
  readonly event: string;
  /** Creates a speaker or a submission. Its id is written as this name. */
  post(resource: 'speakers' | 'submissions', name: string, fields: Fields): Promise<string>;
  /** Changes a record. */
  patch(resource: 'speakers' | 'submissions', id: string, fields: Fields): Promise<void>;
  /** Places a session. */
  place(id: string, room: string, start: string): Promise<void>;
  /** Four submissions of two tracks, two of one title, and their submitters. One is placed. */
  fill(): Promise<Ids>;
}

export type Ids = Readonly<Record<'ada' | 'bo' | 'queues' | 'cents' | 'clocks' | 'maps' | 'maps2', string>>;

export function goldenStages() {
  const service = sharedService();

  return { service, stage };

  /** An event of this name in Berlin. */
  async function stage(event: string, more: Fields = {}): Promise<GoldenStage> {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    const about = ['--id', event, '--name', event, '--timezone', 'Europe/Berlin'];
    await service.plenary(['service', 'event', 'add', '--data', service.data, ...about]);
    const names = new Map<string, string>();
    const env = {
      PLENARY_EVENT: event,
      PLENARY_TIMEZONE: 'Europe/Berlin',
      PLENARY_STATE_DIR: folder.file('state'),
      ...more,
    };

    async function send(method: string, path: string, fields: Fields): Promise<{ readonly id: string }> {
      const response = await fetch(`${service.url}/v1/${path}`, {
        method,
        headers: { 'x-access-token': service.token, 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text);
    }

    async function post(resource: string, name: string, fields: Fields): Promise<string> {
      const { id } = await send('POST', `events/${event}/${resource}`, fields);
      names.set(id, name);
      return id;
    }

    async function place(id: string, room: string, start: string): Promise<void> {
      await send('PUT', `sessions/${id}/schedule`, { room, start });
    }

    return {
      ...transcript({ service, folder, env, names }),
      event,
      post,
      async patch(resource, id, fields) {
        await send('PATCH', `${resource}/${id}`, fields);
      },
      place,
      async fill() {
        const talk = (name: string, title: string, submitter: string, track: string) =>
          post('submissions', `sub_${name}`, {
            title,
            submitter_email: `${submitter}@example.org`,
            submitter_first_name: submitter,
            track_id: track,
          });
        const ids = {
          ada: await post('speakers', 'spk_ada', {
            email: 'ada@example.org',
            first_name: 'Ada',
            last_name: 'Lovelace',
          }),
          bo: await post('speakers', 'spk_bo', { email: 'bo@example.org', first_name: 'Bo', company_name: 'ACME' }),
          queues: await talk('queues', 'Queues all the way down', 'ada', 'web'),
          cents: await talk('cents', 'Zero lost cents', 'bo', 'data'),
          clocks: await talk('clocks', 'A tale of two clocks', 'cy', 'web'),
          maps: await talk('maps', 'Maps', 'di', 'data'),
          maps2: await talk('maps2', 'Maps', 'ed', 'web'),
        };
        await place(ids.queues, 'Hall', '2027-05-20T09:30:00+02:00');
        return ids;
      },
    };
  }
}
