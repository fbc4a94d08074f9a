import { tables } from '@agent-home/database';
import { advanceCircle } from '@agent-home/platform';
import { type CircleMember, sha256Hex } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  askToJoin,
  decideOn,
  joinApproval,
  joinRequest,
  requestIs,
  type SentRequest,
  toldOf,
} from '../support/circles.ts';
import { eventually } from '../support/eventually.ts';
import { judged, platformReads, published } from '../support/ledger.ts';
import { type IssuedCredential, idOf, json, RawAgent, refusal } from '../support/raw-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

let home: TestHome;
let mod: RawAgent;
let chair: RawAgent;
let plain: RawAgent;
let guest: RawAgent;

beforeAll(async () => {
  home = await startHome();
  [mod, chair, plain, guest] = (await Promise.all(
    (['mod', 'chair', 'plain', 'guest'] as const).map((name) => RawAgent.admitted(home, name)),
  )) as [RawAgent, RawAgent, RawAgent, RawAgent];
});
afterAll(() => home.close());

let circlesMade = 0;

/** A circle of its own for each test: mod and chair decide, plain is a member. */
async function found(changes: Record<string, unknown> = {}): Promise<string> {
  circlesMade += 1;
  const circleId = String(changes.circle_id ?? `c${circlesMade}`);
  await home.admin('POST', '/v1/admin/circles', {
    circle_id: circleId,
    name: `Circle ${circlesMade}`,
    membership_mode: 'approval',
    listed: true,
    members: [{ agent_id: 'mod', role: 'mod' }, { agent_id: 'chair', role: 'admin' }, { agent_id: 'plain' }],
    ...changes,
  });
  await published(home);
  return circleId;
}

const act = (circleId: string, action: string, rest: Record<string, unknown>) =>
  home.admin('POST', `/v1/admin/circles/${circleId}/actions`, { action, ...rest });

const read = (circleId: string) => ({ type: 'circle_read', circle_id: circleId });

/** The code that a grant is denied with; `undefined` where it is given. */
async function denial(agent: RawAgent, type: string, circleId: string): Promise<string | undefined> {
  return (await agent.ask({ type, circle_id: circleId })).denied[0]?.code;
}

/** The certified record of one member, read by another. */
async function memberSeenBy(reader: RawAgent, circleId: string, agentId: string): Promise<CircleMember> {
  await published(home);
  const { oss } = await reader.client(read(circleId));
  const { content } = await oss.get(`circles/${circleId}/members/${agentId}.json`);
  return JSON.parse(String(content)) as CircleMember;
}

let candidates = 0;
function candidate(): Promise<RawAgent> {
  candidates += 1;
  return RawAgent.admitted(home, `cand${candidates}`);
}

/** Waits for what the feed says of how a request ended. */
function outcomeFor(agent: RawAgent, circleId: string, requestId: string): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const told = (await toldOf(agent, circleId)).find(
      ({ event_type: type, payload }) => type === 'circle.join_decided' && payload.request_id === requestId,
    );
    if (!told) throw new Error('nothing was said yet');
    return told.payload;
  });
}

/** Waits for what a reviewer is told of its word. */
function wordOf(reviewer: RawAgent, circleId: string, key: string): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const told = (await toldOf(reviewer, circleId)).filter(
      (event) => event.event_type === 'circle.approval_judged' && event.object_key === key,
    );
    const newest = told.at(-1);
    if (!newest) throw new Error('nothing was said yet');
    return newest.payload;
  });
}

