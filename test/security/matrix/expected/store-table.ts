import type { Action, Store } from '../dimensions.ts';

/**
 * What an action takes, on each store. `never`: no grant of the design carries it. `proxy`: the policy cannot keep it
 * apart from a right that is given, so the proxy before MinIO does. `-`: the store has no such action.
 */
type Takes = 'read' | 'list' | 'write' | 'write, but the proxy stops it' | 'never' | '-';

// biome-ignore format: a table is read by its columns
export const storeTable: Record<Action, Record<Store, Takes> & { from: string }> = {
  get:        { oss: 'read',  s3: 'read',  from: 'seed: STS read access; DESIGN 5: topic_read, task_read, circle_read, registry_read' },
  put:        { oss: 'write', s3: 'write', from: 'DESIGN 5: a ticket is for one exact key' },
  overwrite:  { oss: 'write', s3: 'write', from: 'DESIGN 4: an agent may overwrite its own object; nothing is lost by it' },
  multipart:  { oss: 'write', s3: 'write, but the proxy stops it', from: 'FACTS, MinIO: put on a key also starts an upload in parts there' },
  list:       { oss: 'list',  s3: 'never', from: 'DESIGN 5: S3 statements carry no list; FACTS 5: its condition can be forged' },
  delete:     { oss: 'never', s3: 'never', from: 'seed: write access is least-privilege; no grant deletes' },
  copy_from:  { oss: 'never', s3: 'never', from: 'DESIGN 5: reading and writing never share one credential' },
  tag:        { oss: 'never', s3: 'never', from: 'seed: write access is least-privilege; no grant tags' },
  put_tagged: { oss: 'never', s3: 'write, but the proxy stops it', from: 'FACTS, MinIO: a put may carry tags' },
  acl:        { oss: 'never', s3: 'never', from: 'seed: the bucket stays non-anonymous; no grant opens an object' },
  symlink:    { oss: 'write', s3: '-',     from: 'FACTS, ali-oss: PutSymlink needs PutObject alone; DESIGN 7.3: the reader refuses it' },
};
