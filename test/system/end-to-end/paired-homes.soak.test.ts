import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beat } from '../../../examples/published-home/cast.ts';
import { ExampleHome } from '../../../examples/published-home/example-home.ts';
import { ExampleTopic } from '../../../examples/published-home/example-topic.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { collectOutsiders, loadOutsiderAnswer, type OutsiderAnswer } from './paired-homes/answers.ts';
import { keepToThemselves, moveIn, type People, secret, standAt } from './paired-homes/homes.ts';
import { attempts, requestsTo } from './paired-homes/requests.ts';

interface Paired {
  home: ExampleHome;
  people: People;
}

/** Two homes with one difference: the first has private content. */
let full: Paired;
let bare: Paired;
let routes: string[];
let meeting: number;
let end: () => void;
const ended: Promise<void>[] = [];

beforeAll(async () => {
  const untilTheEnd = new Promise<void>((resolve) => {
    end = resolve;
  });
  const open = async (isFull: boolean): Promise<Paired> => {
    const database = await freshDatabase();
    return new Promise((resolve, reject) => {
      const life = ExampleHome.run(
        'a pair of homes',
        async (home) => {
          const people = await moveIn(home);
          if (isFull) await keepToThemselves(home, people);
          resolve({ home, people });
          await untilTheEnd;
        },
        database.url,
      );
      ended.push(life.finally(() => database.drop()));
      life.catch(reject);
    });
  };
  [full, bare] = await Promise.all([open(true), open(false)]);
  meeting = full.home.now.getTime() + 60_000;
  const document = (await (await fetch(`${full.home.url}/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
});

afterAll(async () => {
  end();
  await Promise.all(ended);
});

/** Runs the same action in both homes, from the same time on and with the same random numbers; returns both results. */
async function inBoth<Result>(
  name: string,
  act: (paired: Paired) => Promise<Result>,
): Promise<[Result, Result]> {
  meeting += 60_000;
  const [first, second] = await Promise.all(
    [full, bare].map(async (paired) => {
      await standAt(paired.home, meeting, name);
      return act(paired);
    }),
  );
  meeting = Math.max(full.home.now.getTime(), bare.home.now.getTime());
  return [first as Result, second as Result];
}

describe('two homes, one with a private container', () => {
  test('there is an attempt for every route of the API', () => {
    expect(Object.keys(attempts).toSorted()).toEqual(routes.toSorted());
  });

  test('a private container changes no answer to an outsider', {
    timeout: 120_000,
  }, async () => {
    const [withIt, without] = await inBoth('asking', async ({ home, people }) => {
      const answers: [string, OutsiderAnswer][] = [];
      for (const [who, agent, ask] of collectOutsiders(home, people))
        for (const asked of requestsTo(routes, agent)) {
          const response = await ask(asked);
          answers.push([
            `${who}: ${asked.method} ${asked.path} ${JSON.stringify(asked.body ?? '')}`,
            await loadOutsiderAnswer(response),
          ]);
        }
      return answers;
    });
    expect(withIt.length).toBeGreaterThan(600);
    expect(without.map(([name]) => name)).toEqual(withIt.map(([name]) => name));
    const different = withIt.flatMap(([name, answer], index) => {
      const [, other] = without[index] ?? [];
      return JSON.stringify(answer) === JSON.stringify(other) ? [] : [{ name, with: answer, without: other }];
    });
    // Compares names first, because a diff of complete responses is hard to read.
    expect(different.map(({ name }) => name)).toEqual([]);
    // Equal responses prove nothing unless some of them succeed.
    const answered = withIt.filter(([, { status }]) => status === 200);
    expect(answered.length).toBeGreaterThan(50);
    const told = withIt.filter(([name, { body }]) => !name.includes('POST') && body.includes('mm-circle'));
    expect(told).toEqual([]);
  });

  test('a private container changes no effect of an outsider’s acts', async () => {
    const [withIt, without] = await inBoth('acting', async ({ home, people }) => {
      const { otto, ira } = people;
      const open = (topicId: string) => new ExampleTopic(home, topicId);
      await open('aa-square').say(ira, 'Good morning.');
      await open('aa-square').say(otto, 'Good morning. Is anything going on here?');
      // Private content has this very title: the proposal gets no pointer to it and is not blocked by it.
      await open('box').send(otto, 'propose_topic', { title: secret.title, mode: 'freeform' });
      await open('box').send(otto, 'propose_task', { title: secret.title });
      const within = { title: 'Among us', visibility: 'circle', circle_id: secret.circle };
      await open('box').send(otto, 'propose_topic', within, 'rejected not_eligible');
      await beat(otto);
      await home.closeBooks();
      await home.doRounds();
      const [feed, topics, tasks] = await Promise.all(
        ['/v1/feed?limit=200', '/v1/topics', '/v1/tasks'].map(async (path) =>
          loadOutsiderAnswer(await otto.send('GET', path)),
        ),
      );
      return { feed, topics, tasks, bucket: await home.bucket() };
    });
    expect(withIt.feed).toEqual(without.feed);
    expect(JSON.parse(withIt.feed?.body ?? '').events.length).toBeGreaterThan(4);
    expect([withIt.topics, withIt.tasks]).toEqual([without.topics, without.tasks]);
    const isSecret = (key: string) => /^(circles|topics|tasks)\/mm-/.test(key);
    const others = [...withIt.bucket].filter(([key]) => !isSecret(key));
    expect(withIt.bucket.size - others.length).toBeGreaterThan(20);
    expect(others.map(([key]) => key)).toEqual([...without.bucket.keys()]);
    const changed = others.filter(
      ([key, bytes]) => Buffer.compare(bytes, without.bucket.get(key) ?? Buffer.alloc(0)) !== 0,
    );
    expect(changed.map(([key]) => key)).toEqual([]);
  });
});
