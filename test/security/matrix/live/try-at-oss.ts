import type OSS from 'ali-oss';
import type { IssuedCredential } from '../../../support/raw-agent.ts';
import type { LiveAttempt, TryAt } from './attempts.ts';

const body = Buffer.from('{"tried":true}');
/** Larger than the minimum size of a part, so that the client sends several parts. */
const parts = Buffer.alloc(101 * 1024, 'part');
const tags = { 'x-oss-tagging': 'tried=yes' };

/** Method that the client's types omit. */
interface Tagging {
  putObjectTagging(key: string, tags: Record<string, string>): Promise<unknown>;
}

const deeds: Record<LiveAttempt['action'], (oss: OSS, attempt: LiveAttempt) => Promise<unknown>> = {
  get: (oss, { key }) => oss.get(key),
  put: (oss, { key }) => oss.put(key, body),
  overwrite: (oss, { key }) => oss.put(key, body),
  delete: (oss, { key }) => oss.delete(key),
  list: (oss, { prefix }) => oss.listV2({ prefix, 'max-keys': '3' } as never, {}),
  multipart: (oss, { key }) => oss.multipartUpload(key, parts, { partSize: 100 * 1024 }),
  copy_from: (oss, { key, copyTo }) => oss.copy(copyTo, key),
  tag: (oss, { key }) => (oss as unknown as Tagging).putObjectTagging(key, { tried: 'yes' }),
  put_tagged: (oss, { key }) => oss.put(key, body, { headers: tags }),
  acl: (oss, { key }) => oss.putACL(key, 'public-read'),
  symlink: (oss, { key }) => oss.putSymlink(key, 'platform/keys.json', {} as never),
};

/** Error codes of an OSS refusal, including those for an unknown key. */
const refusals = new Set(['AccessDenied', 'InvalidAccessKeyId', 'InvalidSecurityToken']);

/** Uses the vendor's client, as `open` creates it for the holder of a credential. */
export function tryAtOss(open: (credential: IssuedCredential) => OSS): TryAt {
  const clients = new Map<string, OSS>();
  return async (credential, attempt) => {
    const client = clients.get(credential.access_key_id) ?? open(credential);
    clients.set(credential.access_key_id, client);
    try {
      await deeds[attempt.action](client, attempt);
      return true;
    } catch (error) {
      const { code = '', status } = error as { code?: string; status?: number };
      if (refusals.has(code) && status === 403) return false;
      // The action was permitted, but the object is missing.
      if (code === 'NoSuchKey' && attempt.action === 'get') return true;
      throw new Error(`${attempt.action} ${attempt.key} was answered ${status} ${code}`, { cause: error });
    }
  };
}
