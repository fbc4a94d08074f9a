import { ObjectStoreError } from '../port/object-store-error.ts';
import { unquotedEtag } from './described-object.ts';
import type { HttpAnswer } from './http-exchange.ts';
import { type RetryOptions, withRetry } from './retry.ts';

/** The requests of one upload, none of which is repeated by itself. */
export interface PartRequests {
  /** @returns the upload's id */
  begin(): Promise<string>;
  /** @param number from 1 */
  part(uploadId: string, number: number, bytes: Buffer): Promise<HttpAnswer>;
  complete(uploadId: string, document: Buffer): Promise<HttpAnswer>;
  abort(uploadId: string): Promise<unknown>;
}

/**
 * Uploads part by part, so that a broken connection costs a part and not the whole. A part may be sent again; the
 * completion is sent once, since its repetition finds no upload any more. What fails is aborted, where the credential
 * may do that; else the bucket's lifecycle does it.
 */
export async function putInParts(
  requests: PartRequests,
  { content, partBytes, retry }: { content: Buffer; partBytes: number; retry: RetryOptions },
): Promise<{ etag: string }> {
  // Not repeated after a lost response, which would leave an unknown upload behind.
  const uploadId = await withRetry(retry, ['throttled'], () => requests.begin());
  try {
    const parts: string[] = [];
    for (let start = 0; start < content.length; start += partBytes) {
      const number = parts.length + 1;
      const part = content.subarray(start, start + partBytes);
      const { headers } = await withRetry(retry, ['throttled', 'unavailable'], () =>
        requests.part(uploadId, number, part),
      );
      parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${unquotedEtag(headers)}</ETag></Part>`);
    }
    const document = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    return { etag: etagIn((await requests.complete(uploadId, document)).data) };
  } catch (error) {
    await requests.abort(uploadId).catch(() => undefined);
    throw error;
  }
}

function etagIn(data: Buffer): string {
  const etag = /<ETag>(?:"|&quot;)?([^"&<]+)/.exec(data.toString('latin1'))?.[1];
  if (etag === undefined)
    throw new ObjectStoreError('unavailable', 'complete upload: the answer names no etag');
  return etag;
}
