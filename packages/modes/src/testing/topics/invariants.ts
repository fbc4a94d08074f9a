import type { JsonObject } from '@agent-home/protocol';
import type { AnyMode } from '../../mode/mode.ts';
import type { ModeKit } from '../alphabet/kit.ts';
import { agents } from '../alphabet/moves.ts';
import { type Step, type TopicInTest, writable } from './topic-in-test.ts';

/** Right to write one message: `agent id`, and its end. */
export interface Grant {
  key: string;
  notAfter: string | undefined;
}

export function grants(mode: AnyMode, rules: JsonObject, topic: TopicInTest, seconds: number): Grant[] {
  return agents.flatMap((agentId) => {
    const answer = writable(mode, rules, topic, 'message', agentId, seconds);
    return 'ids' in answer
      ? answer.ids.map(({ id, not_after: notAfter }) => ({ key: `${agentId} ${id}`, notAfter }))
      : [];
  });
}

/** Returns the first invariant that one step in any mode violates; undefined if it violates none. */
export function brokenStep(mode: AnyMode, kit: ModeKit, { before, transition }: Step): string | undefined {
  const { state, verdict } = transition;
  if (verdict.outcome !== 'accepted' && !verdict.reason) return 'a refusal has no reason';
  if (verdict.outcome === 'rejected') {
    if (transition.records || transition.effects.some(({ type }) => type !== 'proposal_decided'))
      return 'a rejected input has effects';
    return state === before || JSON.stringify(state) === JSON.stringify(before)
      ? undefined
      : 'a rejected input changed the state';
  }
  if (!mode.parseState(state)) return 'the state does not fit its schema';
  if (!mode.isOpen(before) && mode.isOpen(state)) return 'a closed topic opened again';
  const closes = mode.isOpen(before) && !mode.isOpen(state);
  if (closes !== transition.effects.some(({ type }) => type === 'topic_closed'))
    return 'the end of the topic and its announcement do not go together';
  const [deadline, later] = [mode.deadline(before), mode.deadline(state)];
  const isSameWindow = kit.window.every((field) => before[field] === state[field]);
  if (isSameWindow && deadline && later && Date.parse(later) < Date.parse(deadline))
    return 'the deadline moved back while its window was open';
  return undefined;
}

/** Returns the first violated invariant about who may write in a state. */
export function brokenStand(
  mode: AnyMode,
  kit: ModeKit,
  rules: JsonObject,
  topic: TopicInTest,
  seconds: number,
): string | undefined {
  const { state } = topic;
  const granted = grants(mode, rules, topic, seconds);
  const writers = new Set(granted.map(({ key }) => key.split(' ')[0]));
  if (writers.size > kit.writersMax) return `several may write: ${[...writers].join(', ')}`;
  const stranger = writable(mode, rules, topic, 'message', 'dot', seconds);
  if (kit.writersMax < agents.length && 'ids' in stranger) return 'who never took part may write';
  if (mode.isOpen(state)) return undefined;
  if (granted.length > 0) return 'a closed topic grants a message';
  if (agents.some((agentId) => 'ids' in writable(mode, rules, topic, 'request', agentId, seconds)))
    return 'a closed topic grants a request';
  if (mode.deadline(state) !== undefined) return 'a closed topic has a deadline';
  return undefined;
}
