import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { tables } from '@agent-home/platform/database';
import { FileRunStore } from '@agent-home/runtime-node';
import { logKey } from '@agent-home/runtime-node/state';
import { inArray } from 'drizzle-orm';
import { judgeRun, readLog } from '../../../../apps/cli/src/agents/runs/read-run.ts';
import { getAudit } from '../../../support/run-logs/audit-log.ts';
import type { JudgedRow } from '../checks/evidence.ts';
import type { SimulatedHome } from '../home/simulated-home.ts';
import type { Journal } from '../journal/journal.ts';
import type { Household } from './household.ts';
import type {
  CountedCall,
  HouseholdEvidence,
  ModelRequest,
  RunEvidence,
  SaidMessage,
} from './household-evidence.ts';
import { type KeptLog, readLogs } from './read-logs.ts';

/**
 * Longest time in which runs end and the home gets the rest of them. After an outage, residents wait ever longer before they try again,
 * and a lost decision lets its question expire.
 */
const mirroredWithinMs = 90_000;
const inTopic = /in the topic ([a-z0-9-]+),/;

/**
 * Waits until the residents' runs have ended or wait for a person, and the home has every record of them, then ends the process. The
 * runs become part of the journal.
 */
export async function endHousehold(
  household: Household,
  home: SimulatedHome,
  journal: Journal,
): Promise<void> {
  const { files, process, approver } = household;
  for (const latest = Date.now() + mirroredWithinMs; ; await delay(300)) {
    const logs = await readLogs(files.runs);
    if (logs.every(isOver) && (await isMirrored(logs, home).catch(() => false))) break;
    if (Date.now() > latest) {
      if (!(await isMirrored(logs, home).catch(() => false))) household.lag = process.log.slice(-1_000);
      break;
    }
  }
  await process.kill();
  journal.approvals.push(...approver.records);
  for (const { agentId, runId, lines } of await readLogs(files.runs))
    journal.mirrored.push({ agentId, runId, lines, others: [], stored: lines.length, replaced: 0 });
}

/** True for a run that does nothing more by itself: only a person can settle a call with an unknown outcome. */
const isOver = ({ hasEnded, last }: KeptLog) => hasEnded || last === 'call.questioned';

async function isMirrored(logs: readonly KeptLog[], { connection }: SimulatedHome): Promise<boolean> {
  const { runs } = tables;
  const ids = logs.map(({ runId }) => runId);
  const copies = await connection.database
    .select({ runId: runs.runId, nextSeq: runs.nextSeq })
    .from(runs)
    .where(inArray(runs.runId, ids));
  const next = new Map(copies.map((copy) => [copy.runId, copy.nextSeq]));
  return logs.every(({ runId, lines }) => next.get(runId) === lines.length);
}

/** Reads everything that an ended household has left behind. */
export async function collectHousehold(
  household: Household,
  ledger: readonly JudgedRow[],
): Promise<HouseholdEvidence> {
  const { files, kept, service, markers, topicMarkers, silent, process } = household;
  const store = new FileRunStore(files.runs, { key: () => logKey({ environment: household.environment }) });
  const runs: RunEvidence[] = [];
  for (const { runId, agentId } of await readLogs(files.runs))
    runs.push(await readRun(store, runId, agentId));
  return {
    ...{ runs, kept, effects: service.effects, markers, topicMarkers, silent },
    counted: (await linesOf(files.counted)).map(toCounted),
    bells: await linesOf(files.bells),
    requests: toRequests(household),
    messages: toMessages(ledger, topicMarkers),
    unexpectedExits: process.unexpectedExits,
    lag: household.lag,
  };
}

async function readRun(store: FileRunStore, runId: string, agentId: string): Promise<RunEvidence> {
  const read = readLog(await store.read(runId));
  const { lines, records, hashes } = read;
  const [audited] = read.problem ? [] : getAudit(records).problems;
  return {
    ...{ runId, agentId, lines, records, hashes },
    problem: judgeRun(read)?.message ?? audited,
    isAuthentic: read.isAuthentic(),
  };
}

async function linesOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').slice(0, -1);
}

function toCounted(line: string): CountedCall {
  const [schema = '', ...note] = line.split(' ');
  return { schema, note: note.join(' ') };
}

function toRequests({ emulator }: Household): ModelRequest[] {
  return emulator.journal().map(({ system, messages, fault }) => {
    const text = `${system ?? ''}\n${JSON.stringify(messages ?? [])}`;
    return { text, topicId: inTopic.exec(text)?.[1] ?? '', fault };
  });
}

function toMessages(ledger: readonly JudgedRow[], topicMarkers: ReadonlyMap<string, string>): SaidMessage[] {
  return ledger.flatMap(({ topicId, inputType, outcome, agentId, objectKey, bodyText }) =>
    topicMarkers.has(topicId) &&
    inputType === 'message' &&
    outcome !== 'rejected' &&
    agentId !== null &&
    objectKey !== null &&
    bodyText !== null
      ? [{ topicId, agentId, objectKey, text: bodyText }]
      : [],
  );
}
