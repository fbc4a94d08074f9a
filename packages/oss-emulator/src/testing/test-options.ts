import type { OssEmulatorOptions } from '../index.ts';

export const BUCKET = 'agent-home-test';
export const REGION = 'cn-local';
export const ADMIN = { accessKeyId: 'LTAIadmin', accessKeySecret: 'admin-secret' };
export const ISSUER = { accessKeyId: 'LTAIissuer', accessKeySecret: 'issuer-secret' };
export const AGENT_ROLE = 'acs:ram::1000000000000001:role/agent';

interface TestStatement {
  Effect: 'Allow' | 'Deny';
  Action: string[];
  Resource: string[];
  Condition?: Record<string, Record<string, string[]>>;
}

export const policy = (...statements: TestStatement[]) =>
  JSON.stringify({ Version: '1', Statement: statements });
export const allow = (actions: string[], resources: string[], condition?: TestStatement['Condition']) => ({
  Effect: 'Allow' as const,
  Action: actions,
  Resource: resources,
  ...(condition === undefined ? {} : { Condition: condition }),
});
export const objects = (path: string) => `acs:oss:*:*:${BUCKET}/${path}`;
export const WHOLE_BUCKET = [`acs:oss:*:*:${BUCKET}`, `acs:oss:*:*:${BUCKET}/*`];

/** Options with an administrator, a user that may only assume the agent role, and that role. */
export const testOptions = (dataDirectory: string): OssEmulatorOptions => ({
  dataDirectory,
  bucket: BUCKET,
  users: [
    { ...ADMIN, name: 'admin', policy: policy(allow(['oss:*'], ['*'])) },
    { ...ISSUER, name: 'issuer', policy: policy(allow(['sts:AssumeRole'], ['*'])) },
  ],
  roles: [{ arn: AGENT_ROLE, policy: policy(allow(['oss:*'], WHOLE_BUCKET)), trusts: ['issuer', 'admin'] }],
});
