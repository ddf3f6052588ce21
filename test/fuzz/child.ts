// Runs cases in a process of its own, so that one that hangs or takes all memory can be ended. Its argument is a suite.
import { runCase } from './suite.ts';
import { isSuiteName, suites } from './suites.ts';

const [name = ''] = process.argv.slice(2);
if (!isSuiteName(name) || process.send === undefined) throw new Error('this process is started by run.ts');
const send = process.send.bind(process);
const suite = await suites[name]();
send('ready');

process.on('message', async (seed: number) => {
  send(await runCase(suite, seed));
});
process.once('disconnect', () => void suite.close());
