import { canonicalJsonBytes, type JsonObject, sha256Hex } from '@agent-home/protocol';
import { z } from 'zod';
import { checkedValue, type FindValue, type ResolveReference } from '../beside/checked-value.ts';
import { incompleteData } from '../beside/incomplete-copy.ts';
import { putBack } from '../beside/large-values.ts';
import { withheldData } from '../beside/unjudged.ts';
import { LogError } from '../record/log-error.ts';
import type { RunRecord } from '../record/run-record.ts';
import { emptyLog, hashLine, type LogHead } from './seal-record.ts';
import { verifyData, verifyLine } from './verify-log.ts';

export interface Commitment {
  objectKey: string;
  /** Number of the last record that is covered. */
  seq: number;
  /** Its sha256, in hexadecimal. */
  head: string;
}

const preparedLineSchema = z.object({ objectKey: z.string(), document: z.string() });
const lineSchema = z.object({
  meta: z.object({ run: z.object({ run_id: z.string(), seq: z.int().min(0), head: z.string() }) }),
});

/** Returns the run that a line names; undefined if it names none. */
function parseRun(document: string): z.infer<typeof lineSchema>['meta']['run'] | undefined {
  try {
    return lineSchema.safeParse(JSON.parse(document)).data?.meta.run;
  } catch {
    return undefined;
  }
}

/** Verifies a log line by line, complete or still growing. */
export class RunVerifier {
  #head = emptyLog;
  #first: RunRecord | undefined;
  /** Calls that may be made, by call id: tool and SHA-256 of the arguments. */
  readonly #allowed = new Map<string, string>();
  /** Requested and granted approvals, by approval id. */
  readonly #asked = new Map<string, string>();
  readonly #approved = new Map<string, string>();
  /** Approval that the last decision on a call names; empty if it names none. */
  readonly #getApproval = new Map<string, string>();
  /** Calls that were invoked and have no result yet, each with the approval that it was invoked by. */
  readonly #begun = new Map<string, string>();
  /** Begun calls that the last resumption decides on again. */
  #again = new Set<string>();
  /** Calls that wait for a person's yes. */
  readonly #confirmed = new Set<string>();
  /** True if guardrails check the response to the latest request. */
  #isGuarded = false;
  readonly #find: FindValue;
  readonly #isCopy: boolean;
  readonly #hashes: string[] = [];
  readonly #commitments: Commitment[] = [];
  readonly #withheld = new Map<number, readonly string[]>();

  /**
   * @param find returns the text of an attachment
   * @param options `isCopy`: true for a copy of a log, which lacks private values, values that are too large for a home, and output that no
   * guardrail has passed
   */
  constructor(find: FindValue, { isCopy = false }: { isCopy?: boolean } = {}) {
    this.#find = find;
    this.#isCopy = isCopy;
  }

  /** Messages that the run was about to send, each with a commitment to the log at that point. */
  get commitments(): readonly Commitment[] {
    return this.#commitments;
  }

  /** SHA-256 of each verified record, in order. */
  get hashes(): readonly string[] {
    return this.#hashes;
  }

  /** Paths of the members that a copy does not have, by the number of their record. Nothing was verified about them but their commitment. */
  get withheld(): ReadonlyMap<number, readonly string[]> {
    return this.#withheld;
  }

  get head(): LogHead {
    return this.#head;
  }

