// Declares `plenary auth`.
import type { Command } from 'commander';
import { localExitCodes, requestExitCodes } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';

export function addAuthCommands(auth: Command, io: Io): void {
  const login = auth
    .command('login')
    .description('Ask for a token and save it in the config file')
    .option('--token-stdin', 'read the token from standard input')
    .option('--event <id>', 'event for later commands to work on')
    .addHelpText(
      'after',
      `
Examples:
  plenary auth login --base-url https://program.example.org
  plenary auth login --base-url http://127.0.0.1:8080 --event devconf --token-stdin < token.txt

${requestExitCodes()}`,
    )
    .action(() => runCommand(login, io, async (context) => (await import('./run.ts')).login(context)));

  const status = auth
    .command('status')
    .description('Show which token is used for which service, and whether the service accepts it')
    .option('--event <id>', 'event to test the token with')
    .addHelpText('after', `\n${requestExitCodes()}`)
    .action(() => runCommand(status, io, async (context) => (await import('./run.ts')).status(context)));

  const logout = auth
    .command('logout')
    .description("Remove the profile's token from the config file")
    .addHelpText('after', `\n${localExitCodes()}`)
    .action(() =>
      runCommand(logout, io, async (context) => {
        const profile = await context.profileName();
        const profiles = await context.profiles();
        if (profiles.token(profile) === undefined) return context.notice(`Profile ${profile} has no token.`);
        await profiles.removeToken(profile);
        await context.notice(
          `Logged out: the token of profile ${profile} was removed. It stays valid until it is revoked.`,
        );
      }),
    );
}
