import { describe, expect, it } from 'vitest';
import { loadScripts } from './load-scripts.ts';
import { ScriptError } from './script-error.ts';

function refusalOf(text: string) {
  try {
    loadScripts([{ file: 'bad.yaml', text }]);
  } catch (error) {
    if (error instanceof ScriptError) return error;
    throw error;
  }
  return undefined;
}

describe('scripts', () => {
  it.each([
    ['not_yaml', 2, 'rules:\n  - answer: "open'],
    ['not_yaml', 3, 'rules:\n  - answer: a\n    answer: b\n'],
    [
      'not_yaml',
      1,
      `a: &a [x]\n${[...'bcdefgh'].map((n, i) => `${n}: &${n} [${`*${'abcdefg'[i]},`.repeat(9)}]`).join('\n')}`,
    ],
    ['not_a_script', 1, ''],
    ['not_a_script', 1, '- answer: a'],
    ['not_a_script', 1, 'rules: []'],
    ['not_a_script', 3, 'rules:\n  - answer: a\n    anwser: b\n'],
    ['not_a_script', 2, 'rules:\n  - when: { user: a }\n'],
    ['not_a_script', 3, 'rules:\n  - answer: a\n    choose: [b]\n'],
    ['not_a_script', 4, 'rules:\n  - answer: a\n  - when:\n      user: 12\n    answer: b\n'],
    [
      'not_a_script',
      4,
      'rules:\n  - answer: a\n  - when:\n      user: { like: "{{a}}{{b}}" }\n    answer: b\n',
    ],
    ['not_a_script', 3, 'rules:\n  - when:\n      count: -1\n    answer: a\n'],
    ['not_a_script', 3, 'rules:\n  - when:\n      after: { tool: a, json: { x: "a[" } }\n    answer: a\n'],
    [
      'not_a_script',
      4,
      'rules:\n  - answer:\n      calls:\n        - { tool: a, raw: "{", arguments: {} }\n',
    ],
    ['not_a_script', 2, 'rules:\n  - fault: { kind: explode }\n'],
    ['not_a_script', 2, 'rules:\n  - fault: { kind: error, status: 200 }\n'],
    ['not_a_script', 3, 'rules:\n  - answer: a\n    fault: { kind: hang, afterChunk: 1 }\n'],
    ['not_a_script', 1, 'models: small\nrules: [{ answer: a }]\n'],
    [
      'unknown_value',
      3,
      'rules:\n  - when: { user: { like: "I am {{name}}" } }\n    answer: Hello, {{nmae}}!\n',
    ],
    [
      'unknown_value',
      5,
      'rules:\n  - choose:\n    - a\n    - calls:\n      - { tool: a, arguments: { b: ["{{c}}"] } }\n',
    ],
    ['unknown_value', 2, 'rules:\n  - answer: "{{user|shout}}"\n'],
  ] as const)('refuses what is %s in line %i', (code, line, text) => {
    const error = refusalOf(text);
    expect(error, text).toMatchObject({ code, line, file: 'bad.yaml' });
    expect(error?.message).toMatch(new RegExp(`^bad\\.yaml:${line}:\\d+: .+`));
  });

  it('names the script’s own values where an answer names another', () => {
    const error = refusalOf(
      'rules:\n  - when: { user: { like: "I am {{name}}" } }\n    answer: Hello, {{nmae}}!\n',
    );
    expect(error?.message).toContain('{{nmae}}');
    expect(error?.message).toContain('name');
  });

  it('keeps the order of files and rules, and lists models without a star', () => {
    const scripts = loadScripts([
      { file: 'b.yaml', text: 'models: [listed]\nrules: [{ name: one, answer: a }, { answer: b }]' },
      { file: 'a.yaml', text: 'rules: [{ when: { model: [small, big-*] }, answer: c }]' },
    ]);
    expect(scripts.rules.map(({ title }) => title)).toEqual([
      'b.yaml: one',
      'b.yaml: rule 2',
      'a.yaml: rule 1',
    ]);
    expect(scripts.models).toEqual(['listed', 'small']);
  });
});
