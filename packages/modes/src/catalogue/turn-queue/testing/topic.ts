import type { JsonObject } from '@agent-home/protocol';
import type { AnyMode, ModeInput, Transition } from '../../../mode/mode.ts';
import { findMode } from '../../../registry/registry.ts';
import { at, facts, getContext, messageDocument, requestDocument } from '../../../testing/alphabet/inputs.ts';

export const mode = findMode('turn_queue', 1) as AnyMode;

export function getRules(rules: JsonObject = {}): JsonObject {
  const parsed = mode.parseRules({ turn_ttl_seconds: 60, ...rules });
  if (!('rules' in parsed)) throw new Error(parsed.problem);
  return parsed.rules;
}

/** Topic driven by a test, second by second. */
export class Topic {
  readonly rules: JsonObject;
  state: JsonObject;
  seconds = 0;

  constructor(rules: JsonObject = {}) {
    this.rules = getRules(rules);
    this.state = mode.start(this.rules, getContext(0));
  }

  after(seconds: number): this {
    this.seconds += seconds;
    return this;
  }

  put(input: ModeInput, writtenAt?: number): Transition<JsonObject> {
    const context = getContext(this.seconds, 'agent_id' in input ? input.agent_id : undefined);
    const written = writtenAt === undefined ? context : { ...context, written_at: at(writtenAt) };
    const transition = mode.apply(this.state, input, this.rules, written);
    this.state = transition.state;
    return transition;
  }

  request(agentId: string, type: string, payload?: JsonObject): string {
    const fields = { type, ...(payload ? { payload } : {}) };
    const request = requestDocument(agentId, 'r000001', fields) as never;
    return said(this.put({ type: 'request', agent_id: agentId, request_id: 'r000001', request }));
  }

  join(...agentIds: string[]): string {
    return agentIds.map((agentId) => this.request(agentId, 'queue_join')).join(' ');
  }

  done(agentId: string, turnId = this.state.turn_id): string {
    return this.request(agentId, 'turn_done', { turn_id: turnId ?? null });
  }

  say(agentId: string, messageId = `${String(this.state.turn_id)}_0001`, writtenAt?: number): string {
    const message = messageDocument(agentId, messageId) as never;
    return said(this.put({ type: 'message', agent_id: agentId, message_id: messageId, message }, writtenAt));
  }

  deadline = () => said(this.put({ type: 'deadline' }));
  close = () => said(this.put({ type: 'admin', admin: { action: 'close' } }));
  remove = (agentId: string) =>
    said(this.put({ type: 'admin', admin: { action: 'remove_agent', agent_id: agentId } }));
  may = (agentId: string) => {
    const writable = mode.writableMessages(this.state, facts(agentId), this.rules, getContext(0));
    return 'denied' in writable ? writable.denied : writable.ids.map(({ id }) => id).join(' ');
  };
}

export const said = ({ verdict }: Transition<JsonObject>) => verdict.reason ?? verdict.outcome;
