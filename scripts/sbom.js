// The bill of materials (SBOM) in the form of CycloneDX: the packages inside of the program, and
// those that are installed with it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One JSON document. It has no time, so that the same packages give the same bytes.
 * @param bundled the folders of the packages whose code is in the program, relative to `root`
 */
export function billOfMaterials(bundled, root) {
  const { name, version, license, description } = readJson(join(root, 'package.json'));
  const { packages } = readJson(join(root, 'package-lock.json'));
  const installed = Object.keys(packages).filter(
    (folder) => folder !== '' && !packages[folder].dev,
  );
  const components = [
    ...bundled.map((folder) => bundledComponent(root, folder, packages[folder])),
    ...installed.map((folder) => installedComponent(folder, packages[folder])),
  ];
  // A package may be in several folders.
  const unique = new Map(components.map((component) => [component['bom-ref'], component]));
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.7',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        ...identity(name, version),
        description,
        licenses: licenses(license),
      },
    },
    components: [...unique.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  };
  const numbered = { $schema: schema, ...document, serialNumber: serialNumber(document) };
  return `${JSON.stringify(numbered, undefined, 1)}\n`;
}

const schema = 'http://cyclonedx.org/schema/bom-1.7.schema.json';

/** @param locked what package-lock.json has about it */
function bundledComponent(root, folder, locked) {
  const { license } = readJson(join(root, folder, 'package.json'));
  return component(folder, locked, { delivery: 'bundled', license, scope: 'required' });
}

/** @param locked has the license as well: a binary for another system is not on this disk */
function installedComponent(folder, locked) {
  const { license, optional = false } = locked;
  const scope = optional ? 'optional' : 'required';
  return component(folder, locked, { delivery: 'installed', license, scope });
}

function component(folder, { version, integrity }, { delivery, license, scope }) {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(folder);
  const [, digest] = /^sha512-(.*)$/.exec(integrity);
  return {
    type: 'library',
    ...identity(name, version),
    scope,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    licenses: licenses(license),
    properties: [{ name: 'plenary:delivery', value: delivery }],
  };
}

function identity(fullName, version) {
  const [name, group] = fullName.split('/').reverse();
  const purl = `pkg:npm/${fullName.replace('@', '%40')}@${version}`;
  return { 'bom-ref': purl, ...(group === undefined ? {} : { group }), name, version, purl };
}

/** An identifier of SPDX, or several of them in an expression. */
function licenses(license) {
  return /^[\w.+-]+$/.test(license) ? [{ license: { id: license } }] : [{ expression: license }];
}

/** A UUID (RFC 9562, version 8) of what the document says. */
function serialNumber(document) {
  const hash = createHash('sha256').update(JSON.stringify(document)).digest('hex');
  const [a, b, c, d, e] = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(13, 16),
    hash.slice(17, 20),
    hash.slice(20, 32),
  ];
  return `urn:uuid:${a}-${b}-8${c}-8${d}-${e}`;
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
