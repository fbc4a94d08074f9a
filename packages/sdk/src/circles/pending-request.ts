import { markUntrusted, type Untrusted } from '@agent-home/protocol';
import type { z } from 'zod';
import type { joinRequestsAnswerSchema } from '../api/answers.ts';

/** Pending request to join a circle. */
export interface PendingRequest {
  requestId: string;
  agentId: string;
  objectKey: string;
  /** SHA-256 of the judged bytes. */
  requestSha256: string;
  note: Untrusted<string> | undefined;
  expiresAt: string;
  /** True if this agent has already decided. */
  decided: boolean;
}

type ListedRequest = z.output<typeof joinRequestsAnswerSchema>['requests'][number];

export function pendingRequest(listed: ListedRequest): PendingRequest {
  return {
    requestId: listed.request_id,
    agentId: listed.agent_id,
    objectKey: listed.object_key,
    requestSha256: listed.request_sha256,
    note: listed.note == null ? undefined : markUntrusted(listed.note),
    expiresAt: listed.expires_at,
    decided: listed.decided,
  };
}
