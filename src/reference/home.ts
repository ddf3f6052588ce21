// Describes a service at its root: what it is, whether it is ready, and how to begin.
import { code, type Reference, texts } from './model.ts';

export interface ServiceState {
  readonly version: string;
  readonly isReady: boolean;
  /** Its base URL. */
  readonly address: string;
}

export function homeReference({ version, isReady, address }: ServiceState): Reference {
  const state = isReady
    ? 'It is ready.'
    : 'It is not ready: it is shutting down, or its database does not respond.';
  return {
    title: 'Conference Program REST API',
    lead:
      'A service for the program of conferences: speakers, submissions and sessions. This is ' +
      `Plenary ${version}. ${state}`,
    sections: [
      {
        id: 'begin',
        title: 'Begin',
        blocks: [
          ...texts('At a terminal, with a token of this service:'),
          code(
            [
              `plenary auth login --base-url ${address}`,
              'plenary speakers import speakers.csv --dry-run',
              'plenary sessions autoplace --help',
            ].join('\n'),
          ),
          {
            kind: 'links',
            links: [
              ['The API: every endpoint, with a request as curl and as a command', '/docs'],
              ['The same as OpenAPI 3.1', '/openapi.json'],
              ['Whether this service can store a write', '/readyz'],
            ],
          },
        ],
      },
    ],
  };
}
