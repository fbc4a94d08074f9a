import type { JsonObject } from '@agent-home/protocol';
import type { KnownMode } from '../context/known-mode.ts';
import { AccessDeniedError } from '../errors/access-denied-error.ts';
import { InputRejectedError, TopicError } from '../errors/topic-error.ts';
import { jittered, type Surroundings } from '../shared/clock.ts';
import { sleep } from '../shared/sleep.ts';
import type { StateWatcher } from '../topic-reading/state-watcher.ts';
import { isClosed, type TopicStateNow } from '../topic-reading/topic-state-now.ts';
import type { Judged } from './verdict.ts';

/** A turn of this agent. */
export interface Turn {
  turnId: string;
  /** Deadline in RFC 3339; later messages are rejected. */
  expiresAt: string;
}

/** Request that joins the queue, and a signal that ends the wait. */
export interface WaitOptions {
  signal?: AbortSignal | undefined;
  /** Payload of the `queue_join`, such as `{ side: 'pro' }`; false to wait without joining. */
  join?: JsonObject | false | undefined;
  /** Alternative to `queue_join`, such as `{ type: 'role_claim', payload: { role_id: 'lead' } }`. */
  joinWith?: { type: string; payload?: JsonObject } | undefined;
}

/** Rejections of a join that show that the agent already has a seat. */
const seated: ReadonlySet<string> = new Set(['already_queued', 'already_speaking', 'already_joined']);

const fullQueueMs = 5_000;

interface Waiting {
  topicId: string;
  agentId: string;
  known: KnownMode;
  watcher: StateWatcher;
  ask: (type: string, payload?: JsonObject) => Promise<Judged>;
  surroundings: Surroundings;
  options: WaitOptions;
}

/**
 * Takes a seat if this agent has none, and waits for its turn. An own turn that already has its message is ended first, if the
 * speaker has to end it, so that the next one can start.
 */
export async function waitForTurn(waiting: Waiting): Promise<Turn> {
  const { watcher, ask, options } = waiting;
  const join = joinRequest(options);
  for (let after = 0; ; ) {
    const now = await watcher.beyond(after, options.signal);
    requireOpen(now);
    after = now.ledger.sequence;
    const own = ownTurn(now, waiting);
    if (own) {
      if (own.isFree) return own.turn;
      if (own.isToEnd) await ask('turn_done', { turn_id: own.turn.turnId });
      continue;
    }
    if (!join || hasNoNeed(join, now, waiting)) continue;
    const joined = await ask(join.type, join.payload);
    await bearRefusal(joined, waiting);
    // The state after this entry already shows the agent's position.
    after = joined.sequence - 1;
  }
}

function joinRequest(options: WaitOptions): { type: string; payload?: JsonObject } | undefined {
  if (options.joinWith) return options.joinWith;
  if (options.join === false) return undefined;
  return { type: 'queue_join', ...(options.join ? { payload: options.join } : {}) };
}

function requireOpen(now: TopicStateNow): void {
  if (!isClosed(now)) return;
  const grant = { type: 'topic_message_write', topic_id: now.topicId } as const;
  throw new AccessDeniedError('topic_closed', grant, 'the topic has ended');
}

/** `isFree`: its message may be written now. `isToEnd`: it has its message and continues until this agent ends it. */
function ownTurn(
  { topicId, state }: TopicStateNow,
  { agentId, known, surroundings }: Waiting,
): { turn: Turn; isFree: boolean; isToEnd: boolean } | undefined {
  const current = known.mode.turn(state);
  if (current === undefined) throw new TopicError('no_turns', topicId, 'the mode of this topic has no turns');
  if (current?.agent_id !== agentId) return undefined;
  const { turn_id, expires_at } = current;
  const now = surroundings.now();
  const may = known.mayWrite(state, agentId, now);
  return {
    turn: { turnId: turn_id, expiresAt: expires_at },
    isFree: 'ids' in may && Date.parse(expires_at) > now,
    isToEnd: 'denied' in may && may.denied === 'already_posted' && known.mode.endsWithTurnDone,
  };
}

/**
 * Returns true if a join would be rejected for a reason that only time removes. Every rejected join is a public entry, so no join
 * is written just to find out.
 */
function hasNoNeed(
  join: { type: string; payload?: JsonObject },
  { topicId, state }: TopicStateNow,
  { agentId, known, surroundings }: Waiting,
): boolean {
  const refusal = known.refusalOf(state, join, topicId, agentId, surroundings.now());
  return refusal !== undefined && (seated.has(refusal) || refusal === 'queue_full');
}

/** Every waiting agent requests a free seat, so a rejected one delays its next request. */
async function bearRefusal(joined: Judged, { topicId, surroundings, options }: Waiting): Promise<void> {
  const { outcome, reason = '', explanation = reason } = joined;
  if (outcome === 'accepted' || seated.has(reason)) return;
  if (reason === 'queue_full') return sleep(jittered(surroundings, fullQueueMs, 0.5), options.signal);
  const cause = new InputRejectedError({ ...joined, outcome });
  throw new TopicError('not_joined', topicId, explanation, { reason, cause });
}
