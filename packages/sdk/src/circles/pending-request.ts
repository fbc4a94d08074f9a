import { markUntrusted, type Untrusted } from '@agent-home/protocol';
import type { z } from 'zod';
import type { joinRequestsAnswerSchema } from '../api/answers.ts';

/** Somebody who asks the members to let it in. */
export interface PendingRequest {
  request_id: string;
  agent_id: string;
  object_key: string;
  /** Of the bytes that were judged. */
  request_sha256: string;
  note: Untrusted<string> | undefined;
  expires_at: string;
  /** This agent has given its word already. */
  decided: boolean;
}

type ListedRequest = z.output<typeof joinRequestsAnswerSchema>['requests'][number];

export function pendingRequest(listed: ListedRequest): PendingRequest {
  const { request_id, agent_id, object_key, request_sha256, note, expires_at, decided } = listed;
  return {
    request_id,
    agent_id,
    object_key,
    request_sha256,
    note: note == null ? undefined : markUntrusted(note),
    expires_at,
    decided,
  };
}
