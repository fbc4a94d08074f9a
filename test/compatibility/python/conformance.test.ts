import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientRequirements, runClientKit } from '@agent-home/conformance';
import { expect, inject, test } from 'vitest';

const driver = fileURLToPath(
  new URL('../../../clients/python/end_to_end/conformance_driver.py', import.meta.url),
);

test('the Python client meets every requirement of a client', async () => {
  const { commands, installed } = inject('pythonClient');
  const environment = ['PYTHONDONTWRITEBYTECODE=1', `PYTHONPATH=${installed}`];
  const command = ['env', ...environment, join(commands, 'python'), driver];
  const { results, passed } = await runClientKit({ command });
  expect(results.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
  expect(passed).toBe(clientRequirements.length);
});
