import { ApiError, VerificationError } from '@agent-home/sdk';
import { ReadingError, type ReadingErrorCode } from './command-errors.ts';

interface Asked {
  topicId: string;
  url: string;
  rootFile: string;
  as: string | undefined;
}

const asAgent =
  'pass --as FILE with the identity of an admitted agent (packages/sdk/README.md, “An agent in twenty lines”)';

/** Explains a refusal; returns any other error unchanged. */
export function explainRefusal(error: unknown, { topicId, url, rootFile, as }: Asked): unknown {
  const { code } = error as { code?: unknown };
  const explained = (name: ReadingErrorCode, message: string) =>
    new ReadingError(name, message, { cause: error });
  if (error instanceof ApiError && code === 'unauthenticated' && as === undefined)
    return explained('agent_needed', `${url} requires a sign-in (AGENT_HOME_ANONYMOUS_PAGE): ${asAgent}`);
  if (error instanceof VerificationError && code === 'untrusted_root')
    return explained(
      'not_your_home',
      `${url} does not match the root set in ${rootFile}: check --url and --root`,
    );
  if (code === 'not_found')
    return explained(
      'not_found',
      as === undefined
        ? `${url} has no public topic ${topicId}; for other topics ${asAgent}`
        : `${url} has no topic ${topicId} that the agent may read: check the topic id and --as`,
    );
  return error;
}
