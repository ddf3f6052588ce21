// The double as a program of its own, for trials that end processes. Must not know what they end.
import { parseArgs } from 'node:util';
import { startDouble } from './double.ts';

const USAGE = `usage: tsx serve.ts [options]
  --loses-every N            lose the response to every N-th write
  --statement-ms N           the time of each statement
  --most-rows N|all          how many rows a query returns at most (1000)
  --optional-operations Y|N  whether the operations beyond the contract exist (Y)

Prints {"url","token","eventId"} on one line. On SIGTERM it prints what it knows,
{"requests","speakers","submissions"}, on a second line, and ends.
`;

const { values } = parseArgs({
  options: {
    'loses-every': { type: 'string' },
    'statement-ms': { type: 'string' },
    'most-rows': { type: 'string' },
    'optional-operations': { type: 'string' },
    help: { type: 'boolean' },
  },
});

if (values.help) process.stdout.write(USAGE);
else await serve();

async function serve(): Promise<void> {
  const double = await startDouble();
  const { switches, url, token, eventId } = double;
  const lossPeriod = numberOf('loses-every');
  if (lossPeriod !== undefined) switches.losesResponse = (write) => write % lossPeriod === 0;
  switches.statementMs = numberOf('statement-ms') ?? 0;
  if (values['most-rows'] === 'all') switches.mostRows = undefined;
  else switches.mostRows = numberOf('most-rows') ?? switches.mostRows;
  switches.optionalOperations = values['optional-operations'] !== 'N';
  process.stdout.write(`${JSON.stringify({ url, token, eventId })}\n`);

  process.once('SIGTERM', async () => {
    await double.atRest();
    const { speakers, submissions } = double.state;
    const { length: requests } = double.requests;
    process.stdout.write(`${JSON.stringify({ requests, speakers, submissions })}\n`);
    await double.close();
  });
}

function numberOf(flag: 'loses-every' | 'statement-ms' | 'most-rows'): number | undefined {
  const text = values[flag];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${flag}: no number: ${text}`);
  return number;
}
