import { policySha256 } from '@agent-home/agent-runtime/definition';
import { compilePolicy, PolicySpecError } from '@agent-home/agent-runtime/policy';
import type { PinnedBundle } from '@agent-home/agent-runtime/run-log';
import { asJson } from '@agent-home/protocol';
import { type AgentHome, type PolicyBundleView, PolicyError, VerificationError } from '@agent-home/sdk';
import type { LatestBundle, PolicyBundles } from '../../index.ts';
import { PoliciesError } from './policies-error.ts';

export interface PolicyTimes {
  /** Milliseconds between two reads during a run. */
  pollMs?: number;
  /** Milliseconds for which a verified bundle holds without another successful read. */
  freshMs?: number;
  /** Clock in milliseconds that never goes back. */
  now?: () => number;
}

/** A decision waits at most this long for a read while the known bundle is fresh. */
const longestWaitMs = 1_000;

interface Known {
  bundle: PinnedBundle | undefined;
  /** Start of the read that verified it. */
  at: number;
}

/**
 * Certified policies of a resident, read from its home. A read that fails keeps the last verified bundle for `freshMs`, like cards;
 * after it, calls are denied until a bundle is verified again.
 */
export class BoundPolicies implements PolicyBundles {
  readonly #home: Pick<AgentHome, 'policyBundle'>;
  readonly #now: () => number;
  readonly #pollMs: number;
  readonly #freshMs: number;
  #known: Known | undefined;
  #failure: Error | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(
    home: Pick<AgentHome, 'policyBundle'>,
    { pollMs = 3_000, freshMs = 300_000, now = () => performance.now() }: PolicyTimes = {},
  ) {
    this.#home = home;
    this.#pollMs = pollMs;
    this.#freshMs = freshMs;
    this.#now = now;
  }

  /**
   * Reads the policies before a run; undefined if the home has and requires none.
   * @throws PoliciesError if they are refused; network errors once the last verified bundle is too old
   */
  async load(): Promise<PinnedBundle | undefined> {
    await (this.#reading ?? this.#read());
    const failure = this.#failure;
    if (!failure) return this.#known?.bundle;
    if (failure instanceof PoliciesError) throw failure;
    if (this.#known && this.#isFresh(this.#known)) return this.#known.bundle;
    throw failure;
  }

  async latest(): Promise<LatestBundle> {
    if (!this.#reading && this.#now() - this.#readAt >= this.#pollMs) this.#read();
    if (this.#reading) await (this.#isKnownFresh() ? within(this.#reading, longestWaitMs) : this.#reading);
    if (this.#known && this.#isKnownFresh()) return { bundle: this.#known.bundle };
    const code = this.#failure && 'code' in this.#failure ? String(this.#failure.code) : 'unreachable';
    return { stale: `no bundle was verified for ${this.#freshMs} ms: ${code}` };
  }

  #isKnownFresh(): boolean {
    return this.#known !== undefined && this.#isFresh(this.#known);
  }

  #isFresh({ at }: Known): boolean {
    return this.#now() - at <= this.#freshMs;
  }

  #read(): Promise<void> {
    const at = this.#now();
    this.#readAt = at;
    this.#reading = this.#home
      .policyBundle()
      .then((view) => {
        this.#known = { bundle: view && pinBundle(view), at };
        this.#failure = undefined;
      })
      .catch((error: unknown) => {
        this.#failure = toFailure(error);
      })
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }
}

/**
 * Returns a bundle as runs pin it.
 * @throws PoliciesError `policy_bundle_not_verified` if a hash is not that of its rules; PolicySpecError
 */
function pinBundle({ bundleVersion, sha256, policies }: PolicyBundleView): PinnedBundle {
  return {
    version: bundleVersion,
    sha256,
    policies: policies.map(({ name, version, sha256: ofSpec, spec, bound_by }) => {
      const pinned = { name, version, sha256: ofSpec, spec: asJson(spec) };
      if (policySha256(pinned) !== ofSpec)
        throw new PoliciesError(
          'policy_bundle_not_verified',
          `the hash of policy ${name} is not that of its rules; its owner or an admin has to bind it again`,
        );
      compilePolicy(pinned);
      return { ...pinned, bound_by };
    }),
  };
}

/** Returns a refusal of the bundle as PoliciesError; errors of the network as they are. */
function toFailure(error: unknown): Error {
  if (error instanceof PoliciesError) return error;
  if (error instanceof PolicyError)
    return new PoliciesError('policy_bundle_missing', error.message, { cause: error });
  if (error instanceof PolicySpecError)
    return new PoliciesError(
      'policy_bundle_not_understood',
      `${error.message}; update this program, or bind a policy that it understands`,
      { cause: error },
    );
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (error instanceof VerificationError || code === 'not_found')
    return new PoliciesError(
      'policy_bundle_not_verified',
      `the certified policies failed verification: ${String(code)}; report it to the home's operator`,
      { cause: error },
    );
  return error instanceof Error ? error : new Error(String(error));
}

/** Resolves with the work, or after `ms` without it. */
async function within(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
