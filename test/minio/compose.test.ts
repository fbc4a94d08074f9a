import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AgentHome, connect, createIdentity, readUntrusted } from '@agent-home/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../apps/cli/src/configuration/configuration-error.ts';
import { readSettings } from '../../apps/cli/src/configuration/read-settings.ts';
import {
  type ComposeFile,
  type ComposeService,
  composeText,
  parseEnvironmentFile,
  readComposeFile,
  repository,
} from '../support/compose-file.ts';
import { type ComposeHome, madeUpEnvironment, startComposeHome } from '../support/compose-home.ts';
import { checkHealth } from '../support/compose-part.ts';
import { plainCard } from '../support/sdk-agent.ts';
import { seededRandom } from '../support/seeded-random.ts';

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

  test('has the parts of a home, each of which is watched and restarted or ends by itself', () => {
    const lasting = ['postgres', 'redis', 'minio', 'proxy', 'api', 'worker'];
    expect(Object.keys(file.services).sort()).toEqual([...lasting, ...oneShot].sort());
    for (const name of lasting) {
      expect(named(name).restart, name).toBe('unless-stopped');
      expect(named(name).healthcheck?.test.length, name).toBeGreaterThan(1);
      expect(named(name).healthcheck, name).toMatchObject({ interval: /s$/, timeout: /s$/ });
    }
    for (const name of oneShot) expect(named(name).restart, name).toBe('no');
  });

  test('whatever waits for another waits for something that will happen', () => {
    for (const [name, service] of services()) {
      for (const [other, { condition }] of Object.entries(service.depends_on)) {
        const expected = oneShot.includes(other) ? 'service_completed_successfully' : 'service_healthy';
        expect([name, other, condition]).toEqual([name, other, expected]);
      }
    }
    const needs = Object.keys(named('api').depends_on).sort();
    expect(needs).toEqual(['keys', 'minio-bootstrap', 'postgres', 'redis']);
    expect(Object.keys(named('worker').depends_on).sort()).toEqual(needs);
  });

  test('from outside only the API and the proxy can be reached', () => {
    const published = services().filter(([, { ports }]) => ports.length > 0);
    expect(published.map(([name]) => name).sort()).toEqual(['api', 'proxy']);
    const onOpenNetwork = services().filter(([, { networks, network_mode }]) =>
      network_mode === 'none' ? false : networks.some((name) => !file.networks[name]?.internal),
    );
    expect(onOpenNetwork.map(([name]) => name).sort()).toEqual(['api', 'proxy']);
    // Without a list a service would be on the default network, which is open.
    for (const [name, { networks, network_mode }] of services()) {
      expect(networks.length > 0 || network_mode === 'none', name).toBe(true);
      for (const network of networks) expect(Object.keys(file.networks)).toContain(network);
    }
    // The proxy talks to MinIO and to nothing else of ours.
    expect(named('proxy').networks).not.toContain('data');
    expect(named('minio').networks).toEqual(['store']);
  });

  test('every image is pinned, and what we build runs as nobody special', async () => {
    const tools = await readFile(join(repository, 'infra/minio/build-tools.ts'), 'utf8');
    for (const [name, { image }] of services()) expect(image, name).toMatch(/:\d[\w.-]*$/);
    for (const [name, { build, read_only, cap_drop }] of services()) {
      if (!build) continue;
      expect([name, read_only, cap_drop]).toEqual([name, true, ['ALL']]);
      const text = await readFile(join(repository, build.context, build.dockerfile), 'utf8');
      const users = [...text.matchAll(/^USER (\S+)/gm)].map(([, user]) => user);
      expect(users.length, name).toBeGreaterThan(0);
      expect(users).not.toContain('root');
      for (const [, from] of text.matchAll(/^FROM (\S+)/gm)) expect(from).toMatch(/^home$|:\d[\w.-]*$/);
      for (const [, tool = '', version] of text.matchAll(/go install github\.com\/minio\/(\w+)@(\S+)/g)) {
        expect(tools).toContain(`module: 'github.com/minio/${tool}', version: '${version}'`);
      }
    }
  });

  test('every variable is documented, every documented one is used, and no secret has a default', async () => {
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
    const sources = ['read-settings.ts', 'store-settings.ts'].map((source) =>
      readFile(join(repository, 'apps/cli/src/configuration', source), 'utf8'),
    );
    const known = (await Promise.all(sources)).join('');
    for (const name of ['api', 'worker']) {
      const { environment } = named(name);
      const settings = readSettings(environment);
      expect(settings.store).toMatchObject({ kind: 's3', place: { endpoint: 'http://minio:9000' } });
      expect(settings.platform.store.endpoint).toBe('http://localhost:9000');
      for (const variable of Object.keys(environment)) expect(known, name).toContain(`  ${variable}:`);
    }
    const { DATABASE_URL: _, ...without } = named('api').environment;
    expect(() => readSettings(without)).toThrow(ConfigurationError);
  });
});

