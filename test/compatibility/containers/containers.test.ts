import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { ContainerHome } from './container-home.ts';
import { documentedCommands } from './documented-commands.ts';
import { cutPower, startEngine } from './engine/docker-engine.ts';
import { patiently } from './patiently.ts';
import { ResidentScene } from './resident-scene.ts';
import { Talk } from './talk.ts';

// The tests share one home and depend on their order: first the commands of docs/containers.md, then failures of such a home.
const engine = inject('engine');
const first = 'http://localhost:4600';
const second = 'http://localhost:4601';
const minutes = 60_000;

let home: ContainerHome;
let commands: Awaited<ReturnType<typeof documentedCommands>>;
beforeAll(async () => {
  commands = await documentedCommands();
  home = await ContainerHome.checkOut(engine);
});
afterAll(() => home?.remove());

/** Waits until all parts are healthy again without any command. */
const wellAgain = () =>
  patiently(() => home.requireWell(), 2 * minutes).catch(async (error: Error) => {
    throw new Error(`${error.message}\n${await home.whyUnwell()}`);
  });

test('a home of containers runs by the README alone', { timeout: 15 * minutes }, async () => {
  const output = await home.type(commands.start);
  expect(output).toContain('0 warnings, 0 failed');
  expect((await home.requireWell()).map(({ name }) => name).sort()).toEqual(
    ['api-1', 'minio-1', 'postgres-1', 'proxy-1', 'redis-1', 'worker-1'].sort(),
  );
  const page = await (await fetch(first, { headers: { accept: 'text/html' } })).text();
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
  expect((await fetch(`${first}${script}`)).status).toBe(200);
  expect(await (await fetch(`${first}/packages/index.json`)).text()).toContain('"agent-home"');
});

test('the home’s image has no build tool', async () => {
  const size = Number(await home.type("docker image inspect --format '{{.Size}}' agent-home/home:0.1.0"));
  console.info(`agent-home/home is ${(size / 1e6).toFixed(0)} MB`);
  expect(size).toBeLessThanOrEqual(250e6);
  const files = await home.type(
    'id=$(docker create agent-home/home:0.1.0); docker export "$id" | tar --list; docker rm "$id" >/dev/null',
  );
  expect(files).toContain('opt/agent-home/dist/agent-home.js\n');
  const builders =
    /(^|\/)node_modules\/|bin\/(npm|npx|tsx|tsc|esbuild|vite|postgres|initdb|psql|gcc|go)$|\.tsx?$/;
  expect(files.split('\n').filter((file) => builders.test(file))).toEqual([]);
});

test('agent-home up in the image is refused', async () => {
  const { code, output } = await home.try('docker compose run --rm --no-deps api up');
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toEqual([
    expect.stringMatching(/^agent-home: the installation has no PostgreSQL: .*\[no_postgres\]$/),
  ]);
});

test('an agent is admitted and speaks, by the README alone', async () => {
  const output = await home.type(commands.agent);
  const lines = [
    'visitor is registered',
    'visitor is admitted',
    'what it said is accepted',
    'judged again: byte-equal',
  ];
  for (const line of lines) expect(output).toContain(line);
});

test('the doctor finds no fault in the api container', async () => {
  const { checks, failures, warnings } = JSON.parse(
    await home.type('docker compose exec api agent-home doctor --json'),
  );
  expect([failures, warnings]).toEqual([0, 0]);
  const asked = checks.filter(({ status }: { status: string }) => status === 'ok');
  expect(asked.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['not public', 'proxy', 'clocks', 'events']),
  );
});

test('a home runs on after its root keys left', async () => {
  await home.type(commands.rootKeys);
  expect(JSON.parse(await home.file('root-keys.json'))).toBeTypeOf('object');
  const left = await home.type('docker compose exec api ls /var/lib/agent-home/keys');
  expect(left).toContain('signing-keys.json');
  expect(left).not.toContain('root-keys.json');
  await home.type('docker compose restart api worker && docker compose up --detach --wait');
  expect(await home.type('docker compose exec api agent-home doctor')).toContain('0 warnings, 0 failed');
});

