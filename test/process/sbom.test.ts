// The bill of materials of the built program: valid, complete, and with the hashes under which npm
// has the packages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const document: { readonly components: readonly ReturnType<JSON['parse']>[] } =
  read('dist/sbom.cdx.json');
const { packages } = read('package-lock.json');
const delivered = (how: string) =>
  document.components.filter(({ properties }) => properties[0]?.value === how);
const component = (wanted: string) =>
  document.components.find(({ purl }) => purl.startsWith(wanted));

it('follows the schema of CycloneDX 1.7', () => {
  const schemas = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv, ['uri', 'date-time', 'email']);
  // They are no part of ajv-formats, and nothing here has them.
  for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    const file = `${name}.SNAPSHOT.schema.json`;
    ajv.addSchema(read(join(schemas, file)), `http://cyclonedx.org/schema/${file}`);
  }
  const isValid = ajv.compile(read(join(schemas, 'bom-1.7.SNAPSHOT.schema.json')));
  isValid(document);
  expect(isValid.errors).toBeNull();
});

it('has every package whose code is in the program, as the notices do', () => {
  const notices = readFileSync('dist/THIRD-PARTY-NOTICES.txt', 'utf8');
  const named = [...notices.matchAll(/^-{80}\n(\S+) (\S+) \(/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  );
  expect(named.length).toBeGreaterThan(90);
  const listed = delivered('bundled').map(
    ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`,
  );
  expect(listed.toSorted()).toEqual(named.toSorted());
});

it('has what is installed with the program: the database, and its binary for each system', () => {
  const locked = Object.entries<{ dev?: boolean }>(packages).filter(
    ([path, { dev }]) => path !== '' && !dev,
  );
  expect(delivered('installed')).toHaveLength(locked.length);
  const { version } = packages['node_modules/libsql'];
  expect(component('pkg:npm/libsql@')).toMatchObject({ version, scope: 'required' });
  expect(component('pkg:npm/%40libsql/win32-x64-msvc@')).toMatchObject({
    version,
    scope: 'optional',
  });
});

it('has the hash by which npm checks each package, and its license', () => {
  const { integrity, version } = packages['node_modules/undici'];
  const hex = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
  expect(component('pkg:npm/undici@')).toMatchObject({
    version,
    hashes: [{ alg: 'SHA-512', content: hex }],
    licenses: [{ license: { id: 'MIT' } }],
  });
  for (const { hashes, purl } of document.components)
    expect(hashes[0]?.content, purl).toMatch(/^[0-9a-f]{128}$/);
});
