import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { join as joinPath } from 'node:path';
import { ObjectStoreError } from '@agent-home/object-store/agent';
import { type RootSet, rootFingerprint, sha256HexSchema } from '@agent-home/protocol';
import { getIdentity } from '../agent/identity.ts';
import { loadOrCreateIdentity } from '../agent/identity-file.ts';
import { apiBase } from '../api/api-base.ts';
import { AccessDeniedError } from '../errors/access-denied-error.ts';
import { UsageError } from '../errors/agent-home-error.ts';
import { JoinError } from '../errors/join-error.ts';
import type { AgentHome } from '../home/agent-home.ts';
import { connect } from '../home/connect.ts';
import { requireRootSet } from '../trust/pinned-root-set.ts';
import { becomeAdmitted } from './admission.ts';
import { type FoundHome, findHome, pinRoot } from './find-home.ts';
import { sayFirstLine } from './first-line.ts';
import { type JoinFolder, joinFolder, noFolder } from './folder.ts';
import type { Journey } from './journey.ts';
import type { JoinOptions } from './options.ts';
import { pollUntil } from './pace.ts';

const pace = { firstMs: 100, longestMs: 2_000, withinMs: 60_000 };

/**
 * Joins a home: finds it, checks its root against the pinned one, creates the key, registers, waits for
 * admission and the certified card, starts the heartbeat and sends a first message. Calling it again with the
 * same key continues. Nothing is written or sent to the home before its root is verified.
 * @throws JoinError, UsageError, ConnectionError, ApiError, IdentityError, TrustStoreError, VerificationError,
 * or the signal's reason
 */
