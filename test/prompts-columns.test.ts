// Questions at a terminal about the columns of a file.
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { folderForEach, sharedService } from './support/stage.ts';
import { terminals } from './support/terminal.ts';

const service = sharedService();
const folder = folderForEach();
const terminal = terminals(folder);

it('asks for each column and the time zone of a schedule once', async () => {
  const path = folder.file('schedule.csv');
  writeFileSync(path, 'Schedule of 2026\n\nWas,room,start\nHow all of this began,Lab,2026-05-02 09:00\n');
  const { run: plenary, answer, screen } = terminal(service.env);
  const ended = plenary('sessions', 'plan', path);
  // Down from "none of them" is the first column.
  await answer('Which column holds title?', '\u001b[B\r');
  await answer('Time zone of the local times in', 'Europe/Berlin\r');
  expect(await ended).toBe(3);
  expect(screen().match(/Skipped lines 1–2/g)).toHaveLength(1);
});

it('asks for the time zone of a grid after the grid has been read', async () => {
  const path = folder.file('grid.csv');
  writeFileSync(path, '2026-05-02;Saal 1;Saal 2\n12:00;Lunch;Rust\n13:00;Coffee;Compilers\n14:00;;\n');
  const { run: plenary, answer, data } = terminal(service.env);
  const ended = plenary('timetable', 'show', '--schedule', path, '--json');
  await answer('Time zone of the local times in', 'Europe/Berlin\r');
  expect(await ended).toBe(0);
  expect(JSON.parse(data())[0]).toMatchObject({ title: 'Lunch', start: '2026-05-02T12:00:00+02:00' });
});

it('asks which column holds a required field, shows the counts, and accepts a refusal', async () => {
  const file = folder.file('people.csv');
  writeFileSync(file, 'Kontakt,Company\nann@example.org,ACME\nbo@example.org,ACME\n');
  const env = { ...service.env, PLENARY_STATE_DIR: folder.file('state') };
  const declined = terminal(env);
  const ended = declined.run('speakers', 'import', file);
  await declined.answer('Which column holds email?', '\u001b[B\r');
  await declined.answer('Create 2 speakers?', 'n\r');
  expect(await ended).toBe(0);
  expect(declined.screen()).toMatch(/❯ none of them\s+Kontakt \(ann@example\.org\)/);
  expect(declined.screen()).toMatch(/^Kontakt +email +…@…$/m);
  expect(declined.screen()).toContain('Warning: the speaker has no name: lines 2–3.');
  expect(declined.screen()).toContain('Canceled; nothing was sent.');
  expect(declined.data()).toBe('');

  const agreed = terminal(env);
  const sent = agreed.run('speakers', 'import', file, '--map', 'Kontakt=email', '--json');
  await agreed.answer('Create 2 speakers?', '\r');
  expect(await sent).toBe(0);
  expect(JSON.parse(agreed.data())).toMatchObject({ counts: { rows: 2, created: 2 } });
  expect(await terminal(env).run('speakers', 'import', file, '--no-input')).toBe(3);
});

it('does not use a column unless it is chosen, and asks for none in a file without a header', async () => {
  const env = { ...service.env, PLENARY_STATE_DIR: folder.file('state') };
  const file = folder.file('people.csv');
  writeFileSync(file, 'Kontakt,Company\nann@example.org,ACME\n');
  const refused = terminal(env);
  const ended = refused.run('speakers', 'import', file, '--yes');
  await refused.answer('Which column holds email?', '\r');
  expect(await ended).toBe(3);
  expect(refused.screen()).toContain('--map "COLUMN=email"');
  writeFileSync(file, 'Ann Muster,ACME\nBo Li,ACME\n');
  const headerless = terminal(env);
  expect(await headerless.run('speakers', 'import', file)).toBe(3);
  expect(headerless.screen()).toContain('the file seems to have no header');
  expect(headerless.screen()).not.toContain('Which column');
});

it('asks for no optional field, and shows the columns at any width', async () => {
  const file = folder.file('leute.csv');
  const bio =
    'Sie baut seit vielen Jahren Brücken und schreibt darüber, wie sie entstehen und wer sie am Ende benutzt.';
  const rows = ['Ann Muster', 'Bo Li', 'Cy Doe', 'Di Roe'].map((name, at) => `p${at}@example.org;${name};M;${bio}`);
  writeFileSync(file, ['E-Mail;Wie heißen Sie richtig?;Größe;Wer bist du?', ...rows].join('\n'));
  const { run: plenary, answer, screen } = terminal({ ...service.env, PLENARY_STATE_DIR: folder.file('state') }, 60);
  const ended = plenary('speakers', 'import', file, '--map', 'Wie heißen Sie richtig?=name');
  await answer('Create 4 speakers?', 'n\r');
  expect(await ended).toBe(0);
  expect(screen()).not.toContain('Which column');
  const table = screen().slice(screen().indexOf('COLUMN'), screen().indexOf('? Create'));
  expect(table.split('\n').slice(0, 7)).toEqual([
    'COLUMN                   FIELD       SAMPLE',
    'E-Mail                   email       …@…',
    'Wie heißen Sie richtig?  name        Ann Muster',
    'Größe                    (not used)  M',
    'Wer bist du?             (not used)  Sie baut seit vielen',
    '                                     Jahren Brücken und…',
    '4 rows: 4 to create.',
  ]);
});

it('shows the plan of 50 rows with ten faults on a screen of 30 lines', async () => {
  const file = folder.file('fifty.csv');
  const header = 'First name,Last name,E-mail,Company,Job title,Bio,Diet,Hotel,Shirt,Notes';
  const rows = Array.from({ length: 50 }, (_, at) => {
    const name = at % 10 === 3 ? ',' : `Ann${at},Muster`;
    const email = at % 5 === 4 ? `ann${at}` : `fifty${at}@example.org`;
    return `${name},${email},ACME,n/a,Builds bridges.,vegan,yes,M,-`;
  });
  writeFileSync(file, [header, ...rows].join('\n'));
  const { run: plenary, answer, screen } = terminal({ ...service.env, PLENARY_STATE_DIR: folder.file('fifty') }, 80);
  const ended = plenary('speakers', 'import', file, '--skip-invalid');
  await answer('Create 40 speakers?', 'n\r');
  expect(await ended).toBe(0);
  const shown = screen().slice(0, screen().indexOf('? Create'));
  expect(shown).toContain('Warning: the speaker has no name: lines 5, 15, 25, 35, 45.\n');
  expect(shown).toContain('Not used: "Diet", "Hotel", "Shirt", "Notes".\n');
  expect(shown.split('\n').length).toBeLessThan(30);
});

it('asks for the columns of a schedule', async () => {
  const file = folder.file('plan.csv');
  writeFileSync(file, 'Was;Ort oder so;Fixiert;Track\nHow all of this began;Lab;2026-05-02 09:00;-\n');
  const { run: plenary, answer, screen } = terminal({ ...service.env, PLENARY_TIMEZONE: 'Europe/Berlin' });
  const ended = plenary('sessions', 'plan', file);
  await answer('Which column holds title?', '\u001b[B\r');
  await answer('Which column holds room?', '\u001b[B\r');
  await answer('Which column holds start?', '\u001b[B\r');
  expect(await ended).toBe(3);
  expect(screen()).toContain('no submission is titled "How all of');
  const without = await service.plenary(['sessions', 'plan', file, '--timezone', 'UTC']);
  expect(without.stderr).toContain('has no column for submission_id or title, room and start (or date and time)\n');
  expect(without.stderr).toContain('the columns of the file are: Was, Ort oder so, Fixiert, Track');
});
