import type { StoreSettings } from '../../../../apps/cli/src/home/stores/store-settings.ts';
import { signedRequest } from '../../../../packages/oss-emulator/src/testing/sign-raw-request.ts';
import { overTheWire } from './wire.ts';

interface Listed {
  /** Raw percent-encoded key. */
  key: string;
  bytes: number;
}

/** Returns everything below a prefix as the store reports it, without the key handling of the home's own client. */
export async function listRaw(
  store: StoreSettings,
  platformKey: { accessKeyId: string; accessKeySecret: string },
  prefix: string,
): Promise<Listed[]> {
  if (store.kind !== 'aliyun') throw new Error('only OSS is listed raw');
  const { endpoint, bucket, region } = store.place;
  const found: Listed[] = [];
  for (let token: string | undefined = ''; token !== undefined; ) {
    const query = {
      'list-type': '2',
      prefix,
      'max-keys': '1000',
      'encoding-type': 'url',
      ...(token === '' ? {} : { 'continuation-token': token }),
    };
    const signing = { ...platformKey, bucket, region: region.replace(/^oss-/, '') };
    const { method, target, headers = {} } = signedRequest({ method: 'GET', query }, signing);
    const { body, status } = await overTheWire({ url: endpoint, method, target, headers });
    if (status !== 200) throw new Error(`the store answered ${status} to a listing`);
    const text = body.toString();
    for (const [, key = '', size] of text.matchAll(/<Contents>.*?<Key>(.*?)<\/Key>.*?<Size>(\d+)<\/Size>/gs))
      found.push({ key, bytes: Number(size) });
    token = /<NextContinuationToken>(.*?)</.exec(text)?.[1];
  }
  return found;
}