describe('who may read a circle', () => {
  test('a member reads the certified manifest and members, and no join request', async () => {
    const circleId = await found();
    const { oss, credential } = await plain.client(read(circleId));
    const { content } = await oss.get(`circles/${circleId}/manifest.json`);
    expect(JSON.parse(String(content))).toMatchObject({
      kind: 'circle_manifest',
      membership_mode: 'approval',
      approval: { required: 1, roles: ['mod', 'admin'], expires_seconds: 604_800 },
      listed: true,
      policy_version: 1,
    });
    expect(await memberSeenBy(plain, circleId, 'mod')).toMatchObject({ role: 'mod', status: 'member' });
    const asked = await askToJoin(guest, circleId);
    await requestIs(home, asked.key, 'pending');
    expect(await refusal(oss.get(asked.key))).toBe('AccessDenied');
    expect(credential.prefixes.map(({ prefix }) => prefix)).not.toContain(`circles/${circleId}/`);
    const decider = await mod.client(read(circleId));
    expect(sha256Hex((await decider.oss.get(asked.key)).content as Buffer)).toBe(asked.sha256);
  });

  test('an outsider cannot list or read the circle prefix with any credential it holds', async () => {
    const circleId = await found();
    const other = await found({ members: [{ agent_id: 'guest' }] });
    const { credentials, denied } = await guest.ask(
      { type: 'registry_read' },
      { type: 'heartbeat_write' },
      { type: 'prompt_read' },
      read(other),
      { type: 'circle_join_request_write', circle_id: circleId },
      read(circleId),
    );
    expect(denied).toMatchObject([{ code: 'not_found' }]);
    expect(credentials.length).toBeGreaterThanOrEqual(3);
    for (const credential of credentials) {
      const oss = guest.open(credential);
      for (const name of ['manifest.json', 'members/mod.json', 'join_requests/guest/j000001.json'])
        expect(await refusal(oss.get(`circles/${circleId}/${name}`)), name).toBe('AccessDenied');
      for (const prefix of ['', 'members/', 'join_requests/'])
        expect(await refusal(list(guest, credential, `circles/${circleId}/${prefix}`))).toBe('AccessDenied');
    }
  });

  test('no agent can write membership, whatever its role', async () => {
    const circleId = await found();
    const holders = [
      { agent: chair, grants: [read(circleId), { type: 'registry_read' }] },
      { agent: guest, grants: [{ type: 'circle_join_request_write', circle_id: circleId }] },
    ];
    const asked = await askToJoin(await candidate(), circleId);
    await requestIs(home, asked.key, 'pending');
    holders.push({ agent: chair, grants: [{ type: 'circle_join_approval_write', circle_id: circleId }] });
    for (const { agent, grants } of holders) {
      for (const credential of (await agent.ask(...grants)).credentials) {
        const oss = agent.open(credential);
        for (const name of [`members/${agent.agentId}.json`, 'members/plain.json', 'manifest.json'])
          expect(await refusal(oss.put(`circles/${circleId}/${name}`, json({})))).toBe('AccessDenied');
        expect(await refusal(oss.delete(`circles/${circleId}/members/plain.json`))).toBe('AccessDenied');
      }
    }
  });

  test('a removed member gets nothing from that moment, and its record says so', async () => {
    const circleId = await found();
    const leaver = await candidate();
    await act(circleId, 'add_member', { agent_id: leaver.agentId, role: 'mod' });
    await leaver.client(read(circleId));
    await act(circleId, 'remove_member', { agent_id: leaver.agentId });
    expect(await denial(leaver, 'circle_read', circleId)).toBe('not_found');
    expect(await denial(leaver, 'circle_join_approval_write', circleId)).toBe('not_found');
    expect((await leaver.call('GET', `/v1/circles/${circleId}/members`)).status).toBe(404);
    // Put out of the circle, it needs more than to ask again.
    expect(await denial(leaver, 'circle_join_request_write', circleId)).toBe('not_invited');
    expect((await toldOf(leaver, circleId)).map(({ event_type: type }) => type)).toEqual([
      'circle.joined',
      'circle.removed',
    ]);
    const record = await memberSeenBy(plain, circleId, leaver.agentId);
    expect(record).toMatchObject({ status: 'removed', left_at: expect.any(String), cert: { version: 2 } });
  });

  test('a circle that is not listed answers an outsider as one that is not there', async () => {
    const hidden = await found({ listed: false, circle_id: 'aaaa' });
    const absent = 'aaab';
    const answers = async (circleId: string) => {
      const asked = ['circle_read', 'circle_join_request_write', 'circle_join_approval_write'].map(
        (type) => ({
          type,
          circle_id: circleId,
        }),
      );
      const requests = [
        guest.call('POST', '/v1/credentials', { grants: asked }),
        guest.call('GET', `/v1/circles/${circleId}/members`),
        guest.call('GET', `/v1/circles/${circleId}/join-requests`),
        guest.call('POST', `/v1/circles/${circleId}/leave`),
      ];
      return (await Promise.all(requests)).map(({ status, headers, body }) => ({
        status,
        headers: [...headers.keys()].filter((name) => !name.startsWith('x-ratelimit')),
        text: JSON.stringify(body).replaceAll(circleId, 'ID'),
        length: headers.get('content-length'),
      }));
    };
    expect(await answers(hidden)).toEqual(await answers(absent));
    const { body } = await guest.call('GET', '/v1/circles?limit=200');
    expect(JSON.stringify(body)).not.toContain(hidden);
    expect(JSON.stringify((await plain.call('GET', '/v1/circles?limit=200')).body)).toContain(hidden);
  });

  test('the list of circles says what one may do there, a page at a time', async () => {
    const open = await found({ membership_mode: 'open', circle_id: 'z-open' });
    const closed = await found({ membership_mode: 'invite', circle_id: 'z-closed' });
    const inviting = await found({ membership_mode: 'invite', listed: false, circle_id: 'z-inviting' });
    await act(inviting, 'invite', { agent_id: 'guest' });
    const seen: Record<string, unknown>[] = [];
    for (let after = 'z'; ; ) {
      const { body } = await guest.call('GET', `/v1/circles?limit=1&after=${after}`);
      seen.push(...(body.circles as Record<string, unknown>[]));
      if (body.next === undefined) break;
      after = String(body.next);
    }
    expect(seen).toMatchObject([
      { circle_id: closed, role: null, may: { join: 'not_invited', decide: 'not_found' } },
      { circle_id: inviting, role: null, invited: true, may: { join: 'yes' } },
      { circle_id: open, role: null, invited: false, may: { join: 'yes' } },
    ]);
    expect(Object.keys(seen[0] ?? {})).not.toContain('description');
    const { body } = await mod.call('GET', `/v1/circles?limit=1&after=z-inviting`);
    expect(body.circles).toMatchObject([
      { circle_id: open, role: 'mod', may: { join: 'already_a_member', decide: 'nothing_to_decide' } },
    ]);
  });
});

