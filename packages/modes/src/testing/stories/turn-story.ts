import type { JsonObject } from '@agent-home/protocol';
import type { AnyMode, ModeInput, Transition } from '../../mode/mode.ts';
import { findMode } from '../../registry/registry.ts';
import { frozen } from '../alphabet/freeze.ts';
import { at, facts, getContext, messageDocument, requestDocument } from '../alphabet/inputs.ts';
import { withFacts } from '../topics/answer-facts.ts';

/** Topic of one mode driven by a test, second by second. Each event returns its verdict as one word. */
export class TurnStory {
  readonly mode: AnyMode;
  readonly rules: JsonObject;
  state: JsonObject;
  seconds = 0;
  /** The last transition, with its explanation and effects. */
  last: Transition<JsonObject> | undefined;
  #sequence = 1;

  constructor(name: string, rules: JsonObject = {}) {
    const mode = findMode(name, 1);
    if (!mode) throw new Error(`there is no mode ${name}`);
    const parsed = mode.parseRules(rules);
    if (!('rules' in parsed)) throw new Error(`${parsed.path}: ${parsed.problem}`);
    this.mode = mode;
    this.rules = parsed.rules;
    const context = withFacts(getContext(0), () => mode.startFacts(parsed.rules, at(0)), new Map(), 1);
    this.state = frozen(mode.start(parsed.rules, context));
  }

  after(seconds: number): this {
    this.seconds += seconds;
    return this;
  }

  put(input: ModeInput, writtenAt?: number, answerFacts = true): string {
    const { mode, state, rules } = this;
    const bare = getContext(this.seconds, 'agent_id' in input ? input.agent_id : undefined);
    const context = writtenAt === undefined ? bare : { ...bare, written_at: at(writtenAt) };
    this.#sequence += 1;
    const known = answerFacts
      ? withFacts(context, (so) => mode.facts(state, { input }, rules, so), new Map(), this.#sequence)
      : context;
    this.last = mode.apply(state, input, rules, known);
    this.state = frozen(this.last.state);
    return this.last.verdict.reason ?? this.last.verdict.outcome;
  }

  request(agentId: string, type: string, payload?: JsonObject, writtenAt?: number): string {
    const fields = { type, ...(payload ? { payload } : {}) };
    const request = requestDocument(agentId, 'r000001', fields) as never;
    return this.put({ type: 'request', agent_id: agentId, request_id: 'r000001', request }, writtenAt);
  }

  message(agentId: string, messageId: string, fields: JsonObject = {}, writtenAt?: number): string {
    const message = messageDocument(agentId, messageId, fields) as never;
    return this.put({ type: 'message', agent_id: agentId, message_id: messageId, message }, writtenAt);
  }

  /** Posts a line at the key of the current turn. */
  say(agentId: string, text = '你好', writtenAt?: number): string {
    return this.message(agentId, `${String(this.state.turn_id)}_0001`, { content: { text } }, writtenAt);
  }

  join(...agentIds: string[]): string {
    return agentIds.map((agentId) => this.request(agentId, 'queue_join')).join(' ');
  }

  done(agentId: string, turnId = this.state.turn_id): string {
    return this.request(agentId, 'turn_done', { turn_id: turnId ?? null });
  }

  leave(agentId: string): string {
    return this.request(agentId, 'leave');
  }

  deadline(): string {
    return this.put({ type: 'deadline' });
  }

  /** Advances the time to the end of the open window. */
  timeOut(): string {
    const due = this.mode.deadline(this.state);
    if (due !== undefined) this.seconds = (Date.parse(due) - Date.parse(at(0))) / 1000;
    return this.deadline();
  }

  close(): string {
    return this.put({ type: 'admin', admin: { action: 'close' } });
  }

  remove(agentId: string): string {
    return this.put({ type: 'admin', admin: { action: 'remove_agent', agent_id: agentId } });
  }

  /** Returns the ids at which this agent may write a message, or the reason for a denial. */
  may(agentId: string): string {
    const writable = this.mode.writableMessages(
      this.state,
      facts(agentId),
      this.rules,
      getContext(this.seconds),
    );
    return 'denied' in writable ? writable.denied : writable.ids.map(({ id }) => id).join(' ');
  }

  mayRequest(agentId: string): string {
    const writable = this.mode.writableRequests(
      this.state,
      facts(agentId),
      this.rules,
      getContext(this.seconds),
    );
    return 'denied' in writable ? writable.denied : writable.ids.map(({ id }) => id).join(' ');
  }
}