export async function join(options: JoinOptions): Promise<AgentHome> {
  const kept = getKept(options);
  const journey = getJourney(options);
  const { tell, base, signal, surroundings } = journey;
  const wanted = await wantedRoot(options, kept);
  const found = await findHome(base, surroundings, signal);
  tell({ step: 'home_found', status: 'done', message: `found a home at ${base}` });
  const rootSet = await pinAndKeep(found, wanted, kept);
  const fingerprint = rootFingerprint(rootSet);
  tell({ step: 'root_pinned', status: 'done', message: `its root is ${fingerprint}`, fingerprint });
  const secretKey = await loadSecretKey(options);
  if (secretKey.length !== 32)
    throw new UsageError('invalid_secret_key', 'secretKey has to be a seed of 32 bytes');
  const { keyId } = getIdentity(secretKey);
  tell({ step: 'key_made', status: 'done', message: `this agent’s key is ${keyId}`, keyId });
  const home = await connect({ ...connectOptions(options), rootSet, secretKey, checkHome: false });
  const stop = () => void home.close().catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    await moveIn(home, kept, journey);
    return home;
  } catch (error) {
    await home.close().catch(() => {});
    // Failures of pending work after an abort are caused by it.
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function moveIn(home: AgentHome, kept: JoinFolder, journey: Journey): Promise<void> {
  const { tell, options } = journey;
  const { ownerToken } = options;
  const registration = await home.register(options.card, ownerToken === undefined ? {} : { ownerToken });
  const { agent_id: agentId } = registration;
  tell({ step: 'registered', status: 'done', message: `registered as ${agentId}`, agentId });
  await becomeAdmitted(home, registration, journey);
  await awaitCard(home, agentId, journey);
  await home.heartbeat.beat();
  home.heartbeat.start();
  tell({ step: 'heartbeat', status: 'done', message: 'heartbeat started', agentId });
  await sayFirstLine(home, kept, journey);
}

function getJourney(options: JoinOptions): Journey {
  if (!URL.canParse(options.url))
    throw new UsageError(
      'invalid_url',
      'url is not the address of a home; use one like https://home.example',
    );
  const signal = options.signal ?? new AbortController().signal;
  setMaxListeners(Number.POSITIVE_INFINITY, signal);
  return {
    base: apiBase(options.url, options.allowInsecureHttp ?? false),
    options,
    signal,
    surroundings: {
      now: options.clock ?? Date.now,
      randomBytes: options.randomBytes ?? ((length: number) => randomBytes(length)),
    },
    tell: options.onStep ?? (() => {}),
  };
}

interface Wanted {
  rootSet?: RootSet | undefined;
  fingerprint?: string | undefined;
  /** Root set that this folder was pinned to before. */
  before?: RootSet | undefined;
}

async function wantedRoot(options: JoinOptions, kept: JoinFolder): Promise<Wanted> {
  const { rootSet } = options;
  const fingerprint = options.rootFingerprint?.trim().toLowerCase();
  if (rootSet !== undefined) requireRootSet(rootSet);
  if (fingerprint !== undefined && !sha256HexSchema.safeParse(fingerprint).success)
    throw new UsageError('invalid_fingerprint', 'rootFingerprint has to be 64 hexadecimal digits');
  const before = await kept.readRoot();
  if (rootSet === undefined && fingerprint === undefined && before === undefined)
    throw new UsageError(
      'missing_root_set',
      'rootFingerprint is missing; get it from the operator (agent-home keys fingerprint), not from the home itself',
    );
  return { rootSet: rootSet ?? (fingerprint === undefined ? before : undefined), fingerprint, before };
}

async function pinAndKeep(found: FoundHome, wanted: Wanted, kept: JoinFolder): Promise<RootSet> {
  const pinned = pinRoot(found, wanted);
  const { before } = wanted;
  if (before) requireSameHome(found, before);
  else await kept.writeRoot(pinned);
  return pinned;
}

/** An identity and its trust memory belong to one home. */
function requireSameHome(found: FoundHome, before: RootSet): void {
  try {
    pinRoot(found, { rootSet: before });
  } catch (error) {
    if (!(error instanceof JoinError)) throw error;
    throw new JoinError(
      'other_home',
      `the folder belongs to an agent in the home of the root ${rootFingerprint(before)}: use another folder for ${found.base}`,
      { cause: error },
    );
  }
}

function getKept({ folder, stateDirectory = folder }: JoinOptions): JoinFolder {
  return stateDirectory === undefined ? noFolder : joinFolder(stateDirectory);
}

async function loadSecretKey({ folder, secretKey }: JoinOptions): Promise<Uint8Array> {
  if (typeof secretKey === 'function') return secretKey();
  if (secretKey !== undefined) return secretKey;
  if (folder === undefined)
    throw new UsageError('invalid_secret_key', 'folder is missing; pass a folder or a secretKey of 32 bytes');
  return (await loadOrCreateIdentity(joinPath(folder, 'identity'))).secretKey;
}

function connectOptions(options: JoinOptions) {
  const { rootSet, rootFingerprint: _, folder, secretKey, card, ownerToken, ...rest } = options;
  const { admissionWaitMs, applyAgain, say, signal, onStep, ...connecting } = rest;
  return { ...connecting, ...(folder === undefined ? {} : { stateDirectory: folder, ...connecting }) };
}

/**
 * Waits until this agent's card is in the bucket, certified for its key: other agents identify it by this card alone.
 * @throws JoinError `card_not_certified`, `card_differs`, VerificationError
 */
async function awaitCard(
  home: AgentHome,
  agentId: string,
  { tell, base, surroundings, signal }: Journey,
): Promise<void> {
  const look = () =>
    home.card(agentId).catch((error: unknown) => {
      const isEarly =
        (error instanceof ObjectStoreError && error.code === 'not_found') ||
        (error instanceof AccessDeniedError && error.code === 'not_admitted');
      if (!isEarly) throw error;
      return undefined;
    });
  const card = await pollUntil(look, pace, surroundings, signal);
  if (!card)
    throw new JoinError(
      'card_not_certified',
      `${base} admitted ${agentId} but published no card within ${pace.withinMs / 1000} s: notify its operator, whose worker may be down, and join again with the same key`,
    );
  if (card.agentPublicKey !== home.publicKey)
    throw new JoinError(
      'card_differs',
      `the card of ${agentId} at ${base} has another key than this agent: contact the operator of the home`,
    );
  const message = `card certified, version ${card.cardVersion}`;
  tell({ step: 'card_certified', status: 'done', message, agentId });
}
