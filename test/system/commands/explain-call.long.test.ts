import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProject } from './support/agent-project.ts';

const script = `\nrules: [{ when: { user: hello }, answer: Hello. }]\n`;
const bound = `---
kind: agent
name: bound
title: Bound
tools: { allow: [read_file, write_file, 'mcp.files.*'], deny: [bash] }
mcp: { servers: [files] }
policiesRef: [notes]
---
You are bound.
`;
const notes = `apiVersion: agent.platform/v1
kind: Policy
metadata: { name: notes, version: 1.0.0, owner: tests }
spec:
  rules:
    - effect: allow
      action: tool.call
      selector: { tool: write-file }
      conditions:
        when: arguments.path.startsWith('notes/')
        timeWindow: { days: [mon, tue, wed, thu, fri], hours: { from: '08:00', to: '18:00' }, timeZone: Europe/Berlin }
    - { effect: allow, action: tool.call, selector: { tool: read-file } }
    - { effect: deny, action: tool.call, conditions: { when: 'calls >= 5' } }
  limits: { maxToolCalls: 7 }
`;

async function openBound() {
  // Server that reports its start and does nothing else.
  const files = { command: process.execPath, args: ['-e', "require('fs').writeFileSync('started', '')"] };
  const project = await openProject(script, { mcpServers: { files } });
  await mkdir(join(project.folder, 'agents/policies'), { recursive: true });
  await writeFile(join(project.folder, 'agents/bound.md'), bound);
  await writeFile(join(project.folder, 'agents/policies/notes.policy.yaml'), notes);
  const explain = async (...words: string[]) => project.run('explain-call', 'bound', ...words);
  return { ...project, explain };
}

const friday = ['--time', '2026-05-01T09:00:00Z'];

test('explain-call prints the decision of every layer without effects', async () => {
  const { folder, explain, runs } = await openBound();
  const allowed = await explain('WriteFile', '{"path": "notes/a.md", "content": "x"}', ...friday);
  expect([allowed.code, allowed.stderr]).toEqual([0, '']);
  for (const told of [
    /^✔ write_file \(low\) by bound: allowed$/m,
    /WriteFile means write_file \(normalized\)/,
    /allow {3}definition: tools.allow\[1\]/,
    /allow {3}policy notes@1\.0\.0 \([0-9a-f]{12}\): spec\.rules\[0\]/,
    /allow {3}operator: autoApprove/,
    /MCP servers not started: files/,
  ])
    expect(allowed.stdout).toMatch(told);
  const denied = await explain(
    'write_file',
    '{"path": "notes/a.md", "content": "x"}',
    '--time',
    '2026-05-02T09:00:00Z',
  );
  expect(denied.stdout).toMatch(/^✘ write_file .*denied \[not_allowed_by_policy\]$/m);
  expect((await explain('bash', '{"command": "ls"}', ...friday)).stdout).toMatch(
    /deny {4}definition: tools\.deny\[0\]/,
  );
  expect((await explain('read_file', '{"path": "a"}', '--calls', '7')).stdout).toMatch(
    /\[too_many_tool_calls\]/,
  );
  expect((await explain('read_file', '{"path": 7}')).stdout).toMatch(
    /refused before a policy decision[\s\S]*\[invalid_arguments\]/,
  );
  await expect(access(join(folder, 'started'))).rejects.toThrow();
  expect(await runs()).toEqual([]);
});

test('explain-call as JSON names policy, version, hash and unjudged facts', async () => {
  const { explain } = await openBound();
  const tell = async (...words: string[]) =>
    JSON.parse((await explain(...words, ...friday, '--format', 'json')).stdout);
  const told = await tell('write_file', '{"path": "other.md", "content": "x"}', '--tainted');
  expect(told).toMatchObject({
    agent: 'bound',
    tool: 'write_file',
    tainted: true,
    decision: { effect: 'deny', code: 'not_allowed_by_policy' },
    servers_not_asked: ['files'],
  });
  const layers = told.layers as { layer: string; rule: string; effect: string; policy?: object }[];
  expect(layers.map(({ layer, effect }) => `${layer} ${effect}`)).toEqual([
    'definition allow',
    'policy deny',
    'operator confirm',
  ]);
  expect(layers[1]?.policy).toEqual({
    name: 'notes',
    version: '1.0.0',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const assumed = await tell('mcp.files.list', '{}');
  expect(assumed).toMatchObject({ tool: 'mcp.files.list', decision: { effect: 'deny' } });
  expect(assumed.assumed).toMatch(/files was not started/);
});

test('explain-call names the nearest tool and agent, and skipped servers', async () => {
  const { explain, run } = await openBound();
  const unknown = await explain('raed_file');
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringMatching(
      /the tool raed_file does not exist\. Did you mean read_file\?.*servers not started: files.*\[tool_not_found\]/,
    ),
  ]);
  expect((await run('explain-call', 'bund', 'bash')).stderr).toMatch(
    /did you mean bound\?.*\[agent_not_found\]/,
  );
  expect((await explain('bash', '--time', 'tomorrow')).code).toBe(2);
  expect((await explain('bash', '--calls', 'many')).code).toBe(2);
});

test('explain-call queries servers on request and reports their tools', async () => {
  const everything = join(
    import.meta.dirname,
    '../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
  );
  const { folder, run } = await openProject(script, {
    mcpServers: { files: { command: process.execPath, args: [everything] } },
  });
  await writeFile(join(folder, 'agents/bound.md'), bound.replace('policiesRef: [notes]\n', ''));
  const { code, stdout } = await run(
    'explain-call',
    'bound',
    'mcp.files.echo',
    '{"message": "x"}',
    '--servers',
  );
  expect([code, stdout]).toEqual([0, expect.stringMatching(/mcp\.files\.echo \(\w+\) by bound/)]);
  expect(stdout).not.toMatch(/not asked/);
});

test('explain-call knows the tools that the runtime itself offers', async () => {
  const { folder, run } = await openBound();
  const remembering = `---
kind: agent
name: remembering
title: Remembering
tools: { allow: [ask_user] }
memory: { session: [mood], long_term: { backend: filesystem } }
---
You remember.
`;
  await writeFile(join(folder, 'agents/remembering.md'), remembering);
  const calls = {
    ask_user: '{"question": "Which one?"}',
    remember: '{"key": "mood", "value": "good"}',
    store_memory: '{"key": "weather", "value": "It rains."}',
    read_result: '{"call_id": "call_1_0"}',
  };
  for (const [tool, args] of Object.entries(calls)) {
    const { code, stdout, stderr } = await run(
      ...['explain-call', 'remembering', tool, args, '--format', 'json'],
    );
    expect([tool, code, stderr]).toEqual([tool, 0, '']);
    expect([tool, JSON.parse(stdout)]).toMatchObject([tool, { decision: { effect: 'allow' } }]);
  }
});
