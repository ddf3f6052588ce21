// `npm run fail-over`: the primary of a PostgreSQL cluster fails, and the network falls silent,
// again and again. Prints what the services beside it have promised and done.
import { brokenPromises, failOverTrial } from '../test/support/fail-over-trial.ts';
import { postgresPrograms } from '../test/support/postgres.ts';

const [failOvers = '20', silences = '20'] = process.argv.slice(2);

if (!/^\d+ \d+$/.test(`${failOvers} ${silences}`)) {
  console.log('Usage: npm run fail-over -- [FAIL-OVERS] [SILENT-NETWORKS]');
  process.exitCode = 2;
} else if (postgresPrograms === undefined) {
  console.log('PostgreSQL is not installed');
  process.exitCode = 2;
} else {
  const result = await failOverTrial({
    failOvers: Number(failOvers),
    silences: Number(silences),
    onFault: (fault, seconds) => console.log(`${fault}: writes after ${seconds} s`),
  });
  const { faults: _, ...counts } = result;
  console.log(counts);
  const broken = brokenPromises(result);
  for (const fault of broken.slice(0, 60)) console.log(`  ${fault}`);
  console.log(broken.length === 0 ? 'no fault' : 'faults');
  if (broken.length > 0) process.exitCode = 1;
}
