import type { CertifiedText } from '@agent-home/http-contract';
import {
  asJson,
  commitmentOf,
  decodeBase64Url,
  hashLedgerHeader,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import { expect } from 'vitest';
import { summarize } from '../status.ts';
import type { openedSession } from '../testing/open-session.ts';
import { certifiedText, getLedger } from '../testing/published-home.ts';

export type Page = ReturnType<typeof openedSession>;

/** Returns status and code of every entry that is not simply verified. */
export function troubles(page: Page): Record<number, string> {
  return Object.fromEntries(
    page.proofs().flatMap(({ sequence, checks }) => {
      const { status, check, code } = summarize(checks);
      return status === 'verified' ? [] : [[sequence, `${status} ${check} ${code}`]];
    }),
  );
}

function changedEntry(text: CertifiedText, change: (entry: TopicLedgerEntry) => void): CertifiedText {
  const entry = JSON.parse(text.text) as TopicLedgerEntry;
  change(entry);
  return certifiedText(text.object_key, asJson(entry));
}

/** Returns the ledger of the published crosstalk with one entry changed. */
export function withChanged(sequence: number, change: (entry: TopicLedgerEntry) => void): CertifiedText[] {
  return getLedger('crosstalk-heat').map((text, index) =>
    index + 1 === sequence ? changedEntry(text, change) : text,
  );
}

export const replaced = (text: string, from: string, to: string) => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

/** Simulates a dishonest platform: changes one entry and makes all links after it fit. */
export function relink(
  entries: TopicLedgerEntry[],
  at: number,
  change: (entry: TopicLedgerEntry) => void,
): void {
  const changed = entries[at];
  if (!changed) throw new Error(`no entry at ${at}`);
  change(changed);
  if (changed.body)
    changed.header.input.commitment = commitmentOf(
      decodeBase64Url(changed.body.salt) ?? new Uint8Array(),
      new TextEncoder().encode(changed.body.text),
    );
  for (let index = at + 1; index < entries.length; index++) {
    const [before, entry] = [entries[index - 1], entries[index]];
    if (before && entry) entry.header.previous = hashLedgerHeader(before.header);
  }
}
