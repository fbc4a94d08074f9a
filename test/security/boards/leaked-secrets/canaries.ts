import { gzipSync } from 'node:zlib';
import { hiddenEncodings } from '@agent-home/agent-runtime/policy/testing';

/** Unique values, each for one way into this program. */
export const canaries = {
  variable: 'canary-Variable/7f"3a+c9Zq=',
  file: 'canary-File\\52e1%41bd0xYw',
  command: 'canary-Command-9d2c64e8Kp',
  model: 'canary-Model-11ab7720fe9Lm',
  server: 'canary-Server-c3d95b0e42Rt',
  header: 'canary-Header-6e0f18a7d3Vs',
  /** Key of a server that is reached by its address. */
  remote: 'canary-Remote-5a7e91c20dHq',
  /** Member of a secret that is a JSON object. */
  part: 'canary-Part-b81f30d9c7Wt',
} as const;

/** Secret with several members, of which one alone grants the same access. */
export const account = JSON.stringify({ type: 'service_account', private_key: canaries.part });

/**
 * Returns all forms in which a tool may output a secret: encodings that practical programs use, and the rest of a truncated secret.
 */
export function hiddenForms(secret: string): string[] {
  return [
    ...Object.values(hiddenEncodings).map((encode) => encode(secret)),
    gzipSync(secret).toString('base64'),
    secret.slice(0, 20),
  ];
}

/** Returns the middle of each such form, as it may appear in a log. */
function hiddenTraces(canary: string): string[] {
  return hiddenForms(canary).map((written) => {
    const text = JSON.stringify(written).slice(1, -1);
    return text.slice(Math.floor(text.length / 5), Math.ceil((text.length * 4) / 5));
  });
}

/** Returns the secret in all searched encodings, and their middles, because a remaining part counts as well. */
export function collectTraces(canary: string): string[] {
  const middle = canary.slice(9);
  const bytes = Buffer.from(canary);
  const base64 = [0, 1, 2].flatMap((offset) => {
    const written = Buffer.concat([Buffer.alloc(offset, 'x'), bytes, Buffer.from('yyy')]);
    return (['base64', 'base64url'] as const).map((form) => written.toString(form).slice(8, 28));
  });
  const hex = bytes.toString('hex').slice(8, 36);
  return [
    middle,
    JSON.stringify(middle).slice(1, -1),
    JSON.stringify(JSON.stringify(middle).slice(1, -1)).slice(1, -1),
    encodeURIComponent(middle),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...hiddenTraces(canary),
  ];
}

/** Returns the canaries in a text, with their positions. */
export function findCanaries(text: string): string[] {
  return Object.entries(canaries).flatMap(([name, canary]) =>
    collectTraces(canary).some((trace) => text.includes(trace)) ? [name] : [],
  );
}
