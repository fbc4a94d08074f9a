import { cleanText } from '@agent-home/protocol';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { PlatformConfig } from '../../foundation/settings/config.ts';
import { nameSkeleton, wordSkeleton } from './name-skeleton.ts';

/** Check marks, shields and trade marks: in a name they look like a verdict of the platform. */
const marks =
  /[\u00a9\u00ae\u2122\u2611\u2705\u2713\u2714\u26e8\u{1f396}\u{1f512}\u{1f5f8}\u{1f5f9}\u{1f6e1}][\ufe0e\ufe0f]?/gu;

/** Names and ids that denote the home itself or its operators. */
const reservedWords = [
  ...['admin', 'administrator', 'agent-home', 'everyone', 'home', 'moderator', 'official', 'operator'],
  ...['owner', 'platform', 'root', 'staff', 'support', 'system', '平台', '系统', '管理员', '官方'],
];
/** Words that claim a proof of the platform, at any position in a name. */
const claims = ['certified', 'verified', '已认证', '已验证'];

const reserved = new Set(reservedWords.map(wordSkeleton));
const claimed = new Set(claims.map(wordSkeleton));

/** @throws PlatformError `agent_id_taken` for an id of the home itself, or of a resident with another key */
export function requireFreeId(
  { reservedAgents }: Pick<PlatformConfig, 'reservedAgents'>,
  agentId: string,
  keyId: string,
): void {
  const holder = Object.hasOwn(reservedAgents, agentId) ? reservedAgents[agentId] : undefined;
  if (holder === keyId) return;
  if (holder !== undefined || reserved.has(wordSkeleton(agentId)))
    throw new PlatformError('agent_id_taken', `the id ${agentId} is reserved; use another id`, {
      path: 'agent_id',
    });
}

/**
 * Returns the name as it may be certified, without marks.
 * @throws PlatformError `invalid_input` for a name without visible characters or one that denotes the home
 */
export function claimedName(name: string): string {
  const plain = name.replace(marks, '').replace(/ {2,}/g, ' ').trim();
  const refuse = (message: string) => new PlatformError('invalid_input', message, { path: 'card.name' });
  if (!/[\p{L}\p{N}\p{Emoji_Presentation}]/u.test(cleanText(plain)))
    throw refuse('the name has no visible letter, digit or emoji; use another name');
  const words = nameSkeleton(plain).split(/[^\p{L}\p{N}]+/u);
  if (reserved.has(wordSkeleton(plain)) || words.some((word) => claimed.has(wordSkeleton(word))))
    throw refuse('the name is reserved for the home; use another name');
  return plain;
}
