import { describe, expect, it } from 'vitest';
import { ossClient, sessionClient } from '../testing/clients.ts';
import { sendRaw } from '../testing/raw-request.ts';
import { signedRequest } from '../testing/sign-raw-request.ts';
import {
  ADMIN,
  allow,
  policy,
  startTestEmulator,
  type TestEmulator,
  temporaryDirectory,
  WHOLE_BUCKET,
} from '../testing/start-test-emulator.ts';

const rule = (fields: string, id = 'r') => `<Rule><ID>${id}</ID><Action>forbid</Action>${fields}</Rule>`;
const agents =
  '<Principals><Principal>arn:sts::1000000000000001:assumed-role/agent/*</Principal></Principals>';

const ask = (emulator: TestEmulator, method: 'GET' | 'PUT' | 'DELETE', rules?: string) =>
  sendRaw(
    emulator.ossEndpoint,
    signedRequest(
      {
        method,
        query: { overwriteConfig: '' },
        ...(rules === undefined ? {} : { body: `<OverwriteConfiguration>${rules}</OverwriteConfiguration>` }),
      },
      ADMIN,
    ),
  );
const everything = policy(allow(['oss:*'], WHOLE_BUCKET));
const taken = { code: 'FileAlreadyExists', status: 409 };

describe('a rule against overwriting', () => {
  it('keeps named identities from overwriting in every way', async () => {
    const emulator = await startTestEmulator();
    const [admin, agent] = [ossClient(emulator), await sessionClient(emulator, everything)];
    for (const key of ['keep/a', 'free/a']) await admin.put(key, Buffer.from('1'));
    expect((await ask(emulator, 'PUT', rule(`<Prefix>keep/</Prefix>${agents}`))).status).toBe(200);
    await expect(agent.put('keep/a', Buffer.from('2'))).rejects.toMatchObject(taken);
    await expect(agent.copy('keep/a', 'free/a')).rejects.toMatchObject(taken);
    await expect(agent.putSymlink('keep/a', 'free/a', {} as never)).rejects.toMatchObject(taken);
    await expect(agent.initMultipartUpload('keep/a', {})).rejects.toMatchObject(taken);
    const { uploadId } = await agent.initMultipartUpload('keep/m', {});
    await admin.put('keep/m', Buffer.from('meanwhile'));
    const part = Buffer.alloc(100 * 1024);
    const { etag } = await (
      agent as never as { uploadPart: (...given: unknown[]) => Promise<{ etag: string }> }
    ).uploadPart('keep/m', uploadId, 1, part, 0, part.length);
    await expect(
      agent.completeMultipartUpload('keep/m', uploadId, [{ number: 1, etag }]),
    ).rejects.toMatchObject(taken);
    expect((await admin.get('keep/a')).content.toString()).toBe('1');
    await agent.put('keep/b', Buffer.from('first'));
    await agent.put('free/a', Buffer.from('2'));
    await admin.put('keep/a', Buffer.from('by the platform'));
    await agent.delete('keep/a');
    await agent.put('keep/a', Buffer.from('new'));
  });

  it('applies to all without principals and survives a restart', async () => {
    const dataDirectory = await temporaryDirectory();
    const first = await startTestEmulator({ dataDirectory });
    for (const key of ['a/x.json', 'a/x.txt']) await ossClient(first).put(key, Buffer.from('1'));
    await ask(
      first,
      'PUT',
      rule('<Prefix>a/</Prefix><Suffix>.json</Suffix>') + rule('<Prefix>b/</Prefix>', 's'),
    );
    await first.close();
    const emulator = await startTestEmulator({ dataDirectory });
    await expect(ossClient(emulator).put('a/x.json', Buffer.from('2'))).rejects.toMatchObject(taken);
    await ossClient(emulator).put('a/x.txt', Buffer.from('2'));
    expect((await ask(emulator, 'DELETE')).status).toBe(204);
    await ossClient(emulator).put('a/x.json', Buffer.from('2'));
    expect((await ask(emulator, 'GET')).status).toBe(404);
  });

  it.each([
    ['another action', '<Rule><ID>r</ID><Action>allow</Action></Rule>', 'MalformedXML'],
    ['an element nobody knows', rule('<Filter>x</Filter>'), 'MalformedXML'],
    ['the same id twice', rule('') + rule(''), 'InvalidArgument'],
    ['no rule', '', 'MalformedXML'],
    [
      'too many rules',
      Array.from({ length: 101 }, (_, index) => rule('', `r${index}`)).join(''),
      'MalformedXML',
    ],
  ])('is refused with %s', async (_what, rules, code) => {
    expect((await ask(await startTestEmulator(), 'PUT', rules)).code).toBe(code);
  });
});
