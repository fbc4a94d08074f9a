import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { playScenario } from '../../system/runtime/contract/play-scenario.ts';
import type { RuntimeScenario } from '../../system/runtime/contract/scenarios.ts';
import { shareAgno } from './open-runtime.ts';

const templates = fileURLToPath(new URL('templates.py', import.meta.url));

/** Plays a model that would call the tool, on an agent that agno builds from the template. */
async function playWith(template: string) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-agno-template-'));
  copyFileSync(templates, join(folder, 'templates.py'));
  const agno = shareAgno({ template: `templates:${template}`, pythonPath: [folder] });
  onTestFinished(async () => {
    await agno.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const scenario: RuntimeScenario = {
    name: template,
    script: `
rules:
  - when: { tools: leave_mark, count: 0 }
    answer: { calls: [{ tool: leave_mark, arguments: { mark: here } }] }
  - when: {}
    answer: hello
`,
    end: 'answered',
  };
  const { end, failures, shown, steps } = await playScenario(scenario, agno);
  return { end, failures, steps, requests: shown.length, hasActed: existsSync(join(folder, 'marks')) };
}

describe('tools outside of the gateway', () => {
  test('refuses the agent of a template with tools of its own', async () => {
    for (const template of ['with_tool', 'with_own_memory']) {
      const { end, failures, requests, hasActed } = await playWith(template);
      expect([template, end, requests, hasActed]).toEqual([template, 'tool_outside_gateway', 0, false]);
      expect(failures.join()).toContain('tools of its own');
    }
  });

  test('stops an agent that grows a tool', async () => {
    const { end, requests, hasActed } = await playWith('growing');
    expect([end, requests, hasActed]).toEqual(['tool_outside_gateway', 0, false]);
  });

  test('builds agents from a template without tools', async () => {
    expect(await playWith('plain')).toMatchObject({ end: 'answered', hasActed: false });
  });

  test('records events of agno that have no other place', async () => {
    const { end, steps } = await playWith('noting');
    expect([end, steps]).toEqual(['answered', expect.arrayContaining(['PreHookStarted'])]);
  });
});
