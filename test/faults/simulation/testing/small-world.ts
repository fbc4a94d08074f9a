import { type AnyMode, findMode } from '@agent-home/modes';
import { TestLedger } from '@agent-home/modes/testing';
import { canonicalJson, type JsonObject, signAuthored } from '@agent-home/protocol';
import {
  agentSigner,
  getContext,
  messageDocument,
  platformInput,
  rawInput,
  requestDocument,
  terms,
  topicId,
} from '../../../../packages/modes/src/testing/alphabet/inputs.ts';
import { readAt, trust } from '../../../../packages/protocol/src/testing/home.ts';
import type { Evidence } from '../checks/evidence.ts';
import { Journal } from '../journal/journal.ts';
import { publish, toRow } from './small-evidence.ts';
import { getMoment, tell, write } from './small-journal.ts';

/** Correct life: the record of its agents, and the final state of the home. */
export interface SmallWorld {
  journal: Journal;
  evidence: Evidence;
  agentIds: string[];
}

/**
 * Returns a world in which two agents have a turn each and the topic ends: all inputs are written, judged,
 * published and delivered.
 */
export function smallWorld(): SmallWorld {
  const mode = findMode('turn_queue') as AnyMode;
  const parsed = mode.parseRules({ turn_ttl_seconds: 20 });
  const ledger = new TestLedger(
    mode,
    terms('turn_queue', 'rules' in parsed ? parsed.rules : {}),
    getContext(0),
  );
  const journal = new Journal();
  journal.openings.push({ topicId, mode: 'turn_queue' });
  const agentIds = ['ada', 'bo'];
  const say = (document: JsonObject, seconds: number) => {
    const agentId = String(document.agent_id);
    const signed = signAuthored(document, agentSigner(agentId));
    const input = rawInput(signed);
    write(
      journal,
      agentId,
      input.object_key,
      'bytes' in input ? new TextDecoder().decode(input.bytes) : '',
      seconds,
    );
    ledger.judge(input, getContext(seconds, agentId));
  };
  for (const agentId of agentIds) journal.follows.push({ agentId, topicId, answeredAt: getMoment(0.5) });
  say(requestDocument('ada', 'r000001', { type: 'queue_join' }), 1);
  say(requestDocument('bo', 'r000001', { type: 'queue_join' }), 2);
  say(messageDocument('ada', 'turn_000001_0001'), 3);
  const { state } = ledger;
  const deadline = { deadline: String(state.speaker_expires_at) };
  ledger.judge(platformInput('deadline', deadline), getContext(22));
  say(messageDocument('bo', 'turn_000002_0001'), 24);
  ledger.judge(platformInput('admin', { action: 'close' }), getContext(30));

  const run = { agentId: 'ada', runId: 'run_ada', lines: ['0', '1', '2'], others: ['0', 'x'] };
  journal.mirrored.push({ ...run, stored: 3, replaced: 1 });
  journal.approvals.push({
    agentId: 'ada',
    approvalId: 'ask_ada',
    argumentsSha256: 'hash',
    decided: [
      { decision: 'approve', outcome: 'done' },
      { decision: 'deny', outcome: 'refused' },
    ],
  });
  const rows = ledger.entries.map(toRow);
  const { bucket, published } = publish(ledger);
  for (const agentId of agentIds) tell(journal, agentId, rows);
  return {
    journal,
    agentIds,
    evidence: {
      ledger: rows,
      runs: [
        { agentId: 'ada', runId: 'run_ada', texts: ['0', '1', '2'], isContradicted: true, state: 'running' },
      ],
      decisions: [
        {
          agentId: 'ada',
          approvalId: 'ask_ada',
          state: 'approved',
          certified: { decision: 'approve', argumentsSha256: 'hash' },
        },
      ],
      topics: [
        {
          topicId,
          state: canonicalJson(ledger.state),
          ledgerSequence: ledger.entries.length,
          ledgerHead: ledger.head ?? '',
        },
      ],
      bucket,
      published,
      trust,
      now: readAt,
      waiting: { 'objects to publish': 0 },
      violations: [],
      unexpectedExits: [],
    },
  };
}
