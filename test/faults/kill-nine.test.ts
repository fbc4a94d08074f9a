import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectDatabase, type DatabaseConnection, tables } from '@agent-home/database';
import { createAliyunObjectStore, type ObjectStore } from '@agent-home/object-store';
import { loadOrCreateKeys, storeToken } from '@agent-home/platform';
import type { RootSet } from '@agent-home/protocol';
import { type AgentHome, connect, createIdentity } from '@agent-home/sdk';
import { freePort, type RunningPostgres, startPostgres } from '@agent-home/testkit';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalPlaces, localEnvironment, localIssuer } from '../../apps/cli/src/local/local-home.ts';
import { type LocalSecrets, loadOrCreateSecrets } from '../../apps/cli/src/local/local-secrets.ts';
import { AgentHomeProcess } from '../support/child-process.ts';
import { eventually } from '../support/eventually.ts';
import { plainCard } from '../support/sdk-agent.ts';
import { seededRandom } from '../support/seeded-random.ts';

const kills = 10;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const random = seededRandom(seed);

let folder: string;
let places: LocalPlaces;
let secrets: LocalSecrets;
let rootSet: RootSet;
let postgres: RunningPostgres;
let connection: DatabaseConnection;
let store: ObjectStore;
let processes: { api: AgentHomeProcess; worker: AgentHomeProcess; emulator: AgentHomeProcess };

function postgresOptions(port: number) {
  return { dataDirectory: join(folder, 'postgres'), password: secrets.databasePassword, port };
}

beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/agent-home-test-');
  places = {
    dataDirectory: folder,
    apiPort: await freePort(),
    ossPort: await freePort(),
    stsPort: await freePort(),
  };
  secrets = await loadOrCreateSecrets(folder);
  const bytes = (length: number) => new Uint8Array(randomBytes(length));
  rootSet = (await loadOrCreateKeys(join(folder, 'keys'), localIssuer, new Date(), bytes)).rootSet;
  await chmod(folder, 0o755);
  postgres = await startPostgres(postgresOptions(await freePort()));
  await postgres.createDatabase('agent_home');
  const databaseUrl = postgres.url('agent_home');
  const ossEndpoint = `http://localhost:${places.ossPort}`;
  const emulator = {
    ossEndpoint,
    stsEndpoint: `127.0.0.1:${places.stsPort}`,
    certificateUrl: `${ossEndpoint}/.well-known/smq-signing-certificate.pem`,
  };
  const environment = {
    ...localEnvironment(places, secrets, { databaseUrl, emulator }),
    AGENT_HOME_SWEEP_SECONDS: '0.5',
    AGENT_HOME_SWEEP_FIRST_SECONDS: '1',
    AGENT_HOME_SWEEP_MAX_SECONDS: '2',
    AGENT_HOME_DEADLINE_GRACE_SECONDS: '1',
  };
  const local = {
    AGENT_HOME_DATA: folder,
    AGENT_HOME_PORT: String(places.apiPort),
    AGENT_HOME_OSS_PORT: String(places.ossPort),
    AGENT_HOME_STS_PORT: String(places.stsPort),
  };
  processes = {
    emulator: new AgentHomeProcess(['oss-emulator', '--events'], local),
    api: new AgentHomeProcess(['api'], environment),
    worker: new AgentHomeProcess(['worker'], environment),
  };
  await processes.emulator.start();
  await Promise.all([processes.api.start(), processes.worker.start()]);
  connection = connectDatabase(databaseUrl, { maxConnections: 3 });
  store = createAliyunObjectStore({
    endpoint: ossEndpoint,
    region: 'cn-local',
    bucket: 'agent-home',
    pathStyle: true,
    credentials: {
      accessKeyId: secrets.platformAccessKeyId,
      accessKeySecret: secrets.platformAccessKeySecret,
    },
  });
});

