import { canonicalJsonBytes, type JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { AuthorFacts, ModeContext, ProposalDecision } from '../mode/mode.ts';
import { findMode } from '../registry/registry.ts';
import { agentSigner, getContext, rawInput, requestDocument, terms } from '../testing/alphabet/inputs.ts';
import { kits } from '../testing/kits/index.ts';
import { startTopic } from '../testing/topics/topic-in-test.ts';
import { type Judgement, judge } from './judge.ts';
import type { RawInput } from './open-input.ts';

const proposal = requestDocument('ada', 'r000001', {
  type: 'propose_topic',
  payload: { title: 'Tea', mode: 'freeform', visibility: 'public' },
});
const object_key = rawInput(proposal).object_key;
const at = (bytes: Uint8Array): RawInput => ({ type: 'request', object_key, bytes });
const put = (document: JsonObject): RawInput => at(canonicalJsonBytes(document));
const { created_at: _, ...undated } = proposal;

interface Case {
  raw: RawInput;
  reason: string;
  type?: ProposalDecision['request_type'];
  author?: Partial<AuthorFacts>;
  context?: Partial<ModeContext>;
}

const refused: Record<string, Case> = {
  'a payload that is a string': { raw: put({ ...proposal, payload: 'Tea' }), reason: 'invalid_schema' },
  'no created_at': { raw: put(undated), reason: 'invalid_schema' },
  'an unknown schema version': {
    raw: put({ ...proposal, schema_version: 2 }),
    reason: 'unsupported_schema_version',
  },
  'a wrong seen': {
    raw: put({ ...proposal, seen: { sequence: 9, hash: 'a'.repeat(64) } }),
    reason: 'wrong_seen',
    context: { chain: { sequence: 9, hash: null } },
  },
  'a signature of another key': {
    raw: rawInput(proposal, true),
    reason: 'bad_author_signature',
    author: { public_key: agentSigner('bo').publicKey },
  },
  'the ids of another request': { raw: put({ ...proposal, request_id: 'r000002' }), reason: 'wrong_ids' },
  'an author who is suspended': {
    raw: put(proposal),
    reason: 'not_admitted',
    author: { standing: 'suspended' },
  },
  'an author who may not read': { raw: put(proposal), reason: 'not_a_reader', author: { reader: false } },
  'too many bytes': { raw: at(new Uint8Array(5000)), reason: 'too_large', type: 'unknown' },
  'no JSON': { raw: at(new Uint8Array([0x7b])), reason: 'malformed_json', type: 'unknown' },
  'an object that was not read': {
    raw: { type: 'request', object_key, problem: 'content_encoding' },
    reason: 'content_encoding',
    type: 'unknown',
  },
};

function collectDecisions({ effects }: Judgement): ProposalDecision[] {
  return effects.flatMap((effect) => (effect.type === 'proposal_decided' ? [effect.decision] : []));
}

describe.each(kits.map((kit) => [`${kit.mode} ${kit.version}`, kit] as const))('in %s', (_name, kit) => {
  const mode = findMode(kit.mode, kit.version);
  if (!mode) throw new Error(`${kit.mode} is missing`);
  const parsed = mode.parseRules(kit.golden);
  if (!('rules' in parsed)) throw new Error(parsed.problem);
  const { rules } = parsed;
  const { state } = startTopic(mode, rules);
  const topic = terms(kit.mode, rules, { mode_version: kit.version });
  const judged = (raw: RawInput, { author = {}, context = {} }: Partial<Case> = {}) => {
    return judge(mode, topic, state, raw, { ...getContext(1, 'ada', author), ...context });
  };

  it.each(Object.entries(refused))(
    'a proposal with %s is rejected by a decision of its own',
    (_case, given) => {
      const judgement = judged(given.raw, given);
      expect(judgement.verdict).toMatchObject({ outcome: 'rejected', reason: given.reason });
      expect(collectDecisions(judgement)).toEqual([
        {
          agent_id: 'ada',
          request_id: 'r000001',
          request_type: given.type ?? 'propose_topic',
          outcome: 'rejected',
          reason_code: given.reason,
        },
      ]);
    },
  );

  it.each(['propose_topic', 'propose_task'])('a well-formed %s has one decision', (type) => {
    const judgement = judged(rawInput({ ...proposal, type }));
    const { outcome, reason } = judgement.verdict;
    expect(collectDecisions(judgement)).toMatchObject([
      { request_type: type, reason_code: reason ?? outcome },
    ]);
  });

  it('a request of another type has no decision, nor has a message', () => {
    const other = requestDocument('ada', 'r000001', { type: 'x_wave' });
    const message: RawInput = {
      type: 'message',
      object_key: 'topics/t1/messages/ada/000001.json',
      problem: 'too_large',
    };
    for (const raw of [rawInput(other), put({ ...other, payload: 'x' }), message])
      expect(collectDecisions(judged(raw))).toEqual([]);
  });
});
