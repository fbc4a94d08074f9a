import { compilePermissions } from '@agent-home/access';
import fc from 'fast-check';
import { grantedPermissions } from '../../../packages/access/src/least-privilege/granted-permissions.ts';
import { BUCKET, homeArbitrary } from '../../../packages/access/src/least-privilege/home-scenario.ts';
import { aim, probeArbitrary } from '../../../packages/access/src/least-privilege/probes.ts';
import type { JudgedCase } from './ask-judge.ts';

const wholeBucket = JSON.stringify({
  Version: '1',
  Statement: [
    {
      Effect: 'Allow',
      Action: ['oss:GetObject', 'oss:PutObject', 'oss:ListObjects'],
      Resource: [`acs:oss:*:*:${BUCKET}`, `acs:oss:*:*:${BUCKET}/*`],
    },
  ],
});

/**
 * Cases from the project's compiler for the grants of random homes: every credential that an agent may hold,
 * and attempts.
 */
export const compiledCases = (requests: number): fc.Arbitrary<JudgedCase[]> =>
  fc
    .tuple(homeArbitrary, fc.array(probeArbitrary('oss'), { minLength: requests, maxLength: requests }))
    .map(([home, probes]) => {
      const asked = probes.map((probe) => aim('oss', probe, home).request);
      const policies = compilePermissions(grantedPermissions(home), { dialect: 'oss', bucket: BUCKET });
      return policies.map(({ document }) => ({ role: wholeBucket, session: document, requests: asked }));
    });
