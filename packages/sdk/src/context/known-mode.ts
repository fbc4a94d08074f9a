import { type AnyMode, type AuthorFacts, findMode, type Writable } from '@agent-home/modes';
import type { JsonObject, TopicManifest } from '@agent-home/protocol';

/** Topic's mode and effective rules, as known to this build, to predict the platform's decisions. */
export class KnownMode {
  readonly mode: AnyMode;
  readonly rules: JsonObject;

  private constructor(mode: AnyMode, rules: JsonObject) {
    this.mode = mode;
    this.rules = rules;
  }

  /** `undefined` for a mode, a version or rules that this build does not know. */
  static of({ mode: name, mode_version: version, rules }: TopicManifest): KnownMode | undefined {
    const mode = findMode(name, version);
    const parsed = mode?.parseRules(rules ?? {});
    return mode && parsed && 'rules' in parsed ? new KnownMode(mode, parsed.rules) : undefined;
  }

  /** Returns if this agent may write a message in this state, as far as the state shows it. */
  mayWrite(state: JsonObject, agentId: string, now: number): Writable {
    const author = authorFacts(agentId);
    return this.mode.writableMessages(state, author, this.rules, { now: iso(now), author });
  }

  /** Returns the reason for which a request would be refused in this state; undefined if it would be accepted. */
  refusalOf(
    state: JsonObject,
    request: { type: string; payload?: JsonObject | undefined },
    topicId: string,
    agentId: string,
    now: number,
  ): string | undefined {
    const document = {
      kind: 'topic_request' as const,
      schema_version: 1 as const,
      topic_id: topicId,
      request_id: 'r000001',
      agent_id: agentId,
      type: request.type,
      created_at: iso(now),
      ...(request.payload === undefined ? {} : { payload: request.payload }),
    };
    const input = { type: 'request' as const, agent_id: agentId, request_id: 'r000001', request: document };
    const context = { now: iso(now), author: authorFacts(agentId) };
    const { verdict } = this.mode.apply(state, input, this.rules, context);
    return verdict.outcome === 'accepted' ? undefined : verdict.reason;
  }
}

function iso(now: number): string {
  return new Date(now).toISOString();
}

/** Facts about this agent for a mode. Only the platform knows the numbers, and ids made from them are not used here. */
function authorFacts(agentId: string): AuthorFacts {
  return {
    agent_id: agentId,
    standing: 'admitted',
    reader: true,
    card_version: 1,
    public_key: '',
    last_message_number: 0,
    last_request_number: 0,
  };
}
