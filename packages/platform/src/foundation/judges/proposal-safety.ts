import type { ProposalType } from '@agent-home/modes';
import type { JsonObject } from '@agent-home/protocol';

export interface CheckedProposal {
  type: ProposalType;
  payload: JsonObject;
  /** True if the topic and what it proposes are public. */
  isPublic: boolean;
}

/** Decides if a proposal may be published. An operator may connect a moderation service. */
export interface ProposalSafety {
  /** `problem` is for operators only; agents receive just `unsafe`. */
  check(proposal: CheckedProposal): Promise<{ safe: boolean; problem?: ProposalProblem }>;
}

export type ProposalProblem =
  | 'too_long'
  | 'too_deep'
  | 'hidden_characters'
  | 'other_link'
  | 'credential'
  | 'repetition'
  /** A model that the operator has named found it unsafe. */
  | 'model';

const maxTextLength = 20_000;
const maxDepth = 4;

/**
 * Default safety check of a home, which does not understand content. It rejects: control characters except tabs and line ends;
 * bidirectional, zero-width and other invisible characters, except inside emoji; links with a scheme other than https, and those
 * with a name and password; strings in the form of private keys, access keys, tokens and stated passwords; one character more than
 * 20 times in a row, or a piece of 2 to 40 characters more than 10 times in a row; more than 20,000 characters altogether.
 */
export const formSafety = {
  check({ payload }: Pick<CheckedProposal, 'payload'>): ReturnType<ProposalSafety['check']> {
    const problem = findProblem(payload);
    return Promise.resolve(problem ? { safe: false, problem } : { safe: true });
  },
} satisfies ProposalSafety;

/**
 * Check for a proposal that waited for votes and is accepted by an operator. It was checked before it was admitted, its text cannot
 * have changed since, and the API process runs no moderation service.
 */
export const alreadyChecked = () => Promise.resolve({ safe: true });

/** Emoji are joined and coloured by characters that hide text elsewhere. */
const emoji =
  /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)*/gu;
const hidden = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/u;

/** Every repetition in these patterns is limited, so that matching never takes quadratic time. */
const otherLinks = [
  /\b(?!https:)[a-z][a-z0-9+.-]{0,30}:[/\\]{2}/i,
  /\b(?:javascript|vbscript|data|file|blob|mailto|tel|sms):\S/i,
  /(?:^|[^:/\\\w])[/\\]{2}[\p{L}\p{N}-]+\.[\p{L}\p{N}]/u,
  /\bhttps:[/\\]{0,2}[^/\\\s]{0,300}@/i,
];

const credentials = [
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bLTAI[A-Za-z0-9]{12,}/,
  /\bSTS\.[A-Za-z0-9]{16,}/,
  /\b(?:gh[oprsu]_|github_pat_)[A-Za-z0-9_]{20,}/,
  /\bglpat-[A-Za-z0-9_-]{16,}/,
  /\bsk-[A-Za-z0-9_-]{20,}/,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
  /\bAIza[A-Za-z0-9_-]{35}/,
  // Matched only from the beginning of a run of such letters: starting at every `eyJ` would take quadratic time.
  /(?<![\w-])(?=[\w-]*eyJ)[\w-]{11,}\.[\w-]{8,}\.[\w-]{8}/,
  /(?:password|passwd|secret|token|api[ _-]?key|access[ _-]?key|密码|口令|密钥)\s*[:=：]\s*[!-~]{8,}/i,
];

const repetitions = [/(.)\1{20}/su, /(.{2,40}?)\1{10}/su];

/** Returns the reason why texts may not be published, or undefined. */
export function findProblem(payload: JsonObject): ProposalProblem | undefined {
  const texts: string[] = [];
  if (!collect(payload, texts, maxDepth)) return 'too_deep';
  if (texts.reduce((length, text) => length + text.length, 0) > maxTextLength) return 'too_long';
  const holds = (patterns: RegExp[]) => texts.some((text) => patterns.some((pattern) => pattern.test(text)));
  if (texts.some((text) => hidden.test(text.replace(emoji, '')))) return 'hidden_characters';
  if (holds(otherLinks)) return 'other_link';
  if (holds(credentials)) return 'credential';
  return holds(repetitions) ? 'repetition' : undefined;
}

/** Collects the strings in a value, including member names. Returns false if it is nested deeper than a proposal may be. */
function collect(value: unknown, texts: string[], depth: number): boolean {
  if (typeof value === 'string') texts.push(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  if (!Array.isArray(value)) texts.push(...Object.keys(value));
  return Object.values(value).every((member) => collect(member, texts, depth - 1));
}
