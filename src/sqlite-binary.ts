// Finds the binary of libsql among the installed packages. To learn which C library the system has, the package's own search
// writes a report of the whole process, which takes longer than loading the binary does. Must not know what it is used for.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface System {
  readonly platform: string;
  readonly arch: string;
}

const packages: Readonly<Record<string, readonly string[]>> = {
  'darwin-arm64': ['darwin-arm64'],
  'darwin-x64': ['darwin-x64'],
  'linux-arm': ['linux-arm-gnueabihf', 'linux-arm-musleabihf'],
  'linux-arm64': ['linux-arm64-gnu', 'linux-arm64-musl'],
  'linux-x64': ['linux-x64-gnu', 'linux-x64-musl'],
  'win32-x64': ['win32-x64-msvc'],
};

/**
 * The packages that may have the binary, the likeliest first. npm installs those of both C libraries of Linux.
 * @param ldd the text of /usr/bin/ldd, which names the C library
 */
export function binaryPackages({ platform, arch }: System, ldd: string): readonly string[] {
  const names = packages[`${platform}-${arch}`] ?? [];
  return (ldd.includes('musl') ? names.toReversed() : names).map((name) => `@libsql/${name}`);
}

/** scripts/build.js calls this in place of the package's own search. @throws the first package's error if none has a binary that loads */
export function loadSqliteBinary(system: System): unknown {
  // They are dependencies of libsql, which may be installed where only libsql sees them.
  const requireAsLibsql = createRequire(createRequire(import.meta.filename).resolve('libsql'));
  const errors: unknown[] = [];
  for (const name of binaryPackages(system, system.platform === 'linux' ? readLdd() : '')) {
    try {
      return requireAsLibsql(name);
    } catch (error) {
      errors.push(error);
    }
  }
  throw errors[0] ?? new Error(`libsql has no binary for ${system.platform}-${system.arch}`);
}

function readLdd(): string {
  try {
    return readFileSync('/usr/bin/ldd', 'utf8');
  } catch {
    return '';
  }
}
