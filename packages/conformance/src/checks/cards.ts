import { agentEndpoints, requestTo } from '@agent-home/http-contract';
import type { AgentStore } from '@agent-home/object-store/agent';
import { objectKey } from '@agent-home/protocol';
import { described, isGood } from '../subject/answer.ts';
import type { KitAgent } from '../subject/kit-agent.ts';
import { patiently } from '../subject/patiently.ts';
import type { Run } from '../subject/run.ts';

/** Checks both agents' cards: they exist with the registered values, and a change is published as the next version. */
export async function checkCards(run: Run, store: AgentStore): Promise<void> {
  const { findings, first, second } = run;
  const version = await checkCard(run, store, first);
  await checkCard(run, store, second);
  if (version === undefined) return;
  const { adminToken } = run.options;
  if (adminToken === undefined)
    return findings.skip('card/changed', 'needs an operator’s token, to change a card');
  const name = `${first.card.name}, renamed`;
  const request = requestTo(agentEndpoints.changeCard, { params: { agent_id: first.agentId } });
  const answer = await run.home.ask(request, {
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...first.card, name }),
  });
  if (!isGood(answer)) return findings.fail('card/changed', described(answer));
  const changed = await patiently(async () => {
    const card = await run.bucket.read(store, 'agent_card', cardKey(first));
    return card?.name === name ? card : undefined;
  }, run.patienceMs);
  const wrong = changed
    ? changed.cert.version !== version + 1 && `version ${changed.cert.version} came after ${version}`
    : 'the changed card did not come into the bucket';
  findings.judge('card/changed', wrong);
}

async function checkCard(run: Run, store: AgentStore, agent: KitAgent): Promise<number | undefined> {
  const key = cardKey(agent);
  const isThere = await patiently(async () => run.bucket.bytes(store, key), run.patienceMs);
  if (!isThere) {
    run.findings.fail('card/published', `there is nothing at ${key}`);
    return undefined;
  }
  const card = await run.bucket.read(store, 'agent_card', key);
  // An invalid object is reported by the checks of certificates.
  if (!card) return undefined;
  const isRight =
    card.agent_id === agent.agentId &&
    card.agent_public_key === agent.signer.publicKey &&
    card.name === agent.card.name;
  run.findings.judge('card/published', !isRight && `${key} is not what was registered`);
  return card.cert.version;
}

export function cardKey({ agentId }: KitAgent): string {
  return objectKey('agent_card', { agent_id: agentId });
}
