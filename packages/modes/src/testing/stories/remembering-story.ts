import type { JsonObject } from '@agent-home/protocol';
import type { AnyMode, AuthorFacts, ModeInput, Transition } from '../../mode/mode.ts';
import { findMode } from '../../registry/registry.ts';
import { frozen } from '../alphabet/freeze.ts';
import { at, getContext } from '../alphabet/inputs.ts';
import { admin, message, request } from '../alphabet/moves.ts';
import { withFacts } from '../topics/answer-facts.ts';
import { startTopic, type TopicInTest, writable } from '../topics/topic-in-test.ts';

interface Telling {
  /** Time of the write according to the store, in seconds. */
  writtenAt?: number;
  /** Deviations of the author from the default. */
  author?: Partial<AuthorFacts>;
}

/**
 * Topic driven by a test, second by second, which stores its mode's records. Returns the reason of each
 * verdict, or its outcome.
 */
export class RememberingStory {
  readonly mode: AnyMode;
  readonly rules: JsonObject;
  topic: TopicInTest;
  last: Transition<JsonObject> | undefined;
  seconds = 0;

  constructor(name: string, rules: JsonObject = {}, version = 1) {
    this.mode = findMode(name, version) as AnyMode;
    const parsed = this.mode.parseRules(rules);
    if (!('rules' in parsed)) throw new Error(parsed.problem);
    this.rules = parsed.rules;
    this.topic = startTopic(this.mode, this.rules);
  }

  get state(): JsonObject {
    return this.topic.state;
  }

  after(seconds: number): this {
    this.seconds += seconds;
    return this;
  }

  put(input: ModeInput, { writtenAt, author }: Telling = {}): string {
    const { mode, rules, topic } = this;
    const agentId = 'agent_id' in input ? input.agent_id : undefined;
    const written = writtenAt === undefined ? {} : { written_at: at(writtenAt) };
    const context = withFacts(
      { ...getContext(this.seconds, agentId, author), ...written },
      (known) => mode.facts(topic.state, { input }, rules, known),
      topic.records,
      topic.steps + 1,
    );
    this.last = mode.apply(topic.state, input, rules, context);
    const records = new Map([...topic.records, ...Object.entries(this.last.records ?? {})]);
    this.topic = { ...topic, state: frozen(this.last.state), records, steps: topic.steps + 1 };
    return this.last.verdict.reason ?? this.last.verdict.outcome;
  }

  say(agentId: string, messageId: string, fields: JsonObject = {}, telling: Telling = {}): string {
    return this.put(message(agentId, messageId, fields), telling);
  }

  ask(agentId: string, type: string, payload?: JsonObject, telling: Telling = {}): string {
    return this.put(request(agentId, { type, ...(payload ? { payload } : {}) }), telling);
  }

  deadline = () => this.put({ type: 'deadline' });
  close = () => this.put(admin({ action: 'close' }));
  remove = (agentId: string) => this.put(admin({ action: 'remove_agent', agent_id: agentId }));

  /** Returns the ids at which the agent may write a message, with their ends, or the code of the denial. */
  may(agentId: string, author: Partial<AuthorFacts> = {}, what: 'message' | 'request' = 'message'): string {
    const answer = writable(this.mode, this.rules, this.topic, what, agentId, this.seconds, author);
    if ('denied' in answer) return answer.denied;
    return answer.ids
      .map(({ id, not_after: end }) => (end === undefined ? id : `${id} until ${end}`))
      .join(', ');
  }
}
