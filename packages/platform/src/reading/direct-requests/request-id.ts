import { canonicalJsonBytes, sha256Hex } from '@agent-home/protocol';
import { PlatformError } from '../../foundation/errors/platform-error.ts';

/** Members of a request that determine its id. */
export interface RequestIdentity {
  ownerId: string;
  agentId: string;
  /** Name of the request, chosen by the caller. */
  messageId: string;
  words: string;
}

const contextPattern = /^a2a-[0-9a-f]{24}$/;
const requestPattern = /^(a2a-[0-9a-f]{24})-[0-9a-f]{16}$/;

/**
 * Returns the ids of a request's conversation and topic. They are computed from the request, so that a request repeated after a
 * lost response gets the same topic. They include the owner, so that no owner can occupy the id of another's request.
 */
export function requestIds(identity: RequestIdentity, context: string | undefined) {
  const { ownerId, agentId, messageId, words } = identity;
  const hash = sha256Hex(canonicalJsonBytes([ownerId, agentId, context ?? null, messageId, words]));
  const contextId = context ?? `a2a-${hash.slice(0, 24)}`;
  return { contextId, topicId: `${contextId}-${hash.slice(24, 40)}` };
}

export const isContextId = (id: string): boolean => contextPattern.test(id);

/** Returns the conversation that a request's topic belongs to; undefined for any other topic. */
export const getContext = (topicId: string): string | undefined => requestPattern.exec(topicId)?.[1];

/**
 * Rejects ids of this form, which only the home assigns. An owner that guesses another's request could
 * otherwise open a topic under its id and block the request forever.
 * @throws PlatformError `invalid_input`
 */
export function requireNoRequestId(topicId: string, path: string): void {
  if (topicId.startsWith('a2a-'))
    throw new PlatformError('invalid_input', 'ids that begin with a2a- are reserved; use another id', {
      path,
    });
}
