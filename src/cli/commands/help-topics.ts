// Help topics that are not about a command: `plenary help flags`, `plenary help exit-codes`,
// `plenary help environment`.
import type { Command, Help } from 'commander';
import { settingNames, settings } from '../../config/settings.ts';
import { exitCodeItems } from '../exit-codes.ts';
import { itemList } from '../help.ts';

const texts: Readonly<
  Record<(typeof topics)[number][0], (topic: Command, helper: Help) => string>
> = {
  flags(topic, helper) {
    const options = helper.visibleOptions(topic.parent ?? topic);
    const items = options.map(
      (option) => [helper.optionTerm(option), helper.optionDescription(option)] as const,
    );
    return itemList('Flags of every command, before or after its name:', items, helper);
  },
  'exit-codes': (_, helper) => itemList('Exit codes:', exitCodeItems(), helper),
  environment: (_, helper) =>
    itemList('Environment variables (a flag overrides its variable):', variables, helper),
};

/** With what they describe. */
export const topics = [
  ['flags', 'flags of every command'],
  ['exit-codes', 'what each exit code means'],
  ['environment', 'variables that settings are read from'],
] as const;

export function addHelpTopics(program: Command): void {
  for (const [name, textOf] of Object.entries(texts)) {
    const formatHelp = (topic: Command, helper: Help) => `${textOf(topic, helper)}\n`;
    const topic = program.command(name, { hidden: true }).configureHelp({ formatHelp });
    topic.action(() => topic.outputHelp());
  }
}

/** Each with what it is for. */
export const variables: readonly (readonly [name: string, description: string])[] = [
  ['PLENARY_TOKEN', 'API token; overrides the one in the config file'],
  ...settingNames.flatMap((name) => {
    const { environment, description } = settings[name];
    return environment === undefined ? [] : [[environment, description] as const];
  }),
  ['PLENARY_DATA', 'database of the service: a file, or postgres://…'],
  ['PLENARY_PROFILE', 'profile to use from the config file'],
  ['PLENARY_CONFIG_DIR', 'folder of the config file'],
  ['PLENARY_STATE_DIR', 'folder of the run journals'],
  ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'proxy for requests, and hosts to reach without it'],
  ['CI', 'a CI system: asks nothing and hides private values, at a terminal as well'],
  ['NO_COLOR', 'disables color if it is not empty'],
];