describe('residents', () => {
  let scene: ResidentScene;
  beforeAll(async () => {
    scene = await ResidentScene.open(home, commands.residents);
  }, 3 * minutes);
  afterAll(() => scene?.close());

  test('a resident in a container answers by its named model alone', { timeout: 3 * minutes }, async () => {
    await scene.hears(['All attempts have ended.'], 2 * minutes);
    const [network] = scene.results();
    expect(network).toContain('reached [], home open');
    const log = await home.type('docker logs agent-home-egress-1 2>&1');
    expect(log).toContain('refused CONNECT 169.254.169.254:80 [not_listed]');
    expect(log).toContain('refused CONNECT postgres:5432 [not_listed]');
  });

  test('a tool that takes resources is ended within its limits', { timeout: 2 * minutes }, async () => {
    const [, fork, memory, disk, connections] = scene.results();
    expect(fork).toContain('tool_timeout');
    expect(memory).toContain('eater ended by SIGKILL');
    expect(disk).toContain('"/work":"ENOSPC after 3');
    expect(disk).toContain('"/tmp":"ENOSPC after 6');
    expect(disk).toContain('"/opt/agent-home":"EROFS after 0"');
    expect(connections).toContain('tool_timeout');
    await scene.say('Is anybody there?');
    await scene.hears(['All attempts have ended.', 'I am still here.'], minutes);
    // Health checks come and go.
    await patiently(async () => {
      const processes = await home.type(
        'docker top agent-home-resident-1 -eo pid,comm | tr --squeeze-repeats " "',
      );
      const names = processes.match(/\d+ \S+$/gm)?.map((line) => line.split(' ')[1]);
      expect(names?.sort()).toEqual(['docker-init', 'node']);
    }, 30_000);
    const restarts = await home.type("docker inspect --format '{{.RestartCount}}' agent-home-resident-1");
    expect(restarts.trim()).toBe('0');
    await home.requireWell();
  });
});

test('two apis and three workers judge messages once', async () => {
  await home.type(commands.more);
  expect((await home.requireWell()).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['api-1', 'api-2-1', 'worker-1', 'worker-2', 'worker-3']),
  );
  const talk = await Talk.begin(home, [first, second]);
  const ports = async () => [
    await home.type('docker compose port api 4600'),
    await home.type('docker compose port api-2 4600'),
  ];
  const before = await ports();
  expect(before).toEqual(['127.0.0.1:4600\n', '127.0.0.1:4601\n']);
  const remade = home.type(
    'docker compose --profile two-apis up --detach --wait --force-recreate --no-deps api api-2',
  );
  await talk.goOn(remade, 3);
  expect(await ports()).toEqual(before);
  await talk.requireAllTold();
  await talk.end();
});

test('killed container processes restart without lost messages', {
  timeout: 5 * minutes,
}, async () => {
  const talk = await Talk.begin(home, [first, second]);
  const killed = async () => {
    for (const { name, startedAt } of await home.requireWell()) {
      // Kills every process except Docker's own, which ends with them.
      await home.try(`docker exec agent-home-${name} sh -c 'kill -9 -1'`);
      await patiently(async () => {
        const part = (await home.parts()).find((one) => one.name === name);
        expect([name, part?.isRunning, part?.startedAt === startedAt]).toEqual([name, true, false]);
      }, 1.5 * minutes);
    }
    await wellAgain();
  };
  await talk.goOn(killed(), 2);
  await talk.requireAllTold();
  await talk.end();
});

test('a power failure loses no acknowledged message', {
  timeout: 5 * minutes,
}, async () => {
  const talk = await Talk.begin(home, [first, second]);
  const failure = async () => {
    await eventually(() => expect(talk.told.length).toBeGreaterThan(3), minutes);
    await cutPower(engine);
    await startEngine(engine.folder, engine.environment.DOCKER_CONFIG ?? '');
    await wellAgain();
  };
  await talk.goOn(failure(), 2);
  await talk.requireAllTold();
  await talk.end();
});

test('the proxy finds a MinIO with a new address', async () => {
  const address = () =>
    home.type(
      `docker inspect --format '{{(index .NetworkSettings.Networks "agent-home_store").IPAddress}}' agent-home-minio-1`,
    );
  const before = await address();
  await home.type(`docker network disconnect --force agent-home_store agent-home-minio-1
    docker run --detach --name in-its-place --network agent-home_store debian:12.11-slim sleep infinity
    docker network connect --alias minio agent-home_store agent-home-minio-1`);
  try {
    expect(await address()).not.toBe(before);
    await patiently(async () => {
      // 403 is MinIO's own refusal; the proxy's would be 502.
      expect((await fetch('http://localhost:9000/agent-home/platform/keys.json')).status).toBe(403);
    }, 30_000);
    await wellAgain();
    const talk = await Talk.begin(home, [first]);
    await talk.goOn(Promise.resolve(), 2);
    await talk.requireAllTold();
    await talk.end();
  } finally {
    await home.type('docker rm --force in-its-place');
  }
});

test('a home of containers is restored from streams', {
  timeout: 5 * minutes,
}, async () => {
  const talk = await Talk.begin(home, [first]);
  await talk.goOn(Promise.resolve(), 2);
  await home.type(commands.backUp);
  await home.type('docker compose --profile two-apis down --volumes');
  const output = await home.type(commands.restore);
  expect(output).toContain('From a backup of');
  await talk.requireAllTold();
  await talk.goOn(Promise.resolve(), 1);
  await talk.requireAllTold();
  await talk.end();
  expect(await home.type('docker compose exec api agent-home doctor')).toContain('0 warnings, 0 failed');
});
