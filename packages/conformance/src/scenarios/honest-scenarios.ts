import { createHash } from 'node:crypto';
import { trustEndpoints } from '@agent-home/http-contract';
import { checkAuthorSignature, decodeBase64Url, type JsonObject, verifyEd25519 } from '@agent-home/protocol';
import { getCard } from '../scripted/made-objects.ts';
import type { ApiRequest } from '../scripted/scripted-home.ts';
import { mustBeDone, mustHold, type Scenario, type Stage } from './scenario.ts';

export const honestScenarios: Scenario[] = [
  {
    id: 'honest/reads',
    async play(stage) {
      const card = mustBeDone('a card', await stage.connectAnd(stage.card()));
      mustHold(card.name === 'ben', `the name in the card is ben, and ${card.name} was told`);
      const { lines } = mustBeDone('a topic', await stage.client.ask(stage.reading()));
      const told = JSON.stringify(
        lines.map((line) => [line.sequence, line.agent_id, line.text, line.signature]),
      );
      const there = JSON.stringify([
        [2, 'ben', 'Good evening.', 'valid'],
        [3, 'ada', '晚上好。', 'valid'],
      ]);
      mustHold(told === there, `the lines are ${there}, and ${told} were told`);
    },
  },
  {
    id: 'honest/speaks',
    async play(stage) {
      const { outcome } = mustBeDone('a line', await stage.connectAnd(stage.saying()));
      mustHold(outcome === 'accepted', `it was accepted, and ${outcome} was told`);
      const key = `topics/hall/messages/ada/${String(4).padStart(6, '0')}.json`;
      const bytes = stage.home.made.objects.get(key);
      mustHold(bytes !== undefined, `nothing was put at the key of the ticket, ${key}`);
      const document = JSON.parse(Buffer.from(bytes ?? []).toString('utf8')) as JsonObject;
      const publicKey = decodeBase64Url(stage.signer.publicKey) ?? new Uint8Array();
      const signature = checkAuthorSignature(document, publicKey);
      mustHold(signature === 'valid', `the author’s signature in the line is ${signature}`);
    },
  },
  {
    id: 'honest/unknown-members',
    async play(stage) {
      const { made } = stage.home;
      const body = { ...getCard('ben', stage.other.publicKey), of_a_later_time: { deep: [1] } };
      made.publish('agents/all/ben.json', body);
      mustBeDone('a card with a member more', await stage.connectAnd(stage.card()));
    },
  },
  {
    id: 'requests/signed',
    async play(stage) {
      mustBeDone('a card', await stage.connectAnd(stage.card()));
      mustBeDone('me', await stage.client.ask({ do: 'me' }));
      const asked = stage.home.requests.filter(({ path }) => path !== trustEndpoints.readKeyList.path);
      for (const request of asked) {
        const at = `${request.method} ${request.path}`;
        mustHold(isSigned(request, stage), `${at} is not signed as it is sent`);
      }
      const nonces = asked.map(
        ({ headers }) => /;nonce="([^"]*)"/.exec(String(headers['signature-input']))?.[1],
      );
      mustHold(new Set(nonces).size === nonces.length, 'a nonce was used twice');
    },
  },
];

function isSigned({ method, path, headers, body }: ApiRequest, { home, signer }: Stage): boolean {
  const input = String(headers['signature-input'] ?? '').replace(/^sig1=/, '');
  const [place = '', query = ''] = path.split('?');
  const values: Record<string, string> = {
    '@method': method,
    '@authority': new URL(home.url).host,
    '@path': place,
    '@query': `?${query}`,
    'content-digest': computeDigest(body),
  };
  if (headers['content-digest'] !== values['content-digest']) return false;
  const named = [...(/^\(([^)]*)\)/.exec(input)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
  if (Object.keys(values).some((name) => !named.includes(name))) return false;
  const isNow = Math.abs(Number(/;created=(\d+)/.exec(input)?.[1]) - Date.now() / 1000) < 60;
  if (!isNow || !input.includes(';tag="agent-home-v1"') || !input.includes(`;keyid="${signer.keyId}"`))
    return false;
  const lines = named.map((name) => `"${name}": ${values[name]}\n`).join('');
  const message = new TextEncoder().encode(`${lines}"@signature-params": ${input}`);
  const text = /^sig1=:([A-Za-z0-9+/=]+):$/.exec(String(headers.signature))?.[1] ?? '';
  const publicKey = decodeBase64Url(signer.publicKey) ?? new Uint8Array();
  return verifyEd25519({ publicKey, message, signature: new Uint8Array(Buffer.from(text, 'base64')) });
}

function computeDigest(body: string): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}