afterAll(async () => {
  await Promise.all(Object.values(processes ?? {}).map((one) => one.stop()));
  await connection?.close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('kill -9 of any process loses no accepted input and applies none twice', {
  timeout: 240_000,
}, async ({ onTestFailed }) => {
  onTestFailed(() => console.error(`reproduce with SEED=${seed}`));
  await storeToken(connection.database, secrets.adminToken, 'token_test', { role: 'admin', label: 'test' });
  await openTopic({
    topic_id: 'turns',
    title: 'Turns',
    visibility: 'public',
    mode: 'turn_queue',
    rules: { turn_ttl_seconds: 8 },
  });
  await openTopic({ topic_id: 'talk', title: 'Talk', visibility: 'public', mode: 'freeform' });

  const stopping = new AbortController();
  const told: { topicId: string; text: string }[] = [];
  const agents = await Promise.all(['ann', 'ben', 'col'].map((name) => agentOf(name)));
  const lives = agents.map(({ name, home }) => speak(name, home, stopping.signal, told));

  for (let round = 0; round < kills; round += 1) {
    await delay(500 + random() * 1_500);
    await killOne();
  }
  await eventually(() => {
    if (told.length < 12) throw new Error(`only ${told.length} lines were accepted`);
  }, 60_000);
  stopping.abort();
  await Promise.all(lives);

  await settle();
  await checkLedgers(told, agents[0]?.home);
  await checkBucket();
  await Promise.all(agents.map(({ home }) => home.close()));
  expect(Object.values(processes).flatMap((one) => one.unexpectedExits)).toEqual([]);
});

async function openTopic(topic: object): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${places.apiPort}/v1/admin/topics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secrets.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(topic),
  });
  expect(response.status).toBe(201);
}

async function agentOf(name: string): Promise<{ name: string; home: AgentHome }> {
  const { secretKey } = createIdentity();
  const url = `http://127.0.0.1:${places.apiPort}`;
  const home = await connect({
    url,
    rootSet,
    secretKey,
    agentId: name,
    polling: { activeMs: 80, idleMs: 500 },
  });
  await home.register(plainCard);
  await home.requestAdmission();
  return { name, home };
}

/** Talks in both topics as long as it may, whatever breaks on the way; keeps what it was told was accepted. */
async function speak(
  name: string,
  home: AgentHome,
  signal: AbortSignal,
  told: { topicId: string; text: string }[],
): Promise<void> {
  for (let count = 0; !signal.aborted; count += 1) {
    const topicId = count % 2 === 0 ? 'turns' : 'talk';
    const text = `${name} says line ${count}`;
    try {
      const topic = await home.enterTopic(topicId);
      if (topicId === 'turns') await topic.waitForTurn({ signal });
      const judged = await topic.say(text, { signal });
      if (judged.outcome === 'accepted') told.push({ topicId, text });
    } catch {
      // Whatever went away comes back; only what was accepted counts.
      await delay(200);
    }
  }
}

async function killOne(): Promise<void> {
  const victim = (['api', 'worker', 'emulator', 'postgres'] as const)[Math.floor(random() * 4)] ?? 'api';
  if (victim === 'postgres') {
    process.kill(postgres.pid, 'SIGKILL');
    await delay(random() * 300);
    postgres = await startPostgres(postgresOptions(postgres.port));
    return;
  }
  await processes[victim].kill();
  await delay(random() * 300);
  await processes[victim].start();
}

async function settle(): Promise<void> {
  await eventually(async () => {
    const owed = await connection.database.$count(tables.outbox);
    const hinted = await connection.database.select().from(tables.tickets);
    const waiting = hinted.filter((ticket) => ticket.hintedAt && !ticket.closedAt).length;
    if (owed + waiting > 0) throw new Error(`${owed} objects to publish, ${waiting} keys to look at`);
  }, 60_000);
}

async function checkLedgers(
  told: { topicId: string; text: string }[],
  reader: AgentHome | undefined,
): Promise<void> {
  for (const topicId of ['turns', 'talk']) {
    const { ledgerEntries } = tables;
    const rows = await connection.database
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.topicId, topicId))
      .orderBy(asc(ledgerEntries.sequence));
    expect(rows.map((row) => row.sequence)).toEqual(rows.map((_, index) => index + 1));
    const accepted = rows.filter((row) => row.inputType === 'message' && row.outcome === 'accepted');
    const keys = accepted.map((row) => row.objectKey);
    expect(new Set(keys).size).toBe(keys.length);
    const texts = accepted.map(
      (row) => (JSON.parse(row.bodyText ?? '{}') as { content: { text: string } }).content.text,
    );
    for (const line of told.filter((one) => one.topicId === topicId)) {
      expect(
        texts.filter((text) => text === line.text),
        line.text,
      ).toHaveLength(1);
    }
    expect(await reader?.replay(topicId)).toMatchObject({ equal: true, sequence: rows.length });
  }
}

/** Every platform object is in the bucket in its newest version, byte for byte. */
async function checkBucket(): Promise<void> {
  const rows = await connection.database.select().from(tables.publishedObjects);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    expect(row.confirmedVersion, row.objectKey).toBe(row.version);
    const { bytes } = await store.get(row.objectKey, { maxBytes: 4_000_000, timeoutMs: 5_000 });
    expect(new TextDecoder().decode(bytes), row.objectKey).toBe(row.confirmedText);
  }
}
