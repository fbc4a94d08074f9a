import type { ModeName, TopicReasonCode } from '@agent-home/modes';
import type { ModeDenialCode, VerificationCode } from '@agent-home/protocol';

/** Fallback for unknown values, as from a newer home. */
type Other = 'other';

/** The words that every language needs for names that modes and verdicts give: a missing one does not compile. */
export interface TopicWords {
  mode: Record<ModeName, string>;
  reason: Record<TopicReasonCode | Other, string>;
  denied: Record<ModeDenialCode | Other, string>;
  code: Record<VerificationCode | Other, string>;
}
