import { setTimeout as delay } from 'node:timers/promises';
import { sha256HexOfText } from '@agent-home/protocol';
import { linesOf, sealRun } from '../../../support/sealed-run.ts';
import { TokenClient } from '../hostile/admin-client.ts';
import type { ApprovalRecord, MirroredRunRecord } from '../journal/records.ts';
import { getStream, type Random } from '../plan/streams.ts';
import type { AgentClient } from './agent-client.ts';
import { clientError } from './client-error.ts';

const pauseMs = 400;
/** Pieces of the streamed response of a run: a run has some records more. */
const mostPieces = 30;
const mostRecords = 20;
const completions = 40;

interface Surroundings {
  client: AgentClient;
  seed: number;
  hostile: boolean;
  home: { url: string; adminToken: string };
}

/**
 * Mirrors the runs of an agent: parts of a log too early, twice and overlapping, as after lost responses. A hostile agent tries to replace
 * records that the home has. Calls of the runs need approvals, which an admin gives and refuses at the same time.
 */
export async function mirrorWhileLiving(surroundings: Surroundings, signal: AbortSignal): Promise<void> {
  const { client, seed, hostile } = surroundings;
  const random = getStream(seed, `runs of ${client.agentId}`);
  let run: MirroredRunRecord | undefined;
  while (!signal.aborted) {
    await delay(pauseMs * (0.3 + random()), undefined, { signal }).catch(() => {});
    const [fresh, sly, calls] = [random(), random(), random()];
    if (signal.aborted) return;
    try {
      if (!run || fresh < 0.15) run = beginRun(client, random);
      await sendPart(client, run, random);
      if (hostile && sly < 0.4) await replaceRecords(client, run);
      if (calls < 0.3) await decideCall(surroundings, run, random);
    } catch (error) {
      if (clientError(error)) throw error;
    }
  }
}

function beginRun({ agentId, journal }: AgentClient, random: Random): MirroredRunRecord {
  const runId = `run_${agentId}_${journal.nextId()}`;
  const startedAt = new Date();
  const pieces = Math.floor(random() * mostPieces);
  const lines = linesOf(sealRun({ runId, agentId, startedAt, pieces }));
  const others = linesOf(sealRun({ runId, agentId, startedAt, pieces, asked: 'Something else.' }));
  const run = { agentId, runId, lines, others, stored: 0, replaced: 0 };
  journal.mirrored.push(run);
  return run;
}

/** Sends a part around the place where the agent believes the home to be. */
async function sendPart(client: AgentClient, run: MirroredRunRecord, random: Random): Promise<void> {
  const around = Math.round((random() - 0.7) * mostRecords);
  const from = Math.min(run.lines.length - 1, Math.max(0, run.stored + around));
  const records = run.lines.slice(from, from + 1 + Math.floor(random() * mostRecords));
  await send(client, run, from, records);
}

async function send(
  client: AgentClient,
  run: MirroredRunRecord,
  from: number,
  records: readonly string[],
): Promise<number> {
  const { status, body } = await client.call('POST', `/v1/runs/${run.runId}/records`, {
    from_seq: from,
    records,
  });
  if (status === 200) run.stored = Math.max(run.stored, Number(body.next_seq));
  return status;
}

/** Sends another record for a number that the home has. */
async function replaceRecords(client: AgentClient, run: MirroredRunRecord): Promise<void> {
  if (run.stored < 2) return;
  const other = run.others.slice(1, 2);
  const status = await send(client, run, 1, other);
  if (status === 409) run.replaced += 1;
  client.journal.attacks.push({
    agentId: client.agentId,
    what: 'replaced a record of a run',
    at: Date.now(),
    refused: status !== 200,
    answer: String(status),
  });
}

/** Requests an approval of one call, and lets an admin approve and refuse it at once. */
async function decideCall(
  { client, home }: Surroundings,
  run: MirroredRunRecord,
  random: Random,
): Promise<void> {
  const { agentId, journal } = client;
  const text = `{"number":${journal.nextId()}}`;
  const approvalId = `ask_${sha256HexOfText(`${run.runId} ${text}`).slice(0, 32)}`;
  const request = {
    approval_id: approvalId,
    run_id: run.runId,
    tool_call_id: 'call_1_0',
    tool: 'bash',
    arguments: text,
    arguments_sha256: sha256HexOfText(text),
    risk: 'low',
    rules: [],
    tainted: false,
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  };
  const record: ApprovalRecord = {
    agentId,
    approvalId,
    argumentsSha256: request.arguments_sha256,
    decided: [],
  };
  const requested = await client.call('POST', '/v1/approvals', request);
  if (requested.status >= 300) return;
  journal.approvals.push(record);
  const admin = new TokenClient(home.url, home.adminToken);
  const path = `/v1/agents/${agentId}/approvals/${approvalId}/decision`;
  const first = random() < 0.5 ? (['approve', 'deny'] as const) : (['deny', 'approve'] as const);
  await Promise.all(
    first.map(async (decision) => {
      const body = { decision, arguments_sha256: request.arguments_sha256 };
      const answer = await admin.call('POST', path, body).catch(() => undefined);
      const outcome =
        answer === undefined || answer.status >= 500 ? 'unknown' : answer.status === 200 ? 'done' : 'refused';
      record.decided.push({ decision, outcome });
    }),
  );
}

/** Sends what is missing of each run, once the faults are over. @throws Error if the home does not take a run */
export async function completeRuns(
  clients: readonly AgentClient[],
  runs: readonly MirroredRunRecord[],
): Promise<void> {
  for (const run of runs) {
    const client = clients.find(({ agentId }) => agentId === run.agentId);
    if (client) await completeRun(client, run);
  }
}

async function completeRun(client: AgentClient, run: MirroredRunRecord): Promise<void> {
  for (let tries = 0; tries < completions; tries += 1) {
    try {
      await send(client, run, 0, []);
      if (run.stored === run.lines.length) return;
      await send(client, run, run.stored, run.lines.slice(run.stored, run.stored + 200));
    } catch (error) {
      if (clientError(error)) throw error;
      await delay(150);
    }
  }
}
