import { OssError } from '../http/oss-error.ts';
import { headerValue, type SignedRequest } from '../http/signed-request.ts';

/** Headers of OSS that the emulator implements. `x-oss-meta-` is for the user's metadata. */
const HEEDED: ReadonlySet<string> = new Set(
  `x-oss-acl x-oss-complete-all x-oss-content-sha256 x-oss-copy-source x-oss-copy-source-if-match
  x-oss-copy-source-if-modified-since x-oss-copy-source-if-none-match x-oss-copy-source-if-unmodified-since
  x-oss-copy-source-range x-oss-date x-oss-forbid-overwrite x-oss-metadata-directive x-oss-object-acl
  x-oss-range-behavior x-oss-security-token x-oss-storage-class x-oss-symlink-target x-oss-tagging
  x-oss-tagging-directive`.split(/\s+/),
);

/** Headers that affect the bill, the speed or statistics, but never stored data or responses. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'x-oss-request-payer',
  'x-oss-traffic-limit',
  'x-oss-user-agent',
]);

const VALUES: Record<string, RegExp> = {
  'x-oss-forbid-overwrite': /^(true|false)$/,
  'x-oss-metadata-directive': /^(copy|replace)$/i,
  'x-oss-tagging-directive': /^(copy|replace)$/i,
};

const MIN_TRAFFIC_LIMIT = 819_200;
const MAX_TRAFFIC_LIMIT = 838_860_800;

/**
 * Throws for a header with an unsupported effect. Ignored silently, it would behave differently at OSS: bytes
 * would be stored unencrypted, a callback would never arrive.
 */
export function assertHeeded(request: SignedRequest): void {
  for (const name of Object.keys(request.headers)) {
    if (!name.startsWith('x-oss-') || name.startsWith('x-oss-meta-') || isSpelledTwice(request, name))
      continue;
    if (!HEEDED.has(name) && !WITHOUT_EFFECT.has(name)) {
      const message = `A header you provided implies functionality that is not implemented: ${name}.`;
      throw new OssError('NotImplemented', { status: 400, message });
    }
    const value = headerValue(request.headers, name) ?? '';
    const isMeant = name === 'x-oss-traffic-limit' ? isTrafficLimit(value) : VALUES[name]?.test(value);
    if (isMeant === false) throw new OssError('InvalidArgument', { message: `${name} is not valid.` });
  }
}

/** ali-oss repeats every header of a copy with the prefix `x-oss-copy-source-`, as if it were a condition on the source. */
function isSpelledTwice({ headers }: SignedRequest, name: string): boolean {
  const [, spelledOnce] = /^x-oss-copy-source-(.+)$/.exec(name) ?? [];
  return spelledOnce !== undefined && !HEEDED.has(name) && headers[spelledOnce] === headers[name];
}

function isTrafficLimit(value: string): boolean {
  return /^\d{1,10}$/.test(value) && Number(value) >= MIN_TRAFFIC_LIMIT && Number(value) <= MAX_TRAFFIC_LIMIT;
}
