import type { PolicyDecision, PolicyDialect } from '../policy-document.ts';
import type { PolicyErrorCode } from '../policy-error.ts';

/** Request and the decision that the vendor's documentation states for it. */
export interface VendorCheck {
  action: string;
  resource: string;
  context: Record<string, string>;
  expected: PolicyDecision;
}

/** Policy (or a role with a session policy) and requests judged by it. `topic`: place in the documentation. */
export interface VendorCase {
  topic: string;
  dialect: PolicyDialect;
  policy: object;
  session?: object;
  checks: VendorCheck[];
}

export interface RefusedDocument {
  topic: string;
  dialect: PolicyDialect;
  text: string;
  code: PolicyErrorCode;
}

type Context = Record<string, string>;

/** `place`: part after `acs:oss:{region}:{account}:`. */
export function oss(
  expected: PolicyDecision,
  action: string,
  place: string,
  context: Context = {},
): VendorCheck {
  return {
    action: `oss:${action}`,
    resource: `acs:oss:oss-cn-hangzhou:1234567890:${place}`,
    context,
    expected,
  };
}

/** `place`: part after `arn:aws:s3:::`. */
export function s3(
  expected: PolicyDecision,
  action: string,
  place: string,
  context: Context = {},
): VendorCheck {
  return { action: `s3:${action}`, resource: `arn:aws:s3:::${place}`, context, expected };
}

export const ramPolicy = (...statements: object[]) => ({ Version: '1', Statement: statements });
export const s3Policy = (...statements: object[]) => ({ Version: '2012-10-17', Statement: statements });
