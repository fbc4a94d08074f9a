import type { Action, Store } from '../dimensions.ts';

/**
 * Right that an action needs, on each store. `never`: no grant of the design carries it. `proxy`: the policy
 * cannot separate it from a granted right, so the proxy in front of MinIO does. `-`: the store has no such
 * action.
 */
type Takes = 'read' | 'list' | 'write' | 'write, but the proxy stops it' | 'never' | '-';

// biome-ignore format: a table is read by its columns
export const storeTable: Record<Action, Record<Store, Takes> & { from: string }> = {
  get:        { oss: 'read',  s3: 'read',  from: 'seed: STS read access; spec access-policies "Least privilege": topic_read, task_read, circle_read, registry_read' },
  put:        { oss: 'write', s3: 'write', from: 'spec credentials "The store refuses the rest": a ticket is for one exact key' },
  overwrite:  { oss: 'write', s3: 'write', from: 'spec topic-ledger "Accepted texts stay": an agent may overwrite its own object' },
  multipart:  { oss: 'write', s3: 'write, but the proxy stops it', from: 'ADR 0045, MinIO: put on a key also starts an upload in parts there' },
  list:       { oss: 'list',  s3: 'never', from: 'ADR 0045: S3 statements carry no list, its condition can be forged' },
  delete:     { oss: 'never', s3: 'never', from: 'seed: write access is least-privilege; no grant deletes' },
  copy_from:  { oss: 'never', s3: 'never', from: 'spec credentials "The store refuses the rest": reading and writing never share one credential' },
  tag:        { oss: 'never', s3: 'never', from: 'seed: write access is least-privilege; no grant tags' },
  put_tagged: { oss: 'never', s3: 'write, but the proxy stops it', from: 'ADR 0045, MinIO: a put may carry tags' },
  acl:        { oss: 'never', s3: 'never', from: 'seed: the bucket stays non-anonymous; no grant opens an object' },
  symlink:    { oss: 'write', s3: '-',     from: 'ADR 0045, OSS: PutSymlink needs PutObject alone; ADR 0015: the reader refuses it' },
};
