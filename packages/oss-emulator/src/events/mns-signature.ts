import { createHash, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';

/** Runs off the main thread: an RSA signature costs as much as ten requests. */
const signInBackground = promisify(sign);

/**
 * Returns the signed headers of an SMQ (MNS) push. `attributes` are the `x-mns-*` headers; `path` is the target's path with its
 * query; `date` is an HTTP date.
 */
export async function signMnsPush(options: {
  path: string;
  body: string;
  contentType: string;
  date: string;
  attributes: Record<string, string>;
  key: KeyObject;
}): Promise<Record<string, string>> {
  const hexDigest = createHash('md5').update(options.body).digest('hex');
  // Base64 of the hex digest instead of its bytes, because the vendor's sample receiver compares with that.
  const contentMd5 = Buffer.from(hexDigest).toString('base64');
  const attributes = Object.keys(options.attributes)
    .sort()
    .map((name) => `${name}:${options.attributes[name]}`);
  const stringToSign = [
    'POST',
    contentMd5,
    options.contentType,
    options.date,
    ...attributes,
    options.path,
  ].join('\n');
  const signature = await signInBackground('sha1', Buffer.from(stringToSign), options.key);
  return {
    ...options.attributes,
    'content-md5': contentMd5,
    'content-type': options.contentType,
    date: options.date,
    authorization: signature.toString('base64'),
  };
}
