import { AGENT, HEARTBEAT, type HomeScenario, NOW, type Ticket, TOPIC_IDS } from './home-scenario.ts';

/** Returns places of every kind in granted and in sibling topics, and the keys of the tickets. */
export function places(home: HomeScenario): string[] {
  const inTopic = (id: string) =>
    [
      'manifest.json',
      'manifest.v2.json',
      'manifest.v3.json',
      'state.json',
      'state.v2.json',
      'summary.json',
      'ledger/0000000001.json',
      'ledger/packs/0000000001.json',
      'results/ada/r1.json',
      'messages/ada/m1.json',
      'messages/bob/m1.json',
      'requests/ada/m1.json',
      'requests/bob/m1.json',
    ].map((name) => `topics/${id}/${name}`);
  return [
    'agents/all/ada.json',
    'agents/presence/a.json',
    HEARTBEAT,
    'agents/heartbeats/a/ada2.last',
    'agents/heartbeats/b/ada.last',
    ...['', '.v2', '.v3'].map((later) => `agents/prompts/${AGENT}/bundle${later}.json`),
    'platform/keys.json',
    ...TOPIC_IDS.flatMap(inTopic),
    ...TOPIC_IDS.flatMap((id) => [...inTask(id), ...inCircle(id)]),
    ...home.tasks.flatMap(({ id }) => Array<string[]>(4).fill(inTask(id)).flat()),
    ...home.circles.flatMap(({ id }) => Array<string[]>(4).fill(inCircle(id)).flat()),
    // Requested places are repeated, since an arbitrary place is hardly ever granted.
    ...home.topics.flatMap(({ id }) => Array<string[]>(6).fill(inTopic(id)).flat()),
    ...collectTickets(home).flatMap(({ key }) => Array<string>(6).fill(key)),
  ];
}

const inTask = (id: string) =>
  ['manifest.json', `agents/${AGENT}/index.json`, `agents/${AGENT}/work.txt`, 'agents/bob/index.json'].map(
    (name) => `tasks/${id}/${name}`,
  );

const inCircle = (id: string) =>
  [
    'manifest.json',
    'manifest.v2.json',
    'manifest.v3.json',
    `members/${AGENT}.json`,
    'members/bob.json',
    `join_requests/${AGENT}/m1.json`,
    'join_requests/bob/m1.json',
    `join_approvals/${AGENT}/m1.json`,
    'join_approvals/bob/m1.json',
  ].map((name) => `circles/${id}/${name}`);

function collectTickets({ topics, circles }: HomeScenario): Ticket[] {
  return [
    ...topics.flatMap(({ messages, requests }) => [...messages, ...requests]),
    ...circles.flatMap(({ joins, approvals }) => [...joins, ...approvals]),
  ];
}

export function moments(home: HomeScenario): number[] {
  const ends = collectTickets(home).map((ticket) => ticket.notAfter);
  return [
    NOW,
    ...ends.flatMap((end) => {
      const second = end - (end % 1000);
      return [second - 1000, second - 1, second, second + 1, end, second + 1000];
    }),
  ];
}
