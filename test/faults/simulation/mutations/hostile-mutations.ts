import type { Mutation } from './mutation.ts';

const platform = 'packages/platform/src';
const store = 'packages/object-store/src';
const api = 'apps/api/src';

/** What a hostile resident could do once: the home as it was, one hole at a time. */
export const hostileMutations: readonly Mutation[] = [
  {
    name: 'artifacts-through-links',
    file: `${platform}/reading/views/read-artifacts.ts`,
    replace: [['    expected: { size: found.size, etag: found.etag },\n', '']],
    also: [
      {
        file: `${store}/aliyun/object-headers.ts`,
        replace: [
          [
            "if (headers['x-oss-symlink-target'] !== undefined || type === 'Symlink')",
            "if (type === 'Hologram')",
          ],
          ['if (!uploadedTypes.includes(type))', "if (![...uploadedTypes, 'Symlink'].includes(type))"],
          ['return (type === undefined ||', 'return true || (type === undefined ||'],
        ],
      },
    ],
    harm: 'a link over indexed work opens what is private',
  },
  {
    name: 'one-bad-key-stops-removals',
    file: `${platform}/registry/artifacts/remove-artifacts.ts`,
    replace: [
      [
        '.where(and(eq(table.agentId, agentId), eq(table.removalDue, true)))',
        '.where(eq(table.removalDue, true))',
      ],
      [
        '.orderBy(sql`random()`)\n    .limit(objectsAtOnce)',
        '.orderBy(table.objectKey)\n    .limit(objectsAtOnce)',
      ],
      [
        'const failures = await deleteAgentObjects(\n    platform,\n    due.map(({ name }) => keyOfListedName(name)),\n  );',
        'for (const { name } of due) await platform.store.delete(keyOfListedName(name));\n  const failures = await deleteAgentObjects(platform, []);',
      ],
    ],
    harm: 'a key with a control character keeps everybody’s work from being removed',
  },
  {
    name: 'odd-keys-go-uncounted',
    file: `${platform}/registry/quotas/listed-key.ts`,
    replace: [['return isUsableKey(key) ? key : rawNamePrefix + encodeURIComponent(key);', 'return key;']],
    also: [
      {
        file: 'packages/database/src/client/json-parameter.ts',
        replace: [["return text.includes('\\\\u0000') ?", 'return text.length < 0 ?']],
      },
    ],
    harm: 'a NUL in a key keeps a folder from being counted: no quota binds',
  },
  {
    name: 'erasure-without-end',
    file: `${platform}/judging/erasure/delete-folder.ts`,
    replace: [
      ['if (budget.objects <= 0 || platform.now() >= budget.until)', 'if (budget.objects === Number.NaN)'],
      ['limit: Math.min(atOnce, budget.objects),', 'limit: atOnce,'],
      [
        'if (page.next === undefined) break;',
        'if (page.objects.length === 0) break;\n      last = undefined;',
      ],
    ],
    harm: 'who writes on while it is erased keeps a worker from everything else',
  },
  {
    name: 'cards-say-anything',
    file: 'packages/protocol/src/schema/agent-card.ts',
    replace: [
      [
        'export const ownedCardFieldsSchema = z.object({',
        'export const ownedCardFieldsSchema = z.looseObject({',
      ],
      [
        '.extend({ personality: personality.strict(), persona: personaSchema.strict().optional() })\n  .strict()',
        '.loose()',
      ],
    ],
    harm: 'what an owner makes up is certified as the platform’s word',
  },
  {
    name: 'cards-of-any-size',
    file: 'packages/protocol/src/schema/agent-card.ts',
    replace: [
      ['bytesOf(draft) <= cardDraftBytes', 'bytesOf(draft) > 0'],
      ["bio: z.string().max(2000).default('')", "bio: z.string().default('')"],
    ],
    harm: 'a page of agents weighs as many megabytes',
  },
  {
    name: 'texts-hold-the-loop',
    file: `${platform}/foundation/text/folded-text.ts`,
    replace: [
      [
        "normalForm(text.slice(0, maxLength), 'NFKC').slice(0, maxLength)",
        "normalForm(text, 'NFKC').normalize('NFKD').slice(0, maxLength * 1_000)",
      ],
    ],
    also: [
      {
        file: 'packages/protocol/src/text/normal-form.ts',
        replace: [
          [
            'return text.replace(longRuns, (run) => inOrder(run, form, classOf)).normalize(form);',
            "return text.replace(longRuns, (run) => (run === '' ? inOrder(run, form, classOf) : run)).normalize(form);",
          ],
        ],
      },
      { file: `${platform}/judging/summaries/spoken-lines.ts`, replace: [['?.slice(0, lineLength)', '']] },
      {
        file: `${platform}/foundation/pace/open-pace.ts`,
        replace: [['if (performance.now() - since < stepMs) return;', 'if (since > 0) return;']],
      },
    ],
    harm: 'a few lines that grow hold a process for seconds',
  },
  {
    name: 'any-header-excuses-a-name',
    file: `${api}/sessions/guard-host.ts`,
    replace: [
      [
        'if (!person) requireOwnHost(request, authorities);',
        'if (!person && request.headers.authorization === undefined) requireOwnHost(request, authorities);',
      ],
    ],
    harm: 'a page under another name reads what is shown on this machine alone',
  },
  {
    name: 'values-reach-the-database',
    file: `${api}/server/refuse-control-characters.ts`,
    replace: [[': /\\p{Cc}/u.test(String(value));', ': value === undefined;']],
    also: [
      {
        file: `${api}/errors/service-problem.ts`,
        replace: [["'22': ['invalid_request',", "'none': ['invalid_request',"]],
      },
    ],
    harm: 'a NUL in a query is answered with 500',
  },
  {
    name: 'streams-outlive-their-token',
    file: `${api}/routes/stream/public-routes.ts`,
    replace: [
      [
        'checkThose(({ credentials }) => credentials.includes(name)),',
        'checkThose(({ credentials }) => credentials.length < 0 && credentials.includes(name)),',
      ],
    ],
    harm: 'who was signed out goes on hearing',
  },
  {
    name: 'gone-before-it-was-known',
    file: `${api}/server/request-life.ts`,
    replace: [
      ['if (this.#isOver) release();\n    else this.#releases.add(release);', 'this.#releases.add(release);'],
    ],
    also: [
      {
        file: `${api}/routes/stream/public-routes.ts`,
        replace: [['if (request.life.isOver) return reply.hijack();', '']],
      },
    ],
    harm: 'a client that goes away early leaves a timer, a listener and its place',
  },
  {
    name: 'one-agent-spends-the-rate',
    file: `${platform}/credentials/issue/token-budget.ts`,
    replace: [
      ['if (wait > 0) return', 'if (wait < 0) return'],
      ['request.isWrite && calls <= Math.max(1, reserve / 2)', 'request.isWrite'],
    ],
    harm: 'whoever asks for most leaves nothing to who asks for little',
  },
  {
    name: 'approvals-of-anything',
    file: `${platform}/registry/circles/join-rules.ts`,
    replace: [["if (content.requestSha256 !== request.sha256) return refused('request_changed');", '']],
    harm: 'a request that was changed is let in for what was agreed to',
  },
  {
    name: 'bars-stay-behind',
    file: `${platform}/judging/moderation/continue-topic.ts`,
    replace: [
      ['await carryOver(transaction, topicId, newId);', ''],
      ['and banned_at is not null)', 'and banned_at is null)'],
    ],
    harm: 'who was put out of a private topic is in again where it goes on',
  },
  {
    name: 'reports-without-end',
    file: `${platform}/judging/ingestion/report-verification-failures.ts`,
    replace: [['const keptOfOneAgent = 200;', 'const keptOfOneAgent = 200_000;']],
    harm: 'an agent fills a table with what it never saw',
  },
];
