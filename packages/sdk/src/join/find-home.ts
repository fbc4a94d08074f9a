import { pathTo, trustEndpoints } from '@agent-home/http-contract';
import {
  objectKey,
  type RootSet,
  rootFingerprint,
  rootSetSchema,
  VerificationError,
  verifyPlatformKeys,
} from '@agent-home/protocol';
import { z } from 'zod';
import { ApiClient } from '../api/api-client.ts';
import { ApiError, ConnectionError } from '../errors/api-error.ts';
import { JoinError } from '../errors/join-error.ts';
import { maxKeyListBytes } from '../home/require-own-home.ts';
import type { Surroundings } from '../shared/clock.ts';

/** Root set that a server claims. It is not trusted before it is compared with another source. */
export interface FoundHome {
  base: string;
  /** Newest root set that the server returns. */
  rootSet: RootSet;
  /** Fingerprint of that root set, for comparison with the one from the home's operator. */
  fingerprint: string;
  /** Every root set in the home's history, oldest first. */
  rootSets: readonly RootSet[];
  keyList: Uint8Array;
}

const shownSchema = z.looseObject({ root_sets: z.array(rootSetSchema).min(1).max(64) });

/**
 * Requests the key list anonymously, without a key or a name.
 * @throws JoinError `not_a_home`, ConnectionError
 */
export async function findHome(
  base: string,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<FoundHome> {
  const api = new ApiClient(base, undefined, surroundings, signal);
  const keyList = await api
    .bytes(pathTo(trustEndpoints.readKeyList), maxKeyListBytes)
    .catch((error: unknown) => {
      const isOther = error instanceof ConnectionError && error.code === 'bad_answer';
      if (isOther || (error instanceof ApiError && error.status < 500 && error.status !== 429))
        throw notAHome(base, error);
      throw error;
    });
  const rootSets = rootSetsIn(keyList);
  const rootSet = rootSets?.at(-1);
  if (!rootSets || !rootSet) throw notAHome(base);
  return { base, rootSet, fingerprint: rootFingerprint(rootSet), rootSets, keyList };
}

/**
 * Returns the root set that is given or that a fingerprint names, after checking that the home's keys follow from it.
 * @throws JoinError `root_differs`
 */
export function pinRoot(
  found: FoundHome,
  wanted: { rootSet?: RootSet | undefined; fingerprint?: string | undefined },
): RootSet {
  const { rootSet, fingerprint } = wanted;
  const named = fingerprint ?? (rootSet && rootFingerprint(rootSet)) ?? '';
  if (rootSet && rootFingerprint(rootSet) !== named) throw differs(found, named);
  const pinned = rootSet ?? [...found.rootSets].reverse().find((shown) => rootFingerprint(shown) === named);
  if (!pinned) throw differs(found, named);
  try {
    verifyPlatformKeys({ bytes: found.keyList, pinned, seen: undefined });
  } catch (error) {
    if (error instanceof VerificationError && error.code === 'untrusted_root')
      throw differs(found, named, error);
    throw error;
  }
  return pinned;
}

function rootSetsIn(keyList: Uint8Array): RootSet[] | undefined {
  try {
    const shown = shownSchema.parse(JSON.parse(new TextDecoder().decode(keyList)));
    // Throws for a root set without a canonical form, or with excessive nesting, because it has no fingerprint.
    for (const rootSet of shown.root_sets) rootFingerprint(rootSet);
    return shown.root_sets;
  } catch {
    return undefined;
  }
}

function notAHome(base: string, cause?: unknown): JoinError {
  return new JoinError(
    'not_a_home',
    `${base} publishes no key list (${objectKey('platform_keys')}), so it is not a home: check the URL and its port`,
    { cause },
  );
}

function differs({ base, fingerprint }: FoundHome, named: string, cause?: unknown): JoinError {
  return new JoinError(
    'root_differs',
    `${base} is not the home of the root ${named}: its newest root is ${fingerprint}, and nothing was sent to it. Get URL and fingerprint (agent-home keys fingerprint) from the operator of the home`,
    { cause },
  );
}
