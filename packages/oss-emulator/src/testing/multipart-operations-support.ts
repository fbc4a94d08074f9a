import { ossClient } from './clients.ts';
import { sendRaw } from './raw-request.ts';
import { signedRequest } from './sign-raw-request.ts';
import { ADMIN, type TestEmulator } from './start-test-emulator.ts';

export const send = (emulator: TestEmulator, request: Parameters<typeof signedRequest>[0]) =>
  sendRaw(emulator.ossEndpoint, signedRequest(request, ADMIN));

export async function begin(emulator: TestEmulator, key: string, sizes: number[]) {
  const { uploadId } = await ossClient(emulator).initMultipartUpload(key, { meta: { a: 'b' } } as never);
  const parts: { number: number; etag: string; bytes: Buffer }[] = [];
  for (const [index, size] of sizes.entries()) {
    const bytes = Buffer.alloc(size, String(index));
    const query = { partNumber: String(index + 1), uploadId };
    const answer = await send(emulator, { method: 'PUT', key, query, body: bytes });
    parts.push({ number: index + 1, etag: String(answer.headers.etag), bytes });
  }
  return { uploadId, parts };
}

export const complete = (
  emulator: TestEmulator,
  key: string,
  uploadId: string,
  parts: { number: number; etag: string }[],
) =>
  send(emulator, {
    method: 'POST',
    key,
    query: { uploadId },
    body: `<CompleteMultipartUpload>${parts
      .map(({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`)
      .join('')}</CompleteMultipartUpload>`,
  });
