import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openTerminal } from '../../support/open-terminal.ts';
import { agentFile } from './support/agent-file.ts';
import { type AgentProject, openProject } from './support/agent-project.ts';
import { openCollector } from './support/collector.ts';
import { openTraced, tracedScript } from './support/traced-project.ts';

test('a definition’s tracing selects events on standard error', async () => {
  const collectTypes = (stderr: string) => [...stderr.matchAll(/^trace (\w+)/gm)].map(([, type]) => type);
  const cases: [string | undefined, string[]][] = [
    [undefined, []],
    ['{ enabled: true }', ['llm', 'tool', 'llm']],
    ['{ events: [tool] }', ['tool']],
    ['{ events: [] }', []],
    ['{ enabled: false }', []],
    ['{ sample_rate: 0 }', []],
    ['{ sample_rate: 1 }', ['llm', 'tool', 'llm']],
  ];
  for (const [tracing, types] of cases) {
    const { run } = await openTraced(tracing);
    const { code, stdout, stderr } = await run('agents', 'run', 'bob', '-p', 'note', '--format', 'json');
    expect([tracing, code, collectTypes(stderr)]).toEqual([tracing, 0, types]);
    expect(JSON.parse(stdout)).toMatchObject({ answer: 'I have read the note.' });
  }
  const { run } = await openTraced('{ events: [tool], sample_rate: 0 }');
  const asked = await run('agents', 'run', 'bob', '-p', 'note', '--trace');
  expect([collectTypes(asked.stderr), asked.stdout]).toEqual([
    ['llm', 'tool', 'llm'],
    'I have read the note.\n',
  ]);
  const settled = await openTraced(undefined, { agents: { tracing: { enabled: true } } });
  const told = await settled.run('agents', 'run', 'bob', '-p', 'note');
  expect(collectTypes(told.stderr)).toEqual(['llm', 'tool', 'llm']);
}, 90_000);

test('sampled traces are kept by day', async () => {
  const traced = { agents: { tracing: { enabled: true, backend: 'console' } } };
  const { state, run, runs } = await openTraced('{ sample_rate: 1, events: [] }', traced);
  for (const prompt of ['note', 'hear more']) await run('agents', 'run', 'bob', '-p', prompt);
  const [session] = new Set((await runs()).map(({ session_id }) => session_id));
  const [day = '', ...others] = await readdir(join(state, 'traces'));
  expect([day, others]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), []]);
  const file = join(state, 'traces', day, `session-${session}.json`);
  const kept = JSON.parse(await readFile(file, 'utf8')) as { spans: { name: string }[] };
  expect(kept).toMatchObject({ session_id: session });
  expect(kept.spans.filter(({ name }) => name === 'agent bob')).toHaveLength(2);
  const none = await openTraced('{ sample_rate: 0 }', traced);
  await none.run('agents', 'run', 'bob', '-p', 'note');
  await expect(readdir(join(none.state, 'traces'))).rejects.toThrow(/ENOENT/);
  expect((await none.runs()).length).toBe(1);
});

test('agents trace export prints spans in both forms', async () => {
  const { run, runs } = await openTraced(undefined);
  await run('agents', 'run', 'bob', '-p', 'note');
  const words = ['agents', 'trace', 'export', '--session', (await runs())[0]?.session_id ?? ''];
  const { spans } = JSON.parse((await run(...words, '--format', 'json')).stdout) as {
    spans: { spanId: string }[];
  };
  const otlp = await run(...words, '--format', 'otlp');
  const body = JSON.parse(otlp.stdout) as {
    resourceSpans: { scopeSpans: { spans: { spanId: string; startTimeUnixNano: string }[] }[] }[];
  };
  const sent = body.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
  expect(sent.map(({ spanId }) => spanId)).toEqual(spans.map(({ spanId }) => spanId));
  expect(sent[0]?.startTimeUnixNano).toMatch(/^\d{13}000000$/);
  expect((await run(...words, '--format', 'otlp', '--events')).code).toBe(2);
  const saved = await run(...words, '--save');
  expect(JSON.parse(await readFile(saved.stdout.trim(), 'utf8'))).toMatchObject({ spans });
});

test('agents validate refuses unknown tracing values', async () => {
  for (const [tracing, said] of [
    ['{ events: [tools] }', /tool/],
    ['{ backend: opentelemetri }', /opentelemetry/],
    ['{ sample_rate: 2 }', /sample_rate/],
    ['{ sampling: 1 }', /sampling/],
  ] as const) {
    const { run } = await openTraced(tracing);
    const { code, stdout } = await run('agents', 'validate', 'bob');
    expect([tracing, code, stdout]).toEqual([tracing, 1, expect.stringMatching(said)]);
  }
});

test('the tracing examples of the documents are valid', async () => {
  const document = await readFile(new URL('../../../docs/agents/tracing.md', import.meta.url), 'utf8');
  const toBlock = (kind: string) =>
    new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(document)?.[1] ?? '';
  const tracing = toBlock('yaml').trimEnd();
  const { run, folder } = await openProject(tracedScript, JSON.parse(toBlock('json')) as object);
  await writeFile(join(folder, 'agents/bob.md'), agentFile('bob', 'model: small', tracing));
  const { code, stdout } = await run('agents', 'validate', '--all');
  expect([code, stdout]).toEqual([0, expect.stringContaining('Validation: 2/2 valid')]);
});

test('a conversation traces each message as defined', async () => {
  const collector = await openCollector();
  const settings = { agents: { tracing: { url: collector.url } } };
  const talkTo = ({ folder, home }: AgentProject) =>
    openTerminal(['agents', 'run', 'bob', '--interactive'], { cwd: folder, env: { HOME: home } });
  const told = talkTo(await openTraced('{ events: [tool] }', settings));
  await told.shows('The bob> ');
  told.type('note\r');
  await told.shows('trace tool read_file');
  await told.shows('The bob> ');
  expect(told.shown()).not.toContain('trace llm');
  told.type('exit\r');
  expect(await told.ended).toBe(0);
  expect(collector.requests).toEqual([]);

  const sent = talkTo(await openTraced('{ backend: langsmith }', settings));
  await sent.shows('The bob> ');
  for (const times of [1, 2]) {
    sent.type('hear it\r');
    await sent.shows('The bob> ');
    await eventually(() =>
      expect(collector.spans().filter(({ name }) => name === 'invoke_agent bob')).toHaveLength(times),
    );
  }
  sent.type('exit\r');
  expect(await sent.ended).toBe(0);
  expect(sent.shown()).not.toContain('trace llm');
});
