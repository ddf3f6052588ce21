// Describes what the program reports about itself: its commands and its JSON Schemas. Loaded only
// for JSON Schemas; types follow from it.
import {
  array,
  boolean,
  describe,
  int,
  looseObject,
  nullable,
  object,
  enum as oneOf,
  string,
} from 'zod/mini';

const valueType = string().check(
  describe(
    '`boolean`, `text`, `integer`, `duration`, `file`, `folder`, `timezone`, `profile`, `run` ' +
      'or another',
  ),
);

const describedArgument = object({
  name: string(),
  summary: string(),
  type: valueType,
  choices: nullable(array(string())),
  required: boolean(),
});

const describedFlag = object({
  name: string().check(describe('With its dashes')),
  short: nullable(string()),
  summary: string(),
  type: valueType,
  choices: nullable(array(string())),
  repeatable: boolean(),
  required: boolean(),
  default: nullable(string()).check(describe('The value that applies without the flag')),
  variable: nullable(string()).check(describe('The environment variable that the flag overrides')),
});

export const describedCommand = object({
  name: string().check(describe("Without the program's name")),
  summary: string(),
  arguments: array(describedArgument),
  flags: array(describedFlag),
  sends: oneOf(['none', 'read', 'write']).check(
    describe('Whether it sends nothing to the service, only reads from it, or also writes'),
  ),
  undoable: boolean().check(describe('Whether `plenary runs undo` takes back what it sends')),
  exitCodes: array(int()),
  examples: array(string()),
  json: array(string()).check(
    describe('The schemas of what it prints with --json; `plenary schema NAME` prints one'),
  ),
  endpoint: nullable(string()).check(
    describe('What it calls, if it is the command of an endpoint'),
  ),
});

export const commandList = array(describedCommand);

export const listedSchema = object({
  name: string(),
  summary: string(),
  commands: array(string()).check(describe('Commands that print it with --json')),
});

export const schemaList = array(listedSchema);

export const jsonSchema = looseObject({
  $schema: string(),
  title: string(),
  description: string(),
});
