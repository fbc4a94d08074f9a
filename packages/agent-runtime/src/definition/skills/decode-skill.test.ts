import { expect, test } from 'vitest';
import { DefinitionError } from '../problems/definition-error.ts';
import { decodeSkill } from './decode-skill.ts';

const file = 'agents/skills/letters/SKILL.md';
const decode = (text: string, folder = 'letters') => decodeSkill(text, { file, folder });
const skill = (front: string) => `---\n${front}\n---\n\n# How\n`;

function collectProblems(text: string | Uint8Array, folder?: string): string[] {
  try {
    decodeSkill(text, { file, folder: folder ?? 'letters' });
    return [];
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.problems.map(({ code, line }) => `${code} ${line}`);
  }
}

test('a skill has its name, purpose and optional members', () => {
  expect(
    decode(skill('name: letters\ndescription: Writes letters.\nlicense: MIT\nallowed-tools: [x]')),
  ).toEqual({
    name: 'letters',
    description: 'Writes letters.',
  });
  expect(decode('\ufeff---\r\nname: a1\r\ndescription: 写信\r\n---\r\n', 'a1')).toEqual({
    name: 'a1',
    description: '写信',
  });
});

test('refuses an empty skill or one with another name', () => {
  const cases: [string | Uint8Array, string[]][] = [
    ['# Letters\n', ['front_matter_missing 1']],
    ['---\nname: letters\n', ['front_matter_not_closed 1']],
    [skill('name: letters'), ['missing_field 2']],
    [skill('name: letters\ndescription: ""'), ['invalid_value 3']],
    [skill(`name: letters\ndescription: ${'x'.repeat(1_025)}`), ['invalid_value 3']],
    [skill('name: Letters\ndescription: x'), ['invalid_value 2']],
    [skill('name: other\ndescription: x'), ['name_mismatch 2']],
    [skill('name: letters\nname: letters\ndescription: x'), ['duplicate_key 3']],
    [skill(`name: letters\ndescription: x\nmore: ${'x'.repeat(300_000)}`), ['too_large 1']],
    [new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff]), ['not_utf8 1']],
  ];
  for (const [text, problems] of cases) expect(collectProblems(text)).toEqual(problems);
});
