import type { Journal } from '../journal/journal.ts';
import type { MirroredRunRecord } from '../journal/records.ts';
import type { DecidedApproval, Evidence, Finding, RunAtRest } from './evidence.ts';

const check = 'runs mirrored';

/**
 * Requires that the copy of each run is the log of its agent, record by record, with a mark for each attempt at another history, and
 * that each call of a run was decided at most once, for exactly its arguments.
 */
export function runsMirrored(
  { mirrored, approvals }: Pick<Journal, 'mirrored' | 'approvals'>,
  { runs, decisions }: Pick<Evidence, 'runs' | 'decisions'>,
): Finding[] {
  const known = new Map(mirrored.map((run) => [`${run.agentId} ${run.runId}`, run]));
  const copies = new Map(runs.map((run) => [`${run.agentId} ${run.runId}`, run]));
  return [
    ...[...copies.keys()]
      .filter((name) => !known.has(name))
      .map((subject) => ({ check, subject, problem: 'is a run that no agent sent' })),
    ...[...known].flatMap(([subject, run]) => compareRun(subject, run, copies.get(subject))),
    ...approvals.flatMap((approval) => {
      const { agentId, approvalId } = approval;
      const decision = decisions.find((one) => one.agentId === agentId && one.approvalId === approvalId);
      return compareDecision(approval, decision);
    }),
  ];
}

function compareRun(
  subject: string,
  { lines, replaced }: MirroredRunRecord,
  copy: RunAtRest | undefined,
): Finding[] {
  const texts = copy?.texts ?? [];
  const differs = lines.findIndex((line, seq) => texts[seq] !== line);
  const isMarked = copy?.isContradicted ?? false;
  return [
    ...(texts.length === lines.length
      ? []
      : [{ check, subject, problem: `has ${texts.length} of ${lines.length} records` }]),
    ...(differs !== -1 && differs < texts.length
      ? [{ check, subject, problem: `has another record ${differs}`, detail: { found: texts[differs] } }]
      : []),
    ...(replaced > 0 && !isMarked ? [{ check, subject, problem: 'has no mark of another history' }] : []),
  ];
}

function compareDecision(
  { approvalId, argumentsSha256, decided }: Journal['approvals'][number],
  found: DecidedApproval | undefined,
): Finding[] {
  const subject = approvalId;
  const done = decided.filter(({ outcome }) => outcome === 'done').map(({ decision }) => decision);
  const certified = found?.certified;
  return [
    ...(found === undefined ? [{ check, subject, problem: 'is a request that the home has lost' }] : []),
    ...(done.length > 1 ? [{ check, subject, problem: 'was decided twice' }] : []),
    ...(done.length === 1 && certified?.decision !== done[0]
      ? [{ check, subject, problem: `was decided as ${done[0]} and certified as ${certified?.decision}` }]
      : []),
    ...(certified && certified.argumentsSha256 !== argumentsSha256
      ? [{ check, subject, problem: 'is certified for other arguments' }]
      : []),
  ];
}
