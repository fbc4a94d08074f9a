import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSampledRun } from '@agent-home/agent-runtime/run-log';
import { expect, test } from 'vitest';
import { openCollector } from './support/collector.ts';
import { canary, openTraced } from './support/traced-project.ts';

test('ended runs send spans without message content', async () => {
  const collector = await openCollector();
  const key = 'collector-key-0f9a8b7c';
  const { run, runs, home, folder } = await openTraced('{ backend: opentelemetry, events: [tool] }', {
    agents: { tracing: { url: collector.url, key: 'vault://traces' } },
    vault: { traces: { file: '~/traces-key' }, note: { file: '~/note-key', tools: ['read_file'] } },
  });
  await writeFile(join(home, 'traces-key'), key, { mode: 0o600 });
  await writeFile(join(home, 'note-key'), canary, { mode: 0o600 });
  await writeFile(join(folder, 'note.txt'), `the note says ${canary} and ${key}`);
  const { code, stdout, stderr } = await run('agents', 'run', 'bob', '-p', `note ${canary}`, '--verbose');
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('agent-home:')]);
  const [request] = collector.requests;
  expect(collector.requests).toHaveLength(1);
  expect(request).toMatchObject({
    path: '/v1/traces',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
  });
  expect(collector.spans().map(({ name }) => name)).toEqual([
    'invoke_agent bob',
    'decide tool.call',
    'execute_tool read_file',
  ]);
  const [run_] = await runs();
  expect(collector.spans()[0]?.attributes).toMatchObject({ 'run.id': run_?.run_id, 'run.ended': true });
  const { authorization: _, ...others } = request?.headers ?? {};
  for (const said of [canary, key, 'the note', 'note.txt', 'I have read'])
    expect([said, `${request?.body}${JSON.stringify(others)}`.includes(said)]).toEqual([said, false]);
  // The collector's key is one of the secrets that are searched for.
  expect(stdout + stderr).toContain('[secret vault://traces]');
});

test('spans have contents only where the settings want them', async () => {
  const collector = await openCollector();
  const { run, runs, home, folder } = await openTraced('{ backend: opentelemetry }', {
    agents: {
      tracing: { enabled: true, backend: 'opentelemetry', url: collector.url, contents: true },
    },
    vault: { note: { file: '~/note-key', tools: ['read_file'] } },
  });
  await writeFile(join(home, 'note-key'), canary, { mode: 0o600 });
  await writeFile(join(folder, 'note.txt'), `the note says ${canary}`);
  expect((await run('agents', 'run', 'bob', '-p', `note ${canary}`)).code).toBe(0);
  const texts = Object.fromEntries(collector.spans().map(({ name, attributes }) => [name, attributes]));
  const hidden = '[secret vault://note]';
  expect(JSON.parse(String(texts['execute_tool read_file']?.['gen_ai.tool.call.arguments']))).toEqual({
    path: 'note.txt',
  });
  expect(JSON.parse(String(texts['execute_tool read_file']?.['gen_ai.tool.call.result']))).toEqual({
    status: 'ok',
    content: `the note says ${hidden}`,
  });
  expect(JSON.parse(String(texts['invoke_agent bob']?.['gen_ai.input.messages']))).toEqual([
    { role: 'user', parts: [{ type: 'text', content: `note ${hidden}` }] },
  ]);
  expect(JSON.parse(String(texts['invoke_agent bob']?.['gen_ai.output.messages']))).toMatchObject([
    { role: 'assistant', parts: [{ type: 'text', content: 'I have read the note.' }] },
  ]);
  expect(collector.requests.map(({ body }) => body).join('')).not.toContain(canary);
  // Neither the kept trace nor an export without the flag has them.
  const session = (await runs())[0]?.session_id ?? '';
  const words = ['agents', 'trace', 'export', '--session', session];
  const kept = await readFile((await run(...words, '--save')).stdout.trim(), 'utf8');
  const plain = await run(...words, '--format', 'otlp');
  for (const document of [kept, plain.stdout]) expect(document).not.toMatch(/the note says|I have read/);
  const elsewhere = await openCollector();
  expect((await run(...words, '--to', elsewhere.url, '--contents')).code).toBe(0);
  expect(elsewhere.requests[0]?.body).toMatch(/the note says \[secret/);
  expect(elsewhere.requests[0]?.body).not.toContain(canary);
  expect((await run(...words, '--save', '--contents')).code).toBe(2);
});

test('a project’s contents wait for agents trust', async () => {
  const collector = await openCollector();
  const { folder, run } = await openTraced('{ backend: opentelemetry }', {
    agents: { tracing: { backend: 'opentelemetry', url: collector.url } },
  });
  await writeFile(
    join(folder, 'agents/settings.json'),
    JSON.stringify({ agents: { tracing: { contents: true } } }),
  );
  const refused = await run('agents', 'run', 'bob', '-p', 'hear it');
  expect([refused.code, refused.stderr, collector.requests]).toEqual([
    2,
    expect.stringMatching(/\[project_not_trusted\]$/m),
    [],
  ]);
  const shown = await run('agents', 'trust');
  expect(shown.stdout).toContain('(traces with messages, arguments and results)');
  const sha256 = /--sha256 (\w+)/.exec(shown.stdout)?.[1] ?? '';
  expect((await run('agents', 'trust', '--sha256', sha256)).code).toBe(0);
  expect((await run('agents', 'run', 'bob', '-p', 'hear it')).code).toBe(0);
  expect(collector.requests[0]?.body).toContain('Heard hear it.');
});

test('a faulty collector fails no run', async () => {
  const elsewhere = await openCollector();
  const cases: [string, Parameters<typeof openCollector>[0], RegExp][] = [
    [
      'refuses',
      (_, answer) => void answer.writeHead(401).end('words of the collector'),
      /it responded with status 401/,
    ],
    [
      'redirects',
      (_, answer) => void answer.writeHead(307, { location: `${elsewhere.url}/v1/traces` }).end(),
      /redirect/,
    ],
    [
      'takes some',
      (_, answer) =>
        void answer
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"partialSuccess":{"rejectedSpans":"2","errorMessage":"words of the collector"}}'),
      /it rejected 2 of \d+ spans/,
    ],
    [
      'floods',
      (_, answer) => {
        answer.writeHead(200, { 'content-type': 'application/json' });
        const piece = Buffer.alloc(1024 * 1024, 'x');
        const pour = () => {
          while (answer.writable && !answer.destroyed && answer.write(piece));
        };
        answer.on('drain', pour);
        pour();
      },
      /could not be reached/,
    ],
    ['hangs', () => undefined, /did not respond in time/],
  ];
  for (const [what, answer, line] of cases) {
    const collector = await openCollector(answer);
    const { run } = await openTraced('{ backend: opentelemetry }', {
      agents: { tracing: { url: collector.url } },
    });
    const { code, stdout, stderr } = await run('agents', 'run', 'bob', '-p', 'note', '--quiet');
    expect([what, code, stdout.includes('I have read the note.')]).toEqual([what, 0, true]);
    expect([what, stderr.trimEnd().split('\n')]).toEqual([what, [expect.stringMatching(line)]]);
    expect(stderr).toMatch(/agents trace export --session ID --to URL.*\[export_failed\]$/m);
    expect(stderr).not.toContain('words of the collector');
  }
  expect(elsewhere.requests).toEqual([]);
  for (const [tracing, settings, code] of [
    ['{ backend: opentelemetry }', { agents: { tracing: { url: 'http://127.0.0.1:9' } } }, 'export_failed'],
    ['{ backend: opentelemetry }', {}, 'tracing_not_configured'],
    ['{ backend: langsmith }', {}, 'tracing_not_configured'],
    ['{ backend: langsmith }', { agents: { tracing: { key: 'vault://no' } } }, 'secret_not_configured'],
  ] as const) {
    const { run } = await openTraced(tracing, settings);
    const ended = await run('agents', 'run', 'bob', '-p', 'note', '--quiet');
    expect([ended.code, ended.stderr]).toEqual([0, expect.stringMatching(`^agent-home: .*\\[${code}\\]\n$`)]);
  }
}, 90_000);

