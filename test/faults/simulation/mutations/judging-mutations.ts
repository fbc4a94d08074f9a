import type { Mutation } from './mutation.ts';

const platform = 'packages/platform/src';

/** Bugs in what is judged, published and told. */
export const judgingMutations: readonly Mutation[] = [
  {
    name: 'skip-ledger-append',
    file: `${platform}/judging/session/ledger-writer.ts`,
    replace: [
      [
        'this.#entries.push({ header, hash, body, refusal });',
        'if (header.sequence % 7 !== 3) this.#entries.push({ header, hash, body, refusal });',
      ],
    ],
    harm: 'what was judged is not in the ledger',
  },
  {
    name: 'drop-row-lock',
    file: `${platform}/judging/session/judge-inputs.ts`,
    replace: [[".where(eq(topics.topicId, topicId)).for('update')", '.where(eq(topics.topicId, topicId))']],
    harm: 'two workers judge in one topic at once',
  },
  {
    name: 'trust-event-key',
    file: `${platform}/judging/ingestion/record-agent-writes.ts`,
    replace: [
      [
        'const { tickets, storeEvents } = tables;\n  const heardAt = now().toISOString();',
        `const { tickets, storeEvents } = tables;
  for (const event of events) {
    const parts = (parseObjectKey(event.objectKey)?.parts ?? {}) as Record<string, string>;
    if (parts.topic_id === undefined) continue;
    const later = new Date(now().getTime() + 60_000);
    await database.insert(tickets).values({ objectKey: event.objectKey, agentId: parts.agent_id ?? '',
      topicId: parts.topic_id, purpose: 'message', notAfter: later, sweepAt: later }).onConflictDoNothing();
  }
  const heardAt = now().toISOString();`,
      ],
    ],
    harm: 'what was written without a right is judged',
  },
  {
    name: 'state-before-entry',
    file: `${platform}/publication/outbox/publish-rows.ts`,
    replace: [["row.objectKey.includes('/ledger/');", "!row.objectKey.includes('/ledger/');"]],
    harm: 'a state names an entry that nobody can read',
  },
  {
    name: 'confirm-before-put',
    file: `${platform}/publication/outbox/publish-rows.ts`,
    replace: [
      [
        'const confirmed: Put[] = [];\n  try {',
        "const confirmed: Put[] = [];\n  await deskOf(platform).confirm({ confirmed: signed.map((item) => ({ ...item, etag: 'soon' })), superseded });\n  try {",
      ],
    ],
    harm: 'a put that fails is forgotten',
  },
  {
    name: 'judge-twice',
    file: `${platform}/judging/session/judge-inputs.ts`,
    replace: [
      [
        'const fresh = placed.filter(({ input }) => unjudged.has(input.objectKey));',
        'const fresh = placed.filter(({ input }) => unjudged.has(input.objectKey) || true);',
      ],
    ],
    harm: 'what two workers read is judged by both',
  },
  {
    name: 'judge-old-bytes-again',
    file: `${platform}/judging/inputs/fetch-input.ts`,
    replace: [
      ['info.lastModified.getTime()}`;', 'info.lastModified.getTime()}`.concat(String(Math.random()));'],
    ],
    harm: 'a key given again is judged by what was refused before',
  },
  {
    name: 'feed-in-id-order',
    file: `${platform}/reading/feed/due-events.ts`,
    replace: [['event.transaction < horizon.oldest', 'true']],
    harm: 'an event whose transaction commits late is skipped',
  },
  {
    name: 'deadline-forgotten',
    file: `${platform}/judging/session/judge-inputs.ts`,
    replace: [
      [
        'if (writer.deadline?.getTime() === dueAt.getTime()) {',
        'if (writer.deadline?.getTime() === dueAt.getTime() && writer.head.sequence % 3 !== 0) {',
      ],
    ],
    harm: 'a turn goes on for ever',
  },
  {
    name: 'turn-done-by-anybody',
    file: 'packages/modes/src/catalogue/turn-queue/mode.ts',
    replace: [
      [
        "if (state.speaker_agent_id !== agentId) return reject(state, 'not_your_turn');\n  if (turnId !==",
        'if (turnId !==',
      ],
    ],
    harm: 'another agent ends a turn',
  },
  {
    name: 'acknowledgement-forgotten',
    file: `${platform}/reading/feed/acknowledge-feed.ts`,
    replace: [['if (upTo) await movePosition(', 'if (!upTo) await movePosition(']],
    harm: 'what was consumed comes again',
  },
  {
    name: 'acknowledged-too-far',
    file: `${platform}/reading/feed/acknowledge-feed.ts`,
    replace: [['{ ...next.place, eventId: next.place.eventId - 1 }', 'next.place']],
    harm: 'what was never told counts as consumed',
  },
  {
    name: 'consumed-out-of-order',
    file: `${platform}/reading/feed/acknowledge-feed.ts`,
    replace: [
      ['const complete = next ? {', 'const complete = events.at(-1) ?? (next ? {'],
      ['eventId: next.place.eventId - 1 } : end;', 'eventId: next.place.eventId - 1 } : end);'],
    ],
    harm: 'to consume one event consumes those before it',
  },
  {
    name: 'entry-unlike-its-row',
    file: `${platform}/judging/session/insert-entries.ts`,
    replace: [
      [
        'outcome: header.verdict.outcome,',
        "outcome: header.verdict.outcome === 'accepted' && header.sequence === 5 ? 'rejected' : header.verdict.outcome,",
      ],
    ],
    harm: 'the database says something else than the ledger',
  },
  {
    name: 'sweep-blind-to-tickets',
    file: `${platform}/judging/inputs/due-looks.ts`,
    replace: [
      [
        'if (due.length === 0) return { keys: [], topics: [], circles: [] };',
        'return { keys: [], topics: [], circles: [] };',
      ],
    ],
    harm: 'what a lost event told of is never found',
  },
  {
    name: 'sign-again',
    file: `${platform}/publication/outbox/sign-outbox-row.ts`,
    replace: [
      [
        'if (row.signedText !== null) return',
        "if (row.signedText !== null && row.objectKey.startsWith('platform/')) return",
      ],
    ],
    harm: 'one version is seen with two contents',
  },
  {
    name: 'nonces-not-remembered',
    file: `${platform}/foundation/platform/request-nonces.ts`,
    replace: [
      [
        'on conflict do nothing',
        'on conflict (key_id, nonce) do update set expires_at = excluded.expires_at',
      ],
    ],
    harm: 'a request that was overheard can be sent again',
  },
];
