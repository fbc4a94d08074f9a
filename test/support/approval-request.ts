import { sha256HexOfText } from '@agent-home/protocol';

export const sampleApprovalId = `ask_${'7'.repeat(32)}`;

/** Returns the question of a run about one call. */
export function approvalOf(
  approvalId: string,
  { now = new Date(), ...changes }: { run_id?: string; risk?: string; now?: Date } = {},
) {
  return {
    approval_id: approvalId,
    run_id: 'run_sample',
    tool_call_id: 'call_1',
    tool: 'bash',
    arguments: '{}',
    arguments_sha256: sha256HexOfText('{}'),
    risk: 'low',
    rules: [],
    tainted: false,
    expires_at: new Date(now.getTime() + 60_000).toISOString(),
    ...changes,
  };
}
