import { OssError } from './oss-error.ts';
import { assertKeyOfOss } from './request-target.ts';
import { decodeUriComponent } from './uri-encoding.ts';

/** Reads `x-oss-copy-source`: `/bucket/key`, percent-encoded. */
export function parseCopySource(header: string): { bucket: string; key: string } {
  if (header.includes('?')) throw new OssError('NotImplemented');
  const [, bucket, rawKey] = /^\/?([^/]+)\/(.+)$/s.exec(header) ?? [];
  const key = decodeUriComponent(rawKey ?? '');
  if (bucket === undefined || key === undefined || key === '') {
    throw new OssError('InvalidArgument', { message: 'Copy Source must mention the source bucket and key.' });
  }
  assertKeyOfOss(key);
  return { bucket, key };
}
