import {
  changesIn,
  insertBefore,
  type Mutation,
  remove,
  replace,
  replaceText,
  within,
} from '../../../meta/source-mutations/changes.ts';

const inPlatform = changesIn('packages/platform');
const inStore = changesIn('packages/object-store');
const inProtocol = changesIn('packages/protocol');
const inApi = changesIn('apps/server');

/** Earlier holes of the home that a hostile resident could use, one at a time. */
export const hostileMutations: readonly Mutation[] = [
  {
    name: 'artifacts-through-links',
    changes: [
      inPlatform('createArtifactReader', remove('expected: { size: found.size, etag: found.etag }')),
      inStore(
        'assertUploadedObject',
        replace("headers['x-oss-symlink-target'] !== undefined || type === 'Symlink'", "type === 'Hologram'"),
        replace('!uploadedTypes.includes(type)', "![...uploadedTypes, 'Symlink'].includes(type)"),
      ),
      inStore(
        'isUploaded',
        replace(
          '(type === undefined || uploadedTypes.includes(type)) && !isArchived(storageClass)',
          'true || ((type === undefined || uploadedTypes.includes(type)) && !isArchived(storageClass))',
        ),
      ),
    ],
    harm: 'a link over indexed work opens what is private',
  },
  {
    name: 'one-bad-key-stops-removals',
    changes: [
      inPlatform(
        'carryOutRemovals',
        replace('and(eq(table.agentId, agentId), eq(table.removalDue, true))', 'eq(table.removalDue, true)'),
        replace('sql`random()`', 'table.objectKey'),
        insertBefore(
          'const failures = await deleteAgentObjects(…);',
          'for (const { name } of due) await platform.store.delete(keyOfListedName(name));',
        ),
        within('deleteAgentObjects(…)', replace('due.map(({ name }) => keyOfListedName(name))', '[]')),
      ),
    ],
    harm: 'a key with a control character keeps everybody’s work from being removed',
  },
  {
    name: 'odd-keys-go-uncounted',
    changes: [
      inPlatform(
        'listedName',
        replace('isUsableKey(key) ? key : rawNamePrefix + encodeURIComponent(key)', 'key'),
      ),
      changesIn('packages/platform')(
        'jsonParameter',
        replace("text.includes('\\\\u0000')", 'text.length < 0'),
      ),
    ],
    harm: 'a NUL in a key keeps a folder from being counted: no quota binds',
  },
  {
    name: 'erasure-without-end',
    changes: [
      inPlatform(
        'deleteFolders',
        replace('budget.objects <= 0 || platform.now() >= budget.until', 'budget.objects === Number.NaN'),
        replace('Math.min(atOnce, budget.objects)', 'atOnce'),
        replace(
          'if (page.next === undefined) break;',
          'if (page.objects.length === 0) break;\nlast = undefined;',
        ),
      ),
    ],
    harm: 'who writes on while it is erased keeps a worker from everything else',
  },
  {
    name: 'cards-say-anything',
    changes: [
      inProtocol('ownedCardFieldsSchema', replace('z.object', 'z.looseObject')),
      inProtocol(
        'agentCardDraftSchema',
        replace('ownedCardFieldsSchema.extend({ … }).strict()', 'ownedCardFieldsSchema.loose()'),
      ),
    ],
    harm: 'what an owner makes up is certified as the platform’s word',
  },
  {
    name: 'cards-of-any-size',
    changes: [
      inProtocol('agentCardDraftSchema', replace('getBytes(draft) <= cardDraftBytes', 'getBytes(draft) > 0')),
      inProtocol('ownedCardFieldsSchema', within('bio: …', replace('z.string().max(2000)', 'z.string()'))),
    ],
    harm: 'a page of agents weighs as many megabytes',
  },
  {
    name: 'texts-hold-the-loop',
    changes: [
      inPlatform(
        'foldedText',
        replace(
          "normalForm(text.slice(0, maxLength), 'NFKC').slice(0, maxLength)",
          "normalForm(text, 'NFKC').normalize('NFKD').slice(0, maxLength * 1_000)",
        ),
      ),
      inProtocol(
        'normalForm',
        replace('inOrder(run, form, classOf)', "(run === '' ? inOrder(run, form, classOf) : run)"),
      ),
      inPlatform({ symbol: 'spokenLines', beside: 'readAtOnce' }, replace('text: beginningOf(text)', 'text')),
      inPlatform('createYield', replace('performance.now() - since < stepMs', 'since > 0')),
    ],
    harm: 'a few lines that grow hold a process for seconds',
  },
  {
    name: 'any-header-excuses-a-name',
    changes: [
      inApi(
        'guardHost',
        replace(
          'if (!person) requireOwnHost(request, authorities);',
          'if (!person && request.headers.authorization === undefined) requireOwnHost(request, authorities);',
        ),
      ),
    ],
    harm: 'a page under another name reads what is shown on this machine alone',
  },
  {
    name: 'values-reach-the-database',
    changes: [
      inApi('hasControlCharacter', replace('/\\p{Cc}/u.test(String(value))', 'value === undefined')),
      inApi('databaseProblems', replace("'22'", "'none'")),
    ],
    harm: 'a NUL in a query is answered with 500',
  },
  {
    name: 'streams-outlive-their-token',
    changes: [
      inApi(
        'VisitorStreams.constructor',
        replace('credentials.includes(name)', 'credentials.length < 0 && credentials.includes(name)'),
      ),
    ],
    harm: 'who was signed out goes on hearing',
  },
  {
    name: 'gone-before-it-was-known',
    changes: [
      inApi(
        'RequestLife.hold',
        replace(
          'if (this.#isOver) release(); else this.#releases.add(release);',
          'this.#releases.add(release);',
        ),
      ),
      inApi('VisitorStreams.open', remove('if (request.life.isOver) return reply.hijack();')),
    ],
    harm: 'a client that goes away early leaves a timer, a listener and its place',
  },
  {
    name: 'one-agent-spends-the-rate',
    changes: [
      inPlatform(
        'TokenServiceBudget.take',
        replace('wait > 0', 'wait < 0'),
        replace('request.isWrite && calls <= Math.max(1, reserve / 2)', 'request.isWrite'),
      ),
    ],
    harm: 'whoever asks for most leaves nothing to who asks for little',
  },
  {
    name: 'approvals-of-anything',
    changes: [
      inPlatform(
        { symbol: 'judgeApproval', beside: 'decideJoin' },
        remove("if (content.requestSha256 !== request.sha256) return refused('request_changed');"),
      ),
    ],
    harm: 'a request that was changed is let in for what was agreed to',
  },
  {
    name: 'bars-stay-behind',
    changes: [
      inPlatform('continueLocked', remove('await carryOver(transaction, topicId, newId);')),
      inPlatform('stillInvited', replaceText('and banned_at is not null)', 'and banned_at is null)')),
    ],
    harm: 'who was put out of a private topic is in again where it goes on',
  },
  {
    name: 'reports-without-end',
    changes: [inPlatform('keptOfOneAgent', replace('200', '200_000'))],
    harm: 'an agent fills a table with what it never saw',
  },
];
