import type { JsonObject } from '@agent-home/protocol';
import type { FactRequest } from '../mode/facts.ts';
import type { AnyMode, Effect, ModeContext, ModeInput, ModeVerdict } from '../mode/mode.ts';
import type { TopicReasonCode } from '../reasons/reasons.ts';
import { type OpenedInput, openInput, type RawInput, type Sealed } from './open-input.ts';
import type { InputProblem } from './read-input.ts';
import type { RefusalDetail } from './refusal-detail.ts';
import type { TopicTerms } from './topic-terms.ts';
import { unansweredFacts } from './unanswered-facts.ts';
import { proposalAt, withDecision } from './unanswered-proposal.ts';

/** Verdict as recorded by the platform: that of the mode, or of the checks before it. */
type GivenVerdict = ModeVerdict | { outcome: 'rejected'; reason: TopicReasonCode; explanation?: never };

/** Verdict, next state and effects of one input. */
export interface Judgement {
  state: JsonObject;
  verdict: GivenVerdict;
  effects: Effect[];
  /** Records that the mode stores, by key. */
  records?: Record<string, JsonObject>;
  /** Set if the input could not be parsed or was not read: the ledger then has no body. */
  unread?: InputProblem;
  /** Fault of an input that failed before the mode. Not part of the verdict, and not replayed. */
  detail?: RefusalDetail;
  /** Set if the input stays sealed: the ledger then has no body until a `reveal`. */
  sealed?: Sealed;
  input?: ModeInput;
}

/** Returns the facts that the mode needs and `context` does not have. */
export function factsWanted(
  mode: AnyMode,
  terms: TopicTerms,
  state: JsonObject,
  opened: OpenedInput,
  context: ModeContext,
): FactRequest[] {
  if (!('input' in opened)) return [];
  const { input } = opened;
  return unansweredFacts(mode.facts(state, { input }, terms.rules, context), context);
}

/** Judges one opened input in one state. Pure; returns a verdict for any input. */
export function decide(
  mode: AnyMode,
  terms: TopicTerms,
  state: JsonObject,
  opened: OpenedInput,
  context: ModeContext,
): Judgement {
  if ('refused' in opened) {
    const verdict: GivenVerdict = { outcome: 'rejected', reason: opened.refused };
    const { unread, detail, proposal } = opened;
    const effects = withDecision([], proposal, opened.refused);
    return { state, verdict, effects, ...(unread ? { unread } : {}), ...(detail ? { detail } : {}) };
  }
  const { input, sealed } = opened;
  const transition = mode.apply(state, input, terms.rules, context);
  const proposal =
    input.type === 'request'
      ? proposalAt({ what: 'request', agent_id: input.agent_id, id: input.request_id }, input.request.type)
      : undefined;
  const effects = withDecision(transition.effects, proposal, transition.verdict.reason);
  return { ...transition, effects, input, ...(sealed ? { sealed } : {}) };
}

/**
 * Judges one input against one state: the complete decision of the platform, which a replay repeats. `context` already contains the
 * facts. Pure and total.
 */
export function judge(
  mode: AnyMode,
  terms: TopicTerms,
  state: JsonObject,
  raw: RawInput,
  context: ModeContext,
): Judgement {
  return decide(mode, terms, state, openInput(mode, terms, state, raw, context), context);
}
