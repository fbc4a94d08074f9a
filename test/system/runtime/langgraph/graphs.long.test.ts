import { copyFileSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { playScenario } from '../contract/play-scenario.ts';
import type { RuntimeScenario } from '../contract/scenarios.ts';
import { langgraphFolder, shareLanggraph } from './open-runtime.ts';

const templates = fileURLToPath(new URL('templates.mjs', import.meta.url));

/** Model that makes a call once, if it has tools, and then responds. */
const calling = `
rules:
  - when: { system: Draw a plan }
    answer: first I read
  - when: { tools: read_file, count: 0 }
    answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }] }
  - when: {}
    answer: hello
`;

/** Plays a model on a graph of an operator, in a folder with LangGraph. */
async function playOn(template: string, script = calling) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-langgraph-'));
  copyFileSync(templates, join(folder, 'templates.mjs'));
  symlinkSync(join(langgraphFolder, 'node_modules'), join(folder, 'node_modules'));
  const langgraph = shareLanggraph({
    AGENT_HOME_LANGGRAPH: folder,
    AGENT_HOME_LANGGRAPH_TEMPLATE: `./templates.mjs:${template}`,
    HOME: folder,
    OPENAI_API_KEY: 'sk-secret',
    LANGSMITH_API_KEY: 'ls-secret',
    LANGCHAIN_TRACING_V2: 'true',
    NODE_OPTIONS: '--no-warnings',
  });
  onTestFinished(async () => {
    await langgraph.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const scenario: RuntimeScenario = {
    name: template,
    script,
    files: { 'note.txt': 'a note' },
    end: 'answered',
  };
  const played = await playScenario(scenario, langgraph);
  return { ...played, requests: played.shown.length, hasActed: existsSync(join(folder, 'marks')) };
}

const outside = { end: 'tool_outside_gateway', results: [], hasActed: false };

describe('graphs of an operator', () => {
  test('refuses a graph with tools of its own', async () => {
    for (const template of ['withTool', 'withInnerTool', 'binding']) {
      const played = await playOn(template);
      expect([template, played]).toMatchObject([template, { ...outside, requests: 0 }]);
      expect(played.failures.join()).toContain('of its own');
    }
  });

  test('stops a tool that a node starts', async () => {
    expect(await playOn('growing')).toMatchObject(outside);
  });

  test('stops a graph that shows its model a forged result', async () => {
    expect(await playOn('forging')).toMatchObject({ ...outside, requests: 0 });
  });

  test('stops a graph whose calls reach no pause', async () => {
    for (const template of ['passing', 'unpaused', 'inventing'])
      expect([template, await playOn(template)]).toMatchObject([template, { ...outside, requests: 1 }]);
  });

  test('plays graphs without tools', async () => {
    for (const template of ['plain', 'configured', 'printing']) {
      const { end, answer, results } = await playOn(template);
      expect([template, end, answer, results]).toEqual([template, 'answered', 'hello', ['ok']]);
    }
  });

  test('records events of LangGraph that have no other place', async () => {
    const { end, steps, requests, failures, whole } = await playOn('planning');
    expect([end, steps, requests, failures]).toEqual(['answered', ['custom', 'node before'], 3, []]);
    const { detail } = whole.find(({ type }) => type === 'model.step')?.data ?? {};
    const { names } = JSON.parse(String(detail));
    // No variable of a model, of tracing or of Node reaches the program.
    const passed = [
      'PATH',
      'HOME',
      'LANG',
      'TERM',
      'TMPDIR',
      'TZ',
      'USER',
      'LOGNAME',
      'SHELL',
      'PWD',
      'SHLVL',
    ];
    const ours = ['LANGCHAIN_TRACING_V2', 'LANGSMITH_TRACING'];
    const others = names.filter(
      (name: string) => ![...passed, ...ours, '_'].includes(name) && !/^L(C_|ANGU)/.test(name),
    );
    expect(others).toEqual([]);
  });

  test('ends a run on a graph that cannot be used', async () => {
    for (const [template, end] of [
      ['missing', 'model_refused'],
      ['compiled', 'model_refused'],
      ['prebuilt', 'model_refused'],
      ['silent', 'model_nonsense'],
      ['endless', 'model_nonsense'],
      ['talking', 'model_unavailable'],
    ] as const)
      expect([template, (await playOn(template, 'rules: [{ answer: hello }]')).end]).toEqual([template, end]);
  });
});
