import { VerificationError } from '@agent-home/protocol';
import type { LedgerProof } from './ledger-proof.ts';
import type { Trust, TrustMemory } from './trust.ts';
import type { Alarm, ProofProgress } from './types.ts';
import type { FromWorker } from './worker-messages.ts';

/** Report about a whole topic: its alarms, progress and state. */
export class TopicReport {
  readonly #post: (message: FromWorker) => void;
  readonly #alarms = new Map<string, Alarm>();
  #problem: string | undefined;

  constructor(post: (message: FromWorker) => void) {
    this.#post = post;
  }

  raise(alarm: Alarm): Alarm {
    this.#alarms.set(alarm.code, alarm);
    this.#post({ type: 'alarms', alarms: [...this.#alarms.values()] });
    return alarm;
  }

  /** True if there is no alarm about the topic. */
  get isSound(): boolean {
    return this.#alarms.size === 0;
  }

  /** Removes an alarm once missing data has arrived. */
  clear(code: Alarm['code']): void {
    if (this.#alarms.delete(code)) this.#post({ type: 'alarms', alarms: [...this.#alarms.values()] });
  }

  failure(error: unknown): void {
    if (error instanceof VerificationError) this.raise(getAlarm(error));
    else this.#printProblem(getCode(error));
  }

  /** Every entry is read, so an earlier problem is over. */
  success(): void {
    this.#printProblem(undefined);
  }

  #printProblem(code: string | undefined): void {
    if (code !== this.#problem) this.#post({ type: 'problem', code });
    this.#problem = code;
  }

  standing(proof: LedgerProof): void {
    const standing = proof.standingAt(proof.replayed);
    const hash = proof.hashAt(proof.sequence);
    const head = hash === undefined ? undefined : { sequence: proof.sequence, hash };
    if (standing) this.#post({ type: 'standing', standing, head });
  }

  progress(progress: ProofProgress): void {
    this.#post({ type: 'progress', progress });
  }

  trust({ keys, fingerprint, isFirstUse, currentAt }: Trust, memory: TrustMemory): void {
    const listed = [...keys.keys.values()].map(({ key }) => ({
      keyId: key.key_id,
      validFrom: key.valid_from,
      validUntil: key.valid_until,
      ...(key.revoked ? { revoked: { reason: key.revoked.reason, at: key.revoked.at } } : {}),
    }));
    const { rootSet, issuer } = keys;
    const trust = { fingerprint, rootVersion: rootSet.version, issuer, isFirstUse, currentAt, keys: listed };
    this.#post({ type: 'trust', trust, memory });
  }
}

export function getAlarm({ code, objectKey: where, message: detail }: VerificationError): Alarm {
  return { code, where, detail };
}

function getCode(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : 'no_connection';
}
