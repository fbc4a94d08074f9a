import type { JsonObject } from '@agent-home/protocol';
import { unansweredFacts } from '../../../judge/unanswered-facts.ts';
import type { FactRequest, Facts, ProposalFact } from '../../../mode/facts.ts';
import type { AnyMode, Effect, ModeContext, ModeInput, Transition } from '../../../mode/mode.ts';
import { findMode } from '../../../registry/registry.ts';
import { at, facts as getAuthor, getContext } from '../../../testing/alphabet/inputs.ts';
import { decide, message, request } from '../../../testing/alphabet/moves.ts';

export const mode = findMode('daily_checkin', 1) as AnyMode;

export function getRules(rules: JsonObject = {}): JsonObject {
  const parsed = mode.parseRules(rules);
  if (!('rules' in parsed)) throw new Error(parsed.problem);
  return parsed.rules;
}

export const openBox = {
  proposal_quota_per_day: 2,
  allowed_proposal_types: ['propose_topic', 'propose_task'],
};
export const voted = { ...openBox, proposal_votes_required: 2, proposal_vote_window_seconds: 60 };
export const newTopic = { kind: 'topic', id: 'newer', object_key: 'topics/newer/manifest.json' } as const;
export const olderTopic = { kind: 'topic', id: 'older', object_key: 'topics/older/manifest.json' } as const;
export const fine: ProposalFact = { eligible: true, safe: true, within_budget: true, reserved: newTopic };
export const getKey = (agentId: string, requestId = 'r000001') =>
  `topics/t1/requests/${agentId}/${requestId}.json`;

/** Returns a day that lasts one minute; days count from 20260301 at second 0. */
function minuteDay(moment: string): { date: string; ends_at: string } {
  const minutes = Math.floor((Date.parse(moment) - Date.parse(at(0))) / 60_000);
  const date = new Date(Date.UTC(2026, 2, 1 + minutes)).toISOString().slice(0, 10).replaceAll('-', '');
  return { date, ends_at: at((minutes + 1) * 60) };
}

/** Topic driven by a test, which supplies facts as the platform would, at most three times. */
export class Checkin {
  readonly rules: JsonObject;
  readonly records = new Map<string, JsonObject>();
  state: JsonObject;
  seconds = 0;
  /** Fact from the platform about proposals. */
  word: ProposalFact = fine;
  /** Modes that cannot be opened without rules, and a name that is not a mode. */
  unoffered = ['collab_roles', 'nonsense'];
  asked: string[] = [];
  /** Version of every author's card. */
  cardVersion = 1;

  constructor(rules: JsonObject = {}) {
    this.rules = getRules(rules);
    this.state = mode.start(this.rules, getContext(0));
  }

  after(seconds: number): this {
    this.seconds += seconds;
    return this;
  }

  known(question: Parameters<AnyMode['facts']>[1], base: ModeContext): ModeContext {
    let context = base;
    this.asked = [];
    for (let round = 0; round < 3; round++) {
      for (const wanted of unansweredFacts(mode.facts(this.state, question, this.rules, context), context)) {
        this.asked.push(wanted.fact);
        if (wanted.fact === 'records') {
          const found = Object.fromEntries(wanted.keys.map((key) => [key, this.records.get(key) ?? null]));
          context = { ...context, records: { ...context.records, ...found } };
        } else {
          context = { ...context, facts: { ...context.facts, ...this.told(wanted) } };
        }
      }
    }
    return context;
  }

  told(wanted: FactRequest): Facts {
    if (wanted.fact === 'local_day') return { local_day: minuteDay(wanted.at) };
    if (wanted.fact === 'modes_offered')
      return { modes_offered: { modes: wanted.modes.filter((name) => !this.unoffered.includes(name)) } };
    return { proposal: this.word };
  }

  apply(input: ModeInput, writtenAt?: number): Transition<JsonObject> {
    const agentId = 'agent_id' in input ? input.agent_id : undefined;
    const written = writtenAt === undefined ? {} : { written_at: at(writtenAt) };
    const card = { card_version: this.cardVersion };
    const context = this.known({ input }, { ...getContext(this.seconds, agentId, card), ...written });
    const transition = mode.apply(this.state, input, this.rules, context);
    this.state = transition.state;
    for (const [key, value] of Object.entries(transition.records ?? {})) this.records.set(key, value);
    return transition;
  }

  put = (input: ModeInput, writtenAt?: number) => said(this.apply(input, writtenAt));
  say = (agentId: string, id: string, writtenAt?: number) => this.put(message(agentId, id), writtenAt);

  propose(agentId: string, payload: JsonObject, requestId = 'r000001', type = 'propose_topic') {
    const transition = this.apply(request(agentId, { type, payload }, requestId));
    return { verdict: said(transition), decisions: collectDecisions(transition.effects) };
  }

  vote(agentId: string, target: unknown, writtenAt?: number) {
    const fields = { type: 'vote', payload: { target_object_key: target } } as unknown as JsonObject;
    const transition = this.apply(request(agentId, fields, 'r000050'), writtenAt);
    return { verdict: said(transition), decisions: collectDecisions(transition.effects) };
  }

  decide(agentId: string, decision: 'accept' | 'decline') {
    const transition = this.apply(decide(agentId, decision));
    return { verdict: said(transition), decisions: collectDecisions(transition.effects) };
  }

  may(what: 'message' | 'request', agentId: string): string {
    const author = getAuthor(agentId, { card_version: this.cardVersion });
    const context = this.known({ write: what, author }, getContext(this.seconds));
    const answer =
      what === 'message'
        ? mode.writableMessages(this.state, author, this.rules, context)
        : mode.writableRequests(this.state, author, this.rules, context);
    return 'denied' in answer ? answer.denied : answer.ids.map(({ id }) => id).join(' ');
  }
}

export const said = ({ verdict }: Transition<JsonObject>) => verdict.reason ?? verdict.outcome;

export function collectDecisions(effects: Effect[]) {
  return effects.flatMap((effect) => (effect.type === 'proposal_decided' ? [effect.decision] : []));
}
