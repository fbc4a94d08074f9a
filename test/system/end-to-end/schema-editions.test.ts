import { tables } from '@agent-home/platform/database';
import {
  type CertifiedKind,
  isCertifiedKind,
  type ObjectKind,
  objectKeyTable,
  objectSchemas,
  parseVersionedKey,
  type SchemaEdition,
  versionedKey,
} from '@agent-home/protocol';
import type OSS from 'ali-oss';
import { like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readableKinds } from '../../../packages/access/src/grants/readable-kinds.ts';
import { approvalOf } from '../../support/approval-request.ts';
import { openApprovalCircle } from '../../support/circles.ts';
import { eventually } from '../../support/eventually.ts';
import { judged, published } from '../../support/ledger.ts';
import { denyShell } from '../../support/policy-texts.ts';
import { type AskedGrant, RawAgent, refusal } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

/**
 * Packs and presence are left out, because they need many entries and a heartbeat. The table test of the grants covers their
 * folders.
 */
const kinds = (Object.keys(objectKeyTable) as ObjectKind[])
  .filter(isCertifiedKind)
  .filter((kind) => kind !== 'topic_ledger_pack' && kind !== 'presence');

const getEdition = (kind: CertifiedKind): SchemaEdition => ({
  kind,
  schemaVersion: 2,
  schema: z.looseObject({ ...objectSchemas[kind][1].shape, schema_version: z.literal(2) }),
  fromFirst: (body) => ({ ...body, schema_version: 2 }),
  toFirst: (object) => ({ ...object, schema_version: 1 }),
});

let home: TestHome;
let ada: RawAgent;
let bo: RawAgent;

beforeAll(async () => {
  home = await startHome();
  ada = await RawAgent.admitted(home, 'ada');
  bo = await RawAgent.admitted(home, 'bo');
  const admin = (method: string, path: string, body: object) => home.admin(method, `/v1/${path}`, body);
  await openApprovalCircle(home, 'ring', 'ada');
  await admin('PUT', 'agents/ada/prompt-bundle', { base_prompt: 'Be kind.' });
  await admin('PUT', 'agents/ada/policies', { policies: [{ text: denyShell }] });
  const question = approvalOf(`ask_${'0'.repeat(32)}`);
  await ada.call('POST', '/v1/approvals', question);
  const decided = { decision: 'approve', arguments_sha256: question.arguments_sha256 };
  await admin('POST', `agents/ada/approvals/${question.approval_id}/decision`, decided);
  await admin('POST', 'admin/tasks', { task_id: 'chore', title: 'Chore', visibility: 'public' });
  const topic = { title: 'Duel', mode: 'poetry_duel', visibility: 'public' };
  await admin('POST', 'admin/topics', { ...topic, topic_id: 'duel' });
  await published(home);
  await judged(home, 'duel', await ada.send('duel', 'propose_topic', { title: 'Tea' }));
  await admin('POST', 'admin/topics/duel/actions', { action: 'close' });
  await published(home);
  await home.stopWorker();
  Object.assign(home.open.platform, { editions: kinds.map(getEdition) });
  await home.startWorker();
});
afterAll(() => home.close());

/** Returns the grant that opens objects of a kind, by the table of the access package. */
function grantFor(kind: ObjectKind): AskedGrant {
  const { by } = readableKinds[kind];
  const containers: Partial<Record<typeof by, Omit<AskedGrant, 'type'>>> = {
    topic_read: { topic_id: 'duel' },
    task_read: { task_id: 'chore' },
    circle_read: { circle_id: 'ring' },
  };
  return { type: by, ...containers[by] };
}

/** Returns the keys of a kind that the home has published in its second version. */
async function secondKeys(kind: ObjectKind): Promise<string[]> {
  const { publishedObjects } = tables;
  const rows = await home.open.platform.database
    .select({ key: publishedObjects.objectKey })
    .from(publishedObjects)
    .where(like(publishedObjects.objectKey, '%.v2.json'));
  return rows.map(({ key }) => key).filter((key) => parseVersionedKey(key)?.kind === kind);
}

async function read(oss: OSS, key: string): Promise<unknown> {
  const { content } = await oss.get(key);
  return JSON.parse(String(content)) as unknown;
}

test.each(kinds)('readers of %s read its second schema version from the store', async (kind) => {
  const [key] = await eventually(async () => {
    const keys = await secondKeys(kind);
    expect(keys.length).toBeGreaterThan(0);
    return keys.filter((one) => !one.includes('/bo'));
  });
  const { oss } = await ada.client(grantFor(kind));
  await eventually(async () => expect(await read(oss, key ?? '')).toMatchObject({ kind, schema_version: 2 }));
});

test('a second schema version keeps private objects closed', async () => {
  const bundle = versionedKey('agents/prompts/ada/bundle.json', 2);
  const manifest = versionedKey('circles/ring/manifest.json', 2);
  for (const type of ['registry_read', 'prompt_read']) {
    const { oss } = await bo.client({ type });
    expect([type, await refusal(oss.get(bundle)), await refusal(oss.get(manifest))]).toEqual([
      type,
      'AccessDenied',
      'AccessDenied',
    ]);
  }
});
