// `plenary auth`: log in, see where you are logged in, log out.
import type { Command } from 'commander';
import { localExitCodes, requestExitCodes } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';

export function addAuthCommands(auth: Command, io: Io): void {
  const login = auth
    .command('login')
    .description('Keep a token for a service in the config file; it is asked for, and not shown.')
    .option('--token-stdin', 'read the token from standard input')
    .option('--event <id>', 'event that later commands work on')
    .addHelpText(
      'after',
      `
Examples:
  plenary auth login --base-url https://program.example.org
  plenary auth login --base-url http://127.0.0.1:8080 --event devconf --token-stdin < token.txt

${requestExitCodes()}`,
    )
    .action(() => runCommand(login, io, async (context) => (await import('./login.ts')).login(context)));

  const status = auth
    .command('status')
    .description('Say which token would be sent where, and whether the service takes it.')
    .option('--event <id>', 'event to try the token on')
    .addHelpText('after', `\n${requestExitCodes()}`)
    .action(() => runCommand(status, io, async (context) => (await import('./status.ts')).status(context)));

  const logout = auth
    .command('logout')
    .description("Remove the profile's token from the config file.")
    .addHelpText('after', `\n${localExitCodes()}`)
    .action(() =>
      runCommand(logout, io, async (context) => {
        const profile = await context.profileName();
        const profiles = await context.profiles();
        if (profiles.token(profile) === undefined) return context.notice(`Profile ${profile} holds no token.`);
        await profiles.removeToken(profile);
        await context.notice(`Logged out: the token of profile ${profile} is removed. It stays valid until revoked.`);
      }),
    );
}
