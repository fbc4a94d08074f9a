import { expect, it } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { startTestEmulator } from '../testing/start-test-emulator.ts';

const getHeaders = (result: { res: unknown }) => (result.res as { headers: Record<string, string> }).headers;

it('appends at the end, and only there', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  const first = await client.append('log', Buffer.from('one '));
  expect(first.nextAppendPosition).toBe('4');
  await client.append('log', Buffer.from('two'), { position: '4' } as never);
  const got = await client.get('log');
  expect(got.content.toString()).toBe('one two');
  expect(getHeaders(got)).toMatchObject({
    'x-oss-object-type': 'Appendable',
    'x-oss-next-append-position': '7',
  });
  for (const position of ['0', '3', '8']) {
    await expect(client.append('log', Buffer.from('x'), { position } as never)).rejects.toMatchObject({
      code: 'PositionNotEqualToLength',
      status: 409,
    });
  }
  await expect(client.append('new', Buffer.from('x'), { position: '1' } as never)).rejects.toMatchObject({
    code: 'PositionNotEqualToLength',
  });
});

it('lets one of several racing appends to a position through', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) =>
      client.append('log', Buffer.from(String(n)), { position: '0' } as never),
    ),
  );
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  expect((await client.get('log')).content).toHaveLength(1);
});

it('appends only to appendable objects', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  await client.put('a', Buffer.from('x'));
  await expect(client.append('a', Buffer.from('y'), { position: '1' } as never)).rejects.toMatchObject({
    code: 'ObjectNotAppendable',
    status: 409,
  });
  await client.append('b', Buffer.from('x'));
  await client.put('b', Buffer.from('y'));
  expect(getHeaders(await client.head('b'))['x-oss-object-type']).toBe('Normal');
});
