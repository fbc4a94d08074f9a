import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failedOutcome, type ToolOutcome, type ToolProvider } from '@agent-home/agent-runtime';
import { type BindingSettings, decodeToolSpec } from '@agent-home/agent-runtime/definition';
import { describe, expect, test } from 'vitest';
import { fixedPlace } from '../processes/program-place.ts';
import { scratchProject } from '../testing/scratch-project.ts';
import { callTool, never, toText } from '../testing/tool-calls.ts';
import { Vault } from '../vault/vault.ts';
import { bindTools } from './bind-tools.ts';
import { withSpecNames } from './with-spec-names.ts';

const toSpec = (rules: object) => {
  const spec = { inputsSchema: { type: 'object' }, outputsSchema: {}, timeoutMs: 20_000, ...rules };
  const metadata = { name: 'the-tool', owner: 'tests', version: '1.0.0' };
  const text = JSON.stringify({ apiVersion: 'agent.platform/v1', kind: 'Tool', metadata, spec });
  return decodeToolSpec(text, { file: 'the-tool.tool.json', expected: { name: 'the-tool' } });
};

/** Creates a tool of a server that returns one outcome after another, and repeats the last one forever. */
function serverTool(outcomes: readonly (ToolOutcome | Error)[], rules: object, words: BindingSettings = {}) {
  const made: string[] = [];
  const provider: ToolProvider = {
    source: 'mcp',
    tools: async () => [
      {
        name: 'mcp.it.act',
        source: 'mcp',
        description: '',
        parameters: { type: 'object' },
        aliases: [],
        risk: 'medium',
        sideEffects: true,
        idempotent: false,
        prepares: false,
        timeoutMs: 60_000,
      },
    ],
    invoke: async (ticket, call) => {
      ticket.open(call);
      made.push(call.idempotencyKey);
      const next = outcomes[Math.min(made.length, outcomes.length) - 1];
      if (next instanceof Error) throw next;
      return next ?? failedOutcome('none', 'none');
    },
    close: async () => undefined,
  };
  const tools = withSpecNames(provider, [toSpec(rules)], { 'the-tool': { ...words, tool: 'mcp.it.act' } });
  return { made, tools, call: () => callTool(tools, 'mcp.it.act', {}) };
}

const fine: ToolOutcome = { status: 'ok', content: [{ type: 'text', text: 'fine' }], metadata: {} };
const ended = failedOutcome('mcp_server_ended', 'it ended');

describe('attempts by a ToolSpec', () => {
  test('tries a tool of a server again by its spec', async () => {
    const idempotent = serverTool([ended, new Error('it broke'), fine], { retry: 3, idempotent: true });
    expect(await idempotent.call()).toMatchObject({
      status: 'ok',
      metadata: { failed_attempts: [{ code: 'mcp_server_ended' }, { code: 'tool_failed' }] },
    });
    expect([idempotent.made.length, new Set(idempotent.made).size]).toEqual([3, 1]);
    const once = serverTool([ended, fine], { retry: 3 });
    expect([(await once.call()).error?.code, once.made.length]).toEqual(['mcp_server_ended', 1]);
    const away = serverTool([failedOutcome('mcp_server_away', 'away'), fine], { retry: 1 });
    expect([(await away.call()).status, away.made.length]).toEqual(['ok', 2]);
    const never = serverTool([failedOutcome('unknown_tool', 'no'), fine], { retry: 3, idempotent: true });
    expect([(await never.call()).error?.code, never.made.length]).toEqual(['unknown_tool', 1]);
    const breaking = serverTool([new Error('it broke')], { retry: 1, idempotent: true });
    await expect(breaking.call()).rejects.toThrow('it broke');
    expect(breaking.made).toHaveLength(2);
  });

  test('limits calls of a server tool by its spec', async () => {
    const { call, made } = serverTool([fine], { timeoutMs: 1_000, rateLimit: { rps: 0.01, burst: 2 } });
    const outcomes = [await call(), await call(), await call()];
    expect(outcomes.map(({ error }) => error?.code)).toEqual([undefined, undefined, 'rate_limited']);
    expect(made).toHaveLength(2);
  });

  test('a module that throws is tried again by its spec', async () => {
    const { folder } = scratchProject();
    writeFileSync(
      join(folder, 'tool.mjs'),
      `import { existsSync, writeFileSync } from 'node:fs';
       const trace = ${JSON.stringify(join(folder, 'tried'))};
       export default () => { if (existsSync(trace)) return 'fine'; writeFileSync(trace, ''); throw new Error('not yet'); };`,
    );
    const environment = { PATH: process.env.PATH ?? '' };
    const placeOf = fixedPlace(folder, environment);
    const vault = new Vault({}, { environment, placeOf });
    const settings = { 'the-tool': { module: './tool.mjs' } };
    const tools = bindTools([toSpec({ retry: 1, idempotent: true })], settings, { vault, placeOf });
    const outcome = await callTool(tools, 'the-tool', {});
    expect(toText(outcome)).toBe('fine');
    expect(outcome.metadata).toMatchObject({ failed_attempts: [{ code: 'module_threw' }] });
  });

  test('declares a tool trusted and safe under any name', async () => {
    const { tools } = serverTool([fine], { idempotent: true }, { trusted: true, safe: true });
    expect(await tools.tools(never.signal)).toMatchObject([
      { trusted: true, declaredSafe: true, idempotent: true },
    ]);
    const plain = serverTool([fine], {});
    const [described] = await plain.tools.tools(never.signal);
    expect([described?.trusted, described?.declaredSafe]).toEqual([undefined, undefined]);
  });
});
