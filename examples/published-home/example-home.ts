import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, startPostgres } from '@agent-home/local-postgres';
import { type OssEmulator, startOssEmulator } from '@agent-home/oss-emulator';
import {
  createEventReceiver,
  type IssuingPlatform,
  loadOrCreateKeys,
  type PublishingPlatform,
  publishPlatformObjects,
  publishPresence,
  publishTimestamp,
  storeToken,
  sweep,
} from '@agent-home/platform';
import { type RootSet, signerOf } from '@agent-home/protocol';
import { openPlatform } from '../../apps/cli/src/home/compose/open-platform.ts';
import { startApiProcess } from '../../apps/cli/src/home/compose/start-processes.ts';
import { readSettings } from '../../apps/cli/src/home/configuration/read-settings.ts';
import { emulatorOptions, localEnvironment } from '../../apps/cli/src/home/local/local-emulator.ts';
import { loadOrCreateSecrets } from '../../apps/cli/src/home/local/local-secrets.ts';
import { writeClientPackages } from '../../test/support/write-client-packages.ts';
import { changePlatformKeys } from './platform-keys.ts';
import { SeededRandom } from './seeded-random.ts';
import { WakeQueue } from './wake-queue.ts';

const issuer = 'courtyard.example';
/** Start of the example: the spring equinox, nine in the morning where most of the residents live. */
const opening = Date.parse('2026-03-20T01:00:00.000Z');

/**
 * The platform as it runs everywhere: PostgreSQL, API, OSS and STS, the worker's own functions. Only the script moves its clock,
 * randomness is seeded, and work is sequential.
 */
export class ExampleHome {
  readonly platform: IssuingPlatform & PublishingPlatform;
  readonly url: string;
  readonly rootSet: RootSet;
  readonly random: SeededRandom;
  readonly #emulator: OssEmulator;
  readonly #clock: { now: number };
  readonly #wake: WakeQueue;
  readonly #keysFolder: string;
  #keysDocument: string;
  readonly #adminToken: string;
  #events = 0;

  private constructor(parts: {
    platform: IssuingPlatform & PublishingPlatform;
    url: string;
    rootSet: RootSet;
    random: SeededRandom;
    emulator: OssEmulator;
    clock: { now: number };
    wake: WakeQueue;
    keysDocument: string;
    keysFolder: string;
    adminToken: string;
  }) {
    this.platform = parts.platform;
    this.url = parts.url;
    this.rootSet = parts.rootSet;
    this.random = parts.random;
    this.#emulator = parts.emulator;
    this.#clock = parts.clock;
    this.#wake = parts.wake;
    this.#keysDocument = parts.keysDocument;
    this.#keysFolder = parts.keysFolder;
    this.#adminToken = parts.adminToken;
  }

  /** Runs `play` in a new home, on its own database or the given one, and then stops the home. */
  static async run<Result>(
    seed: string,
    play: (home: ExampleHome) => Promise<Result>,
    databaseUrl?: string,
  ): Promise<Result> {
    const closing: (() => Promise<unknown>)[] = [];
    try {
      return await play(await ExampleHome.#open(seed, closing, databaseUrl));
    } finally {
      for (const close of closing.reverse()) await close();
    }
  }

  static async #open(
    seed: string,
    closing: (() => Promise<unknown>)[],
    given: string | undefined,
  ): Promise<ExampleHome> {
    const random = new SeededRandom(seed);
    const clock = { now: opening };
    const folder = await mkdtemp(
      join(existsSync('/dev/shm') ? '/dev/shm' : '/var/tmp', 'agent-home-example-'),
    );
    closing.push(() => rm(folder, { recursive: true, force: true }));
    // PostgreSQL does not run as root: its user needs access.
    await chmod(folder, 0o755);
    const places = { dataDirectory: folder, apiPort: await freePort(), ossPort: 0, stsPort: 0, modelPort: 0 };
    const secrets = await loadOrCreateSecrets(folder);
    const emulator = await startOssEmulator({ ...emulatorOptions(places, secrets), clock: () => clock.now });
    closing.push(() => emulator.close());
    const databaseUrl = given ?? (await ownDatabase(folder, secrets.databasePassword, closing));
    const keysFolder = join(folder, 'keys');
    const keys = await loadOrCreateKeys(keysFolder, issuer, new Date(opening), random.bytes);
    const settings = readSettings({
      ...localEnvironment(places, secrets, { databaseUrl, emulator }),
      AGENT_HOME_ISSUER: issuer,
      AGENT_HOME_PACKAGES: await writeClientPackages(join(folder, 'packages')),
      LOG_LEVEL: process.env.EXAMPLES_LOG_LEVEL ?? 'silent',
    });
    const open = await openPlatform(settings, 'examples');
    closing.push(() => open.close());
    const wake = new WakeQueue(settings.platform.deadlineGraceSeconds);
    const platform = { ...open.platform, wake, now: () => new Date(clock.now), randomBytes: random.bytes };
    const adminToken = secrets.adminToken;
    await storeToken(platform.database, adminToken, 'token_examples', { role: 'admin', label: 'examples' });
    const api = await startApiProcess({ ...open, platform }, settings);
    closing.push(() => api.close());
    await publishPlatformObjects(platform, keys.keysDocument);
    const { rootSet, keysDocument } = keys;
    return new ExampleHome({
      platform,
      url: api.url,
      rootSet,
      random,
      emulator,
      clock,
      wake,
      keysDocument,
      keysFolder,
      adminToken,
    });
  }

