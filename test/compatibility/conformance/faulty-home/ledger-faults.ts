import { commitmentOf, decodeBase64Url, type JsonObject, signAuthored } from '@agent-home/protocol';
import { type Fault, inBucket, type Json } from './fault.ts';
import { byRegistry, isFirstLine, otherLedger, parse, stranger } from './forge.ts';

const otherHash = '0'.repeat(64);
type Entry = Parameters<typeof isFirstLine>[0];

/** Replaces the text or the author of a line, with a matching commitment. */
function rewrite(entry: Entry, change: (document: JsonObject) => JsonObject): void {
  if (!entry.body) return;
  const text = JSON.stringify(change(JSON.parse(entry.body.text) as JsonObject));
  const salt = decodeBase64Url(entry.body.salt) ?? new Uint8Array();
  entry.body = { ...entry.body, text };
  entry.header.input.commitment = commitmentOf(salt, new TextEncoder().encode(text));
}

const ofFirstLine = (change: (entry: Entry) => void) =>
  otherLedger((entry) => {
    if (isFirstLine(entry)) change(entry);
  });

const ofState =
  (change: (state: Json) => Json): NonNullable<Fault['object']> =>
  (key, bytes, around) =>
    /^topics\/kit-[0-9a-f]+\/state\.json$/.test(key) ? byRegistry(around, change(parse(bytes))) : undefined;

/** Ledgers with one fault each; everything else is consistent with it. */
export const ledgerFaults: Fault[] = [
  {
    name: 'an entry’s header has another number',
    fails: ['ledger/sequence'],
    object: ofFirstLine(({ header }) => {
      header.sequence = 7;
    }),
  },
  {
    name: 'an entry names another as the one before',
    fails: ['chain/previous'],
    object: otherLedger(
      () => {},
      (header, entry) => {
        if (isFirstLine(entry)) header.previous = otherHash;
      },
    ),
  },
  {
    name: 'an entry lies at the place of the next',
    fails: ['certificate/object-key'],
    object: async (key, _, around) => {
      const place = '0000000002.json';
      return /^topics\/kit-[0-9a-f]+\/ledger\//.test(key) && key.endsWith(place)
        ? inBucket(around, key.replace(place, '0000000001.json'))
        : undefined;
    },
  },
  {
    name: 'a commitment is to something else',
    fails: ['chain/commitment'],
    object: ofFirstLine(({ header }) => {
      header.input.commitment = otherHash;
    }),
  },
  {
    name: 'the state names another head',
    fails: ['chain/head'],
    object: ofState((state) => ({ ...state, ledger: { ...(state.ledger as Json), head: otherHash } })),
  },
  {
    name: 'the published state is not the one of the ledger',
    fails: ['ledger/state'],
    object: ofState((state) => ({ ...state, state: { ...(state.state as Json), whispered: true } })),
  },
  {
    name: 'a line is put down to another agent',
    fails: ['ledger/verbatim'],
    object: ofFirstLine(({ header }) => {
      header.input.agent_id = 'somebody-else';
    }),
  },
  {
    name: 'a line stands in the ledger in other words',
    fails: ['ledger/verbatim', 'ledger/author-signature'],
    object: ofFirstLine((entry) => rewrite(entry, (line) => ({ ...line, content: { text: 'I resign.' } }))),
  },
  {
    name: 'a line has the signature of another agent',
    fails: ['ledger/verbatim', 'ledger/author-signature'],
    object: ofFirstLine((entry) =>
      rewrite(entry, ({ author_sig: _, ...line }) => signAuthored(line, stranger)),
    ),
  },
  {
    name: 'a line that its author did not sign is accepted',
    fails: ['ledger/bad-author-refused'],
    object: otherLedger(({ header }) => {
      if (header.verdict.reason === 'bad_author_signature') header.verdict = { outcome: 'accepted' };
    }),
  },
  {
    name: 'a verdict is another than the rules give',
    fails: ['ledger/replay'],
    object: otherLedger(({ header }) => {
      if (header.input.type === 'request') header.verdict = { outcome: 'ruled_out', reason: 'not_today' };
    }),
  },
];
