import { randomBytes } from 'node:crypto';
import type { RunStore } from '@agent-home/agent-runtime';
import { type FileRunStore, RunStoreError } from '@agent-home/runtime-node';
import { AgentCommandError, RunCommandError } from '../../errors/command-errors.ts';
import { findPrefix, lastRuns, sessionPrefix } from '../contexts/last-session.ts';

const sessionId = /^[A-Za-z0-9][A-Za-z0-9._:@-]{5,127}$/;

export interface SessionFlags {
  /** `--session`: id of the session. */
  session?: string;
  /** `--new`: start a new session. */
  new?: boolean;
  /** `--project`; default: the current folder. */
  project?: string;
}

/** Flags of a run, and the URL of the home that its agent belongs to. */
interface SessionChoice extends SessionFlags {
  homeUrl?: string | undefined;
}

/**
 * Returns the named session, else the agent's last session in this project (ADR 0035) unless it was cleared, else a new
 * session.
 * @throws AgentCommandError `invalid_session`
 */
export async function chooseSession(
  store: RunStore,
  agent: string,
  { session, new: isNew, project = process.cwd(), homeUrl }: SessionChoice,
  environment = process.env,
): Promise<string> {
  const prefix = sessionPrefix(project, homeUrl);
  if (session !== undefined) {
    if (homeUrl !== undefined && findPrefix(session) !== prefix)
      throw new AgentCommandError(
        'invalid_session',
        'the session is not one of this agent of the home: leave --session out, or start one with --new',
      );
    if (sessionId.test(session)) return session;
    throw new AgentCommandError(
      'invalid_session',
      'the session id is not valid: use 6 to 128 letters, digits and . _ : @ -',
    );
  }
  const [last] = isNew ? [] : await lastRuns(store, agent, { prefix, environment });
  return last?.sessionId ?? `${prefix}${randomBytes(8).toString('hex')}`;
}

export interface HeldSession {
  id: string;
  /** Releases the session for other processes. */
  release(): void;
}

/**
 * Chooses a session like `chooseSession` and locks it for this process. Earlier messages must be read after that, so that no other
 * run comes between.
 * @throws AgentCommandError `invalid_session`; RunCommandError `session_busy`
 */
export async function acquireSession(
  store: FileRunStore,
  agent: string,
  flags: SessionChoice,
): Promise<HeldSession> {
  return holdSession(store, agent, await chooseSession(store, agent, flags));
}

/**
 * @param way remedy to print if another process holds the lock
 * @throws RunCommandError `session_busy`
 */
export async function holdSession(
  store: FileRunStore,
  agent: string,
  id: string,
  way = 'wait until it ends, or start a new session with --new',
): Promise<HeldSession> {
  try {
    return { id, release: await store.lockSession({ agent, sessionId: id }) };
  } catch (error) {
    if (!(error instanceof RunStoreError && error.code === 'session_busy')) throw error;
    throw new RunCommandError(error.code, `${error.message}; ${way}`, { cause: error });
  }
}
