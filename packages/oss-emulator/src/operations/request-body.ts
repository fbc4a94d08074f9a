import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { OssError } from '../http/oss-error.ts';
import { headerValue } from '../http/signed-request.ts';
import type { PendingFile } from '../storage/pending-file.ts';

/** Maximum size of one put, part or append. */
export const MAX_UPLOAD_BYTES = 5 * 1024 ** 3;

function expectedMd5(incoming: IncomingMessage): Buffer | undefined {
  const header = headerValue(incoming.headers, 'content-md5');
  if (header === undefined) return undefined;
  const md5 = Buffer.from(header, 'base64');
  if (md5.length !== 16) throw new OssError('InvalidDigest');
  return md5;
}

function assertDeclaredLength(incoming: IncomingMessage, maxBytes: number): void {
  const declared = headerValue(incoming.headers, 'content-length');
  if (declared === undefined && headerValue(incoming.headers, 'transfer-encoding') === undefined) {
    throw new OssError('MissingContentLength');
  }
  if (Number(declared ?? 0) > maxBytes) throw new OssError('EntityTooLarge');
}

async function* boundedChunks(incoming: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let received = 0;
  try {
    // Not destroyed on early exit, because the refusal is sent on the same connection.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      received += chunk.length;
      if (received > maxBytes) throw new OssError('EntityTooLarge');
      yield chunk;
    }
  } catch (error) {
    if (error instanceof OssError) throw error;
    throw new OssError('IncompleteBody');
  }
  // A broken connection must never turn a partial body into an object.
  if (!incoming.complete) throw new OssError('IncompleteBody');
}

/** Streams the body into `pending` and compares it with Content-MD5. Discards `pending` when it throws. */
export async function receiveUpload(incoming: IncomingMessage, pending: PendingFile): Promise<void> {
  try {
    const expected = expectedMd5(incoming);
    assertDeclaredLength(incoming, MAX_UPLOAD_BYTES);
    for await (const chunk of boundedChunks(incoming, MAX_UPLOAD_BYTES)) await pending.write(chunk);
    if (expected !== undefined && !expected.equals(pending.md5())) throw new OssError('InvalidDigest');
  } catch (error) {
    await pending.discard();
    throw error;
  }
}

/** Reads the whole body of a command, limited to `maxBytes`. */
export async function receiveCommand(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const expected = expectedMd5(incoming);
  const chunks: Buffer[] = [];
  for await (const chunk of boundedChunks(incoming, maxBytes)) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (expected !== undefined && !expected.equals(createHash('md5').update(body).digest())) {
    throw new OssError('InvalidDigest');
  }
  return body;
}
