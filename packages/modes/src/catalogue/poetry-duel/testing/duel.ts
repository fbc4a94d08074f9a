import type { JsonObject } from '@agent-home/protocol';
import type { AnyMode, ModeInput } from '../../../mode/mode.ts';
import { findMode } from '../../../registry/registry.ts';
import { admin, message, request } from '../../../testing/alphabet/moves.ts';
import { startTopic, stepTopic, type TopicInTest, writable } from '../../../testing/topics/topic-in-test.ts';

export const mode = findMode('poetry_duel', 1) as AnyMode;

export function getRules(rules: JsonObject = {}): JsonObject {
  const parsed = mode.parseRules({ submission_deadline_seconds: 60, voting_seconds: 30, ...rules });
  if (!('rules' in parsed)) throw new Error(parsed.problem);
  return parsed.rules;
}

export const getKey = (agentId: string, messageId = 'round_000001') =>
  `topics/t1/messages/${agentId}/${messageId}.json`;

/** Duel driven by a test. A poem's score in tests is its length, modulo eleven. */
export class Duel {
  readonly rules: JsonObject;
  topic: TopicInTest;
  seconds = 0;

  constructor(rules: JsonObject = {}) {
    this.rules = getRules(rules);
    this.topic = startTopic(mode, this.rules);
  }

  get state(): JsonObject {
    return this.topic.state;
  }

  after(seconds: number): this {
    this.seconds += seconds;
    return this;
  }

  /** Returns the verdict on the input, then those on all entries that are revealed because of it. */
  put(input: ModeInput): string {
    const { topic, steps } = stepTopic(mode, this.rules, this.topic, input, this.seconds);
    this.topic = topic;
    return steps.map(({ transition: { verdict } }) => verdict.reason ?? verdict.outcome).join(' ');
  }

  poem(
    agentId: string,
    text = `${agentId} writes`,
    id = String(this.state.round_id),
    meta?: JsonObject,
  ): string {
    return this.put(message(agentId, id, { content: { text }, ...(meta ? { meta } : {}) }));
  }

  vote(agentId: string, payload: JsonObject): string {
    return this.put(request(agentId, { type: 'vote', payload }));
  }

  deadline = () => this.put({ type: 'deadline' });
  remove = (agentId: string) => this.put(admin({ action: 'remove_agent', agent_id: agentId }));
  leave = (agentId: string) => this.put(request(agentId, { type: 'leave' }));

  may(agentId: string): string {
    const answer = writable(mode, this.rules, this.topic, 'message', agentId, this.seconds);
    return 'denied' in answer ? answer.denied : answer.ids.map(({ id }) => id).join(' ');
  }

  result(round = 0): JsonObject {
    return (this.state.results as JsonObject[])[round] ?? {};
  }
}

/** Returns a duel in which Ada and Bo have shown poems of five and three characters, and voting is open. */
export function shown(rules: JsonObject = {}): Duel {
  const duel = new Duel({ rounds_max: 1, ...rules });
  duel.poem('ada', '秋月照江水');
  duel.poem('bo', '江上月');
  duel.after(60).deadline();
  return duel;
}
