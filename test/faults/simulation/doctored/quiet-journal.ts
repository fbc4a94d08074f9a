import { places } from '../hostile/places.ts';
import type { Reception } from '../journal/hostile-records.ts';
import { Journal } from '../journal/journal.ts';
import type { PutRecord } from '../journal/records.ts';

const calm = { from: 10_000, until: 20_000 };
export const key = `topics/${places.square}/messages/witness/000001.json`;
export const guessedKey = `tasks/${places.bazaar}/agents/mallory/guess-0.txt`;

export function reception(asked: string, body: string): Reception {
  const what = { who: 'a reader', production: 'test', from: 'api', asked, at: 11_000 } as const;
  return { ...what, tookMs: 20, status: 200, head: 'HTTP/1.1 200 OK', body: Buffer.from(body) };
}

export function quietJournal(hash: string): Journal {
  const journal = new Journal();
  const place = { agentId: 'witness', topicId: places.square, key, grantId: 1, grantAskedAt: 11_000 };
  const put: PutRecord = {
    ...place,
    id: 1,
    notAfter: 60_000,
    text: '{}',
    how: 'plain',
    outcome: 'stored',
    startedAt: 11_100,
    endedAt: 11_200,
  };
  journal.puts.push(put);
  journal.calm = calm;
  journal.goneAt = 21_000;
  journal.answers.push({
    who: 'witness',
    asked: 'POST /v1/credentials',
    at: 12_000,
    tookMs: 40,
    status: 200,
  });
  journal.errands.push({ who: 'witness', what: 'work to be removed', askedAt: 12_000, doneAt: 13_000 });
  journal.revocations.push({ revokedAt: 12_000, endedAt: 12_100 });
  journal.greed = { seconds: 2.5, given: 60, toldItsShare: 22, toldNoneLeft: 3 };
  const guess = { key: guessedKey, sha256: hash, of: 'topics/attic/messages/friend/000001.json' };
  journal.guesses.push(guess);
  journal.receptions.push(reception('GET /v1/public/topics', '{"topics":[]}'));
  const artifacts = [
    { object_key: guessedKey },
    { object_key: guessedKey.replace('guess-0', 'work-0'), hash_matches: true },
  ];
  journal.receptions.push(reception(`GET /v1/public/tasks/${places.bazaar}`, JSON.stringify({ artifacts })));
  journal.words.push({
    requestId: 'r-1',
    candidate: 'mallory-two',
    decision: 'approve',
    sha256: 'as asked',
  });
  return journal;
}
