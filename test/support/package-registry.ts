// A registry of npm that serves the installed packages of this repository, so that tests install
// the program without a network.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, delimiter, dirname, join } from 'node:path';

/**
 * A registry that serves each package of node_modules in its installed version. Others, such as
 * binaries for another platform, are unknown.
 */
export async function startPackageRegistry() {
  let url = '';
  const server = createServer((request, response) => {
    const [, name = '', wanted = ''] =
      /^\/((?:@[^/]+\/)?[^/]+)(\/package\.tar)?$/.exec(decodeURIComponent(request.url ?? '')) ?? [];
    const folder = join('node_modules', name);
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) return response.writeHead(404).end('{}');
    if (wanted !== '') return packed(folder).pipe(response);
    const described = JSON.parse(readFileSync(manifest, 'utf8'));
    const version = { ...described, dist: { tarball: `${url}/${name}/package.tar` } };
    return response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: version.version },
        versions: { [version.version]: version },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => void server.close().closeAllConnections() };
}

/** Not compressed, which takes longer than everything else and is not needed. */
function packed(folder: string): NodeJS.ReadableStream {
  const tar = spawn('tar', ['-c', '-f', '-', '-C', dirname(folder), basename(folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return tar.stdout;
}

/** The environment of an npm that knows only this registry, and writes only into its home folder. */
export function npmEnvironment(registry: string, home: string) {
  return {
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: home,
    npm_config_cache: join(home, 'cache'),
    npm_config_registry: registry,
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
  };
}
