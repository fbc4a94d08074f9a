import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countSteps } from './count-steps.ts';
import { describeEverydayTasks } from './everyday-document.ts';

test('the page on everyday tasks agrees with its rows', () => {
  const page = new URL('../../../../docs/agents/everyday-tasks.md', import.meta.url);
  expect(readFileSync(page, 'utf8')).toBe(describeEverydayTasks());
});

test('steps are counted by one rule', () => {
  expect(
    countSteps([
      { kind: 'type', text: 'one --two\nthree' },
      { kind: 'choose', text: '1. Yes' },
      { kind: 'write', text: '---\nname: ada\n---\n\nYou help.\n});\n' },
      { kind: 'add', text: 'a\n\n  b\n' },
    ]),
  ).toBe(1 + 1 + 3 + 2);
});
