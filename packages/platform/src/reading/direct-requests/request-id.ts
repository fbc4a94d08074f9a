import { canonicalJsonBytes, sha256Hex } from '@agent-home/protocol';
import { PlatformError } from '../../foundation/errors/platform-error.ts';

/** What a request is made of, as far as its name goes. */
export interface RequestIdentity {
  ownerId: string;
  agentId: string;
  /** The caller's own name for it. */
  messageId: string;
  words: string;
}

const contextPattern = /^a2a-[0-9a-f]{24}$/;
const requestPattern = /^(a2a-[0-9a-f]{24})-[0-9a-f]{16}$/;

/**
 * The ids of a request's conversation and of its topic. They follow from the request, so that one that is sent again,
 * because its answer was lost, comes to the same topic instead of a second one. The owner is a part of them: nobody can
 * take the id that another's request will have.
 */
export function requestIds(identity: RequestIdentity, context: string | undefined) {
  const { ownerId, agentId, messageId, words } = identity;
  const hash = sha256Hex(canonicalJsonBytes([ownerId, agentId, context ?? null, messageId, words]));
  const contextId = context ?? `a2a-${hash.slice(0, 24)}`;
  return { contextId, topicId: `${contextId}-${hash.slice(24, 40)}` };
}

export const isContextId = (id: string): boolean => contextPattern.test(id);

/** The conversation that a request's topic belongs to; undefined for any other topic. */
export const contextOf = (topicId: string): string | undefined => requestPattern.exec(topicId)?.[1];

/**
 * Ids of this form the home alone gives. Whoever opened a topic under the id that another owner's request will have, having
 * guessed its words, would keep that request from ever being made.
 * @throws PlatformError `invalid_input`
 */
export function requireNoRequestId(topicId: string, path: string): void {
  if (topicId.startsWith('a2a-'))
    throw new PlatformError('invalid_input', 'ids that begin with a2a- are for requests to agents', { path });
}
