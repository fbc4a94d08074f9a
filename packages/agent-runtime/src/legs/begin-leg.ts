import { RuntimeError } from '../errors/runtime-error.ts';
import { type InheritedRules, redact } from '../policy/index.ts';
import type { ChatMessage, RecordData, RunLeg, RunLimits, RunStarted } from '../run-log/index.ts';
import type { LegsState } from '../state/legs-state.ts';
import { type StepResult, wait } from '../state/next.ts';
import type { NextLeg, RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { getContext } from './agent-context.ts';
import { getIntentId } from './end-leg.ts';
import { redactMessage } from './handoff-history.ts';
import { freshLeg, splitStarted, startsTainted } from './start-leg.ts';

/** Activates an agent. An agent that was active before in this run reuses what was pinned then. */
export function askForLeg(state: RunState, writer: StepWriter, next: NextLeg): StepResult {
  const known = state.legs.pinned.get(next.agent);
  if (!known) return wait({ ...state, waiting: { for: 'leg', next } });
  const data = { leg: state.legs.number + 1, agent: next.agent, pinned_in: known.seq };
  const { seq } = writer.write('run.leg_resumed', data, next.cause);
  return {
    state: { ...state, waiting: { for: 'nothing' } },
    next: { to: 'handoff', cause: seq, leg: next, pinned: known.leg },
  };
}

/** Handles the pinned data of the agent that the run waits for. */
export function onLegStarted(
  state: RunState,
  writer: StepWriter,
  data: RecordData<'run.leg_started'>,
): StepResult {
  const { waiting, legs } = state;
  const fits =
    waiting.for === 'leg' && waiting.next.agent === data.pinned.agent && data.leg === legs.number + 1;
  if (!fits) throw new RuntimeError('unexpected_input', 'the run does not wait for this leg');
  const { seq } = writer.write('run.leg_started', data, waiting.next.cause);
  const pinned = legs.pinned.with(data.pinned.agent, { seq, leg: data.pinned });
  return {
    state: { ...state, legs: { ...legs, pinned }, waiting: { for: 'nothing' } },
    next: { to: 'handoff', cause: seq, leg: waiting.next, pinned: data.pinned },
  };
}

/**
 * Starts the next leg of a run: the agent's own definition, tools and context, with the denies and the remaining budget of earlier
 * legs. Of their messages it sees the last one, and those of `history`.
 */
export function beginLeg(
  before: RunState,
  writer: StepWriter,
  {
    history = [],
    pinned,
    next,
    seq,
    legs,
    limits,
  }: {
    /** Messages of the earlier leg that the agent gets. */
    history?: readonly ChatMessage[];
    pinned: RunLeg;
    next: NextLeg;
    /** Number of the record that begins it. */
    seq: number;
    legs: Pick<LegsState, 'depth' | 'chain' | 'ended' | 'contexts'>;
    limits: RunLimits;
  },
): StepResult {
  const { first } = before;
  const context = legs.contexts.get(pinned.agent) ?? getContext(pinned);
  const started: RunStarted = {
    ...splitStarted(first).run,
    ...pinned,
    context: [...context.messages],
    limits,
  };
  const fresh = freshLeg(started, legs.chain, before);
  // Text that this agent's policies redact is redacted for any sender.
  const message = redact(next.message, fresh.rulebook.redaction);
  // Messages that it passed on earlier in the run and gets back are there already.
  const own = new Set(context.messages);
  const passed = history
    .filter((each) => !own.has(each))
    .map((each) => redactMessage(each, fresh.rulebook.redaction));
  const state: RunState = {
    ...before,
    ...fresh,
    // They belong to the context: the task of the leg is the message after them.
    started: { ...started, context: [...context.messages, ...passed] },
    remembered: context.remembered,
    legs: { ...before.legs, ...legs, number: before.legs.number + 1 },
    waiting: { for: 'nothing' },
    messageSeq: seq,
    transcript: [...context.messages, ...passed, { role: 'user', content: message }],
    input: next.input,
    tainted: before.tainted || startsTainted(pinned) || context.tainted,
  };
  writer.speakAs(state.source);
  const intent = {
    intentId: getIntentId(state),
    query: message,
    context: { agent: pinned.agent, session_id: first.session_id, origin: state.origin },
  };
  writer.write('kairo.intent.started', intent, seq);
  return { state, next: { to: 'round', cause: seq } };
}

/** Returns the rules that later agents inherit, with those of this agent. */
export function chainWith({ legs, started, rulebook }: RunState): InheritedRules[] {
  const { agent, identity, lists } = started;
  const { policies, present } = rulebook.rules;
  const own = { agent, agentId: identity?.agent_id ?? '' };
  return [
    ...legs.chain,
    { ...own, deny: lists.deny, policies },
    ...(present
      ? [{ ...own, deny: present.lists?.deny ?? [], policies: present.policies, present: true as const }]
      : []),
  ];
}
