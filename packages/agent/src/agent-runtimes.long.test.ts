import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replayLog } from '@agent-home/agent-runtime';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from './index.ts';
import { openProject } from './testing/studio.ts';

/** Folder whose `node_modules` has LangGraph: that of this repository. */
const langgraphFolder = fileURLToPath(new URL('../../..', import.meta.url));
/** Graph whose process writes its id to a file. */
const template = `
import { writeFileSync } from 'node:fs';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { toolsCondition } from '@langchain/langgraph/prebuilt';
writeFileSync('process-id', String(process.pid));
export const graph = (model) =>
  new StateGraph(MessagesAnnotation)
    .addNode('agent', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode('tools', () => ({}))
    .addEdge(START, 'agent')
    .addConditionalEdges('agent', toolsCondition, ['tools', END])
    .addEdge('tools', 'agent');
`;
/** Script of a model that describes the files that it was shown. */
const seeing = `
rules:
  - when: { after: { tool: read_file } }
    answer: 'I see {{result}}'
  - when: { user: read, tools: read_file, count: 0 }
    answer: { calls: [{ tool: read_file, arguments: { path: a.png } }] }
  - answer: 'I was given {{user}}'
`;
const image = (comment: string) =>
  Buffer.from(`\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x05\0\0\0\x07${comment}`, 'latin1');
/** Returns the text by which the scripted model describes an image with these bytes. */
const shown = (content: Buffer) =>
  `[image/png, ${content.length} bytes, sha256 ${createHash('sha256').update(content).digest('hex')}]`;

const onLanggraph = ['runtime: { selector: langgraph }'];

test('a program runs an agent on LangGraph', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-langgraph-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(langgraphFolder, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'graph.mjs'), template);
  vi.stubEnv('AGENT_HOME_LANGGRAPH', folder);
  vi.stubEnv('AGENT_HOME_LANGGRAPH_TEMPLATE', './graph.mjs:graph');
  try {
    const { open, trust, store } = await openProject(onLanggraph);
    trust();
    const { status, output, runId } = await run(open(), 'add');
    expect([status, output]).toEqual(['answered', 'The sum is {"sum":21}.']);
    const { lines, value } = await store.read(runId);
    const { state, records } = replayLog(lines, value);
    expect(state.first.definition).toMatchObject({ runtime: { selector: 'langgraph' } });
    expect(records.filter(({ type }) => type === 'kairo.tool.result')).toHaveLength(1);
    // The process of LangGraph ended with the run.
    const processId = Number(readFileSync(join(folder, 'process-id'), 'utf8'));
    expect(() => process.kill(processId, 0)).toThrow(expect.objectContaining({ code: 'ESRCH' }));
  } finally {
    vi.unstubAllEnvs();
  }
});

test('an image reaches the model on LangGraph', async () => {
  vi.stubEnv('AGENT_HOME_LANGGRAPH', langgraphFolder);
  try {
    const { open, trust, write, emulator, project } = await openProject(onLanggraph, seeing);
    const models = {
      words: { provider: 'emulator', url: `${emulator.url}/v1`, key: 'vault://words', input: ['image'] },
    };
    const vault = { words: { file: join(project, 'words.key') } };
    await write('settings.json', JSON.stringify({ models, vault }));
    const [read, attached] = [join(project, 'a.png'), join(project, 'b.png')];
    writeFileSync(read, image('read'));
    writeFileSync(attached, image('attached'));
    trust();
    expect((await run(open([]), 'read it')).output).toContain(shown(image('read')));
    expect((await run(open([]), 'What is this?', { attach: [attached] })).output).toContain(
      shown(image('attached')),
    );
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a program without the variable of a runtime is refused', async () => {
  for (const selector of ['langgraph', 'agno']) {
    const { open, trust } = await openProject([`runtime: { selector: ${selector} }`]);
    trust();
    expect(() => open()).toThrow(
      expect.objectContaining({ name: 'AgentError', code: 'runtime_not_configured' }),
    );
  }
});

test('a program with an unusable runtime is refused before its run', async () => {
  const { open, trust, createAgent, emulator, project } = await openProject(onLanggraph);
  trust();
  for (const [variables, code] of [
    [{ AGENT_HOME_LANGGRAPH: project }, 'runtime_package_missing'],
    [{ AGENT_HOME_LANGGRAPH: 'relative' }, 'runtime_not_configured'],
    [
      { AGENT_HOME_LANGGRAPH: langgraphFolder, AGENT_HOME_AGNO_URL: 'http://agno.example' },
      'runtime_not_configured',
    ],
  ] as const) {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    try {
      await expect(run(open(), 'add')).rejects.toMatchObject({ name: 'AgentError', code });
      // An agent without a file does not depend on them.
      expect(emulator.journal()).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
  }
  vi.stubEnv('AGENT_HOME_LANGGRAPH', 'relative');
  try {
    expect((await run(createAgent(), 'Hello')).status).toBe('answered');
  } finally {
    vi.unstubAllEnvs();
  }
});
