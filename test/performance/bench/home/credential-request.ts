import { randomBytes } from 'node:crypto';
import { signRequest } from '../../../../packages/sdk/src/api/sign-request.ts';
import type { PreparedRequest } from '../send-all.ts';
import type { BenchAgent } from './bench-agents.ts';

const surroundings = { now: Date.now, randomBytes: (length: number) => new Uint8Array(randomBytes(length)) };

export function prepareCredentialRequest(
  url: string,
  agent: Pick<BenchAgent, 'signer'>,
  body: Buffer,
): PreparedRequest {
  const path = '/v1/credentials';
  const target = { method: 'POST', url: new URL(url + path), body };
  const headers = signRequest(target, agent.signer, surroundings);
  return { path, headers: { ...headers, 'content-type': 'application/json' }, body };
}