describe('joining', () => {
  test('an outsider applies without being able to read the circle', async () => {
    const circleId = await found();
    const ada = await candidate();
    const grant = { type: 'circle_join_request_write', circle_id: circleId };
    const { oss, credential } = await ada.client(grant);
    expect(credential.keys.map(({ key }) => key)).toEqual([
      `circles/${circleId}/join_requests/${ada.agentId}/j000001.json`,
    ]);
    expect(credential.prefixes).toEqual([]);
    const [key = ''] = credential.keys.map((one) => one.key);
    // The same question, the same key: nobody uses ids up by asking.
    expect((await ada.client(grant)).credential.keys[0]?.key).toBe(key);
    for (const other of [key.replace('j000001', 'j000002'), key.replace(ada.agentId, 'guest')])
      expect(await refusal(oss.put(other, json({})))).toBe('AccessDenied');
    expect(await refusal(oss.get(key))).toBe('AccessDenied');
    await oss.put(key, json(joinRequest(circleId, 'j000001', ada.agentId, 'let me in')));
    await requestIs(home, key, 'pending');
    expect(await denial(ada, grant.type, circleId)).toBe('already_requested');
    expect(await denial(ada, 'circle_read', circleId)).toBe('not_found');
    const { body } = await mod.call('GET', `/v1/circles/${circleId}/join-requests`);
    expect(body.requests).toMatchObject([
      { request_id: 'j000001', agent_id: ada.agentId, object_key: key, note: 'let me in', decided: false },
    ]);
    expect((await plain.call('GET', `/v1/circles/${circleId}/join-requests`)).body.code).toBe('forbidden');
    expect(await toldOf(mod, circleId)).toContainEqual(
      expect.objectContaining({
        event_type: 'circle.join_requested',
        payload: { circle_id: circleId, request_id: 'j000001', agent_id: ada.agentId },
      }),
    );
  });

  test('an approved agent becomes a member by a record the platform writes, and may read from then on', async () => {
    const circleId = await found();
    const ada = await candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(home, asked.key, 'pending');
    const word = await decideOn(mod, circleId, ada.agentId, asked);
    expect(await outcomeFor(ada, circleId, asked.requestId)).toEqual({
      circle_id: circleId,
      request_id: asked.requestId,
      outcome: 'approved',
    });
    expect(await wordOf(mod, circleId, word)).toMatchObject({ outcome: 'counted' });
    const record = await memberSeenBy(ada, circleId, ada.agentId);
    expect(record).toMatchObject({ kind: 'circle_member', role: 'member', status: 'member' });
    const { heads } = await ada.ask(read(circleId));
    expect(Object.keys(heads)).toEqual(
      expect.arrayContaining([
        `circles/${circleId}/manifest.json`,
        `circles/${circleId}/members/${ada.agentId}.json`,
      ]),
    );
    expect(await denial(ada, 'circle_join_request_write', circleId)).toBe('already_a_member');
    expect(await denial(mod, 'circle_join_approval_write', circleId)).toBe('nothing_to_decide');
    expect(await denial(ada, 'circle_join_approval_write', circleId)).toBe('not_a_decider');
  });

  test('two approvals are needed where the circle asks for two, from two different members', async () => {
    const circleId = await found({ approval: { required: 2 } });
    const ada = await candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(home, asked.key, 'pending');
    const first = await decideOn(mod, circleId, ada.agentId, asked);
    expect(await wordOf(mod, circleId, first)).toMatchObject({ outcome: 'counted' });
    await requestIs(home, asked.key, 'pending');
    // One word each: the key is not given again, and what lands there later is not read.
    expect(await denial(mod, 'circle_join_approval_write', circleId)).toBe('nothing_to_decide');
    await decideOn(chair, circleId, ada.agentId, asked);
    expect(await outcomeFor(ada, circleId, asked.requestId)).toMatchObject({ outcome: 'approved' });
    expect(await denial(ada, 'circle_read', circleId)).toBeUndefined();
  });

  test('two rejections turn a candidate away where two approvals let it in', async () => {
    const circleId = await found({ approval: { required: 2 } });
    const ada = await candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(home, asked.key, 'pending');
    const first = await decideOn(mod, circleId, ada.agentId, asked, 'reject');
    expect(await wordOf(mod, circleId, first)).toMatchObject({ outcome: 'counted' });
    await requestIs(home, asked.key, 'pending');
    await decideOn(chair, circleId, ada.agentId, asked, 'reject');
    expect(await outcomeFor(ada, circleId, asked.requestId)).toMatchObject({
      outcome: 'rejected',
      reason: 'rejected_by_members',
    });
    expect(await denial(ada, 'circle_join_request_write', circleId)).toBe('rejected_recently');
    expect(await denial(ada, 'circle_read', circleId)).toBe('not_found');
  });

  test('the word of one who may no longer decide does not count', async () => {
    const circleId = await found({ approval: { required: 2 } });
    const ada = await candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(home, asked.key, 'pending');
    const first = await decideOn(mod, circleId, ada.agentId, asked);
    expect(await wordOf(mod, circleId, first)).toMatchObject({ outcome: 'counted' });
    await act(circleId, 'set_role', { agent_id: 'mod', role: 'member' });
    const second = await decideOn(chair, circleId, ada.agentId, asked);
    expect(await wordOf(chair, circleId, second)).toMatchObject({ outcome: 'counted' });
    await requestIs(home, asked.key, 'pending');
    // And counts again with the role: nobody has to be asked twice.
    await act(circleId, 'set_role', { agent_id: 'mod', role: 'mod' });
    expect(await outcomeFor(ada, circleId, asked.requestId)).toMatchObject({ outcome: 'approved' });
  });

  test('an approval of a request that was changed afterwards is refused', async () => {
    const circleId = await found();
    const ada = await candidate();
    const { oss, credential } = await ada.client({ type: 'circle_join_request_write', circle_id: circleId });
    const key = credential.keys[0]?.key ?? '';
    await oss.put(key, json(joinRequest(circleId, idOf(key), ada.agentId, 'harmless')));
    await requestIs(home, key, 'pending');
    const changed = json(joinRequest(circleId, idOf(key), ada.agentId, 'something else'));
    await oss.put(key, changed);
    const word = await decideOn(mod, circleId, ada.agentId, {
      requestId: idOf(key),
      sha256: sha256Hex(changed),
    });
    expect(await wordOf(mod, circleId, word)).toMatchObject({
      outcome: 'refused',
      reason: 'request_changed',
    });
    await requestIs(home, key, 'pending');
    expect(await denial(ada, 'circle_read', circleId)).toBe('not_found');
    // The later write was counted and not read: who decides about the bytes that were judged still can.
    const { body } = await mod.call('GET', `/v1/circles/${circleId}/join-requests`);
    const [pending] = body.requests as { request_sha256: string; note: string }[];
    expect(pending).toMatchObject({ note: 'harmless' });
    const judged = { requestId: idOf(key), sha256: pending?.request_sha256 ?? '' };
    await decideOn(mod, circleId, ada.agentId, judged);
    expect(await outcomeFor(ada, circleId, idOf(key))).toMatchObject({ outcome: 'approved' });
  });

  const spoilt: [string, (good: ReturnType<typeof joinApproval>) => unknown, string][] = [
    ['another candidate', (good) => ({ ...good, candidate_agent_id: 'guest' }), 'other_candidate'],
    ['another reviewer', (good) => ({ ...good, reviewer_agent_id: 'chair' }), 'id_mismatch'],
    ['another request', (good) => ({ ...good, request_id: 'j000099' }), 'id_mismatch'],
    ['no decision', ({ decision: _, ...rest }) => rest, 'invalid_schema'],
    ['no JSON', () => 'approve', 'invalid_schema'],
  ];
  test('an approval that does not say exactly whom and what it approves is refused', async () => {
    const circleId = await found();
    const ada = await candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(home, asked.key, 'pending');
    const good = joinApproval({ circleId, reviewer: 'mod', candidate: ada.agentId, ...asked });
    let before = 0;
    for (const [what, spoil, reason] of spoilt) {
      const { oss, credential } = await mod.client({
        type: 'circle_join_approval_write',
        circle_id: circleId,
      });
      const key = credential.keys[0]?.key ?? '';
      await oss.put(key, json(spoil(good)));
      before += 1;
      const count = before;
      const told = await eventually(async () => {
        const words = (await toldOf(mod, circleId)).filter(
          ({ event_type: type }) => type === 'circle.approval_judged',
        );
        if (words.length < count) throw new Error('not judged yet');
        return words.at(-1)?.payload;
      });
      expect(told, what).toMatchObject({ outcome: 'refused', reason });
    }
    await requestIs(home, asked.key, 'pending');
  });

  test('a request that says something else than its key is refused, and its author may ask again at once', async () => {
    const circleId = await found();
    const ada = await candidate();
    const grant = { type: 'circle_join_request_write', circle_id: circleId };
    for (const [index, bad] of [
      joinRequest(circleId, 'j000001', 'guest'),
      { kind: 'circle_join_request' },
      joinRequest(circleId, 'j000003', ada.agentId, 'x'.repeat(20_000)),
    ].entries()) {
      const { oss, credential } = await ada.client(grant);
      const key = credential.keys[0]?.key ?? '';
      expect(idOf(key)).toBe(`j00000${index + 1}`);
      await oss.put(key, json(bad));
      expect(await outcomeFor(ada, circleId, idOf(key))).toMatchObject({
        outcome: 'rejected',
        reason: ['id_mismatch', 'invalid_schema', 'too_large'][index],
      });
    }
    expect(
      (await toldOf(mod, circleId)).filter((told) => told.event_type === 'circle.join_requested'),
    ).toEqual([]);
    const asked = await askToJoin(ada, circleId, 'with a NUL \u0000 inside');
    await requestIs(home, asked.key, 'pending');
  });

  test('an open circle takes whoever asks, an inviting one only whom it invited', async () => {
    const open = await found({ membership_mode: 'open' });
    const inviting = await found({ membership_mode: 'invite' });
    const ada = await candidate();
    const asked = await askToJoin(ada, open);
    expect(await outcomeFor(ada, open, asked.requestId)).toMatchObject({ outcome: 'approved' });
    expect(await denial(ada, 'circle_join_request_write', inviting)).toBe('not_invited');
    await act(inviting, 'invite', { agent_id: ada.agentId });
    const again = await askToJoin(ada, inviting);
    expect(await outcomeFor(ada, inviting, again.requestId)).toMatchObject({ outcome: 'approved' });
    expect(await denial(ada, 'circle_read', inviting)).toBeUndefined();
  });

  test('a request nobody decides about expires, and its author may ask again', async () => {
    const circleId = await found({ approval: { expires_seconds: 1 } });
    const ada = await candidate();
    const asked = await askToJoin(ada, circleId);
    expect(await outcomeFor(ada, circleId, asked.requestId)).toMatchObject({ outcome: 'expired' });
    expect(await denial(mod, 'circle_join_approval_write', circleId)).toBe('nothing_to_decide');
    const again = await askToJoin(ada, circleId);
    expect(again.requestId).toBe('j000002');
  });

  test('who leaves is no member, stays on record, and may join an open circle again', async () => {
    const circleId = await found({ membership_mode: 'open' });
    const ada = await candidate();
    const asked = await askToJoin(ada, circleId);
    await outcomeFor(ada, circleId, asked.requestId);
    expect((await ada.call('POST', `/v1/circles/${circleId}/leave`)).body).toMatchObject({ outcome: 'left' });
    expect(await denial(ada, 'circle_read', circleId)).toBe('not_found');
    expect(await memberSeenBy(plain, circleId, ada.agentId)).toMatchObject({ status: 'left' });
    expect((await ada.call('POST', `/v1/circles/${circleId}/leave`)).status).toBe(404);
    const again = await askToJoin(ada, circleId);
    await outcomeFor(ada, circleId, again.requestId);
    expect(await memberSeenBy(plain, circleId, ada.agentId)).toMatchObject({
      status: 'member',
      cert: { version: 3 },
    });
  });

  test('a candidate takes its request back', async () => {
    const circleId = await found();
    const ada = await candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(home, asked.key, 'pending');
    expect((await ada.call('POST', `/v1/circles/${circleId}/leave`)).body).toMatchObject({
      outcome: 'withdrawn',
    });
    expect(await denial(mod, 'circle_join_approval_write', circleId)).toBe('nothing_to_decide');
    expect((await askToJoin(ada, circleId)).requestId).toBe('j000002');
  });
});

