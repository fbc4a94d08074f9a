import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../apps/cli/src/errors/command-errors.ts';
import { environmentNames } from '../../../apps/cli/src/home/configuration/environment.ts';
import { readSettings } from '../../../apps/cli/src/home/configuration/read-settings.ts';
import { storeEnvironmentSchema } from '../../../apps/cli/src/home/stores/store-settings.ts';
import {
  type ComposeFile,
  type ComposeService,
  composeText,
  madeUpEnvironment,
  parseEnvironmentFile,
  readComposeFile,
  repository,
} from '../../support/compose-file.ts';

const oneShot = ['keys', 'minio-bootstrap'];

describe('docker-compose.yml', () => {
  let file: ComposeFile;
  const named = (name: string): ComposeService => {
    const service = file.services[name];
    if (!service) throw new Error(`no service ${name}`);
    return service;
  };
  const services = () => Object.entries(file.services);

  beforeAll(async () => {
    file = await readComposeFile(await madeUpEnvironment());
  });

  test('each part of a home is restarted or ends by itself', () => {
    const lasting = [
      ...['postgres', 'redis', 'minio', 'proxy', 'api', 'api-2', 'worker'],
      ...['resident', 'egress'],
    ];
    expect(Object.keys(file.services).sort()).toEqual([...lasting, ...oneShot].sort());
    for (const name of lasting) {
      expect(named(name).restart, name).toBe('unless-stopped');
      expect(named(name).healthcheck?.test.length, name).toBeGreaterThan(1);
      expect(named(name).healthcheck, name).toMatchObject({ interval: /s$/, timeout: /s$/ });
    }
    for (const name of oneShot) expect(named(name).restart, name).toBe('no');
  });

  test('each awaited condition of a container can happen', () => {
    for (const [name, service] of services()) {
      for (const [other, { condition }] of Object.entries(service.depends_on)) {
        const expected = oneShot.includes(other) ? 'service_completed_successfully' : 'service_healthy';
        expect([name, other, condition]).toEqual([name, other, expected]);
      }
    }
    const needs = Object.keys(named('api').depends_on).sort();
    expect(needs).toEqual(['keys', 'minio-bootstrap', 'postgres', 'redis']);
    for (const name of ['api-2', 'worker']) expect(Object.keys(named(name).depends_on).sort()).toEqual(needs);
  });

  test('from outside only the API and the proxy can be reached', () => {
    const published = services().filter(([, { ports }]) => ports.length > 0);
    expect(published.map(([name]) => name).sort()).toEqual(['api', 'api-2', 'proxy']);
    const onOpenNetwork = services().filter(([, { networks, network_mode }]) =>
      network_mode === 'none' ? false : networks.some((name) => !file.networks[name]?.internal),
    );
    expect(onOpenNetwork.map(([name]) => name).sort()).toEqual(['api', 'api-2', 'egress', 'proxy']);
    // A service without a list would be on the default network, which is open.
    for (const [name, { networks, network_mode }] of services()) {
      expect(networks.length > 0 || network_mode === 'none', name).toBe(true);
      for (const network of networks) expect(Object.keys(file.networks)).toContain(network);
    }
    // The proxy has access to MinIO and to no other service of the home.
    expect(named('proxy').networks).not.toContain('data');
    expect(named('minio').networks).toEqual(['store']);
  });

  test('residents have limits, and no network with a way out', () => {
    const resident = named('resident');
    expect(resident.networks).toEqual(['residents']);
    expect(file.networks.residents).toEqual({
      internal: true,
      driver_opts: { 'com.docker.network.bridge.inhibit_ipv4': 'true' },
    });
    const neighbours = services().filter(([, { networks }]) => networks.includes('residents'));
    expect(neighbours.map(([name]) => name).sort()).toEqual(['api', 'api-2', 'egress', 'proxy', 'resident']);
    // The proxy of residents shares no other network with a part of the home.
    const beyond = services().filter(([, { networks }]) => networks.includes('models'));
    expect(beyond.map(([name]) => name)).toEqual(['egress']);
    for (const name of ['resident', 'egress']) {
      const { mem_limit, memswap_limit, cpus, pids_limit, logging } = named(name);
      expect([name, memswap_limit]).toEqual([name, mem_limit]);
      for (const limit of [mem_limit, cpus, pids_limit, logging?.options['max-size']])
        expect(limit, name).toBeTruthy();
    }
    expect(resident.ulimits).toMatchObject({ core: 0, nofile: 1024 });
    for (const mount of resident.tmpfs) expect(mount).toMatch(/:size=\d+[km]/);
    // The volume of the home's keys stays with the home.
    expect(resident.volumes.join(' ')).not.toContain('keys');
  });

  test('every published port is one port and no range', () => {
    const ports = services().flatMap(([, service]) => service.ports);
    expect(ports.length).toBe(3);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
    expect(new Set(ports).size).toBe(ports.length);
  });

  test('images are pinned, containers unprivileged and read-only', async () => {
    const tools = await readFile(join(repository, 'infra/minio/build-tools.ts'), 'utf8');
    for (const [name, { image, read_only, cap_drop, security_opt, init, build, user }] of services()) {
      expect(image, name).toMatch(/:\d[\w.-]*$/);
      // Under Docker's init the container ends with its main process, and is restarted.
      expect([name, read_only, cap_drop, security_opt, init]).toEqual([
        name,
        true,
        ['ALL'],
        ['no-new-privileges:true'],
        true,
      ]);
      if (!build) {
        expect(user, name).toMatch(/^(?!root|0)/);
        continue;
      }
      const text = await readFile(join(repository, build.context, build.dockerfile), 'utf8');
      const users = [...text.matchAll(/^USER (\S+)/gm)].map(([, one]) => one);
      expect(users.length, name).toBeGreaterThan(0);
      expect(users).not.toContain('root');
      for (const [, from] of text.matchAll(/^FROM (\S+)/gm)) expect(from).toMatch(/^home$|:\d[\w.-]*$/);
      for (const [, tool = '', version] of text.matchAll(/go install github\.com\/minio\/(\w+)@(\S+)/g)) {
        expect(tools).toContain(`module: 'github.com/minio/${tool}', version: '${version}'`);
      }
    }
  });

  test('variables are documented and used, secrets without default', async () => {
    const example = await readFile(join(repository, 'infra/container/environment.example'), 'utf8');
    const documented = Object.keys(parseEnvironmentFile(example));
    const text = await composeText();
    const used = new Set([...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name));
    expect([...used].sort()).toEqual(documented.sort());
    for (const [, name = '', kind] of text.matchAll(/\$\{([A-Z0-9_]*(?:PASSWORD|SECRET|TOKEN))(:.)/g)) {
      expect([name, kind]).toEqual([name, ':?']);
      await expect(readComposeFile({ ...(await madeUpEnvironment()), [name]: '' })).rejects.toThrow(name);
    }
    const secrets = Object.entries(await madeUpEnvironment()).filter(([name]) =>
      example.includes(`${name}=\n`),
    );
    expect(secrets.length).toBe(5);
    for (const [name, value] of secrets) expect(value, name).toMatch(/^[0-9a-f]{40}$/);
    expect(new Set(secrets.map(([, value]) => value)).size).toBe(secrets.length);
  });

  test('api and worker know every variable they are given, and start with them', async () => {
    const known = [
      ...environmentNames,
      ...storeEnvironmentSchema.options.flatMap(({ shape }) => Object.keys(shape)),
    ];
    for (const name of ['api', 'api-2', 'worker']) {
      const { environment } = named(name);
      const settings = readSettings(environment);
      expect(settings.store).toMatchObject({ kind: 's3', place: { endpoint: 'http://minio:9000' } });
      expect(settings.platform.store.endpoint).toBe('http://localhost:9000');
      for (const variable of Object.keys(environment)) expect(known, name).toContain(variable);
    }
    const { DATABASE_URL: _, ...without } = named('api').environment;
    expect(() => readSettings(without)).toThrow(ConfigurationError);
  });
});
