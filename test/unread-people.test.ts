// The people of a row whom an import does not create: a warning names each of them.
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folderForEach, importsOf, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();
const { importSpeakers } = importsOf(service, folder);

describe('the people of a row who are not imported', () => {
  const warningsIn = (stderr: string) => stderr.match(/^Warning: .*/gm);

  it('are warnings: co-authors, also below empty headers', async () => {
    const file = [
      'Name,Email,Co-author,Co-author Email,,',
      'Ida Moen,un1@example.org,,ola@example.org,Kari Nord,Uni North',
      'Bo Li,un2@example.org,Bo Li,un2@example.org,,',
      'Eva Lie,un3@example.org,none,,"Ann Lee; Uno Lie",2',
    ];
    const { exitCode, stderr } = await importSpeakers(`${file.join('\n')}\n`);
    expect([exitCode, warningsIn(stderr)]).toEqual([
      0,
      [
        'Warning: column "column 6 (unnamed)": its header is empty, and the values of 2 rows ' +
          'are not imported; write its name in the header: line 2.',
        'Warning: column "Co-author Email": "…@…" is not imported, ' +
          'because a row is about one person: line 2.',
        'Warning: column "column 5 (unnamed)": "Kari Nord" may be another person, ' +
          'and is not imported: line 2; also: line 4.',
      ],
    ]);
  });

  it('are warnings if the last names are below an empty header', async () => {
    const file = 'Speaker,,Email,Bio\nAnn,,un6@example.org,x\nBo,Muster,un7@example.org,x\n';
    const { exitCode, stderr } = await importSpeakers(file);
    expect([exitCode, warningsIn(stderr)]).toEqual([
      0,
      [
        'Warning: column "column 2 (unnamed)": its header is empty, and the value of 1 row is ' +
          'not imported; write its name in the header: line 3.',
      ],
    ]);
  });

  it('are warnings of submissions too, but not of a person who is the submitter', async () => {
    const file = [
      'Title,Author,Corresponding Author Email',
      'Tides,Ida Moen,un4@example.org',
      'Dikes,un5@example.org,un5@example.org',
    ];
    writeFileSync(folder.file('talks.csv'), `${file.join('\n')}\n`);
    const args = ['submissions', 'import', 'talks.csv', '--dry-run'];
    const { exitCode, stderr } = await service.plenary(args, { cwd: folder.path });
    expect([exitCode, warningsIn(stderr)]).toEqual([
      0,
      [
        'Warning: column "Author": "Ida Moen" is not imported, ' +
          'because a row is about one person: line 2.',
      ],
    ]);
  });

  it.each([
    ['FirstName,LastName,Email', 'Bo,Beispiel', 'Ann,Muster', 'FirstName', 'Bo'],
    ['Name,Email', 'Bo Beispiel', 'Ann Muster', 'Name', 'Bo Beispiel'],
  ])('are warnings below plain headers beside the owner: %s', async (header, bo, ann, ...of) => {
    const file = [
      `Title,Owner,Owner Email,${header}`,
      `Tides,Ann Muster,ann@example.org,${bo},bo@example.org`,
      `Dikes,Ann Muster,ann@example.org,${ann},Ann@example.org`,
    ];
    writeFileSync(folder.file('talks.csv'), `${file.join('\n')}\n`);
    const args = ['submissions', 'import', 'talks.csv', '--dry-run'];
    const { exitCode, stderr } = await service.plenary(args, { cwd: folder.path });
    const [column, cell] = of;
    const what = `column "${column}": "${cell}" is not imported`;
    expect([exitCode, warningsIn(stderr)]).toEqual([
      0,
      [`Warning: ${what}, because a row is about one person: line 2.`],
    ]);
  });

  it.each([
    ['Are you the speaker?', 'No', 'Yes'],
    ['Sind Sie der Referent?', 'Nein, ich schlage jemanden vor', 'Ja'],
    ['Are you speaking?', 'no', 'yes'],
    ['Speaker?', 'No', 'Yes'],
  ])('may be the speaker: %s', async (question, no, yes) => {
    const rows = [`un6@example.org,Uno Vik,"${no}"`, `un7@example.org,Pia Dahl,${yes}`];
    const file = `Email Address,Name,${question}\n${rows.join('\n')}\n`;
    const { stderr } = await importSpeakers(file, '--dry-run');
    expect(warningsIn(stderr)).toEqual([
      `Warning: column "${question}": "${no}", but the person of the row is imported as a ` +
        'speaker: line 2.',
    ]);
    const both =
      `${question},Your name,Your email,Speaker name,Speaker email\n` +
      `${no.slice(0, 2)},Uno Vik,un6@example.org,Pia Dahl,un7@example.org\n`;
    expect((await importSpeakers(both, '--dry-run')).stderr).not.toContain('Warning');
  });
});
