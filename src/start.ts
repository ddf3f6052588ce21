// Starts the built program. It consists of CommonJS files, which this loads with their compiled code, if that was saved.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { openCodeCache } from './code-cache.ts';
import { simplifyWebAssembly } from './engine.ts';

/** Names the contents of all files; scripts/build.js sets it. */
declare const BUILD_ID: string;

const folder = import.meta.dirname;
simplifyWebAssembly();
const tag = cachedDataVersionTag();
const home = { env: process.env, homedir: homedir(), platform: process.platform };
const cache = openCodeCache(home, `${BUILD_ID}-${tag.toString(16)}`);
const modules = new Map<string, { readonly exports: unknown }>();
const scripts = new Map<string, Script>();
let isSaved = true;

/** @returns what a file exports, or a module of Node */
function requireFile(id: string): unknown {
  return id.startsWith('./') ? load(id.slice('./'.length)) : require(id);
}

/** @throws the system's error if the file cannot be read */
function load(name: string): unknown {
  const known = modules.get(name);
  if (known !== undefined) return known.exports;
  const filename = join(folder, name);
  const cachedData = cache?.read(name);
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, 'utf8')}\n})`;
  const script = new Script(source, { filename, ...(cachedData && { cachedData }) });
  isSaved &&= cachedData !== undefined;
  scripts.set(name, script);
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

// A file that is new to the cache is that of a command which has not been run yet, and which called other functions of the
// files that were in the cache already. Code that was compiled under other flags than those of the start is refused.
process.on('exit', () => {
  if (!isSaved && cachedDataVersionTag() === tag) cache?.write(scripts);
});
load('main.js');
