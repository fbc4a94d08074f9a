import { randomBytes } from 'node:crypto';
import { PolicyError, parsePolicy } from '@agent-home/access';
import type { CredentialDirectory, Principal } from '../access/credential-directory.ts';
import type { SecurityTokens } from '../access/security-token.ts';
import { wholeSeconds } from '../http/whole-seconds.ts';
import { getRoleId } from './caller-identity.ts';
import { StsError } from './sts-error.ts';

const MIN_DURATION_SECONDS = 900;
const DEFAULT_DURATION_SECONDS = 3600;
const MAX_POLICY_CHARACTERS = 2048;
const ROLE_ARN = /^acs:ram::\d+:role\/[A-Za-z0-9.-]{1,64}$/;
const SESSION_NAME = /^[A-Za-z0-9.@_-]{2,64}$/;

interface AssumedRole {
  AssumedRoleUser: { Arn: string; AssumedRoleId: string };
  Credentials: {
    AccessKeyId: string;
    AccessKeySecret: string;
    SecurityToken: string;
    Expiration: string;
  };
}

function parseDuration(text: string | undefined, max: number): number {
  const seconds = text === undefined ? DEFAULT_DURATION_SECONDS : /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (seconds < MIN_DURATION_SECONDS || seconds > max) throw new StsError('InvalidParameter.DurationSeconds');
  return seconds;
}

/** An empty policy is a mistake; an absent one would mean the whole role. */
function assertSessionPolicy(policy: string): void {
  if ([...policy].length > MAX_POLICY_CHARACTERS) throw new StsError('InvalidParameter.PolicySize');
  try {
    parsePolicy(policy, 'oss');
  } catch (error) {
    if (error instanceof PolicyError) throw new StsError('InvalidParameter.PolicyGrammar');
    throw error;
  }
}

function assertMayAssume(caller: Principal, roleArn: string, trusts: ReadonlySet<string>, now: number): void {
  const decision = caller.decide({
    action: 'sts:AssumeRole',
    resource: roleArn,
    context: { 'acs:CurrentTime': new Date(now).toISOString() },
  });
  if (decision !== 'allow') throw new StsError('NoPermission');
  // Both sides must agree: the user's policy, and the role's trust in that user. A session must not assume a
  // role.
  if (caller.userName === undefined || !trusts.has(caller.userName)) throw new StsError('NoPermission');
}

/** Issues credentials for one session of a role. `now` in milliseconds. Throws `StsError`. */
export function assumeRole(
  caller: Principal,
  parameters: ReadonlyMap<string, string>,
  context: { credentials: CredentialDirectory; tokens: SecurityTokens; now: number },
): AssumedRole {
  const roleArn = parameters.get('RoleArn') ?? '';
  const sessionName = parameters.get('RoleSessionName') ?? '';
  const sessionPolicy = parameters.get('Policy');
  if (!ROLE_ARN.test(roleArn)) throw new StsError('InvalidParameter.RoleArn');
  if (!SESSION_NAME.test(sessionName)) throw new StsError('InvalidParameter.RoleSessionName');
  if (sessionPolicy !== undefined) assertSessionPolicy(sessionPolicy);
  const role = context.credentials.role(roleArn);
  if (role === undefined) throw new StsError('EntityNotExist.Role');
  const durationSeconds = parseDuration(parameters.get('DurationSeconds'), role.maxSessionSeconds);
  assertMayAssume(caller, roleArn, role.trusts, context.now);

  const accessKeyId = `STS.${randomBytes(18).toString('base64url').replace(/[-_]/g, 'N')}`;
  const expiresAt = wholeSeconds(context.now) + durationSeconds * 1000;
  return {
    AssumedRoleUser: {
      Arn: `${roleArn}/${sessionName}`,
      AssumedRoleId: `${getRoleId(roleArn)}:${sessionName}`,
    },
    Credentials: {
      AccessKeyId: accessKeyId,
      AccessKeySecret: context.tokens.getSecret(accessKeyId),
      SecurityToken: context.tokens.seal({
        accessKeyId,
        roleArn,
        sessionName,
        ...(sessionPolicy === undefined ? {} : { sessionPolicy }),
        expiresAt,
      }),
      Expiration: new Date(expiresAt).toISOString().replace('.000Z', 'Z'),
    },
  };
}
