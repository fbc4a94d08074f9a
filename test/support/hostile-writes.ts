import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import type OSS from 'ali-oss';

/** Methods of ali-oss that its types omit. */
interface UntypedOss {
  putSymlink(name: string, target: string, options: object): Promise<unknown>;
  uploadPart(
    name: string,
    uploadId: string,
    part: number,
    file: Buffer,
    start: number,
    end: number,
  ): Promise<{ etag: string }>;
}

export function putSymlink(oss: OSS, key: string, target: string): Promise<unknown> {
  return (oss as unknown as UntypedOss).putSymlink(key, target, {});
}

export async function putMultipart(oss: OSS, key: string, bytes: Buffer): Promise<void> {
  const { uploadId } = await oss.initMultipartUpload(key);
  const { etag } = await (oss as unknown as UntypedOss).uploadPart(key, uploadId, 1, bytes, 0, bytes.length);
  await oss.completeMultipartUpload(key, uploadId, [{ number: 1, etag }]);
}

export function putGzip(oss: OSS, key: string, bytes: Buffer): Promise<unknown> {
  return oss.put(key, gzipSync(bytes), { headers: { 'Content-Encoding': 'gzip' } });
}

export function putArchived(oss: OSS, key: string, bytes: Buffer): Promise<unknown> {
  return oss.put(key, bytes, { headers: { 'x-oss-storage-class': 'Archive' } });
}

/** Puts at exactly this key: dot segments and control characters reach the store unchanged. */
export async function putLiteral(oss: OSS, key: string, bytes: Uint8Array): Promise<void> {
  const { signatureUrlV4 } = oss as unknown as {
    signatureUrlV4(this: OSS, method: string, seconds: number, request: object, key: string): Promise<string>;
  };
  const url = await signatureUrlV4.call(oss, 'PUT', 60, {}, key);
  const { hostname, port } = new URL(url);
  const path = url.slice(url.indexOf('/', url.indexOf('://') + 3));
  const headers = { 'content-length': bytes.length };
  const sent = request({ hostname, port, path, method: 'PUT', headers, agent: false });
  sent.end(bytes);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  if (answer.statusCode !== 200)
    throw new Error(`a put of ${JSON.stringify(key)} answered ${answer.statusCode}`);
}
