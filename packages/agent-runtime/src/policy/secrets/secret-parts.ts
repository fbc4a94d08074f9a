import { shortestSecret } from './encoded-forms.ts';

/** Maximum number of parts of a structured secret that are searched for, so that no secret makes the tables large. */
const mostParts = 32;
/** Shortest part without a name of a secret that counts as a key. */
const leastUnnamed = 24;

const tellingName = /key|secret|token|passw|pwd|passphrase|credential|private|signature|sas/i;
const harmlessName = /_?(id|uri|url|email|type|name|scope|region|expir\w*)$/i;

/**
 * Returns the parts of a secret that are secrets themselves: texts of a JSON object, values of `NAME=value` lines, the password of
 * an address. A service account file is one secret, and its `private_key` alone gives the same access.
 */
export function collectParts(secret: string): string[] {
  const found = [...(jsonParts(secret) ?? lineParts(secret)), ...addressParts(secret)];
  const distinct = new Set(found.map((part) => part.trim()).filter((part) => part !== secret.trim()));
  return [...distinct].filter((part) => part.length >= shortestSecret).slice(0, mostParts);
}

/** Returns undefined if the secret is not a JSON object or list. */
function jsonParts(secret: string): string[] | undefined {
  if (!/^\s*[[{]/.test(secret)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(secret);
  } catch {
    return undefined;
  }
  return [...textsIn(value, '', { left: 1_000 })];
}

function* textsIn(value: unknown, name: string, budget: { left: number }): Generator<string> {
  if (budget.left-- <= 0) return;
  if (typeof value === 'string') {
    if (isSecretPart(name, value)) yield value;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [member, each] of Object.entries(value))
    yield* textsIn(each, Array.isArray(value) ? name : member, budget);
}

/** Values of a file of settings: `NAME=value`, `name: value`. */
function lineParts(secret: string): string[] {
  const lines = secret.split(/\r?\n/);
  if (lines.length > 1_000) return [];
  return lines.flatMap((line) => {
    const [, name = '', value = ''] = /^\s*(?:export\s+)?([\w.-]{1,64})\s*[=:]\s*(\S.*)$/.exec(line) ?? [];
    const plain = value.trim().replace(/^(["'])(.*)\1$/, '$2');
    return isSecretPart(name, plain) && tellingName.test(name) ? [plain] : [];
  });
}

/** Returns the password in `postgres://user:password@host`, as it is written and decoded. */
function addressParts(secret: string): string[] {
  const password = /^[a-z][a-z0-9+.-]{0,31}:\/\/[^\s:@/]{0,200}:([^\s@/]{8,512})@/i.exec(secret)?.[1];
  if (password === undefined) return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

/** Returns false for ids, addresses and names in a credential, which also occur in harmless texts. */
function isSecretPart(name: string, value: string): boolean {
  if (harmlessName.test(name) || /^https?:\/\/[^@]*$/.test(value)) return false;
  return tellingName.test(name) || (value.length >= leastUnnamed && !/[\s@]/.test(value));
}
