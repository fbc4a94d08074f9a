import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { decodePolicySpec, policySha256 } from '@agent-home/agent-runtime/definition';
import { contractSchemaFiles } from '@agent-home/http-contract';
import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem } from '../../../support/problems.ts';
import { type Answer, getAnswer, RawAgent } from '../../../support/raw-agent.ts';
import { type Bearer, OwnersHome } from '../owners/owners-home.ts';
import { agentText, policyText, toolText } from './spec-documents.ts';

let here: OwnersHome;
beforeAll(async () => {
  here = await OwnersHome.start();
  here.home.open.platform.config.specWritesPerMinute = 1_000;
});
afterAll(() => here.home.close());

async function call(bearer: Bearer, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { ...bearer, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  return getAnswer(
    await fetch(`${here.home.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
}

const put = (bearer: Bearer, path: string, content: string, file = 'spec.yaml') =>
  call(bearer, 'PUT', `/v1/specs/${path}`, { file, content });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const versionsIn = ({ body }: Answer) => (body.items as { version: string }[]).map(({ version }) => version);

test('an owner registers, lists, reads and withdraws versions over HTTP', async () => {
  const { olga } = here;
  const policy = policyText('no-shell', '1.9.0');
  const hash = policySha256(decodePolicySpec(policy));
  const made = await put(olga, 'policies/no-shell/1.9.0', policy);
  expect([made.status, made.body]).toEqual([
    201,
    {
      kind: 'policies',
      name: 'no-shell',
      version: '1.9.0',
      owner_id: 'olga',
      sha256: hash,
      registered_at: expect.any(String),
    },
  ]);
  const again = await put(olga, 'policies/no-shell/v1.9.0', policy, 'other.yml');
  expect([again.status, again.body]).toEqual([200, made.body]);
  expectProblem(
    await put(olga, 'policies/no-shell/1.9.0', policyText('no-shell', '1.9.0', 'grep')),
    'version_taken',
  );
  for (const version of ['1.10.0', '2.0.0-rc.1', '1.2.0'])
    expect((await put(olga, `policies/no-shell/${version}`, policyText('no-shell', version))).status).toBe(
      201,
    );
  const agent = agentText('helper', 'v1.0.0');
  expect((await put(olga, 'agents/helper/1.0.0', agent, 'helper.md')).body.sha256).toBe(sha256(agent));

  expect(versionsIn(await call(olga, 'GET', '/v1/specs/policies/no-shell'))).toEqual([
    ...['1.10.0', '1.9.0', '1.2.0', '2.0.0-rc.1'],
  ]);
  expect((await call(olga, 'GET', '/v1/specs/policies/no-shell/newest')).body).toMatchObject({
    version: '1.10.0',
    content: policyText('no-shell', '1.10.0'),
  });
  expect((await call(olga, 'GET', '/v1/specs/agents/helper/v1.0.0')).body).toMatchObject({
    file: 'helper.md',
    content: agent,
    sha256: sha256(agent),
  });

  const withdrawn = await call(olga, 'DELETE', '/v1/specs/policies/no-shell/1.9.0');
  expect([withdrawn.status, withdrawn.body.sha256]).toEqual([200, hash]);
  expectProblem(await call(olga, 'GET', '/v1/specs/policies/no-shell/1.9.0'), 'not_found');
  expectProblem(await call(olga, 'DELETE', '/v1/specs/policies/no-shell/1.9.0'), 'not_found');
  const [row] = await here.home.open.platform.database
    .select({ content: tables.specVersions.content })
    .from(tables.specVersions)
    .where(eq(tables.specVersions.version, '1.9.0'));
  expect(row).toEqual({ content: null });
  const marked = await call(olga, 'GET', '/v1/specs?kind=policies&name=no-shell');
  expect(marked.body.items).toContainEqual(withdrawn.body);
  expectProblem(
    await put(olga, 'policies/no-shell/1.9.0', policyText('no-shell', '1.9.0', 'grep')),
    'version_taken',
  );
  expect((await put(olga, 'policies/no-shell/1.9.0', policy)).status).toBe(201);
  expect((await call(olga, 'GET', '/v1/specs/policies/no-shell/1.9.0')).body.content).toBe(policy);
});

test('a list of specs has pages and filters', async () => {
  const { olga } = here;
  for (const version of ['1.0.0', '1.0.1', '1.0.2'])
    await put(olga, `tools/page-turner/${version}`, toolText('page-turner', version));
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const next: string = cursor === undefined ? '' : `&cursor=${cursor}`;
    const page = await call(olga, 'GET', `/v1/specs?kind=tools&name=page-turner&limit=2${next}`);
    found.push(...versionsIn(page));
    cursor = page.body.next_cursor as string | undefined;
  } while (cursor !== undefined);
  expect(found).toEqual(['1.0.0', '1.0.1', '1.0.2']);
  expectProblem(await call(olga, 'GET', '/v1/specs?kind=prompts'), 'invalid_request');
  expectProblem(await call(olga, 'GET', '/v1/specs?cursor=made-up'), 'invalid_input');
});

test('other owners and outsiders learn nothing of a spec', async () => {
  const { olga, otto } = here;
  await put(olga, 'tools/hidden-tool/1.0.0', toolText('hidden-tool', '1.0.0'));
  await put(olga, 'agents/hidden-agent/1.0.0', agentText('hidden-agent', '1.0.0'), 'hidden-agent.md');
  const stranger = RawAgent.stranger(here.home, 'stranger');
  const seekers: [string, (method: string, path: string) => Promise<Answer>][] = [
    ['another owner', (method, path) => call(otto, method, path)],
    ['no credentials', (method, path) => call({}, method, path)],
    ['an agent without an owner', (method, path) => here.bo.call(method, path)],
    ['a stranger', (method, path) => stranger.call(method, path)],
  ];
  for (const [seeker, seek] of seekers)
    for (const [method, there, absent] of [
      ['GET', '/v1/specs/tools/hidden-tool', '/v1/specs/tools/absent-tool'],
      ['GET', '/v1/specs/tools/hidden-tool/1.0.0', '/v1/specs/tools/absent-tool/1.0.0'],
      ['GET', '/v1/specs/tools/hidden-tool/newest', '/v1/specs/tools/absent-tool/newest'],
      ['GET', '/v1/specs/agents/hidden-agent/1.0.0/set', '/v1/specs/agents/absent-agent/1.0.0/set'],
      ['DELETE', '/v1/specs/tools/hidden-tool/1.0.0', '/v1/specs/tools/absent-tool/1.0.0'],
      ['GET', '/v1/specs?name=hidden-tool', '/v1/specs?name=absent-tool'],
    ] as const) {
      const [one, other] = [await seek(method, there), await seek(method, absent)];
      const plain = ({ status, body }: Answer) => [
        status,
        JSON.stringify(body).replaceAll(/hidden|absent/g, '…'),
      ];
      expect([seeker, there, ...plain(one)]).toEqual([seeker, there, ...plain(other)]);
      expect(one.status === 200 ? one.body.items : []).toEqual([]);
    }
  expectProblem(await put(otto, 'tools/hidden-tool/2.0.0', toolText('hidden-tool', '2.0.0')), 'name_taken');
  const all = await here.home.admin('GET', '/v1/specs?owner_id=olga&name=hidden-tool');
  expect(all.items).toMatchObject([{ owner_id: 'olga', version: '1.0.0' }]);
});

test('an agent reads the specs of its owner', async () => {
  const agent = await here.ownAgent('resident');
  await put(here.olga, 'policies/house-rules/1.0.0', policyText('house-rules', '1.0.0'));
  const read = () => agent.call('GET', '/v1/specs/policies/house-rules/newest');
  expect((await read()).body.content).toBe(policyText('house-rules', '1.0.0'));
  expectProblem(
    await agent.call('PUT', '/v1/specs/policies/house-rules/1.0.1', {
      file: 'p.yaml',
      content: policyText('house-rules', '1.0.1'),
    }),
    'unauthenticated',
  );
  await here.act('resident', { action: 'suspend', reason: 'spam' });
  expectProblem(await read(), 'not_found');
});

test('a document is refused unless its path names it', async () => {
  const { olga } = here;
  const valid = policyText('strict-one', '1.0.0');
  for (const [path, content, file] of [
    ['policies/strict-two/1.0.0', valid],
    ['policies/strict-one/1.0.1', valid],
    ['tools/strict-one/1.0.0', valid],
    ['policies/strict-one/1.0.0', valid, 'spec.md'],
    ['policies/strict-one/1.0.0', valid.replace('spec:', 'spce:')],
    ['policies/strict-one/1.0.0', 'a: &a [*a]'],
    [
      'agents/strict-one/0.0.0',
      '---\nkind: agent\nname: strict-one\ntitle: One\n---\nYou help.\n',
      'strict-one.md',
    ],
    ['policies/strict-one/1.0.0', `${valid}#${'é'.repeat(131_072)}`],
  ] as const)
    expectProblem(await put(olga, path, content, file), 'invalid_spec');
  for (const path of [
    'prompts/strict-one/1.0.0',
    'policies/Strict/1.0.0',
    'policies/strict-one/1.0',
    'policies/..%2fx/1.0.0',
  ])
    expectProblem(await put(olga, path, valid), 'invalid_request');
  expectProblem(await put(olga, 'policies/strict-one/1.0.0', valid, 'spec.exe'), 'invalid_request');
  const cards = await here.loadToken('olga', { scopes: ['topics'] });
  expectProblem(await put(cards, 'policies/strict-one/1.0.0', valid), 'forbidden');
  expectProblem(await call(olga, 'GET', '/v1/specs/policies/strict-one'), 'not_found');
});

