import { describe, expect, it } from 'vitest';
import { operationRights } from '../testing/operation-rights.ts';
import { type RawRequest, sendRaw } from '../testing/raw-request.ts';
import { signedRequest } from '../testing/sign-raw-request.ts';
import { ADMIN, allow, policy, startTestEmulator, WHOLE_BUCKET } from '../testing/start-test-emulator.ts';

type Request = Parameters<typeof signedRequest>[0];
const KEY = 'k/1';

describe('each operation needs its own rights, and nothing else', () => {
  it.each(operationRights)('%s', async (_operation, request, rights) => {
    const everything = allow(['oss:*'], WHOLE_BUCKET);
    const users = [
      { name: 'exact', text: policy(...rights.map(([action, resource]) => allow([action], [resource]))) },
      ...rights.map(([action, resource], index) => ({
        name: `without-${index}`,
        text: policy(everything, { Effect: 'Deny', Action: [action], Resource: [resource] }),
      })),
      ...rights.map(([action, resource], index) => ({
        name: `neighbour-${index}`,
        text: policy(
          ...rights.map(([otherAction, otherResource], other) =>
            other === index
              ? allow([action], [`${resource}x`, `${resource}/`, `${resource}/*`])
              : allow([otherAction], [otherResource]),
          ),
        ),
      })),
    ];
    const emulator = await startTestEmulator({
      users: [
        { ...ADMIN, name: 'admin', policy: policy(allow(['oss:*'], ['*'])) },
        ...users.map(({ name, text }) => ({ accessKeyId: name, accessKeySecret: 's', name, policy: text })),
      ],
    });
    const as = (accessKeyId: string, raw: Request) =>
      sendRaw(emulator.ossEndpoint, signedRequest(raw, { accessKeyId, accessKeySecret: 's' }));
    const admin = (raw: RawRequest) => sendRaw(emulator.ossEndpoint, raw);
    for (const key of [KEY, 'source']) {
      await admin(signedRequest({ method: 'PUT', key, body: 'content' }, ADMIN));
    }

    for (const { name } of users.slice(1)) {
      expect(await as(name, request), name).toMatchObject({ status: 403, code: 'AccessDenied' });
    }
    expect((await as('exact', request)).code).not.toBe('AccessDenied');
  });
});

it('knows no operation outside its table', async () => {
  const emulator = await startTestEmulator();
  const refused: [Request, string][] = [
    [{ method: 'GET', query: { metaQuery: '' } }, 'NotImplemented'],
    [{ method: 'PUT', query: { versioning: '' } }, 'NotImplemented'],
    [{ method: 'GET', key: KEY, query: { versionId: 'x' } }, 'NotImplemented'],
    [{ method: 'GET', key: KEY, query: { 'x-oss-process': 'image/resize' } }, 'NotImplemented'],
    [{ method: 'PUT', key: KEY, query: { append: '', position: '0' } }, 'NotImplemented'],
    [{ method: 'PUT', key: KEY, query: { uploadId: 'U' } }, 'NotImplemented'],
    [{ method: 'DELETE' }, 'MethodNotAllowed'],
    [{ method: 'POST', key: KEY }, 'MethodNotAllowed'],
    [{ method: 'PATCH', key: KEY }, 'MethodNotAllowed'],
  ];
  for (const [request, code] of refused) {
    const answer = await sendRaw(emulator.ossEndpoint, signedRequest(request, ADMIN));
    expect(answer.code, JSON.stringify(request)).toBe(code);
  }
});
