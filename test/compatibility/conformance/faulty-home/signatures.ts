import { decodeBase64Url, verifyEd25519 } from '@agent-home/protocol';
import { type Asked, pathOf, type Reply, type Surroundings } from './fault.ts';

export function getInput({ headers }: Asked): string {
  return String(headers['signature-input'] ?? '').replace(/^sig1=/, '');
}

export function findParameter(asked: Asked, name: string): string | undefined {
  return new RegExp(`;${name}="?([^";]*)"?`).exec(getInput(asked))?.[1];
}

/**
 * Returns true if a registered agent made this signature for a request that differs from the sent one in one
 * component.
 */
export function holdsFor(
  asked: Asked,
  { agents }: Surroundings,
  other: { method?: string; target?: string; authority?: string },
): boolean {
  const target = other.target ?? asked.target;
  const [path = '', query = ''] = target.split('?');
  const values: Record<string, string> = {
    '@method': other.method ?? asked.method,
    '@authority': other.authority ?? String(asked.headers.host),
    '@path': path,
    '@query': `?${query}`,
    'content-digest': String(asked.headers['content-digest']),
  };
  const named = [...(/^\(([^)]*)\)/.exec(getInput(asked))?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(
    ([, name]) => name,
  );
  // A missing component is another fault.
  if (named.length !== Object.keys(values).length) return false;
  const lines = named.map((name) => `"${name}": ${values[name ?? '']}\n`).join('');
  const message = new TextEncoder().encode(`${lines}"@signature-params": ${getInput(asked)}`);
  const signature = Buffer.from(String(asked.headers.signature).replace(/^sig1=:|:$/g, ''), 'base64');
  return agents.some(({ publicKey }) => {
    const key = decodeBase64Url(publicKey);
    return (
      key !== undefined && verifyEd25519({ publicKey: key, message, signature: new Uint8Array(signature) })
    );
  });
}

/** Returns the last good response of this home to the same method and path. */
export function letIn(asked: Asked, { good }: Surroundings): Reply | undefined {
  return good.get(`${asked.method} ${pathOf(asked)}`);
}
