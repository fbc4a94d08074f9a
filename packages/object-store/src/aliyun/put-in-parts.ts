import { ObjectStoreError } from '../port/object-store-error.ts';
import type { PutHeaders } from '../requests/put-headers.ts';
import { unquotedEtag } from '../transport/described-object.ts';
import { type RetryOptions, withRetry } from '../transport/retry.ts';
import type { OssExchange } from './oss-exchange.ts';

interface PartedPut {
  key: string;
  content: Buffer;
  headers: PutHeaders;
  partBytes: number;
  /** For each part. */
  timeoutMs: number;
  retry: RetryOptions;
}

/**
 * Uploads part by part, so that a broken connection costs a part and not the whole. A part may be sent again; the
 * completion is sent once, since its repetition finds no upload any more. What fails is aborted, where the credential
 * may do that; else the bucket's lifecycle does it.
 */
export async function putInParts(exchange: OssExchange, put: PartedPut): Promise<{ etag: string }> {
  const { key, headers, timeoutMs, retry } = put;
  const begin = { name: 'begin upload', timeoutMs };
  // Not after a lost answer: it would leave an upload that nobody knows of.
  const { result } = await withRetry(retry, ['throttled'], () =>
    exchange.run(begin, (client, request) =>
      client.initMultipartUpload(key, { ...request, headers: { ...headers } }),
    ),
  );
  const { uploadId } = result;
  try {
    return await uploadParts(exchange, put, uploadId);
  } catch (error) {
    const abort = { name: 'abort upload', timeoutMs };
    await exchange
      .run(abort, (client, request) => client.abortMultipartUpload(key, uploadId, request))
      .catch(() => undefined);
    throw error;
  }
}

async function uploadParts(
  exchange: OssExchange,
  put: PartedPut,
  uploadId: string,
): Promise<{ etag: string }> {
  const { key, content, partBytes, timeoutMs, retry } = put;
  const parts: string[] = [];
  for (let start = 0; start < content.length; start += partBytes) {
    const number = parts.length + 1;
    const subres = { partNumber: String(number), uploadId };
    const part = content.subarray(start, start + partBytes);
    const { response } = await withRetry(retry, ['throttled', 'unavailable'], () =>
      exchange.run({ name: `part ${number}`, timeoutMs }, (client, request) =>
        client.put(key, part, { ...request, subres } as typeof request),
      ),
    );
    parts.push(
      `<Part><PartNumber>${number}</PartNumber><ETag>${unquotedEtag(response.headers)}</ETag></Part>`,
    );
  }
  const document = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const { response } = await exchange.run({ name: 'complete upload', timeoutMs }, (client, request) =>
    client.put(key, document, {
      ...request,
      method: 'POST',
      mime: 'xml',
      subres: { uploadId },
    } as typeof request),
  );
  const etag = /<ETag>(?:"|&quot;)?([^"&<]+)/.exec(response.data.toString('latin1'))?.[1];
  if (etag === undefined)
    throw new ObjectStoreError('unavailable', 'complete upload: the answer names no etag');
  return { etag };
}
