import { decodeToolSpec, type ToolSpec } from '@agent-home/agent-runtime/definition';
import type { RunSetup } from '@agent-home/runtime-node';
import { expect } from 'vitest';
import type { Workshop } from './reference-home.ts';

export const message = { text: 'call 0; please', origin: 'user', tainted: false };

/** Returns a script for one run per call, because third-party text in a run makes its next call need an approval. */
export const calling = (...calls: [tool: string, args: object][]) =>
  `rules:\n${calls
    .map(
      ([tool, args], at) =>
        `  - when: { user: 'call ${at};', count: 0 }\n    answer: { calls: [{ tool: ${tool}, arguments: ${JSON.stringify(args)} }] }`,
    )
    .join('\n')}\n  - when: { user: call }\n    answer: done\n`;

/** Returns the result of each call of a script. */
export async function listOutcomes(
  { runtime, check }: Pick<Workshop, 'runtime' | 'check'>,
  order: RunSetup,
  count: number,
): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (let at = 0; at < count; at++) {
    const text = `call ${at}; please`;
    const { runId } = await runtime.postMessage({ ...order, sessionId: `call-${at}` }, { ...message, text });
    const { records } = await check(runId);
    const found = records.flatMap(({ type, data }) => (type === 'kairo.tool.result' ? [data.result] : []));
    expect(found).toHaveLength(1);
    outcomes.push(...found);
  }
  return outcomes;
}

export function toSpec(name: string, spec: object): ToolSpec {
  const metadata = { name, owner: 'tests', version: '1.0.0' };
  const text = JSON.stringify({ apiVersion: 'agent.platform/v1', kind: 'Tool', metadata, spec });
  return decodeToolSpec(text, { file: `${name}.tool.json`, expected: { name } });
}
