// Starts the built program. It consists of CommonJS files, which this loads with their compiled code, if that was saved.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { type CompiledFile, openCodeCache } from './code-cache.ts';
import { homeFolder } from './config/paths.ts';
import { simplifyWebAssembly } from './engine.ts';

/** Names the contents of all files; scripts/build.js sets it. */
declare const BUILD_ID: string;

simplifyWebAssembly();
const folder = import.meta.dirname;
const tag = cachedDataVersionTag();
const home = { env: process.env, homedir: homeFolder(process.env), platform: process.platform };
const cache = openCodeCache(home, `${BUILD_ID}-${nodeVersion()}`);
const modules = new Map<string, { readonly exports: unknown }>();
const files = new Map<string, CompiledFile>();
let isComplete = true;

/** V8 accepts code of another build of Node with the same tag, and crashes: https://github.com/nodejs/node/issues/62781 */
function nodeVersion(): string {
  const { mtimeMs = 0, size = 0 } = statSync(process.execPath, { throwIfNoEntry: false }) ?? {};
  return [process.version, process.arch, ...[tag, size, mtimeMs].map((n) => Math.trunc(n).toString(16))].join('-');
}

/** @returns what a file exports, or a module of Node */
function requireFile(id: string): unknown {
  return id.startsWith('./') ? load(id.slice('./'.length)) : require(id);
}

/** @throws the system's error if the file cannot be read */
function load(name: string): unknown {
  const known = modules.get(name);
  if (known !== undefined) return known.exports;
  const filename = join(folder, name);
  const source = readFileSync(filename);
  const cachedData = cache?.read(name, source);
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const script = new Script(wrapped, { filename, ...(cachedData && { cachedData }) });
  isComplete &&= cachedData !== undefined && script.cachedDataRejected !== true;
  files.set(name, { source, script });
  const module = { exports: {} };
  modules.set(name, module);
  try {
    script.runInThisContext()(module.exports, requireFile, module, filename, folder);
  } catch (error) {
    modules.delete(name);
    throw error;
  }
  return module.exports;
}

process.on('exit', () => {
  if (isComplete) return;
  // A file that was not saved belongs to a command that has not run before. It also called new functions of saved files, so all are
  // written. Code that was compiled under other flags than those of the start would be refused.
  if (cachedDataVersionTag() === tag) cache?.write(files);
});
load('main.js');
