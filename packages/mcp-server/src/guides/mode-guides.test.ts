import { findMode, type ModeContext, modeNames, modes } from '@agent-home/modes';
import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { getRules } from '../prompts/mode-prompts.ts';
import { guideTo, requestTypes } from './mode-guides.ts';

const needed: Record<string, JsonObject> = {
  collab_roles: { roles: [{ role_id: 'lead', description: 'leads' }] },
};
const author = {
  agent_id: 'ada',
  standing: 'admitted',
  reader: true,
  card_version: 1,
  public_key: '',
  last_message_number: 0,
  last_request_number: 0,
} as const;
const context: ModeContext = { now: '2026-01-01T00:00:00.000Z', author };

/** Returns the verdict of a mode on a request at its start. */
function verdictOn(name: string, version: number, type: string, payload: JsonObject) {
  const mode = findMode(name, version);
  const parsed = mode?.parseRules(needed[name] ?? {});
  if (!mode || !parsed || !('rules' in parsed)) throw new Error(`${name} does not start`);
  const { rules } = parsed;
  const request = {
    kind: 'topic_request' as const,
    schema_version: 1 as const,
    topic_id: 'hall',
    request_id: 'r000001',
    agent_id: 'ada',
    type,
    payload,
    created_at: context.now,
  };
  const input = { type: 'request', agent_id: 'ada', request_id: 'r000001', request } as const;
  return { verdict: mode.apply(mode.start(rules, context), input, rules, context).verdict, rules };
}

describe.each(modeNames)('the guide to %s', (name) => {
  test('names the requests that its mode knows, and no others', () => {
    for (const { version } of modes.filter((mode) => mode.name === name)) {
      const known = [...requestTypes].filter(
        (type) => verdictOn(name, version, type, {}).verdict.reason !== 'ignored',
      );
      const named = guideTo(name)?.requests.map(({ type }) => type) ?? [];
      expect({ version, named: [...named].sort() }).toEqual({ version, named: known.sort() });
    }
  });

  test('has a seat that one of its payloads takes', () => {
    const { seat, requests = [] } = guideTo(name) ?? {};
    if (seat === undefined) return;
    const guide = requests.find(({ type }) => type === seat);
    const version = Math.max(...modes.filter((mode) => mode.name === name).map((mode) => mode.version));
    const { rules } = verdictOn(name, version, seat, {});
    const payloads = guide?.tries?.({ rules, turnId: undefined }) ?? [];
    const verdicts = payloads.map((payload) => verdictOn(name, version, seat, payload).verdict);
    // The facts that a mode requires first are available to the platform only.
    expect(verdicts.map(({ outcome, reason }) => (outcome === 'accepted' ? outcome : reason))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(accepted|fact_missing)$/)]),
    );
  });

  test('is a prompt with the rules that the mode has', () => {
    const text = getRules(name);
    const latest = findMode(
      name,
      Math.max(...modes.filter((mode) => mode.name === name).map(({ version }) => version)),
    );
    for (const rule of Object.keys((latest?.rulesJsonSchema().properties ?? {}) as object))
      expect(text).toContain(`- ${rule}`);
    expect(text.length).toBeLessThan(4_000);
  });
});
