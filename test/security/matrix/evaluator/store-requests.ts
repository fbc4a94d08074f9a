import type { PolicyRequest } from '@agent-home/access';
import type { Action, Store } from '../dimensions.ts';

export const bucket = 'agent-home';

/** Rights that a store requires for an action, from the vendors' documentation. All of them are required. */
const needed: Record<Action, { oss: string[]; s3: string[] }> = {
  get: { oss: ['GetObject'], s3: ['GetObject'] },
  put: { oss: ['PutObject'], s3: ['PutObject'] },
  overwrite: { oss: ['PutObject'], s3: ['PutObject'] },
  multipart: { oss: ['PutObject'], s3: ['PutObject'] },
  symlink: { oss: ['PutObject'], s3: ['PutObject'] },
  delete: { oss: ['DeleteObject'], s3: ['DeleteObject'] },
  list: { oss: ['ListObjects'], s3: ['ListBucket'] },
  copy_from: { oss: ['GetObject', 'PutObject'], s3: ['GetObject', 'PutObject'] },
  tag: { oss: ['PutObjectTagging'], s3: ['PutObjectTagging'] },
  put_tagged: { oss: ['PutObject', 'PutObjectTagging'], s3: ['PutObject'] },
  acl: { oss: ['PutObjectAcl'], s3: ['PutObjectAcl'] },
};

const prefixKey = { oss: 'oss:Prefix', s3: 's3:prefix' };
const timeKey = { oss: 'acs:CurrentTime', s3: 'aws:CurrentTime' };
const root = { oss: `acs:oss:oss-cn-hangzhou:1234567890:${bucket}`, s3: `arn:aws:s3:::${bucket}` };

interface Attempt {
  store: Store;
  action: Action;
  key: string;
  prefix: string;
  now: Date;
  /** Target of a copy: a key that the holder of the credential may write. */
  copyTo: string;
}

export function storeRequests({ store, action, key, prefix, now, copyTo }: Attempt): PolicyRequest[] {
  const context = { [timeKey[store]]: now.toISOString() };
  return needed[action][store].map((right) => {
    const name = `${store}:${right}`;
    if (action === 'list')
      return { action: name, resource: root[store], context: { ...context, [prefixKey[store]]: prefix } };
    const isTarget = action === 'copy_from' && right === 'PutObject';
    return { action: name, resource: `${root[store]}/${isTarget ? copyTo : key}`, context };
  });
}
