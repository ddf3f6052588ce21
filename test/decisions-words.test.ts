// What the cells of a sheet mean: words of the user, and errors of formulas.
import { describe, expect, it } from 'vitest';
import { decisionStage } from './support/decision-stage.ts';

const { submissions, write, statuses } = decisionStage();

describe('a sheet of decisions', () => {
  it('is not sent with a status that no submission has, unless that is meant', async () => {
    const file = write('decisions.csv', 'Title,Decision', 'Zero lost cents,Maybe');
    const mistyped = ['--status-map', 'Maybe=acept_queue'];
    const { exitCode, stderr } = await submissions('apply', file, '--yes', ...mistyped);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('no submission has the status "acept_queue"; --allow-new-value sends a new one');
    expect(await statuses()).toContain('Zero lost cents: pending');
    const waitlist = ['apply', file, '--yes', '--status-map', 'Maybe=waitlist'];
    expect((await submissions(...waitlist, '--allow-new-value')).exitCode).toBe(0);
    expect(await statuses()).toContain('Zero lost cents: waitlist');
  });

  it('is refused for the errors of formulas, which no status can replace', async () => {
    const rows = ['Zero lost cents,#N/A', 'A tale of two clocks,#REF!', 'Maps without borders,#NAME?'];
    const file = write('decisions.csv', 'Title,Decision', 'Queues all the way down,yes', ...rows);
    const flags = ['--status-map', '#N/A=declined'];
    const { exitCode, stderr } = await submissions('apply', file, '--yes', ...flags);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      'decisions.csv:3 column "Decision": "#N/A" is the error of a formula, not a value (similar: lines 4–5)',
    );
    expect(stderr).not.toContain('is not a known status');
    expect(stderr).not.toContain('specify what these words mean');
  });

  it('is refused if an import leaves out every row, and says why', async () => {
    const file = write('talks.csv', 'Title,Speaker,Email', 'Lunch,,');
    const { exitCode, stderr } = await submissions('import', file, '--yes');
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`every row of ${file} is left out, so there is nothing to do`);
    expect(stderr).toContain('talks.csv:2 column "Title": "Lunch" is a break, and is left out');
  });

  it('is reported with the lines on which its rows begin, whatever line breaks their cells have', async () => {
    const file = write(
      'decisions.csv',
      'Committee of 2027',
      '"Talk\r\ntitle",Decision,Notes',
      'Zero lost cents,yes,"one',
      'two',
      'three"',
      '"Maps without',
      'borders",no,',
      '',
      'A tale of two clocks,perhaps,"a',
      'b"',
      'Nope,yes,',
      'Total,1,',
    );
    const { stdout, stderr } = await submissions('plan', file, '--json', '--allow-partial');
    const lines = (all: readonly { row?: number; line: number }[]) => all.map(({ row, line }) => [row, line]);
    const { changes, rejects } = JSON.parse(stdout);
    expect(lines(changes)).toEqual([
      [undefined, 4],
      [undefined, 7],
    ]);
    expect(lines(rejects)).toEqual([
      [3, 10],
      [4, 12],
      [5, 13],
    ]);
    expect(stderr).toContain('decisions.csv:10 column "Decision": "perhaps" is not a known status');
  });

  it('has unknown words that are listed once whatever their case, with a flag for each', async () => {
    const file = write(
      'decisions.csv',
      'Title,Decision',
      'Zero lost cents,Maybe',
      'A tale of two clocks,MAYBE.',
      'Maps without borders,Later',
    );
    const { exitCode, stderr } = await submissions('plan', file);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      'specify what these words mean: "Maybe" (2), "Later" (1), with --status-map "Maybe=STATUS" --status-map "Later=STATUS", where STATUS is one of pending, accept_queue',
    );
    const pasted = ['--status-map', 'Maybe=STATUS', '--status-map', 'Later=STATUS'];
    const refused = await submissions('apply', file, '--yes', ...pasted);
    expect([refused.exitCode, refused.stderr]).toEqual([3, expect.stringContaining('has the status "STATUS"')]);
  });
});
