import { randomBytes } from 'node:crypto';
import { apiBase } from '../api/api-base.ts';
import { UsageError } from '../errors/agent-home-error.ts';
import { findHome } from './find-home.ts';

/** Root that a home claims, for comparison by a person; it proves nothing. */
export interface FoundHome {
  /** Fingerprint of its newest root set. */
  fingerprint: string;
}

/**
 * Requests the root of a server before anything is decided. @throws JoinError `not_a_home`, ConnectionError,
 * UsageError
 */
export async function inspectHome({
  url,
  allowInsecureHttp = false,
  signal = new AbortController().signal,
}: {
  url: string;
  allowInsecureHttp?: boolean;
  signal?: AbortSignal;
}): Promise<FoundHome> {
  if (!URL.canParse(url))
    throw new UsageError(
      'invalid_url',
      'url is not the address of a home; use one like https://home.example',
    );
  const surroundings = { now: Date.now, randomBytes: (length: number) => randomBytes(length) };
  const { fingerprint } = await findHome(apiBase(url, allowInsecureHttp), surroundings, signal);
  return { fingerprint };
}
