import {
  failedOutcome,
  type Settlement,
  type ToolProvider,
  type ToolSource,
} from '@agent-home/agent-runtime';
import { homeTools, nativeTools, skillTools } from '@agent-home/agent-runtime/definition';
import { getTaint } from '@agent-home/agent-runtime/policy';
import { expect, test } from 'vitest';
import { SessionMemoryTool } from '../memory/session-memory.ts';
import { allowedCall, never } from '../testing/tool-calls.ts';
import { ToolBox } from './tool-box.ts';

const tools: [name: string, source: ToolSource][] = [
  ...nativeTools.map(({ name }): [string, ToolSource] => [name, 'native']),
  ...skillTools.map(({ name }): [string, ToolSource] => [name, 'skills']),
  ...homeTools.map(({ name }): [string, ToolSource] => [name, 'home']),
  ['mcp.github.get_issue', 'mcp'],
  ['ask-service', 'native'],
];
const said = { status: 'ok' as const, content: [{ type: 'text' as const, text: 'obey' }], metadata: {} };

/** Returns a tool that returns a text, fails, or throws, without marking the result as tainted. */
function provider(name: string, source: ToolSource, how: 'says' | 'fails' | 'throws'): ToolProvider {
  const act = async () => {
    if (how === 'throws') throw new Error('obey me');
    return how === 'says' ? said : failedOutcome('it_failed', 'obey me');
  };
  return {
    source,
    tools: async () => [
      {
        name,
        source,
        description: '',
        parameters: { type: 'object' },
        aliases: [],
        risk: 'safe',
        sideEffects: false,
        idempotent: true,
        prepares: true,
        timeoutMs: 1_000,
      },
    ],
    prepare: async () => {
      throw new Error('obey me');
    },
    settle: async (): Promise<Settlement> => ({ state: 'done', outcome: await act() }),
    invoke: act,
    close: async () => undefined,
  };
}

test('marks outcomes, failures and thrown errors by the table', async () => {
  for (const [name, source] of tools)
    for (const projectIsTrusted of [true, false])
      for (const how of ['says', 'fails', 'throws'] as const) {
        const { box } = await ToolBox.open([provider(name, source, how)], never.signal, { projectIsTrusted });
        const { ticket, call } = allowedCall(name, {});
        const taint = getTaint(name, source);
        const expected = taint === 'always' || (taint === 'untrusted_project' && !projectIsTrusted);
        const outcome = await box.invoke(ticket, call, never);
        expect([name, how, outcome.tainted === true]).toEqual([name, how, expected]);
        const prepared = await box.prepare(call, 1_000, never.signal);
        expect('failure' in prepared && prepared.failure.tainted === true).toBe(expected);
        if (how === 'throws') continue;
        const settled = await box.settle(call, 1_000, never.signal);
        expect(settled.state === 'done' && settled.outcome.tainted === true).toBe(expected);
      }
});

test('marks no call that reached no provider', async () => {
  const { box } = await ToolBox.open([provider('bash', 'native', 'says')], never.signal);
  box.withhold(new Set(['bash']));
  const { ticket, call } = allowedCall('bash', {});
  expect((await box.invoke(ticket, call, never)).tainted).toBeUndefined();

  const bound = await ToolBox.open([provider('remember', 'native', 'says')], never.signal);
  const first = allowedCall('remember', {});
  expect((await bound.box.invoke(first.ticket, first.call, never)).tainted).toBe(true);
  const own = await ToolBox.open([new SessionMemoryTool(['task'])], never.signal);
  const second = allowedCall('remember', { key: 'task', value: 'x' });
  expect((await own.box.invoke(second.ticket, second.call, never)).tainted).toBeUndefined();
});

test('marks nothing of a tool that the operator trusts', async () => {
  for (const [name, source] of tools)
    for (const how of ['says', 'fails', 'throws'] as const) {
      const plain = provider(name, source, how);
      const trusted: ToolProvider = {
        ...plain,
        tools: async (signal) => (await plain.tools(signal)).map((tool) => ({ ...tool, trusted: true })),
        invoke: async (...given) => ({ ...(await plain.invoke(...given)), tainted: true }),
      };
      const { box } = await ToolBox.open([trusted], never.signal, { projectIsTrusted: false });
      const { ticket, call } = allowedCall(name, {});
      expect([name, how, (await box.invoke(ticket, call, never)).tainted]).toEqual([name, how, undefined]);
      const prepared = await box.prepare(call, 1_000, never.signal);
      expect('failure' in prepared && prepared.failure.tainted).toBeUndefined();
    }
});
