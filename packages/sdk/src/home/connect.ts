import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { signerOf } from '@agent-home/protocol';
import { apiBase } from '../api/api-base.ts';
import { ApiClient } from '../api/api-client.ts';
import { CredentialManager } from '../credentials/credential-manager.ts';
import { type OpenStore, openStore } from '../credentials/open-store.ts';
import { UsageError } from '../errors/agent-home-error.ts';
import { TrustStoreError } from '../errors/trust-store-error.ts';
import { FeedPoller } from '../feed/feed-poller.ts';
import { FailureReporter } from '../read/failure-reporter.ts';
import { createVerifiedReading } from '../read/open-reading.ts';
import { RawReader } from '../read/raw-reader.ts';
import { defaultPolling } from '../topic-reading/looking-pace.ts';
import { requireRootSet } from '../trust/pinned-root-set.ts';
import { loadTrustFile } from '../trust/trust-file.ts';
import { TrustMemory } from '../trust/trust-memory.ts';
import { TrustSaver } from '../trust/trust-saver.ts';
import { VersionFloor } from '../trust/version-floor.ts';
import { AgentHome } from './agent-home.ts';
import type { ConnectOptions } from './options.ts';
import { requireOwnHome } from './require-own-home.ts';

const trustFileName = 'trust.json';

/**
 * Creates a client of one home for one agent. A newcomer without an id first requests the home's keys, so that
 * a wrong URL or another home is found here. An agent with an id sends no request yet, and may start while its
 * home is unavailable. @throws TrustStoreError for damaged persistent data, UsageError for invalid options,
 * ConnectionError and VerificationError `untrusted_root` for a newcomer
 */
export async function connect(options: ConnectOptions): Promise<AgentHome> {
  if (options.secretKey.length !== 32) {
    throw new UsageError('invalid_secret_key', 'secretKey has to be a seed of 32 bytes');
  }
  requireRootSet(options.rootSet);
  const log = options.log ?? (() => {});
  const surroundings = {
    now: options.clock ?? Date.now,
    randomBytes: options.randomBytes ?? ((length: number) => randomBytes(length)),
  };
  const closing = new AbortController();
  // Every waiting call in any topic adds a listener.
  setMaxListeners(Number.POSITIVE_INFINITY, closing.signal);
  const base = apiBase(options.url, options.allowInsecureHttp ?? false);
  const signer = signerOf(options.secretKey);
  const { memory, saver } = await openMemory(options, log);
  const api = new ApiClient(base, signer, surroundings, closing.signal);
  const floor = new VersionFloor();
  const failures = new FailureReporter(api, log, options.onVerificationFailure);
  const { storeRoute } = options;
  const open: OpenStore =
    options.openStore ?? ((description, credentials) => openStore(description, credentials, storeRoute));
  const credentials = new CredentialManager({ api, floor, open, surroundings, log });
  const raw = new RawReader(credentials);
  const basics = { raw, memory, floor, failures, surroundings, log };
  const { trust, reader, cards } = createVerifiedReading(basics, options);
  if (options.checkHome !== false && memory.agentId === undefined) await requireOwnHome(api, trust);
  const feed = new FeedPoller(api, surroundings, log);
  const polling = { ...defaultPolling, ...options.polling };
  return new AgentHome({
    api,
    signer,
    credentials,
    reader,
    raw,
    trust,
    memory,
    saver,
    failures,
    cards,
    feed,
    polling,
    surroundings,
    log,
    closing,
  });
}

async function openMemory(
  { stateDirectory, agentId }: ConnectOptions,
  log: ConnectOptions['log'] & {},
): Promise<{ memory: TrustMemory; saver: TrustSaver }> {
  const file = stateDirectory === undefined ? undefined : join(stateDirectory, trustFileName);
  const snapshot = file === undefined ? undefined : await loadTrustFile(file);
  if (file !== undefined && agentId !== undefined && (snapshot?.agentId ?? agentId) !== agentId) {
    throw new TrustStoreError(
      'other_agent',
      file,
      `belongs to ${snapshot?.agentId}, not to ${agentId}; use another folder for each agent`,
    );
  }
  const saver = new TrustSaver(file, log);
  const memory = new TrustMemory(snapshot, saver.changed);
  saver.watch(memory);
  if (agentId !== undefined) memory.rememberAgent(agentId);
  return { memory, saver };
}
