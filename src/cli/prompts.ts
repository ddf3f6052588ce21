// The questions of @inquirer/prompts that ask.ts uses. Imported as a whole, the package also brings
// an editor and its encodings.
export { confirm, input, password, select } from '@inquirer/prompts';