test('simultaneous registrations of one version store one text', async () => {
  const texts = Array.from({ length: 8 }, (_, index) => policyText('raced-one', '1.0.0', `tool-${index}`));
  const answers = await Promise.all(texts.map((text) => put(here.olga, 'policies/raced-one/1.0.0', text)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  const kept = await call(here.olga, 'GET', '/v1/specs/policies/raced-one/1.0.0');
  expect(texts[answers.findIndex(({ status }) => status === 201)]).toBe(kept.body.content);
  const names = await Promise.all(
    [here.olga, here.otto].map((bearer) =>
      put(bearer, 'policies/raced-two/1.0.0', policyText('raced-two', '1.0.0')),
    ),
  );
  expect(names.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test('an owner cannot register more versions than allowed', async () => {
  await here.home.admin('POST', '/v1/admin/owners', { owner_id: 'quentin', name: 'Quentin' });
  const quentin = await here.loadToken('quentin');
  const { config } = here.home.open.platform;
  const usual = config.ownerSpecVersions;
  config.ownerSpecVersions = 3;
  try {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        put(quentin, `tools/tool-${index}-of-quentin/1.0.0`, toolText(`tool-${index}-of-quentin`, '1.0.0')),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409]);
    const refused = answers.findIndex(({ status }) => status === 409);
    const made = answers.findIndex(({ status }) => status === 201);
    if (answers[refused]) expectProblem(answers[refused], 'spec_quota_exceeded');
    await call(quentin, 'DELETE', `/v1/specs/tools/tool-${made}-of-quentin/1.0.0`);
    const next = () =>
      put(quentin, `tools/tool-${refused}-of-quentin/1.0.0`, toolText(`tool-${refused}-of-quentin`, '1.0.0'));
    expectProblem(await next(), 'spec_quota_exceeded');
    const same = await put(
      quentin,
      `tools/tool-${made}-of-quentin/1.0.0`,
      toolText(`tool-${made}-of-quentin`, '1.0.0'),
    );
    expect(same.status).toBe(201);
  } finally {
    config.ownerSpecVersions = usual;
  }
});

test('registrations of an owner are limited in a minute', async () => {
  await here.home.admin('POST', '/v1/admin/owners', { owner_id: 'rosa', name: 'Rosa' });
  const rosa = await here.loadToken('rosa');
  const { config } = here.home.open.platform;
  config.specWritesPerMinute = 2;
  try {
    const write = () => put(rosa, 'tools/hasty-tool/1.0.0', 'kind: Tool');
    for (let time = 0; time < 2; time += 1) expectProblem(await write(), 'invalid_spec');
    const limited = await write();
    expectProblem(limited, 'rate_limited');
    expect(limited.headers.get('retry-after')).toBe('60');
    expect((await call(rosa, 'GET', '/v1/specs')).status).toBe(200);
  } finally {
    config.specWritesPerMinute = 1_000;
  }
});

test('registrations and withdrawals are audited once', async () => {
  const { olga } = here;
  const text = toolText('counted-tool', '1.0.0');
  for (let time = 0; time < 2; time += 1) await put(olga, 'tools/counted-tool/1.0.0', text);
  await put(olga, 'tools/counted-tool/1.0.0', `${text}# other`);
  for (let time = 0; time < 2; time += 1) await call(olga, 'DELETE', '/v1/specs/tools/counted-tool/1.0.0');
  const acts = await here.home.admin('GET', '/v1/admin/audit/acts?target=specs/tools/counted-tool/1.0.0');
  const details = { sha256: sha256(text) };
  expect(acts.items).toMatchObject([
    { action: 'spec.withdraw', actor: { role: 'owner' }, details },
    { action: 'spec.register', actor: { role: 'owner' }, details },
  ]);
});

test('a set holds an agent with its policies and tools of one moment', async () => {
  const { olga, otto } = here;
  const agent = agentText(
    'clerk',
    '1.0.0',
    'policiesRef: [office-rules, office-limits@1.0.0, absent]\ntools: { allow: [stamp_letter, "read_*", bash] }\n',
  );
  const documents: [string, string, string?][] = [
    ['agents/clerk/1.0.0', agent, 'clerk.md'],
    ...['1.0.0', '1.1.0', '2.0.0-rc.1'].flatMap((version): [string, string][] => [
      [`policies/office-rules/${version}`, policyText('office-rules', version)],
      [`policies/office-limits/${version}`, policyText('office-limits', version)],
      [`tools/stamp-letter/${version}`, toolText('stamp-letter', version)],
    ]),
    ['tools/burn-letter/1.0.0', toolText('burn-letter', '1.0.0')],
  ];
  for (const [path, content, file] of documents)
    expect((await put(olga, path, content, file)).status).toBe(201);
  await put(otto, 'policies/absent/1.0.0', policyText('absent', '1.0.0'));
  const { body } = await call(olga, 'GET', '/v1/specs/agents/clerk/newest/set');
  const named = (list: unknown) =>
    (list as { name: string; version: string }[]).map(({ name, version }) => `${name}@${version}`);
  expect(body.agent).toMatchObject({ name: 'clerk', content: agent, sha256: sha256(agent) });
  expect(named(body.policies)).toEqual(['office-rules@1.1.0', 'office-limits@1.0.0']);
  expect(named(body.tools)).toEqual(['stamp-letter@1.1.0']);
  await call(olga, 'DELETE', '/v1/specs/policies/office-rules/1.1.0');
  const later = await call(olga, 'GET', '/v1/specs/agents/clerk/1.0.0/set');
  expect(named(later.body.policies)).toEqual(['office-rules@1.0.0', 'office-limits@1.0.0']);
});

test('contract schemas are served at their addresses', async () => {
  for (const file of contractSchemaFiles) {
    const bytes = await readFile(
      new URL(`../../../../packages/agent-runtime/schemas/${file}`, import.meta.url),
    );
    const { $id } = JSON.parse(bytes.toString('utf8')) as { $id: string };
    const answer = await fetch(`${here.home.url}${new URL($id).pathname}`);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  }
  expectProblem(await call({}, 'GET', '/schemas/settings.schema.json'), 'invalid_request');
});
