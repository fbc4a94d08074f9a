import { ObjectStoreError } from '../port/object-store-error.ts';
import type { HttpAnswer } from '../transport/http-exchange.ts';
import type { PartRequests } from '../transport/put-in-parts.ts';
import type { ObjectRequest } from './store-dialect.ts';

/** Requests of a multipart upload on OSS. */
export function ossPartRequests(
  send: (name: string, request: Omit<ObjectRequest, 'key'>) => Promise<HttpAnswer>,
  headers: Record<string, string>,
): PartRequests {
  return {
    async begin() {
      const { data } = await send('begin upload', { method: 'POST', query: { uploads: '' }, headers });
      const uploadId = /<UploadId>([^<]{1,1024})<\/UploadId>/.exec(data.toString('latin1'))?.[1];
      if (uploadId === undefined)
        throw new ObjectStoreError('unavailable', 'begin upload: the answer names no upload');
      return uploadId;
    },
    part: (uploadId, number, content) =>
      send(`part ${number}`, { method: 'PUT', query: { partNumber: String(number), uploadId }, content }),
    complete: (uploadId, content) =>
      send('complete upload', {
        method: 'POST',
        query: { uploadId },
        headers: { 'content-type': 'application/xml' },
        content,
      }),
    abort: (uploadId) => send('abort upload', { method: 'DELETE', query: { uploadId } }),
  };
}
