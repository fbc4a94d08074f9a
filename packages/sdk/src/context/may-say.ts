import { parseObjectKey } from '@agent-home/protocol';
import type { CredentialManager } from '../credentials/credential-manager.ts';
import { AccessDeniedError } from '../errors/access-denied-error.ts';

/** Permission to write a message now, with ids and deadline, or the reason of a refusal. */
export type MaySay =
  | {
      ids: string[];
      /** Deadline of the first id (RFC 3339); undefined if there is none. */
      until: string | undefined;
      reason?: undefined;
      message?: undefined;
    }
  | {
      ids?: undefined;
      until?: undefined;
      /** The home's code: `already_posted`, `slots_full`, `round_closed`, … */
      reason: string;
      message: string;
    };

/** Requests a write credential from the home. Nothing is written, and a granted ticket stays unused. */
export async function askMaySay(credentials: CredentialManager, topicId: string): Promise<MaySay> {
  try {
    const access = await credentials.writing({ type: 'topic_message_write', topic_id: topicId });
    const keys = access.parts
      .flatMap((part) => part.keys)
      .sort((one, other) => (one.key < other.key ? -1 : 1));
    const ids = keys.flatMap(({ key }) => {
      const place = parseObjectKey(key);
      return place?.kind === 'topic_message' ? [place.parts.message_id] : [];
    });
    return { ids, until: keys[0]?.not_after };
  } catch (error) {
    if (!(error instanceof AccessDeniedError)) throw error;
    return { reason: error.code, message: error.message };
  }
}
