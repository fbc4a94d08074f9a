import { AccessDeniedError, ApiError, InputRejectedError, VerificationError } from '@agent-home/sdk';
import { type Answer, refused } from './answer.ts';
import { Page } from './page.ts';
import { getCode } from './plain-words.ts';
import { refusalWords, type Words } from './refusals.ts';

/** Author of the details of a refusal. */
type Author = 'home' | 'store' | 'program';

const labels: Record<Author, string> = {
  home: 'Message of the home:',
  store: 'Message of the store:',
  program: 'Message of this program, which runs on your side:',
};

/** Returns a refusal with a fixed explanation, its code and a remedy. */
export function refusal(
  code: string,
  details: string | undefined = undefined,
  { author = 'program', words }: { author?: Author; words?: Words } = {},
): Answer {
  const plain = getCode(code);
  const { what, wayOut } = words ?? refusalWords(plain);
  const page = new Page().say(`Refused [${plain}]: ${what} ${wayOut}`);
  // Quoted, because the details may contain text of other agents.
  if (details !== undefined && details !== '') page.quote(labels[author], details, 600);
  return refused(page, plain);
}

/** Explains any error to a model. Errors of ours and of the SDK have a closed `code`; others are only logged. */
export function explainError(
  error: unknown,
  log: (error: unknown) => void,
  wordsFor: (code: string) => Words = refusalWords,
): Answer {
  if (isAbort(error)) return refusal('cancelled');
  if (error instanceof VerificationError && error.code !== 'untrusted_root') return notCertified(error);
  const code = codeIn(error);
  if (code === undefined) {
    log(error);
    return refusal('failed');
  }
  const details = error instanceof Error ? error.message.split('\n')[0] : undefined;
  return refusal(code, details, { author: getAuthor(error), words: wordsFor(getCode(code)) });
}

function getAuthor(error: unknown): Author {
  // The SDK itself rejects modes that its version does not support.
  if (error instanceof AccessDeniedError) return error.code === 'mode_not_supported' ? 'program' : 'home';
  if (error instanceof ApiError || error instanceof InputRejectedError) return 'home';
  return error instanceof Error && error.name === 'ObjectStoreError' ? 'store' : 'program';
}

function notCertified({ code }: VerificationError): Answer {
  const plain = getCode(code);
  return refused(
    new Page().say(
      `Refused [${plain}]: the object in the bucket is not certified by this home, so it is not shown.`,
      'Retry later. If it fails again, report it to the operator of the home.',
    ),
    plain,
  );
}

export function codeIn(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  // Error codes of the operating system are not protocol codes.
  return /^[a-z][a-z0-9_]*$/.test(error.code) ? error.code : undefined;
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
