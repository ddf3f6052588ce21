// A package registry on a loopback port that serves the packages in node_modules, and records which were asked for.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';

export interface PackageRegistry {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  close(): void;
}

/** Serves each package in its installed version only. Packages that are not installed here, such as binaries for another platform, are unknown. */
export async function startPackageRegistry(): Promise<PackageRegistry> {
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
      JSON.stringify({ name, 'dist-tags': { latest: version.version }, versions: { [version.version]: version } }),
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