  get now(): Date {
    return new Date(this.#clock.now);
  }

  /** Each scene draws its own randomness, so that earlier scenes do not affect it. */
  async scene(name: string, play: () => Promise<void>): Promise<void> {
    this.random.enter(name);
    await play();
    await this.settle();
    await this.pass(60);
  }

  /** Advances the clock; deadlines on the way are handled at their time. */
  async pass(seconds: number): Promise<void> {
    const until = this.#clock.now + seconds * 1000;
    await this.settle();
    for (let at = this.#wake.takeAlarm(until); at !== undefined; at = this.#wake.takeAlarm(until)) {
      this.#clock.now = Math.max(this.#clock.now, at);
      await this.settle();
    }
    this.#clock.now = until;
  }

  settle(): Promise<void> {
    return this.#wake.settle(this.platform);
  }

  /** Sends a request of an admin. @throws Error for any response but a success */
  async admin(method: string, path: string, body: unknown, token = this.#adminToken) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${this.url}${path}`, { method, headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    await this.settle();
    return answer;
  }

  /** Sends the store's event about an agent's put. */
  async told(objectKey: string): Promise<void> {
    this.#events += 1;
    const receive = createEventReceiver(this.platform);
    await receive({
      eventId: `example-${this.#events}`,
      objectKey,
      eventType: 'ObjectCreated:PutObject',
      occurredAt: this.now,
      etag: undefined,
    });
    await this.settle();
  }

  /** Runs the periodic work of a worker. Later rounds complete work that one round begins, such as an erasure. */
  async doRounds(): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      await this.pass(5);
      await sweep(this.platform);
      await this.settle();
    }
  }

  /** Runs the store's daily lifecycle rules. */
  cleanUp(): Promise<number> {
    return this.#emulator.applyLifecycle();
  }

  /**
   * Creates new signing keys, retires the old ones a little later, and adds a second root set. A reader that pins the first set
   * accepts the second, because the first has signed it.
   */
  async changeKeys(): Promise<void> {
    const changed = await changePlatformKeys(this.#keysFolder, {
      now: this.now,
      secondRoot: signerOf(this.random.named('second root')),
      randomBytes: this.random.bytes,
    });
    this.#keysDocument = changed.keysDocument;
    Object.assign(this.platform, { signers: changed.signers });
    await publishPlatformObjects(this.platform, this.#keysDocument);
    await this.pass(changed.overlapSeconds + 1);
  }

  /** Publishes presence and the current key list as the last steps. */
  async closeBooks(): Promise<void> {
    await publishPresence(this.platform);
    await publishTimestamp(this.platform, this.#keysDocument);
  }

  read(objectKey: string): Promise<Uint8Array> {
    const limits = { maxBytes: 4 * 1024 * 1024, timeoutMs: 10_000 };
    return this.platform.store.get(objectKey, limits).then(({ bytes }) => bytes);
  }

  /** Returns every object of the bucket by key. */
  async bucket(): Promise<Map<string, Uint8Array>> {
    const objects = new Map<string, Uint8Array>();
    for (let after: string | undefined; ; ) {
      const page = await this.platform.store.list('', after === undefined ? {} : { after });
      for (const { key } of page.objects) objects.set(key, await this.read(key));
      if (page.next === undefined) return objects;
      after = page.next;
    }
  }
}

async function ownDatabase(
  folder: string,
  password: string,
  closing: (() => Promise<unknown>)[],
): Promise<string> {
  const postgres = await startPostgres({
    dataDirectory: join(folder, 'postgres'),
    password,
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  });
  closing.push(() => postgres.stop());
  await postgres.createDatabase('agent_home');
  return postgres.url('agent_home');
}
