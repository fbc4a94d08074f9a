import type { PutHeaders } from '../requests/put-headers.ts';
import type { PartRequests } from '../transport/put-in-parts.ts';
import type { OssExchange } from './oss-exchange.ts';

/** Creates the requests of a multipart upload with the vendor's client. */
export function ossPartRequests(
  exchange: OssExchange,
  { key, headers, timeoutMs }: { key: string; headers: PutHeaders; timeoutMs: number },
): PartRequests {
  return {
    async begin() {
      const { result } = await exchange.run({ name: 'begin upload', timeoutMs }, (client, request) =>
        client.initMultipartUpload(key, { ...request, headers: { ...headers } }),
      );
      return result.uploadId;
    },
    async part(uploadId, number, bytes) {
      const subres = { partNumber: String(number), uploadId };
      const { response } = await exchange.run({ name: `part ${number}`, timeoutMs }, (client, request) =>
        client.put(key, bytes, { ...request, subres } as typeof request),
      );
      return response;
    },
    async complete(uploadId, document) {
      const { response } = await exchange.run({ name: 'complete upload', timeoutMs }, (client, request) =>
        client.put(key, document, {
          ...request,
          method: 'POST',
          mime: 'xml',
          subres: { uploadId },
        } as typeof request),
      );
      return response;
    },
    abort: (uploadId) =>
      exchange.run({ name: 'abort upload', timeoutMs }, (client, request) =>
        client.abortMultipartUpload(key, uploadId, request),
      ),
  };
}
