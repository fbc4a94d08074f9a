import type { Asked } from './asked.ts';

/** Returns a question as a JSON document, exactly as recorded. */
export function questionDocument({ runId, agent, question: { kind, id, askedAt, data } }: Asked) {
  const { tool_call_id, tool, risk, arguments_sha256 } = data;
  return {
    id,
    kind,
    run_id: runId,
    agent,
    asked_at: askedAt,
    tool_call_id,
    tool,
    risk,
    arguments: data.arguments,
    arguments_sha256,
    reason: data.reason,
    ...('rules' in data
      ? {
          rules: data.rules,
          tainted: data.tainted,
          required: data.required,
          deny_effect: data.deny_effect,
          expires_at: data.expires_at,
        }
      : { invoked_at: data.invoked_at }),
  };
}
