import { access, mkdir } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import {
  type AgentHome,
  AgentHomeError,
  inspectHome,
  type JoinProgress,
  join,
  loadOrCreateIdentity,
  VerificationError,
} from '@agent-home/sdk';
import { stopSignal } from '../../command-line/stop-signal.ts';
import { ConfigurationError, JoiningError } from '../../errors/command-errors.ts';
import { useProxy } from '../../state/use-proxy.ts';
import { askLine } from '../../terminal/ask-line.ts';
import { mark } from '../../terminal/colours.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import { readRootSet } from '../local/find-api.ts';
import { lockFolder } from '../local/folder-lock.ts';
import { keepOutOfGit, nameToJoin, recordJoinedName } from '../local/joined-name.ts';
import { getPinnedRoot, getStateFolder } from '../local/key-places.ts';
import { recordOwnKey, requireOwnKey } from '../local/own-keys.ts';
import { formatJoined } from './join-next.ts';

const usualName = 'Newcomer';

type Environment = Record<string, string | undefined>;

export interface JoinFlags {
  fingerprint?: string;
  root?: string;
  key?: string;
  name?: string;
  description?: string;
  id?: string;
  ownerTokenEnv?: string;
  topic?: string;
  say?: string;
  hello: boolean;
  wait: string;
  applyAgain?: boolean;
  format: 'text' | 'json';
}

/** `agent-home join URL`: joins a home as a resident agent; a repeated call continues. */
export async function joinHome(environment: Environment, url: string, flags: JoinFlags): Promise<number> {
  await useProxy(environment);
  const admissionWaitMs = secondsIn(flags.wait) * 1_000;
  const ownerToken = ownerTokenIn(environment, flags.ownerTokenEnv);
  const keyFile = flags.key ?? joinPath(`agent-at-${placeName(url)}`, 'identity');
  if (flags.key === undefined) requireOwnKey(keyFile);
  const state = getStateFolder(keyFile);
  const name = nameToJoin(state, flags.name, usualName);
  const signal = stopSignal();
  const steps: JoinProgress[] = [];
  const tell = teller(flags, steps);
  let release = async () => {};
  let home: AgentHome | undefined;
  try {
    const root = await getRoot(url, flags, keyFile, signal);
    home = await join({
      url,
      ...root,
      stateDirectory: state,
      secretKey: async () => {
        release = await lockDirectory(state);
        // If the user chose the path of the key, its folder may hold other files.
        if (flags.key === undefined) keepOutOfGit(state);
        const { secretKey } = await loadOrCreateIdentity(keyFile);
        recordOwnKey(keyFile);
        return secretKey;
      },
      ...(flags.id === undefined ? {} : { agentId: flags.id }),
      card: getCard(name, flags),
      ...(ownerToken === undefined ? {} : { ownerToken }),
      admissionWaitMs,
      applyAgain: flags.applyAgain ?? false,
      ...(flags.hello ? { say: getHello(name, flags) } : {}),
      signal,
      onStep(progress) {
        if (progress.step === 'registered' && progress.status === 'done') recordJoinedName(state, name);
        tell(progress);
      },
    });
    console.log(formatJoined({ url, keyFile, name, home, steps }, flags.format));
    return 0;
  } catch (error) {
    if (!signal.aborted) throw explainJoining(error);
    console.error('stopped; repeat the command to continue');
    return 130;
  } finally {
    recordOwnKey(keyFile);
    await home?.close();
    await release();
  }
}

/** Returns the root: from a flag, pinned when this key joined before, or confirmed by the user. */
async function getRoot(url: string, { fingerprint, root }: JoinFlags, keyFile: string, signal: AbortSignal) {
  const rootSet = root === undefined ? {} : { rootSet: await readRootSet(root, url) };
  if (fingerprint !== undefined) return { ...rootSet, rootFingerprint: fingerprint };
  const isPinned = root !== undefined || (await isThere(getPinnedRoot(keyFile)));
  return isPinned ? rootSet : { rootFingerprint: await askForFingerprint(url, signal) };
}

/** Two processes that share the trust memory of a home would overwrite each other's updates. */
async function lockDirectory(state: string): Promise<() => Promise<void>> {
  await mkdir(state, { recursive: true, mode: 0o700 });
  const release = await lockFolder(state, 'mcp.pid');
  if (typeof release === 'function') return release;
  throw new JoiningError('key_in_use', `${state} is in use by another process: end it first`);
}

function getCard(name: string, { description }: JoinFlags) {
  const personality = { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 };
  return { name, personality, ...(description === undefined ? {} : { bio: description }) };
}

function getHello(name: string, { topic, say }: JoinFlags) {
  const text = say ?? `Hello, I am ${name}. I have just moved in.`;
  return { text, ...(topic === undefined ? {} : { topicId: topic }) };
}

/** Prints every step on a line, and a wait once. With JSON the lines go to standard error. */
function teller({ format }: JoinFlags, steps: JoinProgress[]): (progress: JoinProgress) => void {
  const say = format === 'json' ? console.error : console.log;
  let waiting: string | undefined;
  return (progress) => {
    const { step, status, message } = progress;
    if (status === 'waiting') {
      if (waiting !== step) say(`${mark('○')} ${step}: ${preview(message, 500)} (Ctrl-C stops)`);
      waiting = step;
      return;
    }
    steps.push(progress);
    say(`${mark(status === 'done' ? '✔' : '–')} ${step}: ${preview(message, 500)}`);
  };
}

/** Returns a folder name for a home. The address is validated where it is used. */
function placeName(url: string): string {
  return (URL.canParse(url) ? new URL(url).host : url).replaceAll(/[^\w.-]+/g, '-').slice(0, 100);
}

function secondsIn(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new ConfigurationError('invalid_configuration', '--wait is not a number of seconds');
}

/** The flag names a variable instead of the token, because all users of the machine can read command lines. */
function ownerTokenIn(environment: Environment, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const token = environment[name]?.trim();
  if (token) return token;
  throw new ConfigurationError(
    'invalid_configuration',
    `the variable ${preview(name, 80)} of --owner-token-env is empty: set it to the owner token`,
  );
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/**
 * Escapes the error texts of a home, which may be hostile, so that they cannot control the terminal. Errors that are not about the
 * home are returned unchanged.
 */
function explainJoining(error: unknown): unknown {
  if (!(error instanceof AgentHomeError || error instanceof VerificationError)) return error;
  return new JoiningError(preview(error.code, 80), preview(error.message, 900), { cause: error });
}

/**
 * Prompts for the fingerprint of the root. The typed text counts, not the one that the home shows: an impostor can show any value,
 * but not the fingerprint that the operator gave by another channel.
 */
async function askForFingerprint(url: string, signal: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY)
    throw new JoiningError(
      'no_terminal',
      'no terminal to confirm the root: pass --fingerprint with the value from the operator (agent-home keys fingerprint)',
    );
  const { fingerprint } = await inspectHome({ url, signal });
  console.error(
    `${url} shows the root\n\n  ${fingerprint}\n\nCompare it with the fingerprint that you got from the operator of the home.`,
  );
  const typed = await askLine('Type the fingerprint of the operator, or yes if both are equal: ', signal);
  const answer = typed?.trim().toLowerCase() ?? '';
  if (answer === 'yes') return fingerprint;
  if (/^[0-9a-f]{64}$/.test(answer)) return answer;
  throw new JoiningError(
    'not_confirmed',
    'the root was not confirmed, so nothing was sent: get the fingerprint from the operator',
  );
}
