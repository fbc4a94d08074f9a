import { renewEndedMemberships } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import {
  canonicalJson,
  canonicalJsonBytes,
  decodeBase64Url,
  isMembership,
  type JsonObject,
  type TrustedKeys,
  verifyCertified,
  verifyEd25519,
  verifyPlatformKeys,
} from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { published } from '../../../support/ledger.ts';
import { type CirclesHome, read, startCirclesHome } from './circles-home.ts';

let here: CirclesHome;
let trust: TrustedKeys;

beforeAll(async () => {
  here = await startCirclesHome();
  const { oss } = await here.plain.client({ type: 'registry_read' });
  const bytes = new Uint8Array((await oss.get('platform/keys.json')).content as Buffer);
  trust = verifyPlatformKeys({ bytes, pinned: here.home.rootSet, seen: undefined });
});
afterAll(() => here.home.close());

const getKey = (circleId: string, agentId: string) => `circles/${circleId}/members/${agentId}.json`;

async function bytesAt(circleId: string, agentId: string): Promise<Uint8Array> {
  await published(here.home);
  const { oss } = await here.plain.client(read(circleId));
  return new Uint8Array((await oss.get(getKey(circleId, agentId))).content as Buffer);
}

/**
 * Reader implemented from the registry's minimum fields of `circles/{circle_id}/members/{agent_id}.json` alone: kind,
 * schema_version, circle_id, agent_id, joined_at, and a certificate that is Ed25519 over JCS.
 */
function naivelyAMember(bytes: Uint8Array, circleId: string, agentId: string): boolean {
  const object = JSON.parse(new TextDecoder().decode(bytes)) as JsonObject;
  const { signature, ...certificate } = object.cert as Record<string, string>;
  const publicKey = trust.keys.get(certificate.key_id ?? '')?.publicKey;
  const signed = decodeBase64Url(signature ?? '');
  const message = canonicalJsonBytes({ ...object, cert: certificate });
  return (
    object.kind === 'circle_member' &&
    object.schema_version === 1 &&
    object.circle_id === circleId &&
    object.agent_id === agentId &&
    typeof object.joined_at === 'string' &&
    publicKey !== undefined &&
    signed !== undefined &&
    verifyEd25519({ publicKey, message, signature: signed })
  );
}

const versionIn = (bytes: Uint8Array) =>
  (JSON.parse(new TextDecoder().decode(bytes)) as { cert: { version: number } }).cert.version;

test('an ended membership never reads as a live one', async () => {
  const circleId = await here.found({ membership_mode: 'open' });
  const { agentId } = await here.candidate();
  const found: [boolean, number][] = [];
  const look = async () => {
    const bytes = await bytesAt(circleId, agentId);
    found.push([naivelyAMember(bytes, circleId, agentId), versionIn(bytes)]);
  };
  for (const action of ['add_member', 'remove_member', 'add_member']) {
    await here.act(circleId, action, { agent_id: agentId });
    await look();
  }
  expect(found).toEqual([
    [true, 1],
    [false, 2],
    [true, 3],
  ]);
});

test('an older membership record is a rollback', async () => {
  const circleId = await here.found();
  const { agentId } = await here.candidate();
  await here.act(circleId, 'add_member', { agent_id: agentId });
  const before = await bytesAt(circleId, agentId);
  await here.act(circleId, 'remove_member', { agent_id: agentId });
  const after = await bytesAt(circleId, agentId);
  const request = { objectKey: getKey(circleId, agentId), kind: 'circle_member', trust } as const;
  const verified = (bytes: Uint8Array, seen?: { version: number; sha256: string }) =>
    verifyCertified({ ...request, bytes, now: here.home.open.platform.now(), seen });
  expect(isMembership(verified(before).object)).toBe(true);
  const ended = verified(after);
  expect(ended.object).toMatchObject({ kind: 'circle_member_ended', reason: 'removed' });
  expect(isMembership(ended.object)).toBe(false);
  expect(() => verified(before, ended)).toThrow(expect.objectContaining({ code: 'rollback' }));
  // Simulates a certificate of an older home.
  const { object } = verified(before);
  const ofBefore = { ...object, status: 'left', left_at: '2026-03-01T12:00:00.000Z' } as typeof object;
  expect(isMembership(ofBefore)).toBe(false);
});

test('an updated home republishes old ended memberships', async () => {
  const circleId = await here.found();
  const { agentId } = await here.candidate();
  await here.act(circleId, 'add_member', { agent_id: agentId });
  await here.act(circleId, 'remove_member', { agent_id: agentId });
  await bytesAt(circleId, agentId);
  const { platform } = here.home.open;
  const { publishedObjects } = tables;
  const place = eq(publishedObjects.objectKey, getKey(circleId, agentId));
  const text = canonicalJson({ kind: 'circle_member', schema_version: 1, status: 'removed' });
  await platform.database.update(publishedObjects).set({ confirmedText: text }).where(place);
  await renewEndedMemberships(platform);
  await renewEndedMemberships(platform);
  const renewed = await bytesAt(circleId, agentId);
  expect(JSON.parse(new TextDecoder().decode(renewed))).toMatchObject({
    kind: 'circle_member_ended',
    cert: { version: 3 },
  });
});
