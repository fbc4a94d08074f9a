import { createS3CredentialIssuer, type TemporaryCredentials } from '@agent-home/object-store';
import type { RunningMinio } from '../../../infra/minio/start-minio.ts';

export type Statement = Record<string, unknown>;

/** Creates an agent's temporary credential with exactly these statements. */
export function sessionWith(minio: RunningMinio, ...statements: Statement[]): Promise<TemporaryCredentials> {
  return sessionUnder(minio, JSON.stringify({ Version: '2012-10-17', Statement: statements }));
}

export function sessionUnder(minio: RunningMinio, policy: string): Promise<TemporaryCredentials> {
  const { endpoint, region, platform } = minio;
  const issuer = createS3CredentialIssuer({ endpoint, region, ...platform });
  return issuer.issue({ sessionName: 'agent', policy, durationSeconds: 900 });
}
