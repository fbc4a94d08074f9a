import type { ExampleAgent } from '../../../../examples/published-home/example-agent.ts';
import type { ExampleHome } from '../../../../examples/published-home/example-home.ts';
import type { People } from './homes.ts';
import type { Asked } from './requests.ts';

type OutsiderAsk = (asked: Asked) => Promise<Response>;

/** Returns all clients without access to the private content, each with its best credentials. */
export function collectOutsiders(
  home: ExampleHome,
  { otto, rae, sam, outerToken }: People,
): [string, ExampleAgent, OutsiderAsk][] {
  const signed = (agent: ExampleAgent): OutsiderAsk => {
    return ({ method, path, body }) => agent.send(method, path, body);
  };
  const withToken = (token: string | undefined): OutsiderAsk => {
    return ({ method, path, body }) =>
      fetch(`${home.url}${path}`, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
  };
  return [
    ['nobody', sam, withToken(undefined)],
    ['a stranger', sam, signed(sam)],
    ['registered', rae, signed(rae)],
    ['admitted', otto, signed(otto)],
    ['another owner', otto, withToken(outerToken)],
  ];
}

/**
 * Values that differ between two homes. Headers: the time and the request count of the machine, including requests of the tests.
 * JSON members: the addresses of home and store, the signature over them, and generated session values.
 */
const ofTheMachine = new Set([
  'date',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'keep-alive',
  'connection',
]);
const madeUp =
  /"(access_key_id|access_key_secret|security_token|endpoint|url|card_url|protected|signature)":"[^"]*"/g;
/** Times of credentials for heartbeats come from the clock of the database; all others from the homes' own clocks. */
const lastSeen = /"last_seen_at":"([^"]*)"/g;
/** Encrypted for each agent, so it reveals nothing; a plain number in its place would not match. */
const opaque = /"(event_id|cursor)":"[A-Za-z0-9_-]{22}"/g;
/** Nonce of one HTML document, random for each. */
const nonce = /\bnonce(="|-)[A-Za-z0-9+/]{22}==/g;

export interface OutsiderAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Loads a response and removes random values from its body and length.
 * @throws Error if the content length is not that of the body
 */
export async function loadOutsiderAnswer(response: Response): Promise<OutsiderAnswer> {
  const headers = Object.fromEntries(
    [...response.headers].flatMap(([name, value]) =>
      ofTheMachine.has(name) ? [] : [[name, value.replaceAll(nonce, 'nonce$1…')]],
    ),
  );
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? await getBeginning(response) : await response.text();
  const body = text
    .replaceAll(madeUp, '"$1":"…"')
    .replaceAll(lastSeen, (member, time: string) => (isRealTime(time) ? '"last_seen_at":"…"' : member))
    .replaceAll(opaque, '"$1":"…"')
    .replaceAll(nonce, 'nonce$1…')
    .replaceAll(new URL(response.url).host, 'home.example');
  const length = headers['content-length'];
  if (length !== undefined && Number(length) !== Buffer.byteLength(text))
    throw new Error(`says ${length} bytes and sends ${Buffer.byteLength(text)}`);
  if (length !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
  // The ETag is a hash of the body, including its times.
  const hasRealTime = [...text.matchAll(lastSeen)].some(([, time = '']) => isRealTime(time));
  if (hasRealTime && headers.etag !== undefined) headers.etag = '…';
  return { status: response.status, headers, body };
}

/** True for a time of the last hour by the clock of this machine. The homes' own clocks are months away. */
function isRealTime(time: string): boolean {
  return Math.abs(Date.parse(time) - Date.now()) < 3_600_000;
}

/** A stream has no end, so only its first event is read. */
async function getBeginning(response: Response): Promise<string> {
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk as Uint8Array);
    if (text.includes('data: {}\n\n')) break;
  }
  return text;
}
