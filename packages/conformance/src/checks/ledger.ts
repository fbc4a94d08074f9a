import {
  bodyMatches,
  checkAuthorSignature,
  decodeBase64Url,
  hashLedgerHeader,
  hashState,
  type JsonObject,
  parseStrictJson,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import { replayLedger } from '@agent-home/sdk';
import type { HomeFindings } from '../subject/findings-of-home.ts';
import type { LedgerReading } from './ledger-reading.ts';
import type { Line } from './play.ts';

/** Runs all checks of a ledger that has been read. */
export async function checkLedger(
  findings: HomeFindings,
  reading: LedgerReading,
  lines: { accepted: readonly Line[]; spoiled: Line | undefined },
): Promise<void> {
  checkChain(findings, reading);
  for (const line of lines.accepted) checkLine(findings, reading, line);
  if (lines.spoiled) checkSpoiled(findings, reading, lines.spoiled);
  await checkReplay(findings, reading);
}

function checkChain(findings: HomeFindings, { entries, state }: LedgerReading): void {
  for (const [sequence, entry] of entries) {
    const { header } = entry;
    const numbers = [entry.sequence, header.sequence];
    const isInPlace = numbers.every((number) => number === sequence) && header.topic_id === entry.topic_id;
    findings.judge('ledger/sequence', !isInPlace && `entry ${sequence} says it is ${numbers.join(' and ')}`);
    const before = entries.get(sequence - 1);
    if (sequence === 1 || before) {
      const previous = before && hashLedgerHeader(before.header);
      findings.judge(
        'chain/previous',
        header.previous !== previous && `entry ${sequence} names another header as the one before`,
      );
    }
    if (entry.body) {
      const { commitment } = header.input;
      const isKept = commitment !== undefined && bodyMatches(entry.body, commitment);
      findings.judge(
        'chain/commitment',
        !isKept && `the body of entry ${sequence} is not what was committed to`,
      );
    }
  }
  if (!state?.ledger) findings.skip('chain/head', 'the state names no ledger');
  const last = state?.ledger && entries.get(state.ledger.sequence);
  if (!state?.ledger || !last) return;
  findings.judge(
    'chain/head',
    state.ledger.head !== hashLedgerHeader(last.header) &&
      'the state names another hash than the last header’s',
  );
  findings.judge(
    'ledger/state',
    hashState((state.state ?? {}) as JsonObject) !== last.header.state_sha256 &&
      'the published state is not the one that the last header names',
  );
}

function checkLine(findings: HomeFindings, reading: LedgerReading, { agent, key, text }: Line): void {
  const entry = reading.toEntry(key);
  if (!entry) return;
  const { input, verdict } = entry.header;
  const wrong =
    verdict.outcome !== 'accepted'
      ? `a good line is ${verdict.outcome}: ${verdict.reason ?? ''}`
      : input.agent_id !== agent.agentId
        ? `the line of ${agent.agentId} is put down to ${String(input.agent_id)}`
        : entry.body?.text !== text && 'the text is not what was written';
  findings.judge('ledger/verbatim', wrong);
  const document = documentIn(entry);
  if (!document) return;
  const publicKey = decodeBase64Url(agent.signer.publicKey) ?? new Uint8Array();
  const signature = checkAuthorSignature(document, publicKey);
  findings.judge('ledger/author-signature', signature !== 'valid' && `at ${key} it is ${signature}`);
}

function checkSpoiled(findings: HomeFindings, reading: LedgerReading, { key }: Line): void {
  const entry = reading.toEntry(key);
  if (!entry) return;
  const { outcome, reason } = entry.header.verdict;
  const isRefused = outcome === 'rejected' && reason === 'bad_author_signature';
  findings.judge('ledger/bad-author-refused', !isRefused && `it is ${outcome} ${reason ?? ''}`);
}

/** Requires an intact chain, because the replay of a broken one proves nothing. */
async function checkReplay(findings: HomeFindings, { entries, state }: LedgerReading): Promise<void> {
  const isBroken = findings
    .results()
    .some(({ id, verdict }) => verdict === 'failed' && (id.startsWith('chain/') || id.startsWith('ledger/')));
  if (isBroken || !state?.ledger || !state.state || entries.size !== state.ledger.sequence)
    return findings.skip('ledger/replay', 'the ledger does not hold together');
  const { sequence, head } = state.ledger;
  const published = { ledger: { sequence, hash: head }, state: state.state as JsonObject };
  const result = await replayLedger(entries.values(), published);
  findings.judge(
    'ledger/replay',
    !result.equal && `at entry ${result.sequence}: ${result.equal || result.code}`,
  );
}

function documentIn({ body }: TopicLedgerEntry): JsonObject | undefined {
  if (!body) return undefined;
  try {
    return parseStrictJson(new TextEncoder().encode(body.text)) as JsonObject;
  } catch {
    return undefined;
  }
}
