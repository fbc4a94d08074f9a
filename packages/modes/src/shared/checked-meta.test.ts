import { readFileSync } from 'node:fs';
import type { JsonObject, TopicLedgerEntry } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../judge/open-input.ts';
import type { AnyMode, ModeContext, ModeInput } from '../mode/mode.ts';
import { catalogue, modeNames } from '../registry/catalogue.ts';
import { findMode } from '../registry/registry.ts';
import { parseRecordedContext } from '../replay/recorded-context.ts';
import { type ReplayState, replayEntry } from '../replay/replay-topic.ts';

/**
 * Threads and roles already check the places that a message names. A duel seals `meta` until its round is over, and the id contains
 * the round.
 */
const unchecked = ['threaded', 'collab_roles', 'poetry_duel'];

interface Spoken {
  state: JsonObject;
  rules: JsonObject;
  context: ModeContext;
  expected: JsonObject;
  said(meta: JsonObject | undefined): ModeInput;
  verdict: object;
}

/** Returns the counted messages of a stored ledger, each with the state before it and the `meta` that this state implies. */
function spokenIn(mode: AnyMode, version: number): Spoken[] {
  const file = new URL(`../../golden/${mode.name}.v${version}.json`, import.meta.url);
  const { entries } = JSON.parse(readFileSync(file, 'utf8')) as { entries: TopicLedgerEntry[] };
  const found: Spoken[] = [];
  let before: ReplayState | undefined;
  for (const entry of entries) {
    const one = before && spokenAt(mode, before, entry);
    if (one) found.push(one);
    before = replayEntry(before, entry);
  }
  return found;
}

function spokenAt(mode: AnyMode, { state, terms }: ReplayState, entry: TopicLedgerEntry): Spoken | undefined {
  const { input, verdict } = entry.header;
  const place = placeOf(input.object_key ?? '');
  if (input.type !== 'message' || verdict.outcome === 'rejected' || !place || !entry.body) return undefined;
  const expected = mode.messageMeta(state, { agent_id: place.agent_id, message_id: place.id });
  const recorded = parseRecordedContext(entry.header.context);
  if (!expected || !recorded) return undefined;
  const message = JSON.parse(entry.body.text) as JsonObject;
  const said = (meta: JsonObject | undefined) =>
    ({
      type: 'message',
      agent_id: place.agent_id,
      message_id: place.id,
      message: {
        ...message,
        ...(meta ? { meta: { ...(message.meta as JsonObject | undefined), ...meta } } : {}),
      },
    }) as unknown as ModeInput;
  const { unread: _, sealed: __, ...context } = recorded;
  return { state, rules: terms.rules, context, expected, said, verdict: verdict as object };
}

const checked = modeNames
  .filter((name) => !unchecked.includes(name))
  .flatMap((name) => {
    const newest = findMode(name);
    const versions = catalogue[name].map(({ version }) => version);
    const before = findMode(name, versions.at(-2));
    return newest && before && catalogue[name].at(-1)?.messageMeta ? [[name, newest, before] as const] : [];
  });

describe('meta that contradicts the state', () => {
  it('checks the meta of a message in every mode', () => {
    const names = checked.map(([name]) => name).sort();
    const speaking = modeNames.filter((name) => catalogue[name].at(-1)?.messageMeta);
    expect(names).toEqual(speaking.filter((name) => !unchecked.includes(name)).sort());
    expect(names).toEqual(expect.arrayContaining(['crosstalk', 'debate', 'drum_pass', 'idiom_chain']));
  });

  it.each(checked)('is refused in %s', (_name, newest, before) => {
    const spoken = spokenIn(newest, before.version);
    expect(spoken.length).toBeGreaterThan(3);
    for (const { state, rules, context, expected, said, verdict } of spoken) {
      for (const mode of [newest, before])
        for (const meta of [undefined, {}, expected])
          expect(mode.apply(state, said(meta), rules, context).verdict).toEqual(verdict);
      for (const [field, value] of Object.entries(expected)) {
        const meta = { ...expected, [field]: typeof value === 'number' ? value + 1 : 'elsewhere' };
        const refused = newest.apply(state, said(meta), rules, context);
        expect(refused.verdict).toMatchObject({ outcome: 'rejected', reason: 'contradicting_meta' });
        expect(refused.verdict.explanation).toContain(`meta.${field}`);
        expect([refused.state, refused.effects, refused.records]).toEqual([state, [], undefined]);
        expect(before.apply(state, said(meta), rules, context).verdict).toEqual(verdict);
      }
    }
  });
});
