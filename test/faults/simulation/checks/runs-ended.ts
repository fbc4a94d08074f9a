import type { HouseholdEvidence, RunEvidence } from '../residents/household-evidence.ts';
import type { Evidence, Finding } from './evidence.ts';

const check = 'runs ended';

/**
 * Requires that each run has ended or waits for a person, in the folder of its resident and in the home, that each of its messages has
 * exactly one answer, and that a turn has one run.
 */
export function runsEnded(
  { runs, messages }: Pick<HouseholdEvidence, 'runs' | 'messages'>,
  { runs: copies, decisions }: Pick<Evidence, 'runs' | 'decisions'>,
): Finding[] {
  const pending = new Set(
    decisions.flatMap(({ agentId, approvalId, state }) =>
      state === 'pending' ? [`${agentId} ${approvalId}`] : [],
    ),
  );
  const shown = new Map(copies.map(({ agentId, runId, state }) => [`${agentId} ${runId}`, state]));
  const endings = runs.flatMap((run) => {
    const { runId: subject, agentId } = run;
    const state = findState(run, pending);
    const copied = shown.get(`${agentId} ${subject}`);
    if (state === undefined)
      return [{ check, subject, problem: `is left unfinished at ${run.records.at(-1)?.type}` }];
    return [
      // A run without a copy is a finding of another check.
      ...(copied === undefined || copied === state
        ? []
        : [{ check, subject, problem: `is ${state}, and the home shows ${copied}` }]),
      ...countAnswers(run, state),
      ...requireLines(run, messages),
    ];
  });
  return [...endings, ...findRepeatedTurns(runs)];
}

/** Finds turns that were played again, with their effects. */
function findRepeatedTurns(runs: readonly RunEvidence[]): Finding[] {
  const first = new Map<string, string>();
  return runs.flatMap(({ runId: subject, agentId, records }) => {
    const message = records.find(({ type }) => type === 'kairo.user.message');
    const extra = (message?.data.extra ?? {}) as Record<string, unknown>;
    if (extra.turn_id === undefined) return [];
    const turn = `${String(extra.turn_id)} of ${String(extra.topic_id)}`;
    const before = first.get(`${agentId} ${turn}`);
    first.set(`${agentId} ${turn}`, before ?? subject);
    return before === undefined
      ? []
      : [{ check, subject, problem: `is another run than ${before} for ${turn}` }];
  });
}

/** Returns the state of a run as the home names it; undefined if nothing explains why it does not continue. */
function findState({ agentId, records }: RunEvidence, pending: ReadonlySet<string>): string | undefined {
  const last = records.at(-1);
  if (last?.type === 'run.ended') return String(last.data.status);
  if (last?.type === 'call.questioned') return 'waiting';
  const isOpen =
    last?.type === 'approval.requested' && pending.has(`${agentId} ${String(last.data.approval_id)}`);
  return isOpen ? 'waiting' : undefined;
}

/** Requires one answer for each message of an ended run, and none for a message of one that waits. */
function countAnswers({ runId: subject, records }: RunEvidence, state: string): Finding[] {
  const count = (wanted: string) => records.filter(({ type }) => type === wanted).length;
  const [asked, answered] = [count('kairo.user.message'), count('kairo.intent.ended')];
  const expected = state === 'waiting' ? 0 : asked;
  return answered === expected
    ? []
    : [{ check, subject, problem: `has ${answered} answers to ${asked} messages` }];
}

/** Requires that each message which a run reports as accepted is in a ledger once. */
function requireLines({ records }: RunEvidence, messages: HouseholdEvidence['messages']): Finding[] {
  const accepted = new Set(
    records.flatMap(({ type, data }) =>
      type === 'kairo.tool.result' && data.isError === false ? [String(data.toolCallId)] : [],
    ),
  );
  return records.flatMap(({ type, data }) => {
    if (type !== 'call.prepared' || !accepted.has(String(data.tool_call_id))) return [];
    const { objectKey, purpose } = data.prepared as Record<string, unknown>;
    const times = messages.filter((message) => message.objectKey === objectKey).length;
    return purpose !== 'message' || times === 1
      ? []
      : [
          {
            check,
            subject: String(objectKey),
            problem: `is reported as accepted, and is in ${times} ledgers`,
          },
        ];
  });
}
