import { createHash } from 'node:crypto';
import type { Principal } from '../access/credential-directory.ts';

/** Identity of a caller, as returned to the holder of its credentials; every caller may request its own. */
type CallerIdentity = Record<'IdentityType' | 'AccountId' | 'PrincipalId' | 'Arn', string> &
  Partial<Record<'UserId' | 'RoleId', string>>;

/** Returns RAM's number for a name; always the same for the same name. */
const toNumber = (name: string) =>
  String(BigInt(`0x${createHash('sha256').update(name).digest('hex')}`) % 10n ** 18n).padStart(18, '3');

export const getRoleId = (roleArn: string): string => toNumber(roleArn);

export function callerIdentity(caller: Principal, accountId: string): CallerIdentity {
  if (caller.session === undefined) {
    const Arn = `acs:ram::${accountId}:user/${caller.label}`;
    const UserId = toNumber(Arn);
    return { IdentityType: 'RAMUser', AccountId: accountId, PrincipalId: UserId, UserId, Arn };
  }
  const { roleArn, sessionName } = caller.session;
  const RoleId = getRoleId(roleArn);
  return {
    IdentityType: 'AssumedRoleUser',
    AccountId: /^acs:ram::(\d+):/.exec(roleArn)?.[1] ?? accountId,
    PrincipalId: `${RoleId}:${sessionName}`,
    RoleId,
    Arn: `${roleArn.replace(':role/', ':assumed-role/')}/${sessionName}`,
  };
}
