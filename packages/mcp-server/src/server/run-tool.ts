import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { type Answer, toolResult } from '../answers/answer.ts';
import { explainError, isAbort, refusal } from '../answers/explain-error.ts';
import type { Tool } from '../tools/tool.ts';
import type { ServerSurroundings } from './surroundings.ts';

/** Codes that invalidate the cached standing of this agent. */
const aboutStanding: ReadonlySet<string> = new Set([
  'not_admitted',
  'suspended',
  'withdrawn',
  'unauthenticated',
]);

/** Runs one call: validates its arguments, and returns failures as text. Never throws. */
export async function runTool(
  tool: Tool,
  given: unknown,
  surroundings: ServerSurroundings,
  context: ServerContext,
): Promise<CallToolResult> {
  const { limit, membership } = surroundings;
  const checked = tool.schema.safeParse(given ?? {});
  if (!checked.success) return toolResult(refusal('invalid_arguments', problemsIn(checked.error.issues)));
  const answer = await limit.run(
    () => getAnswer(tool, checked.data, surroundings, context),
    () => refusal('too_many_calls'),
  );
  if (answer.isError && aboutStanding.has(answer.code)) membership.forget();
  return toolResult(answer);
}

async function getAnswer(
  tool: Tool,
  given: unknown,
  { membership, log }: ServerSurroundings,
  { mcpReq }: ServerContext,
): Promise<Answer> {
  const { signal } = mcpReq;
  const { progressToken } = mcpReq._meta ?? {};
  const progress = async (done: number, total: number, message: string) => {
    if (progressToken === undefined) return;
    await mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress: done, total, message },
    });
  };
  try {
    return await tool.call(given, { membership, signal, progress });
  } catch (error) {
    // An error of a cancelled call counts as its cancellation.
    return signal.aborted || isAbort(error) ? refusal('cancelled') : explainError(error, log);
  }
}

/** Fields and their expected types, never their values. */
function problemsIn(issues: readonly { path: readonly PropertyKey[]; message: string }[]): string {
  return issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.map(String).join('.').slice(0, 60)}: ${message.slice(0, 120)}`)
    .join('\n');
}
