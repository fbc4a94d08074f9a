import type { MirroredRecords } from '@agent-home/http-contract';
import { bearer } from './bearer.ts';
import { type Answer, getAnswer, RawAgent } from './raw-agent.ts';
import type { TestHome } from './start-home.ts';

type Home = Pick<TestHome, 'url'>;

/** Returns an admitted agent of the owner with this token. */
export async function agentOf(home: TestHome, agentId: string, token: string): Promise<RawAgent> {
  const agent = RawAgent.stranger(home, agentId);
  await agent.register({ headers: bearer(token) });
  const { status } = await agent.call('POST', `/v1/agents/${agentId}/admission`);
  if (status !== 200) throw new Error(`admission answered ${status}`);
  return agent;
}

/** Returns the response to a viewer; undefined for an anonymous one. */
export async function readRuns(
  home: Home,
  token: string | undefined,
  path: string,
  method = 'GET',
): Promise<Answer> {
  return getAnswer(await fetch(`${home.url}${path}`, { method, headers: token ? bearer(token) : {} }));
}

/** Reads a response as JSON; throws unless the request succeeds. */
export async function getRuns<Body>(home: Home, token: string, path: string): Promise<Body> {
  const { status, body } = await readRuns(home, token, path);
  if (status !== 200) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`);
  return body as Body;
}

/** Returns the lines of the whole copy of a run, read part by part. */
export async function copyOf(home: Home, token: string, runId: string, limit = 200): Promise<string[]> {
  const texts: string[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const path = `/v1/runs/${runId}/records?from_seq=${from}&limit=${limit}`;
    const part: MirroredRecords = await getRuns(home, token, path);
    texts.push(...part.records.map(({ text }) => text ?? ''));
    from = part.next_seq;
  }
  return texts;
}
