import { useTranslation } from 'react-i18next';
import { Problem } from '../read/problem.ts';
import { wordKey } from '../topic/words/word-key.ts';

/** Codes whose sentence ends with the detail from the response: the value and its fault. */
const detailed = new Set(['invalid_input', 'invalid_request', 'invalid_rules', 'duration_out_of_range']);

/** Returns the code of a failed request. An error without a code is a request that got no response. */
export function problemCode(error: unknown): string {
  return error instanceof Problem ? error.code : 'no_connection';
}

/** Field and reason to append to the sentence, if the code needs them. */
export function problemDetail(error: unknown): string | undefined {
  if (!(error instanceof Problem) || !detailed.has(error.code)) return undefined;
  return error.path === undefined ? error.message : `${error.path}: ${error.message}`;
}

/** Returns the sentence for a failed request: what is wrong and what to do. */
export function useProblemText(): (error: unknown) => string {
  const { t } = useTranslation('common');
  return (error) => {
    const code = problemCode(error);
    return [t(wordKey('problem', code), { code }), problemDetail(error)].filter(Boolean).join(' ');
  };
}
