import { ObjectStoreError } from '../port/object-store-error.ts';
import { unquotedEtag } from './described-object.ts';
import type { HttpAnswer } from './http-exchange.ts';
import { type RetryOptions, withRetry } from './retry.ts';

/** Requests of one upload, without automatic retries. */
export interface PartRequests {
  /** @returns the upload's id */
  begin(): Promise<string>;
  /** @param number from 1 */
  part(uploadId: string, number: number, bytes: Buffer): Promise<HttpAnswer>;
  complete(uploadId: string, document: Buffer): Promise<HttpAnswer>;
  abort(uploadId: string): Promise<unknown>;
}

/**
 * Uploads part by part, so that a broken connection costs one part instead of the whole. A part may be sent again. The completion
 * is sent once, because a repetition would not find the upload any more. A failed upload is aborted if the credential permits it;
 * otherwise the bucket's lifecycle does so.
 */
export async function putInParts(
  requests: PartRequests,
  { content, partBytes, retry }: { content: Buffer; partBytes: number; retry: RetryOptions },
): Promise<{ etag: string }> {
  // Not retried after a lost response, which would leave an unknown upload behind.
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
