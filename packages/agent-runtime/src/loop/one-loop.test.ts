import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const loop = 'loop/transition.ts';

function sources(): Map<string, string> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$|^testing\//.test(file),
  );
  return new Map(files.map((file) => [file, readFileSync(new URL(file, root), 'utf8')]));
}

/** Functions that the loop calls with a state and the writer: its handlers and steps. */
function handlersAndSteps(text: string): string[] {
  return [...new Set([...text.matchAll(/\b(\w+)\(state, writer, /g)].map(([, name = '']) => name))];
}

test('only the loop calls handlers and steps', () => {
  const files = sources();
  const names = handlersAndSteps(files.get(loop) ?? '').filter(
    (name) => !['handle', 'proceed', 'enter'].includes(name),
  );
  expect(names).toEqual(
    expect.arrayContaining(['onModelAnswered', 'onApproval', 'handleNextCall', 'beginRound', 'endRun']),
  );
  const called = [...files].flatMap(([file, text]) =>
    file === loop
      ? []
      : [...names, 'enterByHandoff', 'enterNode']
          .filter((name) => new RegExp(`(?<!function )\\b${name}\\((?!entry: )`).test(text))
          .map((name) => `${file}: ${name}`),
  );
  expect(called).toEqual([]);
});
