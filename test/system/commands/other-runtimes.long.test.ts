import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent } from '@agent-home/agent';
import { expect, test, vi } from 'vitest';
import { langgraphFolder } from '../runtime/langgraph/open-runtime.ts';
import { type AgentProject, openProject, trustFolder } from './support/agent-project.ts';

const script = `
rules:
  - when: { after: { tool: read_file, contains: red } }
    answer: The note says red.
  - when: { user: note, count: 0 }
    answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }] }
  - answer: Hello.
`;
const specOf = (runtime: string) => `apiVersion: agent.platform/v1
kind: Agent
metadata: { name: eve, version: 1.0.0, owner: ada }
spec:
  type: conversational
  modelRef: { provider: emulator, name: small }
  promptRef: prompts/own
  tools: [read-file]
${runtime}`;

const langgraph = '  runtime: { selector: langgraph }\n';
const set = { AGENT_HOME_LANGGRAPH: langgraphFolder };

/** Opens a project with the AgentSpec of an agent on a runtime. */
async function openWith(runtime: string, variables: Record<string, string>): Promise<AgentProject> {
  const project = await openProject(script, {}, variables, { isTrusted: false });
  const folder = join(project.folder, 'agents/eve');
  await mkdir(join(folder, 'prompts'), { recursive: true });
  await writeFile(join(folder, 'agent.yaml'), specOf(runtime));
  await writeFile(join(folder, 'prompts/own.md'), 'You live.\n');
  await writeFile(join(project.folder, 'note.txt'), 'red');
  trustFolder(project.folder, project.home);
  return project;
}

test('runs an AgentSpec on LangGraph', { timeout: 240_000 }, async () => {
  const project = await openWith(langgraph, set);
  const ended = await project.run('agents', 'run', 'eve', '-p', 'What does the note say?');
  expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('The note says red.')]);
  const [run] = await project.runs();
  for (const check of ['verify', 'replay'])
    expect([check, (await project.run('runs', check, String(run?.run_id))).code]).toEqual([check, 0]);
});

test('refuses an AgentSpec whose runtime is not set up', { timeout: 240_000 }, async () => {
  for (const [runtime, variables, code] of [
    [langgraph, {}, 'runtime_not_configured'],
    // The selector of an AgentSpec is agno unless it says otherwise.
    ['', set, 'runtime_not_configured'],
    [langgraph, { AGENT_HOME_LANGGRAPH: '/' }, 'runtime_package_missing'],
  ] as const) {
    const project = await openWith(runtime, variables);
    const ended = await project.run('agents', 'run', 'eve', '-p', 'What does the note say?');
    expect([ended.code, `${ended.stdout}${ended.stderr}`]).toEqual([2, expect.stringContaining(code)]);
  }
});

test('names the remedy for a runtime that is not set up', { timeout: 240_000 }, async () => {
  const either = 'or write runtime: { selector: native }';
  for (const [selector, problem] of [
    [
      'agno',
      `the runtime agno is not set up on this machine; set AGENT_HOME_AGNO_PYTHON or AGENT_HOME_AGNO_URL (docs/other-runtimes.md), ${either}`,
    ],
    [
      'langgraph',
      `the runtime langgraph is not set up on this machine; set AGENT_HOME_LANGGRAPH (docs/other-runtimes.md), ${either}`,
    ],
    [
      'nonsuch',
      'this program has no runtime nonsuch; write runtime: { selector: NAME } with one of these: native, agno, langgraph',
    ],
  ] as const) {
    const project = await openProject(script, {}, {}, { isTrusted: false });
    const file = join(project.folder, 'agents/ada.md');
    await writeFile(
      file,
      `---\nkind: agent\nname: ada\ntitle: Ada\nruntime: { selector: ${selector} }\n---\nYou live.\n`,
    );
    trustFolder(project.folder, project.home);
    const message = `agent ada cannot run: ${file}:5:22: ${problem}`;
    for (const words of [
      ['agents', 'run', 'ada', '-p', 'hello'],
      ['live', 'agents/ada.md', '--home', 'http://127.0.0.1:9'],
    ]) {
      const ended = await project.run(...words);
      expect([ended.code, ended.stdout, ended.stderr]).toEqual([
        2,
        '',
        `agent-home: ${message} [runtime_not_configured]\n`,
      ]);
    }
    vi.stubEnv('HOME', project.home);
    try {
      const open = () => Agent.fromFile(file, { project: project.folder });
      expect(open).toThrow(expect.objectContaining({ code: 'runtime_not_configured', message }));
    } finally {
      vi.unstubAllEnvs();
    }
    expect(project.emulator.journal()).toEqual([]);
  }
});
