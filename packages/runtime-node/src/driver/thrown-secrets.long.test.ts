import type { ToolProvider } from '@agent-home/agent-runtime';
import { expect, test } from 'vitest';
import { fixedPlace } from '../processes/program-place.ts';
import { allowedCall, never } from '../testing/tool-calls.ts';
import { Vault } from '../vault/vault.ts';
import { ToolBox } from './tool-box.ts';
import { toolOutcomeInTime } from './within-time.ts';

const secret = 'Zr4-a-secret-that-is-thrown-9Qk';

function provider(act: ToolProvider['invoke']): ToolProvider {
  return {
    source: 'native',
    tools: async () => [
      {
        name: 'act',
        source: 'native',
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
    prepare: async (call, context) => (await act(allowedCall('act', {}).ticket, call, context)).metadata,
    invoke: act,
    close: async () => undefined,
  };
}

test('cleans errors that a tool throws of secrets', async () => {
  const environment = { SECRET: secret };
  const vault = new Vault({ it: { env: 'SECRET' } }, { environment, placeOf: fixedPlace('/', environment) });
  await vault.value('vault://it');
  const thrown: unknown[] = [
    new Error(`it broke with ${secret}`),
    Object.assign(new Error(`it broke with ${Buffer.from(secret).toString('base64')}`), { code: secret }),
    `it broke with ${secret}`,
    new Error(`${'x'.repeat(485)} ${secret}`),
    { toString: () => `it broke with ${secret}` },
  ];
  for (const error of thrown) {
    const throwing = provider(async () => {
      throw error;
    });
    const { box } = await ToolBox.open([throwing], never.signal, { vault });
    const { ticket, call } = allowedCall('act', {});
    const outcome = await box.invoke(ticket, call, never);
    const prepared = await box.prepare(call, 1_000, never.signal);
    expect([outcome.status, outcome.error?.code]).toEqual(['error', 'tool_failed']);
    for (const text of [JSON.stringify(outcome), JSON.stringify(prepared)]) {
      expect(text).not.toContain(secret.slice(0, 16));
      expect(text).not.toContain(Buffer.from(secret).toString('base64').slice(0, 20));
    }
  }
});

test('aborts a tool at its time limit', async () => {
  let aborted = false;
  const hanging = provider(
    (_ticket, _call, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          reject(new Error('aborted'));
        });
      }),
  );
  const { box } = await ToolBox.open([hanging], never.signal);
  const { ticket, call } = allowedCall('act', {});
  const began = performance.now();
  const outcome = await toolOutcomeInTime(200, never.signal, (signal) =>
    box.invoke(ticket, call, { signal }),
  );
  expect([aborted, outcome.status]).toEqual([true, 'error']);
  expect(performance.now() - began).toBeGreaterThanOrEqual(190);
  const deaf = provider(() => new Promise(() => undefined));
  const { box: other } = await ToolBox.open([deaf], never.signal);
  const second = allowedCall('act', {});
  const late = await toolOutcomeInTime(100, never.signal, (signal) =>
    other.invoke(second.ticket, second.call, { signal }),
  );
  expect(late.error?.code).toBe('tool_timeout');
});
