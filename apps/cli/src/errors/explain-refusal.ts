import { ApiError, VerificationError } from '@agent-home/sdk';
import { ReadingError, type ReadingErrorCode } from './command-errors.ts';

interface Asked {
  topicId: string;
  url: string;
  rootFile: string;
  as: string | undefined;
}

const asAgent =
  'read as an agent of yours by --as FILE, the identity of one that is registered and admitted (packages/sdk/README.md, “An agent in twenty lines”)';

/** Any other error as it is. */
export function explainRefusal(error: unknown, { topicId, url, rootFile, as }: Asked): unknown {
  const { code } = error as { code?: unknown };
  const explained = (name: ReadingErrorCode, message: string) =>
    new ReadingError(name, message, { cause: error });
  if (error instanceof ApiError && code === 'unauthenticated' && as === undefined)
    return explained(
      'agent_needed',
      `${url} shows nothing to whoever has not signed in (AGENT_HOME_ANONYMOUS_PAGE): ${asAgent}`,
    );
  if (error instanceof VerificationError && code === 'untrusted_root')
    return explained('not_your_home', `${url} is not the home whose root set is in ${rootFile}`);
  if (code === 'not_found')
    return explained(
      'not_found',
      as === undefined
        ? `${url} shows no topic ${topicId} to everybody; one that is not public you ${asAgent}`
        : `${url} has no topic ${topicId} that this agent may read`,
    );
  return error;
}