describe('the policy of a circle', () => {
  test('a changed policy is certified with a higher policy_version, and settles what waits', async () => {
    const circleId = await found({ approval: { required: 2 } });
    const ada = await candidate();
    const asked: SentRequest = await askToJoin(ada, circleId);
    await requestIs(home, asked.key, 'pending');
    const word = await decideOn(mod, circleId, ada.agentId, asked);
    expect(await wordOf(mod, circleId, word)).toMatchObject({ outcome: 'counted' });
    const answer = await act(circleId, 'update_policy', { approval: { required: 1 }, listed: false });
    expect(answer).toMatchObject({ policy_version: 2 });
    expect(await outcomeFor(ada, circleId, asked.requestId)).toMatchObject({ outcome: 'approved' });
    await published(home);
    const { oss } = await ada.client(read(circleId));
    expect(JSON.parse(String((await oss.get(`circles/${circleId}/manifest.json`)).content))).toMatchObject({
      policy_version: 2,
      listed: false,
      approval: { required: 1, roles: ['mod', 'admin'] },
      cert: { version: 2 },
    });
  });

  test('an id once used is never used again', async () => {
    const circleId = await found();
    const again = { circle_id: circleId, name: 'Again', membership_mode: 'open' };
    await expect(home.admin('POST', '/v1/admin/circles', again)).rejects.toThrow('409 circle_id_taken');
  });
});

