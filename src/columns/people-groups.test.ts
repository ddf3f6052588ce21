// Which columns of a schedule are about the same people.
import { expect, it } from 'vitest';
import { readMapping } from '../../test/support/columns.ts';
import { peopleGroups } from './people-groups.ts';

it.each([
  ['Speaker;Email', ['speaker whole=Speaker email=Email']],
  [
    'Speaker 1;Speaker 2;Speaker 1 Email;Speaker 2 Email',
    [
      'speaker whole=Speaker 1 email=Speaker 1 Email',
      'speaker whole=Speaker 2 email=Speaker 2 Email',
    ],
  ],
  [
    'Speaker;Panelists;Moderator;Moderator email',
    [
      'speaker whole=Speaker',
      'speaker whole=Panelists',
      'moderator whole=Moderator email=Moderator email',
    ],
  ],
  [
    'Chair 1 first name;Chair 1 last name;Co-speakers;Hosts;Speakers;Authors',
    [
      'chair first=Chair 1 first name last=Chair 1 last name',
      'co_speaker whole=Co-speakers',
      'host whole=Hosts',
      'speaker whole=Speakers',
      'co_author whole=Authors',
    ],
  ],
])('%s', (header, expected) => {
  const { mapping } = readMapping('sessions', `Talk title;${header}`);
  const shown = peopleGroups(mapping).map(({ role, ...columns }) =>
    [role, ...Object.entries(columns).map(([part, { column }]) => `${part}=${column}`)].join(' '),
  );
  expect(shown).toEqual(expected);
});
