import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Question, RunState } from '@agent-home/agent-runtime';
import type { JsonObject } from '@agent-home/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { AllowedCallsHere } from './allowed-calls.ts';
import { askHere } from './ask-here.ts';

const signal = new AbortController().signal;

function openTerminal(...replies: string[]) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-home-ask-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const places = { project: join(root, 'project'), global: join(root, 'home') };
  for (const folder of Object.values(places)) mkdirSync(folder);
  const lines: string[] = [];
  const asking = askHere({
    wait: true,
    allowed: new AllowedCallsHere([], places),
    project: places.project,
    clean: (text) => text.replaceAll('s3cret', '[secret]'),
    terminal: {
      tell: (line) => void lines.push(stripVTControlCharacters(line)),
      ask: async () => replies.shift(),
    },
  });
  // A terminal shows the question alone.
  const state = {} as RunState;
  const ask = (tool: string, args: JsonObject) =>
    asking.ask?.({ runId: 'run_x', agent: 'ada', question: questionOf(tool, args), state }, signal);
  return { ask, lines, places };
}

const questionOf = (tool: string, args: JsonObject): Question => ({
  kind: 'approval',
  id: `ask_${'0'.repeat(32)}`,
  askedAt: '2026-05-01T08:00:00.000Z',
  data: {
    approval_id: `ask_${'0'.repeat(32)}`,
    tool_call_id: 'c',
    tool,
    arguments: args,
    arguments_sha256: 'a'.repeat(64),
    risk: 'medium',
    rules: [{ layer: 'operator', rule: 'autoApprove', effect: 'confirm', approval: 'optional' }],
    tainted: false,
    required: false,
    deny_effect: 'continue',
    reason: 'needs_approval',
    expires_at: '2026-05-02T08:00:00.000Z',
  },
});

test('short and long answers mean what they say', async () => {
  const { ask } = openTerminal('y', 'YES', 'n', 'no not today', 's', 'a', 'sure', '');
  const words = [];
  for (let index = 0; index < 8; index++) {
    const reply = await ask('bash', { command: `git diff ${index}` });
    words.push(reply && [reply.word, reply.reason]);
  }
  expect(words).toEqual([
    ['approve', ''],
    ['approve', ''],
    ['deny', ''],
    ['deny', 'not today'],
    // The rest of a `yes` typed too early allows nothing.
    ['deny', ''],
    ['deny', ''],
    ['deny', ''],
    undefined,
  ]);
});

test('a pattern that does not cover the call is refused', async () => {
  const { ask, lines, places } = openTerminal('session bash(npm *)', 'always bash(git diff; rm)', 'session');
  expect(await ask('bash', { command: 'git diff' })).toMatchObject({ word: 'approve' });
  expect(lines.join('\n')).toMatch(/does not cover this call[\s\S]*is not a pattern/);
  expect(await ask('bash', { command: 'git diff --stat' })).toMatchObject({
    word: 'approve',
    via: 'setup',
    reason: expect.stringContaining('bash(git diff *)'),
  });
  expect(await ask('bash', { command: 'git diff; rm x' })).toBeUndefined();
  expect(() => readFileSync(join(places.global, 'settings.json'))).toThrow(/ENOENT/);
});

test('a change of a file is shown as a diff without secrets', async () => {
  const { ask, lines, places } = openTerminal('n', 'n', 'n', 'n', 'n');
  writeFileSync(join(places.project, 'a.txt'), 'one\nkey s3cret\nthree\n');
  await ask('edit_file', { path: 'a.txt', old_text: 'three', new_text: '3\u202e' });
  const shown = lines.splice(0).join('\n');
  expect(shown).toMatch(/ {3}key \[secret\]\n {2}-three\n {2}\+3‹U\+202E›/);
  expect(shown).not.toContain('old_text');
  await ask('write_file', { path: 'new.txt', content: 'first\n' });
  expect(lines.splice(0).join('\n')).toMatch(
    /--- \/dev\/null\t?\n {2}\+\+\+ b\/new\.txt\t?\n.*\n {2}\+first/,
  );
  // A change that cannot be made is described by its arguments.
  await ask('edit_file', { path: '../x', old_text: 'a', new_text: 'b' });
  expect(lines.splice(0).join('\n')).toContain('"old_text": "a"');
  // A patch is shown as it is, line by line.
  const patch = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+s3cret \u001b[2J\n';
  await ask('apply_patch', { patch });
  const patched = lines.splice(0).join('\n');
  expect(patched).toContain('  @@ -1 +1 @@\n  -one\n  +[secret] ‹U+001B›[2J\n');
  expect(patched).not.toContain('"patch"');
  await ask('apply_patch', { patch: 'no patch\n===\n' });
  expect(lines.join('\n')).toContain('"patch": "no patch\\n===\\n"');
});

test('a pattern that covers a dangerous option is allowed with a warning', async () => {
  const { ask, lines } = openTerminal('session bash(git *)', 'always bash(git diff *)');
  expect(await ask('bash', { command: 'git diff' })).toMatchObject({ word: 'approve' });
  const shown = lines.splice(0).join('\n');
  // The suggestion has its warning before the answer, a typed pattern after it.
  expect(shown).toMatch(/! +warning +bash\(git diff \*\) covers --output=FILE \(writes to any file\)/);
  expect(shown).toMatch(/allowed until this session ends: bash\(git \*\)\n! +warning +bash\(git \*\) covers/);
  await ask('bash', { command: 'find . -name x' });
  expect(lines.join('\n')).not.toContain('warning');
});

test('an answer of always prints how to remove the pattern', async () => {
  const { ask, lines } = openTerminal('always');
  await ask('bash', { command: 'ls -la' });
  expect(lines.join('\n')).toContain("to undo    agent-home approvals patterns remove 'bash(ls *)'");
  expect(lines.join('\n')).not.toContain('warning');
});