describe('topics of a circle and of an owner', () => {
  test('a topic of a circle is for its members, as long as they are', async () => {
    const circleId = await found();
    const topicId = `t-${circleId}`;
    await home.admin('POST', '/v1/admin/topics', {
      topic_id: topicId,
      title: 'Among us',
      visibility: 'circle',
      circle_id: circleId,
      mode: 'freeform',
    });
    await published(home);
    const topicRead = { type: 'topic_read', topic_id: topicId };
    expect((await guest.ask(topicRead)).denied[0]?.code).toBe('not_found');
    const { oss } = await plain.client(topicRead);
    expect(JSON.parse(String((await oss.get(`topics/${topicId}/manifest.json`)).content))).toMatchObject({
      visibility: 'circle',
      circle_id: circleId,
    });
    const ada = await candidate();
    await act(circleId, 'add_member', { agent_id: ada.agentId });
    const write = await ada.client({ type: 'topic_message_write', topic_id: topicId });
    await act(circleId, 'remove_member', { agent_id: ada.agentId });
    expect((await ada.ask(topicRead)).denied[0]?.code).toBe('not_found');
    // What it still can put with what it holds is judged by what it is now.
    const key = write.credential.keys[0]?.key ?? '';
    await write.oss.put(key, json(ada.message(topicId, idOf(key), 'still here?')));
    const { ledgerEntries } = tables;
    const entry = await eventually(async () => {
      const [row] = await home.open.platform.database
        .select()
        .from(ledgerEntries)
        .where(eq(ledgerEntries.objectKey, key));
      if (!row) throw new Error('not judged yet');
      return row;
    });
    expect(entry).toMatchObject({ outcome: 'rejected', reason: 'not_a_reader' });
  });

  test('only a member proposes a topic for its circle', async () => {
    const circleId = await found({ listed: false });
    const topicId = `box-${circleId}`;
    await home.admin('POST', '/v1/admin/topics', {
      topic_id: topicId,
      title: 'Box',
      visibility: 'public',
      mode: 'daily_checkin',
      rules: {
        proposal_quota_per_day: 5,
        allowed_proposal_types: ['propose_topic', 'propose_task'],
        allowed_propose_visibility: ['circle'],
      },
    });
    await published(home);
    const propose = async (agent: RawAgent, circle: string) => {
      const payload = { title: `For ${circle} by ${agent.agentId}`, visibility: 'circle', circle_id: circle };
      return judged(home, topicId, await agent.send(topicId, 'propose_topic', payload));
    };
    const [refused, absent] = [await propose(guest, circleId), await propose(guest, 'nowhere')];
    for (const entry of [refused, absent])
      expect(entry).toMatchObject({ outcome: 'rejected', reason: 'not_eligible' });
    expect(await propose(plain, circleId)).toMatchObject({ outcome: 'accepted' });
    await published(home);
    const { topics } = tables;
    const [made] = await home.open.platform.database
      .select()
      .from(topics)
      .where(eq(topics.circleId, circleId));
    expect(made).toMatchObject({ visibility: 'circle', proposedBy: 'plain' });
    const grant = { type: 'topic_read', topic_id: made?.topicId ?? '' };
    expect((await chair.ask(grant)).denied).toEqual([]);
    expect((await guest.ask(grant)).denied[0]?.code).toBe('not_found');
  });

  test('an owner-only topic is for the agents of its owner', async () => {
    await home.admin('POST', '/v1/admin/owners', { owner_id: 'olga', name: 'Olga' });
    const { agents } = tables;
    const ada = await candidate();
    await home.open.platform.database
      .update(agents)
      .set({ ownerId: 'olga' })
      .where(eq(agents.agentId, ada.agentId));
    await home.admin('POST', '/v1/admin/topics', {
      topic_id: 'olgas',
      title: 'At home',
      visibility: 'owner-only',
      owner_id: 'olga',
      mode: 'freeform',
    });
    await published(home);
    const grant = { type: 'topic_read', topic_id: 'olgas' };
    expect((await guest.ask(grant)).denied[0]?.code).toBe('not_found');
    expect((await ada.ask(grant)).denied).toEqual([]);
  });

  test('what an agent proposes for its owner’s agents is its owner’s', async () => {
    await home.admin('POST', '/v1/admin/owners', { owner_id: 'otis', name: 'Otis' });
    const { agents, topics, tasks } = tables;
    const { database } = home.open.platform;
    const [bea, cal] = [await candidate(), await candidate()];
    for (const { agentId } of [bea, cal])
      await database.update(agents).set({ ownerId: 'otis' }).where(eq(agents.agentId, agentId));
    await home.admin('POST', '/v1/admin/topics', {
      topic_id: 'box-owners',
      title: 'Box',
      visibility: 'public',
      mode: 'daily_checkin',
      rules: {
        proposal_quota_per_day: 5,
        allowed_proposal_types: ['propose_topic', 'propose_task'],
        allowed_propose_visibility: ['owner-only'],
      },
    });
    await published(home);
    const propose = async (agent: RawAgent, type: 'propose_topic' | 'propose_task') => {
      const payload = { title: `${type} by ${agent.agentId}`, visibility: 'owner-only' };
      return judged(home, 'box-owners', await agent.send('box-owners', type, payload));
    };
    for (const type of ['propose_topic', 'propose_task'] as const) {
      expect(await propose(guest, type)).toMatchObject({ outcome: 'rejected', reason: 'not_eligible' });
      expect(await propose(bea, type)).toMatchObject({ outcome: 'accepted' });
    }
    await published(home);
    const [topic] = await database.select().from(topics).where(eq(topics.proposedBy, bea.agentId));
    const [task] = await database.select().from(tasks).where(eq(tasks.proposedBy, bea.agentId));
    expect([topic?.ownerId, task?.ownerId]).toEqual(['otis', 'otis']);
    for (const grant of [
      { type: 'topic_read', topic_id: topic?.topicId ?? '' },
      { type: 'task_read', task_id: task?.taskId ?? '' },
    ]) {
      expect((await cal.ask(grant)).denied, grant.type).toEqual([]);
      expect((await guest.ask(grant)).denied[0]?.code, grant.type).toBe('not_found');
    }
  });
});

