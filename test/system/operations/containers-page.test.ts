import { expect, test } from 'vitest';
import { documentedCommands } from '../../compatibility/containers/documented-commands.ts';

/** `npm test -- --project containers` runs them; this test only checks that a page still has each one in its place. */
test('the page on containers has the commands that its test types, in their order', async () => {
  expect(await documentedCommands()).toEqual({
    start: expect.stringContaining('docker compose up --detach --wait'),
    agent: expect.stringContaining('agent-home token create'),
    rootKeys: expect.stringContaining('root-keys.json'),
    more: expect.stringContaining('--scale worker='),
    residents: expect.stringContaining('--profile residents up'),
    backUp: expect.stringContaining('agent-home backup -'),
    restore: expect.stringContaining('restore - < home.backup'),
  });
});
