import { objectKey, type RunApproval, VerificationError } from '@agent-home/protocol';
import { readIfThere } from '../read/read-if-there.ts';
import type { VerifiedReader } from '../read/verified-reader.ts';
import type { TrustMemory } from '../trust/trust-memory.ts';

/** Verified decision of approvers on one call. */
export interface ApprovalView {
  readonly objectKey: string;
  /** SHA-256 of the published bytes, in hexadecimal. */
  readonly sha256: string;
  readonly approval: RunApproval;
}

/** Reads the certified decision on a call of this agent. @throws VerificationError, ObjectStoreError, AccessDeniedError */
export async function readApproval(
  parts: { reader: VerifiedReader; memory: TrustMemory },
  agentId: string,
  approvalId: string,
): Promise<ApprovalView | undefined> {
  const key = objectKey('run_approval', { agent_id: agentId, approval_id: approvalId });
  const read = await readIfThere(parts, 'run_approval', key, { type: 'prompt_read' });
  if (!read) return undefined;
  const { object, sha256 } = read;
  if (object.agent_id !== agentId || object.approval_id !== approvalId)
    throw new VerificationError('wrong_object_key', key, `is the decision on ${object.approval_id}`);
  return Object.freeze({ objectKey: key, sha256, approval: object });
}