  /**
   * Verifies the next record, with attachments inserted: its place in the chain, its data, and for a tool call
   * that a decision permits exactly this call. Output that no guardrail has passed is verified but not
   * returned.
   * @throws LogError
   */
  take(line: string): RunRecord {
    const sealed = verifyLine(line, this.#head, this.#first);
    const known = this.#isCopy && this.#isGuarded ? withheldData(sealed) : sealed.data;
    const resolve = checkedValue(this.#find, sealed.seq);
    const data = this.#isCopy
      ? this.#takeIncomplete({ ...sealed, data: known }, resolve)
      : (putBack(known, resolve) as JsonObject);
    const record = { ...sealed, data };
    verifyData(record, this.#withheld.get(sealed.seq));
    this.#verifyDecision(record);
    this.#verifyCommitment(record);
    this.#first ??= sealed;
    this.#head = { seq: sealed.seq + 1, hash: hashLine(line) };
    this.#hashes.push(this.#head.hash);
    if (record.type === 'model.requested') this.#isGuarded = data.guarded === true;
    return this.#isGuarded ? { ...record, data: withheldData(record) } : record;
  }

  #takeIncomplete(record: RunRecord, resolve: ResolveReference): JsonObject {
    const { data, withheld } = incompleteData(record, resolve);
    if (withheld.length > 0) this.#withheld.set(record.seq, withheld);
    return data;
  }

  #lacks({ seq }: RunRecord, path: string): boolean {
    return this.#withheld.get(seq)?.includes(path) === true;
  }

  /** Verifies that the signed `meta.run` of a message names this run and the head of its log. */
  #verifyCommitment({ type, seq, data, correlationId }: RunRecord): void {
    if (type !== 'call.prepared') return;
    const prepared = preparedLineSchema.safeParse(data.prepared).data;
    const run = prepared && parseRun(prepared.document);
    if (!prepared || !run) return;
    if (run.run_id !== correlationId || run.head !== this.#hashes[run.seq])
      throw new LogError('wrong_commitment', seq, `${prepared.objectKey} commits to another log`);
    this.#commitments.push({ objectKey: prepared.objectKey, seq: run.seq, head: run.head });
  }

  #verifyDecision(record: RunRecord): void {
    const { type, seq, data } = record;
    if (type === 'run.resumed') this.#again = new Set(this.#begun.keys());
    if (type === 'kairo.tool.result') this.#begun.delete(String(data.toolCallId));
    if (this.#isDecidedAgain(record)) return;
    this.#verifyApproval(record);
    if (type === 'policy.decided' && data.action === 'tool.call') {
      const call = String(data.tool_call_id);
      if (data.effect === 'allow') this.#allowed.set(call, wantedBy(data));
      else this.#allowed.delete(call);
      this.#getApproval.set(call, String(data.approval_id ?? ''));
    }
    if (type !== 'kairo.tool.invoke') return;
    const call = String(data.toolCallId);
    const arguments_ = this.#lacks(record, 'args')
      ? unknownHash
      : sha256Hex(canonicalJsonBytes(data.args ?? null));
    if (!isSameCall(this.#allowed.get(call), `${String(data.name)} ${arguments_}`))
      throw new LogError('not_decided', seq, `no decision allows ${String(data.name)} with these arguments`);
    // A decision is for one call.
    this.#allowed.delete(call);
    this.#begun.set(call, this.#getApproval.get(call) ?? '');
  }

  /** True if a resumption decides again on a call that was begun; this allows no second invocation. */
  #isDecidedAgain({ type, data }: RunRecord): boolean {
    if (type !== 'policy.decided' || data.action !== 'tool.call') return false;
    const call = String(data.tool_call_id);
    const approval = this.#begun.get(call);
    if (approval === undefined || !this.#again.delete(call)) return false;
    if (data.effect === 'allow' && approval === String(data.approval_id ?? '')) return true;
    this.#begun.delete(call);
    return false;
  }

  /** An approval is for one decision about one call with its arguments. */
  #verifyApproval(record: RunRecord): void {
    const { type, seq, data } = record;
    const id = String(data.approval_id);
    const wanted = `${String(data.tool_call_id)} ${wantedBy(data)}`;
    if (type === 'approval.requested') {
      const isPrivate = this.#lacks(record, 'arguments') || this.#lacks(record, 'arguments_sha256');
      if (!isPrivate && sha256Hex(canonicalJsonBytes(data.arguments ?? null)) !== data.arguments_sha256)
        throw new LogError(
          'not_decided',
          seq,
          'requests an approval for other arguments than those of the call',
        );
      this.#asked.set(id, wanted);
    }
    if (type === 'approval.decided') {
      const asked = this.#asked.get(id);
      this.#asked.delete(id);
      if (
        asked === undefined ||
        !isSameCall(asked, `${asked.split(' ').slice(0, -1).join(' ')} ${String(data.arguments_sha256)}`)
      )
        throw new LogError('not_decided', seq, 'answers an approval that was not requested');
      if (data.decision !== 'approve') return;
      this.#approved.set(id, asked);
      this.#confirmed.delete(asked.split(' ')[0] ?? '');
    }
    if (type !== 'policy.decided' || data.action !== 'tool.call') return;
    const call = String(data.tool_call_id);
    if (data.effect === 'confirm') this.#confirmed.add(call);
    if (data.effect === 'allow' && this.#confirmed.has(call))
      throw new LogError(
        'not_decided',
        seq,
        `no approval was requested for ${String(data.tool)}, which needs one`,
      );
    if (data.approval_id === undefined) return;
    if (data.effect !== 'allow' || !isSameCall(this.#approved.get(id), wanted))
      throw new LogError('not_decided', seq, `${String(data.tool)} was not approved with these arguments`);
    this.#approved.delete(id);
  }
}

/** Stands for a hash that a copy does not have. */
const unknownHash = '';

/** Returns true for the same call with the same arguments; with any arguments where a copy has no hash of them. */
function isSameCall(one: string | undefined, other: string): boolean {
  if (one === undefined || one === other) return one === other;
  const [names, hash] = splitHash(one);
  const [otherNames, otherHash] = splitHash(other);
  return names === otherNames && (hash === unknownHash || otherHash === unknownHash);
}

function splitHash(call: string): [names: string, hash: string] {
  const at = call.lastIndexOf(' ');
  return [call.slice(0, at), call.slice(at + 1)];
}

function wantedBy({ tool, arguments_sha256 }: JsonObject): string {
  return `${String(tool)} ${String(arguments_sha256)}`;
}
