import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientCommands } from '@agent-home/http-contract';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const documents = ['README.md', 'docs/client-packages.md', 'packages/create-agent-home/README.md'];

test('documents show the commands that a home shows', () => {
  const { run, sdk, create, python } = clientCommands('http://127.0.0.1:4600');
  const known = [run, ...sdk, create, python];
  const found = documents.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:npx|npm|pip) [^`\n]*\/packages\/[^`\n]*/g)].map(
      ([command]) => ({ file, command, isKnown: known.some((start) => command.startsWith(start)) }),
    ),
  );
  expect(found.length).toBeGreaterThanOrEqual(9);
  expect(found.filter(({ isKnown }) => !isKnown)).toEqual([]);
});
