import type { Journal } from '../journal/journal.ts';
import type { EntryRecord, PutRecord } from '../journal/records.ts';
import type { Plan } from '../plan/make-plan.ts';
import type { Finding, JudgedRow } from './evidence.ts';
import { isInTime } from './judged-once.ts';
import { turnOfKey } from './turns-once.ts';

const check = 'enough happened';

/** Modes in which agents speak one after the other. */
const inTurns: ReadonlySet<string> = new Set([
  'turn_queue',
  'drum_pass',
  'debate',
  'roast_banter',
  'crosstalk',
  'skit_chain',
  'idiom_chain',
]);
/** Thresholds below the planned numbers, because a busy machine with constant faults does not reach all of them. */
const least = { modesWithLines: 3, modesWithAccepted: 11 };

type Life = Pick<
  Journal,
  'puts' | 'attacks' | 'openings' | 'blows' | 'acknowledgements' | 'reads' | 'sightings' | 'entries'
>;

/**
 * Returns true if agents have done enough to stop: an idle home would pass every check. Measured by accepted
 * entries, as the final check is: on a busy machine most lines are too late for their turns, however many are
 * stored.
 */
export function isLively(journal: Life, plan: Plan): boolean {
  const loadMode = collectModes(journal);
  const accepted = journal.entries.filter(({ outcome, objectKey }) => outcome === 'accepted' && objectKey);
  const lines = accepted.filter(({ objectKey }) => turnOfKey.test(objectKey ?? ''));
  const modes = modesIn(plan);
  const wanted = modes.filter((mode) => inTurns.has(mode)).length;
  const isIn = (entries: EntryRecord[], atLeast: number) =>
    new Set(entries.map(({ topicId }) => loadMode.get(topicId))).size >= atLeast;
  return (
    isIn(lines, Math.min(least.modesWithLines, wanted)) &&
    isIn(accepted, Math.min(least.modesWithAccepted, modes.length)) &&
    findShortfalls(journal, plan, isStored).length === 0
  );
}

/**
 * Requires enough activity: every mode was played, messages were said in turns, processes died, honest agents wrote, hostile ones
 * tried, feeds were read and consumed. Otherwise the other checks would have nothing to find.
 */
export function enoughHappened(journal: Life, ledger: readonly JudgedRow[], plan: Plan): Finding[] {
  const loadMode = collectModes(journal);
  const modes = modesIn(plan);
  const inputs = ledger.filter(({ inputType }) => inputType === 'message' || inputType === 'request');
  const accepted = inputs.filter(({ outcome }) => outcome === 'accepted');
  const judged = new Set(inputs.map(({ topicId }) => loadMode.get(topicId)));
  const played = new Set(accepted.map(({ topicId }) => loadMode.get(topicId)));
  const lines = accepted.filter(({ objectKey }) => turnOfKey.test(objectKey ?? ''));
  const said = new Set(lines.map(({ topicId }) => loadMode.get(topicId)));
  const wanted = modes.filter((mode) => inTurns.has(mode)).length;
  const tooFew = (what: string, found: Set<unknown>, atLeast: number) =>
    found.size >= atLeast ? [] : [`${what} in ${found.size} modes alone: ${[...found].join(', ')}`];
  const problems = [
    ...findShortfalls(journal, plan, isInTime),
    ...modes.filter((mode) => !judged.has(mode)).map((mode) => `nothing was judged in ${mode}`),
    ...tooFew('something was accepted', played, Math.min(least.modesWithAccepted, modes.length)),
    ...tooFew('lines were said in turns', said, Math.min(least.modesWithLines, wanted)),
    ...(plan.blows.length === 0 || journal.blows.length > 0 ? [] : ['no process died']),
    ...(journal.sightings.length > 0 ? [] : ['nobody watched the bucket']),
    ...plan.agentList.flatMap(({ agentId }) => readers(journal, agentId)),
  ];
  return problems.map((problem) => ({ check, subject: `seed ${plan.seed}`, problem }));
}

/** Used while the end of a key is unknown, as on S3, where credentials do not end with a turn. */
const isStored = ({ outcome }: PutRecord) => outcome === 'stored';

function findShortfalls(journal: Life, plan: Plan, isCounted: (put: PutRecord) => boolean): string[] {
  const loadMode = collectModes(journal);
  const hostile = new Set(plan.agentList.flatMap((agent) => (agent.hostile ? [agent.agentId] : [])));
  const honest = journal.puts.filter((put) => isCounted(put) && !hostile.has(put.agentId));
  const written = new Set(honest.map(({ topicId }) => loadMode.get(topicId)));
  const isTricky = ({ agentId, how }: PutRecord) => hostile.has(agentId) && how !== 'plain';
  return [
    ...modesIn(plan).flatMap((mode) => (written.has(mode) ? [] : [`no honest agent wrote in ${mode}`])),
    ...(journal.attacks.length > 0 ? [] : ['nobody tried what nobody may do']),
    ...(journal.puts.some(isTricky) ? [] : ['nobody wrote what nobody should']),
  ];
}

function readers({ reads, acknowledgements }: Life, agentId: string): string[] {
  const isRead = reads.some((read) => read.agentId === agentId);
  const isConsumed = acknowledgements.some((one) => one.agentId === agentId && one.outcome === 'done');
  return [
    ...(isRead ? [] : [`${agentId} was told nothing`]),
    ...(isConsumed ? [] : [`${agentId} consumed nothing`]),
  ];
}

function modesIn({ topicList }: Plan): string[] {
  return [...new Set(topicList.map(({ mode }) => mode))];
}

function collectModes({ openings }: Life): Map<string, string> {
  return new Map(openings.map(({ topicId, mode }) => [topicId, mode]));
}
