import {
  changesIn,
  insertAfter,
  insertBefore,
  type Mutation,
  remove,
  replace,
  replaceText,
} from '../../../meta/source-mutations/changes.ts';

const inPlatform = changesIn('packages/platform');

/** Bugs in judging, publishing and notifying. */
export const judgingMutations: readonly Mutation[] = [
  {
    name: 'skip-ledger-append',
    changes: [
      inPlatform(
        'LedgerWriter.#append',
        insertBefore(
          'this.#entries.push({ header, hash, body, refusal });',
          'if (header.sequence % 7 !== 3)',
        ),
      ),
    ],
    harm: 'what was judged is not in the ledger',
  },
  {
    name: 'drop-row-lock',
    changes: [
      inPlatform(
        'lockTopic',
        replace(
          "transaction.select().from(topics).where(eq(topics.topicId, topicId)).for('update')",
          'transaction.select().from(topics).where(eq(topics.topicId, topicId))',
        ),
      ),
    ],
    harm: 'two workers judge in one topic at once',
  },
  {
    name: 'trust-event-key',
    changes: [
      inPlatform(
        'recordAgentWrites',
        insertAfter(
          'const { tickets, storeEvents } = tables;',
          `for (const event of events) {
    const parts = (parseObjectKey(event.objectKey)?.parts ?? {}) as Record<string, string>;
    if (parts.topic_id === undefined) continue;
    const later = new Date(now().getTime() + 60_000);
    await database.insert(tickets).values({ objectKey: event.objectKey, agentId: parts.agent_id ?? '',
      topicId: parts.topic_id, purpose: 'message', notAfter: later, sweepAt: later }).onConflictDoNothing();
  }`,
        ),
      ),
    ],
    harm: 'what was written without a right is judged',
  },
  {
    name: 'state-before-entry',
    changes: [
      inPlatform(
        'publishRows',
        replace("row.objectKey.includes('/ledger/')", "!row.objectKey.includes('/ledger/')"),
      ),
    ],
    harm: 'a state names an entry that nobody can read',
  },
  {
    name: 'confirm-before-put',
    changes: [
      inPlatform(
        'publishRows',
        insertAfter(
          'const confirmed: Put[] = [];',
          "await collectBatchers(platform).confirm({ confirmed: signed.map((item) => ({ ...item, etag: 'soon' })), superseded });",
        ),
      ),
    ],
    harm: 'a put that fails is forgotten',
  },
  {
    name: 'judge-twice',
    changes: [
      inPlatform(
        'judgeInputs',
        replace('unjudged.has(input.objectKey)', 'unjudged.has(input.objectKey) || true'),
      ),
    ],
    harm: 'what two workers read is judged by both',
  },
  {
    name: 'judge-old-bytes-again',
    changes: [
      inPlatform(
        'writeFingerprint',
        insertAfter(
          '`${info.etag}:${info.size}:${info.lastModified.getTime()}`',
          '.concat(String(Math.random()))',
        ),
      ),
    ],
    harm: 'a key given again is judged by what was refused before',
  },
  {
    name: 'feed-in-id-order',
    changes: [
      inPlatform(
        { symbol: 'isDue', beside: 'ownEvents' },
        replaceText('event.transaction < horizon.oldest', 'true'),
      ),
    ],
    harm: 'an event whose transaction commits late is skipped',
  },
  {
    name: 'deadline-forgotten',
    changes: [
      inPlatform(
        'judgeDeadline',
        replace(
          'writer.deadline?.getTime() === dueAt.getTime()',
          'writer.deadline?.getTime() === dueAt.getTime() && writer.head.sequence % 3 !== 0',
        ),
      ),
    ],
    harm: 'a turn goes on for ever',
  },
  {
    name: 'turn-done-by-anybody',
    changes: [
      changesIn('packages/modes')(
        'finish',
        remove("if (state.speaker_agent_id !== agentId) return reject(state, 'not_your_turn');"),
      ),
    ],
    harm: 'another agent ends a turn',
  },
  {
    name: 'acknowledgement-forgotten',
    changes: [
      inPlatform(
        'acknowledgeFeed',
        replace(
          'if (upTo) await movePosition(…);',
          'if (!upTo) await movePosition(transaction, agentId, upTo, { hasHeardOfGap: true });',
        ),
      ),
    ],
    harm: 'what was consumed comes again',
  },
  {
    name: 'acknowledged-too-far',
    changes: [
      inPlatform(
        'acknowledgeFeed',
        replace('{ ...next.place, eventId: next.place.eventId - 1 }', 'next.place'),
      ),
    ],
    harm: 'what was never told counts as consumed',
  },
  {
    name: 'consumed-out-of-order',
    changes: [
      inPlatform(
        'acknowledgeFeed',
        replace(
          'next ? { ...next.place, eventId: next.place.eventId - 1 } : end',
          'events.at(-1) ?? (next ? { ...next.place, eventId: next.place.eventId - 1 } : end)',
        ),
      ),
    ],
    harm: 'to consume one event consumes those before it',
  },
  {
    name: 'entry-unlike-its-row',
    changes: [
      inPlatform(
        'entryRows',
        replace(
          'outcome: header.verdict.outcome',
          "outcome: header.verdict.outcome === 'accepted' && header.sequence === 5 ? 'rejected' : header.verdict.outcome",
        ),
      ),
    ],
    harm: 'the database says something else than the ledger',
  },
  {
    name: 'sweep-blind-to-tickets',
    changes: [
      inPlatform(
        'markDueTickets',
        replace(
          'if (due.length === 0) return { keys: [], topics: [], circles: [] };',
          'return { keys: [], topics: [], circles: [] };',
        ),
      ),
    ],
    harm: 'what a lost event told of is never found',
  },
  {
    name: 'sign-again',
    changes: [
      inPlatform(
        'signOutboxRow',
        replace(
          'row.signedText !== null',
          "row.signedText !== null && row.objectKey.startsWith('platform/')",
        ),
      ),
    ],
    harm: 'one version is seen with two contents',
  },
  {
    name: 'nonces-not-remembered',
    changes: [
      inPlatform(
        'insertNonces',
        replaceText(
          'on conflict do nothing',
          'on conflict (key_id, nonce) do update set expires_at = excluded.expires_at',
        ),
      ),
    ],
    harm: 'a request that was overheard can be sent again',
  },
];
