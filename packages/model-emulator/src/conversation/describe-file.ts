import { createHash } from 'node:crypto';

/**
 * Describes a file as scripts see it: `[image/png, 70 bytes, sha256 …]`.
 * @param kind text for a file that is no data URL, in brackets
 */
export function describeFile(kind: string, url: string): string {
  const [, type, data] = /^data:([a-z]+\/[a-z0-9.+-]+);base64,(.*)$/s.exec(url) ?? [];
  if (type === undefined || !data) return `[${kind}]`;
  const bytes = Buffer.from(data, 'base64');
  return `[${type}, ${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}]`;
}