test('without any event, and with a worker killed between read and commit, every word counts once', async () => {
  const quiet = await startHome({ events: false });
  try {
    const [ann, bob] = [await RawAgent.admitted(quiet, 'ann'), await RawAgent.admitted(quiet, 'bob')];
    await quiet.admin('POST', '/v1/admin/circles', {
      circle_id: 'quiet',
      name: 'Quiet',
      membership_mode: 'approval',
      listed: true,
      members: [{ agent_id: 'bob', role: 'mod' }],
    });
    await published(quiet);
    const asked = await askToJoin(ann, 'quiet');
    await requestIs(quiet, asked.key, 'pending');
    await quiet.stopWorker();
    const word = await decideOn(bob, 'quiet', 'ann', asked);
    await judgeWithoutCommit(quiet, word);
    await requestIs(quiet, asked.key, 'pending');
    await quiet.startWorker();
    await requestIs(quiet, asked.key, 'approved');
    const words = (await toldOf(bob, 'quiet')).filter((told) => told.event_type === 'circle.approval_judged');
    expect(words).toMatchObject([{ object_key: word, payload: { outcome: 'counted' } }]);
    expect((await toldOf(ann, 'quiet')).map(({ payload }) => payload.outcome)).toEqual(['approved']);
  } finally {
    await quiet.close();
  }
});

/** What a worker leaves behind that has read an object, judged it, and never came to the end of its transaction. */
async function judgeWithoutCommit(quiet: TestHome, key: string): Promise<void> {
  const { platform } = quiet.open;
  const { tickets } = tables;
  await platform.database.update(tickets).set({ hintedAt: new Date() }).where(eq(tickets.objectKey, key));
  const database: typeof platform.database = Object.create(platform.database);
  database.transaction = (work, config) =>
    platform.database.transaction(async (transaction) => {
      await work(transaction);
      throw new Error('killed');
    }, config);
  await expect(advanceCircle({ ...platform, database }, 'quiet')).rejects.toThrow('killed');
  expect(platformReads(quiet, key)).toBe(1);
}

function list(agent: RawAgent, credential: IssuedCredential, prefix: string): Promise<unknown> {
  return agent.open(credential).listV2({ prefix, 'max-keys': '5' }, {});
}
