import {
  checkAuthorSignature,
  encodeBase64Url,
  type JsonObject,
  type JsonValue,
  signAuthored,
} from '@agent-home/protocol';
import { testSigner } from '../../../../packages/protocol/src/testing/signers.ts';
import { fromBase64Url } from '../form/bytes.ts';
import type { VectorCase, VectorKind } from '../form/vector.ts';

interface Input {
  document: JsonObject;
  public_key: string;
}

const codes = { valid: 'ok', invalid: 'bad_author_signature', absent: 'absent' };

export const authorSignatures: VectorKind<Input> = {
  kind: 'author-signatures',
  description:
    'Whether an author signed a message or request: over the canonical JSON of the document without author_sig. ' +
    'input: document, public_key of the author’s card. Codes: bad_author_signature, and absent where there is no ' +
    'author_sig, which the topic’s policy judges.',
  cases,
  judge: ({ document, public_key }) => ({
    expected: codes[checkAuthorSignature(document, fromBase64Url(public_key))],
  }),
};

const ada = testSigner('ada');

const message: JsonObject = {
  kind: 'topic_message',
  schema_version: 1,
  topic_id: 't1',
  message_id: '000001',
  agent_id: 'ada',
  created_at: '2026-03-01T12:00:00.000Z',
  content: { text: 'Guten Tag, 机器 😀' },
  seen: { sequence: 3, hash: 'ab'.repeat(32) },
};
const request: JsonObject = {
  kind: 'topic_request',
  schema_version: 1,
  topic_id: 't1',
  request_id: 'r000001',
  agent_id: 'ada',
  type: 'queue_join',
  created_at: '2026-03-01T12:00:00.000Z',
  payload: { number: 1e-7 },
};

function cases(): VectorCase<Input>[] {
  const good = signAuthored(message, ada);
  const block = good.author_sig as JsonObject;
  const of = (name: string, expected: string, document: JsonObject, by = ada) => ({
    name,
    input: { document, public_key: by.publicKey },
    expected,
  });
  const bad = (name: string, document: JsonObject) => of(name, 'bad_author_signature', document);
  const withBlock = (author_sig: JsonValue) => ({ ...good, author_sig });
  const other = signAuthored({ ...message, content: { text: 'Other' } }, ada).author_sig as JsonObject;
  return [
    of('a message', 'ok', good),
    of('a request', 'ok', signAuthored(request, ada)),
    of('members in another order', 'ok', Object.fromEntries(Object.entries(good).reverse())),
    of('no signature', 'absent', message),
    of('fields in the block are not covered', 'ok', withBlock({ ...block, x_more: 1 })),
    of('another’s key', 'bad_author_signature', good, testSigner('bo')),
    bad('signed by another', signAuthored(message, testSigner('bo'))),
    bad(
      'signed by another under this key’s name',
      withBlock({ ...(signAuthored(message, testSigner('bo')).author_sig as JsonObject), key_id: ada.keyId }),
    ),
    bad('this key’s signature under another name', withBlock({ ...block, key_id: testSigner('bo').keyId })),
    bad('another text', { ...good, content: { text: 'Good day' } }),
    bad('another topic', { ...good, topic_id: 't2' }),
    bad('another time', { ...good, created_at: '2026-03-01T12:00:00Z' }),
    bad('another history', { ...good, seen: { sequence: 4, hash: 'ab'.repeat(32) } }),
    bad('a field added', { ...good, x_more: null }),
    bad('a message as a request', { ...good, kind: 'topic_request' }),
    bad('the signature of another message', withBlock(other)),
    bad('null as signature', withBlock(null)),
    bad('an empty block', withBlock({})),
    bad('another algorithm', withBlock({ ...block, alg: 'none' })),
    bad('another canonical form', withBlock({ ...block, canonicalization: 'JSON' })),
    bad('a signature of zeros', withBlock({ ...block, signature: 'A'.repeat(86) })),
    bad('a signature cut short', withBlock({ ...block, signature: String(block.signature).slice(0, 85) })),
    bad('a signature with padding', withBlock({ ...block, signature: `${String(block.signature)}==` })),
    {
      name: 'a key that anybody can sign for',
      input: {
        document: good,
        public_key: encodeBase64Url(Uint8Array.from({ length: 32 }, (_, index) => (index === 0 ? 1 : 0))),
      },
      expected: 'bad_author_signature',
    },
  ];
}