test('a project’s collector waits for agents trust', async () => {
  const [mine, theirs] = [await openCollector(), await openCollector()];
  const { folder, run, home } = await openTraced('{ backend: opentelemetry }', {
    agents: { tracing: { url: mine.url, key: 'vault://traces' } },
    vault: { traces: { file: '~/traces-key' } },
  });
  await writeFile(join(home, 'traces-key'), 'operators-own-key', { mode: 0o600 });
  await writeFile(
    join(folder, 'agents/settings.json'),
    JSON.stringify({ agents: { tracing: { enabled: true, url: theirs.url } } }),
  );
  const refused = await run('agents', 'run', 'bob', '-p', 'hear it');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/\[project_not_trusted\]$/m)]);
  const shown = await run('agents', 'trust');
  expect(shown.stdout).toContain(`sends to ${theirs.url} (traces)`);
  const sha256 = /--sha256 (\w+)/.exec(shown.stdout)?.[1] ?? '';
  expect((await run('agents', 'trust', '--sha256', sha256)).code).toBe(0);
  expect((await run('agents', 'run', 'bob', '-p', 'hear it')).code).toBe(0);
  expect([mine.requests.length, theirs.requests.length]).toEqual([0, 1]);
  expect(JSON.stringify(theirs.requests)).not.toContain('operators-own-key');
});

test('a batch traces its sampled share of runs', async () => {
  const collector = await openCollector();
  const { folder, run, runs } = await openTraced(
    '{ backend: opentelemetry, sample_rate: 0.5 }\ntype: batch',
    {
      agents: { tracing: { url: collector.url } },
    },
  );
  await writeFile(
    join(folder, 'in.txt'),
    Array.from({ length: 20 }, (_, number) => `hear ${number}`).join('\n'),
  );
  expect((await run('agents', 'batch', 'bob', '--input', 'in.txt', '--concurrency', '8')).code).toBe(0);
  const traced = new Set(collector.spans().flatMap(({ attributes }) => attributes['run.id'] ?? []));
  const sampled = (await runs()).map(({ run_id }) => run_id).filter((id) => isSampledRun(id, 0.5));
  expect([...traced].toSorted()).toEqual(sampled.toSorted());
});

test('a waiting run sends equal span ids twice', async () => {
  const collector = await openCollector();
  const { run, runs } = await openTraced('{ backend: opentelemetry }', {
    agents: { tracing: { url: collector.url } },
    approvals: { autoApprove: ['safe'] },
  });
  expect((await run('agents', 'run', 'bob', '-p', 'count')).code).toBe(3);
  const [waiting] = collector.spans();
  expect(waiting?.attributes).toMatchObject({ 'run.ended': false });
  const [question] = JSON.parse((await run('approvals', 'list', '--format', 'json')).stdout) as {
    id: string;
  }[];
  await run('approvals', 'approve', question?.id ?? '');
  expect((await run('runs', 'resume', (await runs())[0]?.run_id ?? '')).code).toBe(0);
  const ended = collector.spans().findLast(({ name }) => name === 'invoke_agent bob');
  expect(ended).toMatchObject({ traceId: waiting?.traceId, attributes: { 'run.ended': true } });
});
