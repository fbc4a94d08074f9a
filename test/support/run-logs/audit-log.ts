import { createHash } from 'node:crypto';
import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import canonicalize from 'canonicalize';

export interface Audited {
  /** Tools that were invoked. */
  calls: number;
  /** Rule violations, each with the id of its record. */
  problems: string[];
}

/**
 * Checks the rules for every log (S0-99, S4-33 to S4-36). Written from the requirements only, with another library's canonical
 * JSON.
 * @param records with their values inline
 * @throws Error with the first record that breaks a rule
 */
export function auditLog(records: readonly RunRecord[]): void {
  const [problem] = getAudit(records).problems;
  if (problem !== undefined) throw new Error(`audit: ${problem}`);
}

export function getAudit(records: readonly RunRecord[]): Audited {
  return {
    calls: records.filter(({ type }) => type === 'kairo.tool.invoke').length,
    problems: [
      ...causes(records),
      ...calls(records),
      ...approvals(records),
      ...results(records),
      ...pairs(records, 'kairo.intent.started', 'kairo.intent.ended', 'intentId'),
      ...rounds(records),
    ],
  };
}

/** Requires one task, with each event after its cause (S4-33). */
function* causes(records: readonly RunRecord[]): Generator<string> {
  const ids = new Set<string>();
  for (const [index, record] of records.entries()) {
    if (record.correlationId !== records[0]?.correlationId) yield `${record.id} is of another run`;
    if (index === 0 ? record.causationId !== undefined : !ids.has(record.causationId ?? ''))
      yield `${record.id} has no earlier cause`;
    if (ids.has(record.id)) yield `${record.id} is there twice`;
    ids.add(record.id);
  }
}

/** Requires each call to follow an allow for the same call and the same arguments (S0-99). */
function* calls(records: readonly RunRecord[]): Generator<string> {
  const allowed = new Map<string, string>();
  for (const { id, type, data } of records) {
    if (type === 'policy.decided' && data.action === 'tool.call') {
      const call = String(data.tool_call_id);
      if (data.effect === 'allow') allowed.set(call, `${String(data.tool)} ${String(data.arguments_sha256)}`);
      else allowed.delete(call);
    }
    if (type !== 'kairo.tool.invoke') continue;
    const call = String(data.toolCallId);
    if (allowed.get(call) !== `${String(data.name)} ${sha256Of(data.args)}`) yield `${id} was not allowed`;
    // A decision covers a single call.
    allowed.delete(call);
  }
}

/**
 * Requires each approval to be requested for the call that follows. A request has at most one decision, for the same arguments. A
 * call that needs confirmation runs only after an approval, and an approval allows one call.
 */
function* approvals(records: readonly RunRecord[]): Generator<string> {
  const asked = new Map<string, string>();
  const approved = new Map<string, string>();
  const confirmed = new Map<string, boolean>();
  /** Calls in progress, and the use of approvals: such a call is decided on again when its run is resumed. */
  const begun = new Set<string>();
  const used = new Map<string, string>();
  for (const { id, type, data, time } of records) {
    if (type === 'kairo.tool.invoke') begun.add(String(data.toolCallId));
    if (type === 'kairo.tool.result') begun.delete(String(data.toolCallId));
    const call = String(data.tool_call_id);
    const about = `${call} ${String(data.tool)} ${String(data.arguments_sha256)}`;
    const question = String(data.approval_id);
    if (type === 'policy.decided' && data.action === 'tool.call') {
      if (data.effect === 'confirm') confirmed.set(call, false);
      if (data.approval_id !== undefined) {
        const isAgain = begun.has(call) && used.get(question) === about;
        if (data.effect !== 'allow' || (approved.get(question) !== about && !isAgain))
          yield `${id} was not approved`;
        approved.delete(question);
        used.set(question, about);
      } else if (data.effect === 'allow' && confirmed.get(call) === false)
        yield `${id} allows what nobody confirmed`;
    }
    if (type === 'approval.requested') {
      if (sha256Of(data.arguments) !== data.arguments_sha256) yield `${id} asks about other arguments`;
      // An approval requested by a node of a graph concerns no call and has no policy decision.
      if (data.node === undefined && confirmed.get(call) !== false)
        yield `${id} asks for what is not to be confirmed`;
      if ((data.deny_effect === 'block') !== (data.required === true)) yield `${id} contradicts itself`;
      asked.set(question, `${about} ${String(data.expires_at)}`);
    }
    if (type !== 'approval.decided') continue;
    const [callId, tool, sha256, expires] = (asked.get(question) ?? '').split(' ');
    if (expires === undefined || sha256 !== data.arguments_sha256) yield `${id} answers what nobody asked`;
    asked.delete(question);
    if (data.decision !== 'approve') continue;
    if (Date.parse(time) >= Date.parse(expires ?? '')) yield `${id} approves too late`;
    approved.set(question, `${callId} ${tool} ${sha256}`);
    confirmed.set(callId ?? '', true);
  }
}

function sha256Of(value: unknown): string {
  return createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('hex');
}

/** Requires exactly one result for each call, after it, once the run has ended (S4-34). */
function* results(records: readonly RunRecord[]): Generator<string> {
  const hasEnded = records.some(({ type }) => type === 'run.ended');
  const found = new Map<string, number[]>();
  for (const [index, { type, data }] of records.entries()) {
    if (type !== 'kairo.tool.result') continue;
    const call = String(data.toolCallId);
    found.set(call, [...(found.get(call) ?? []), index]);
  }
  for (const [call, places] of found) if (places.length > 1) yield `${call} has ${places.length} results`;
  for (const [index, { id, type, data }] of records.entries()) {
    if (type !== 'kairo.tool.invoke') continue;
    const [place] = found.get(String(data.toolCallId)) ?? [];
    if (place === undefined ? hasEnded : place < index) yield `${id} has no result after it`;
  }
}

/** Requires each intent to end once, if the run does (S4-35). */
function* pairs(
  records: readonly RunRecord[],
  opens: string,
  closes: string,
  member: string,
): Generator<string> {
  const of = (wanted: string) =>
    records.filter(({ type }) => type === wanted).map(({ data }) => String(data[member]));
  const [opened, closed] = [of(opens), of(closes)];
  const hasEnded = records.some(({ type }) => type === 'run.ended');
  for (const each of new Set([...opened, ...closed])) {
    const times = closed.filter((other) => other === each).length;
    if (!opened.includes(each)) yield `${each} ends and never began`;
    if (times > 1 || (hasEnded && times === 0)) yield `${each} ends ${times} times`;
  }
}

/** Requires recall before the first model request of each round, and memorizing after the last (S4-36). */
function* rounds(records: readonly RunRecord[]): Generator<string> {
  let recalled = 0;
  let memorized = false;
  let asked = 0;
  for (const { id, type, data } of records) {
    // Each agent of a run has its own rounds.
    if (type === 'kairo.intent.started') [recalled, memorized] = [0, false];
    if (type === 'memory.recalled') recalled = Number(data.round);
    if (type === 'memory.memorized') memorized = true;
    if (type === 'run.ended' && asked > 0 && !memorized) yield `${id} ends before memorizing`;
    if (type !== 'model.requested') continue;
    asked++;
    if (recalled !== data.round) yield `${id} asks before recall`;
    if (memorized) yield `${id} asks after memorizing`;
  }
}