describe('the same parts without containers', () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
  let home: ComposeHome;

  beforeAll(async () => {
    home = await startComposeHome();
  }, 180_000);
  afterAll(() => home?.close());

  test('what the health checks ask answers, and stops answering when the process is gone', async () => {
    const healthy = (service: ComposeService) => checkHealth(service, { cwd: repository });
    for (const { service } of [...home.apis, ...home.workers]) await healthy(service);
    await healthy(home.proxy);
    const [api] = home.apis;
    await api?.process.kill();
    await expect(healthy(api?.service as ComposeService)).rejects.toThrow();
    await api?.process.start();
    await healthy(api?.service as ComposeService);
  });

  test('keys init says where the keys are, and keeps them when it runs again', async () => {
    expect(home.keysSaid).toMatch(/root\.json\n.*root-keys\.json\n/);
    expect((await home.initKeysAgain()).rootSet).toEqual(home.rootSet);
  });

  test('agents talk while apis and workers are killed; what they were told is there once', {
    timeout: 180_000,
  }, async ({ onTestFailed }) => {
    onTestFailed(() => console.error(`reproduce with SEED=${seed}`));
    const response = await fetch(`${home.apiUrls[1]}/v1/admin/topics`, {
      method: 'POST',
      headers: { authorization: `Bearer ${home.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        topic_id: 'turns',
        title: 'Turns',
        visibility: 'public',
        mode: 'turn_queue',
        rules: { turn_ttl_seconds: 6 },
      }),
    });
    expect(response.status).toBe(201);
    const agents = await Promise.all(['ada', 'bo'].map((name, index) => resident(home, name, index)));
    const told: string[] = [];
    const talks = agents.map(({ name, agent }) => talk(name, agent, 5, told));
    const random = seededRandom(seed);
    const own = [...home.apis, ...home.workers];
    for (let round = 0; round < 6; round += 1) {
      await delay(300 + random() * 1_000);
      const victim = own[Math.floor(random() * own.length)];
      await victim?.process.kill();
      await delay(random() * 300);
      await victim?.process.start();
    }
    await Promise.all(talks);

    const topic = await agents[0]?.agent.enterTopic('turns');
    if (!topic) throw new Error('nobody is here');
    const heard: string[] = [];
    for await (const message of topic.messages()) heard.push(readUntrusted(message.text));
    for (const line of told) expect(heard.filter((one) => one === line)).toEqual([line]);
    expect(await topic.replay()).toMatchObject({ equal: true });
    await Promise.all(agents.map(({ agent }) => agent.close()));
    expect(own.flatMap((one) => one.process.unexpectedExits)).toEqual([]);
  });
});

/** An agent that knows one of the apis, and the store only by the proxy's address. */
async function resident(
  { apiUrls, rootSet }: ComposeHome,
  name: string,
  index: number,
): Promise<{ name: string; agent: AgentHome }> {
  const { secretKey } = createIdentity();
  const polling = { activeMs: 80, idleMs: 500 };
  const agent = await connect({ url: apiUrls[index] ?? '', rootSet, secretKey, agentId: name, polling });
  await agent.register(plainCard);
  await agent.requestAdmission();
  return { name, agent };
}

/** Takes turns until so many lines were accepted, whatever goes away meanwhile. */
async function talk(name: string, agent: AgentHome, lines: number, told: string[]): Promise<void> {
  const signal = AbortSignal.timeout(150_000);
  for (let count = 1, accepted = 0; accepted < lines; count += 1) {
    const text = `${name} says line ${count}`;
    try {
      const topic = await agent.enterTopic('turns');
      await topic.waitForTurn({ signal });
      const judged = await topic.say(text, { signal });
      if (judged.outcome !== 'accepted') continue;
      told.push(text);
      accepted += 1;
    } catch {
      signal.throwIfAborted();
      await delay(200);
    }
  }
}
