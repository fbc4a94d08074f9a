import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Question } from '@agent-home/agent-runtime';
import { decodeSettings } from '@agent-home/agent-runtime/definition';
import { expect, onTestFinished, test } from 'vitest';
import { AllowedCallsHere, removePattern, storedPatterns } from './allowed-calls.ts';

const at = '2026-05-01T08:00:00.000Z';

function openPlaces(settings = '{}') {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-home-allowed-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const places = { project: join(root, 'project'), global: join(root, 'home') };
  for (const folder of Object.values(places)) mkdirSync(folder);
  writeFileSync(join(places.global, 'settings.json'), settings);
  return { root, places };
}

const asks = (command: string, changes: object = {}): Question =>
  ({
    kind: 'approval',
    id: `ask_${'0'.repeat(32)}`,
    askedAt: at,
    data: {
      tool: 'bash',
      arguments: { command },
      arguments_sha256: 'a'.repeat(64),
      risk: 'medium',
      rules: [{ layer: 'operator', rule: 'autoApprove', effect: 'confirm', approval: 'optional' }],
      ...changes,
    },
  }) as unknown as Question;

test('an allowed pattern answers in the name of its author', () => {
  const { places } = openPlaces();
  const allowed = new AllowedCallsHere([{ pattern: 'bash(git diff *)', by: 'grace', at }], places);
  expect(allowed.answer(asks('git diff --stat'))).toEqual({
    questionId: `ask_${'0'.repeat(32)}`,
    argumentsSha256: 'a'.repeat(64),
    word: 'approve',
    name: 'grace',
    reason: `allowed by bash(git diff *) since ${at}`,
    via: 'setup',
  });
  expect(allowed.answer(asks('git diff; rm -rf x'))).toBeUndefined();
});

test('a pattern answers no policy, locked tool or workflow question', () => {
  const { places } = openPlaces();
  const allowed = new AllowedCallsHere([{ pattern: 'bash' }], places);
  const rule = (layer: string, name: string) => ({ layer, rule: name, effect: 'confirm' });
  expect(allowed.answer(asks('ls', { rules: [rule('operator', 'tainted')] }))).toBeDefined();
  const others = [
    { rules: [rule('policy', 'spec.rules[0]')] },
    { rules: [rule('operator', 'autoApprove'), rule('policy', 'spec.rules[0]')] },
    { rules: [rule('operator', 'unlock')], risk: 'critical' },
    { rules: [] },
    { node: 'review' },
  ];
  for (const changes of others) {
    const question = asks('ls', changes);
    expect([changes, allowed.answer(question), allowed.suggest(question)]).toEqual([
      changes,
      undefined,
      undefined,
    ]);
    expect(allowed.refuse('bash', question)).toMatch(/asks each time/);
  }
});

test('a pattern of another project does not apply', () => {
  const { root, places } = openPlaces();
  const entries = [{ pattern: 'bash', project: join(root, 'other') }];
  expect(new AllowedCallsHere(entries, places).answer(asks('ls'))).toBeUndefined();
  const own = [{ pattern: 'bash', project: places.project }];
  expect(new AllowedCallsHere(own, places).answer(asks('ls'))).toBeDefined();
  symlinkSync(places.project, join(root, 'link'));
  const linked = { ...places, project: join(root, 'link') };
  expect(new AllowedCallsHere(own, linked).answer(asks('ls'))).toBeDefined();
});

test('a pattern allowed for always is stored with its author and date', () => {
  const { places } = openPlaces('{\n  // mine\n  "models": {}\n}\n');
  const allowed = new AllowedCallsHere([], places, () => new Date(at));
  for (const pattern of ['bash(git diff *)', 'bash(git log *)']) allowed.allowAlways(pattern);
  expect(allowed.answer(asks('git log'))).toBeDefined();
  const text = readFileSync(join(places.global, 'settings.json'), 'utf8');
  expect(text).toContain('// mine');
  const entries = decodeSettings(text).approvals?.allow;
  expect(entries).toMatchObject([
    { pattern: 'bash(git diff *)', project: places.project, at },
    { pattern: 'bash(git log *)', project: places.project, at },
  ]);
  expect(new AllowedCallsHere(entries ?? [], places).answer(asks('git diff'))).toBeDefined();
  const session = new AllowedCallsHere([], places);
  session.allowForSession('bash(ls *)');
  expect(session.answer(asks('ls -la'))).toBeDefined();
  expect(readFileSync(join(places.global, 'settings.json'), 'utf8')).toBe(text);
});

test('a typed pattern has to cover the call', () => {
  const { places } = openPlaces();
  const allowed = new AllowedCallsHere([], places);
  const question = asks('git diff');
  expect(allowed.suggest(question)).toBe('bash(git diff *)');
  expect(allowed.refuse('bash(git *)', question)).toBeUndefined();
  expect(allowed.refuse('bash(npm *)', question)).toMatch(/does not cover this call/);
  expect(allowed.refuse('bash(git diff; rm)', question)).toMatch(/is not a pattern/);
  expect(allowed.refuse('', question)).toMatch(/is not a pattern/);
});

test('a stored pattern is listed and removed, and comments stay', () => {
  const { root, places } = openPlaces();
  const other = join(root, 'other');
  const settings = join(places.global, 'settings.json');
  const entry = (pattern: string, project?: string) =>
    JSON.stringify({ pattern, ...(project === undefined ? {} : { project }), by: 'grace', at });
  writeFileSync(
    settings,
    `{ "approvals": { "allow": [
      // mine
      ${entry('bash(ls *)', places.project)},
      ${entry('bash(ls *)', other)},
      ${entry('bash(git diff *)')},
      ${entry('bash(ls *)')}
    ] } }`,
  );
  expect(
    storedPatterns(places).map(({ pattern, project, storedIn }) => [pattern, project, storedIn]),
  ).toEqual([
    ['bash(ls *)', places.project, settings],
    ['bash(ls *)', other, settings],
    ['bash(git diff *)', undefined, settings],
    ['bash(ls *)', undefined, settings],
  ]);
  expect(removePattern('bash(rm *)', places)).toEqual([]);
  expect(removePattern(' bash(ls *) ', places)).toHaveLength(2);
  expect(storedPatterns(places)).toMatchObject([
    { pattern: 'bash(ls *)', project: other },
    { pattern: 'bash(git diff *)' },
  ]);
  expect(readFileSync(settings, 'utf8')).toContain('// mine');
  expect(removePattern('bash(ls *)', places)).toEqual([]);
});

test('patterns are read and removed through no link', () => {
  const { root, places } = openPlaces();
  const elsewhere = join(root, 'elsewhere');
  mkdirSync(elsewhere);
  const text = JSON.stringify({ approvals: { allow: [{ pattern: 'bash(ls *)' }] } });
  writeFileSync(join(elsewhere, 'settings.json'), text);
  symlinkSync(elsewhere, join(root, 'linked'));
  const linked = { ...places, global: join(root, 'linked') };
  expect(() => removePattern('bash(ls *)', linked)).toThrow(/symbolic link/);
  expect(readFileSync(join(elsewhere, 'settings.json'), 'utf8')).toBe(text);
});
