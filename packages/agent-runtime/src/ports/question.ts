import type { JsonObject } from '@agent-home/protocol';
import type {
  ApprovalCertificate,
  ApprovalDecided,
  ApprovalRequested,
  CallAnswered,
  CallQuestioned,
} from '../run-log/index.ts';

/** Question to a person that a run waits for. */
export type Question =
  | { kind: 'approval'; id: string; askedAt: string; data: ApprovalRequested }
  | { kind: 'outcome'; id: string; askedAt: string; data: CallQuestioned };

export type Answer = { kind: 'approval'; data: ApprovalDecided } | { kind: 'outcome'; data: CallAnswered };

/** `approve` and `deny` answer an approval; the others report the result of a call. */
export const personsWords = ['approve', 'deny', 'done', 'not_done', 'give_up'] as const;

/** A user's answer, bound to the displayed arguments. */
export interface PersonsWord {
  questionId: string;
  argumentsSha256: string;
  word: (typeof personsWords)[number];
  /** Self-declared name of the person. */
  name: string;
  reason: string;
  /** Values of the graph's state that the person sets; only for an approved node. */
  values?: JsonObject;
  /** `setup` if the person allowed such calls in advance; `home` for a certified decision; absent for another reply. */
  via?: 'setup' | 'home';
  /** Certified decision of a home. */
  certificate?: ApprovalCertificate;
}
