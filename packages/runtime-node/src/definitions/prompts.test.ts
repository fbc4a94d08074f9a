import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findAgent, loadDefinitions } from './loading/load-definitions.ts';
import { agentSpec, makeProject } from './testing/project.ts';

/** Returns the problems of an agent with such a prompt. */
function problemsWith(make: (agent: string) => void) {
  using project = makeProject({
    'secrets/own': 'TOP SECRET',
    'agents/ada/agent.yaml': agentSpec('ada', 'tools: []'),
  });
  make(join(project.project, 'agents/ada'));
  const agent = findAgent(loadDefinitions(project), 'ada');
  expect(agent?.definition).toBeUndefined();
  expect(JSON.stringify(agent)).not.toContain('TOP SECRET');
  return agent?.problems.map(({ code }) => code);
}

describe('prompts of an agent’s folder', () => {
  it('reads no prompt behind a link', () => {
    const secrets = '../../secrets';
    expect(problemsWith((agent) => symlinkSync(secrets, join(agent, 'prompts')))).toContain('symbolic_link');
    const inFolder = (agent: string) => {
      mkdirSync(join(agent, 'prompts'));
      symlinkSync(`../${secrets}/own`, join(agent, 'prompts/own'));
    };
    expect(problemsWith(inFolder)).toContain('symbolic_link');
    const pipe = (agent: string) => {
      mkdirSync(join(agent, 'prompts'));
      execFileSync('mkfifo', [join(agent, 'prompts/own.md')]);
    };
    expect(problemsWith(pipe)).toContain('unreadable');
  });

  it('refuses a too long or invalid prompt without cutting', () => {
    for (const [content, code] of [
      ['x'.repeat(256 * 1024 + 1), 'too_large'],
      [new Uint8Array([0x61, 0xff, 0xfe]), 'not_utf8'],
    ] as const) {
      using project = makeProject({
        'agents/ada/agent.yaml': agentSpec('ada', 'tools: []'),
        'agents/ada/prompts/own.md': content,
      });
      expect(findAgent(loadDefinitions(project), 'ada')).toMatchObject({
        definition: undefined,
        problems: [{ code, file: expect.stringContaining('prompts/own.md') }],
      });
    }
  });
});
