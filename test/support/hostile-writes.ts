import { gzipSync } from 'node:zlib';
import type OSS from 'ali-oss';

/** What the types of ali-oss do not know of it. */
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
