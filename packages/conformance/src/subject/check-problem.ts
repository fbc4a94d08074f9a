import { problemStatuses } from '../lists/closed-lists.ts';
import { type Answer, described, getCode } from './answer.ts';
import type { HomeFindings } from './findings-of-home.ts';

/** Checks every refusal in a run against the problem format. */
export function checkProblem(findings: HomeFindings, answer: Answer): void {
  const { status, headers, json } = answer;
  const at = described(answer);
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  findings.judge(
    'errors/content-type',
    type !== 'application/problem+json' && `${at} as ${type ?? 'no type at all'}`,
  );
  const code = getCode(answer);
  const wrong =
    json === undefined
      ? 'is no JSON object'
      : [
          ...['type', 'title', 'code', 'detail'].filter((name) => typeof json[name] !== 'string'),
          ...(typeof json.status === 'number' ? [] : ['status']),
          ...(code === undefined || json.type === `urn:agent-home:problem:${code}`
            ? []
            : ['a type of its code']),
        ].join(', ');
  if (!findings.judge('errors/problem-json', wrong !== '' && `${at}: is without ${wrong}`)) return;
  const listed = code === undefined ? undefined : problemStatuses.get(code);
  if (!findings.judge('errors/closed-codes', listed === undefined && `${at}: the code is not in the list`))
    return;
  findings.judge(
    'errors/status',
    (json?.status !== status || listed !== status) &&
      `${at}: the document says ${String(json?.status)}, the list ${listed}`,
  );
}

/**
 * Returns the fault of a refusal with this code. A document without a listed code is reported as `errors/…` only, since the request
 * was refused.
 */
export function wrongRefusal(answer: Answer, ...codes: string[]): string | undefined {
  const code = getCode(answer);
  const status = problemStatuses.get(codes[0] ?? '');
  if (answer.status === status && (code === undefined || !problemStatuses.has(code) || codes.includes(code)))
    return undefined;
  return `${described(answer)}, and not ${status} ${codes.join(' or ')}`;
}
