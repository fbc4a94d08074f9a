import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PolicyDecision, PolicyRequest } from '@agent-home/access';

/** Requests under one role, and under a session of it if there is one. */
export interface JudgedCase {
  role: string;
  session: string | null;
  requests: PolicyRequest[];
}

/** `refused`: a document is invalid, so there is no decision. */
export type Judgement = PolicyDecision[] | 'refused';

/** Returns the verdicts of the second judge (`judge/`, in Python, standard library only), in the order of the cases. */
export async function askJudge(cases: readonly JudgedCase[]): Promise<Judgement[]> {
  const script = fileURLToPath(new URL('judge/judge.py', import.meta.url));
  const child = spawn('python3', ['-B', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stdin.end(cases.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the second judge ended with ${code}`);
  const answers = printed
    .trimEnd()
    .split('\n')
    .map((line): Judgement => JSON.parse(line));
  if (answers.length !== cases.length) throw new Error(`${answers.length} answers to ${cases.length} cases`);
  return answers;
}
