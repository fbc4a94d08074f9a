import { compilePermissions } from '@agent-home/access';
import {
  canonicalJson,
  canonicalJsonBytes,
  certify,
  commitmentOf,
  encodeBase64Url,
  hashLedgerHeader,
  heartbeatKey,
  type JsonObject,
  type LedgerHeader,
  objectKey,
  type RootSet,
  type Signer,
  sha256,
  sha256Hex,
  signAsRoot,
  signAuthored,
  signerOf,
} from '@agent-home/protocol';
import { requestSigning } from '../vectors/requests/request-signing.ts';

const getBytes = (text: string) => new TextEncoder().encode(text);
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const getSeed = (name: string) => sha256(getBytes(`example key ${name}`));
const signerNamed = (name: string): Signer => signerOf(getSeed(name));
const lines = (...pairs: [string, string][]) => pairs.map(([name, value]) => `${name}: ${value}`).join('\n');

const [root, registry, timestamping, ada] = ['root', 'registry', 'timestamp', 'ada'].map(signerNamed) as [
  Signer,
  Signer,
  Signer,
  Signer,
];
const issuer = 'home.example';
const noon = '2026-03-01T12:00:00.000Z';
const year = { valid_from: '2026-01-01T00:00:00.000Z', valid_until: '2027-01-01T00:00:00.000Z' };

const listed = (signer: Signer, purpose: string): JsonObject => ({
  key_id: signer.keyId,
  public_key: signer.publicKey,
  purpose,
  ...year,
});
const getKey = ({ keyId, publicKey }: Signer) => ({ key_id: keyId, public_key: publicKey });
const rootContent: JsonObject = { kind: 'platform_root_set', version: 1, threshold: 1, keys: [getKey(root)] };
const rootSet = signAsRoot(rootContent, [root]) as RootSet;
const keysContent: JsonObject = {
  kind: 'platform_keys',
  schema_version: 1,
  issuer,
  version: 1,
  issued_at: noon,
  root_sets: [rootSet as JsonObject],
  keys: [listed(registry, 'registry'), listed(timestamping, 'timestamp')],
};
const keyListBytes = canonicalJsonBytes(signAsRoot(keysContent, [root]));

function timestampExample() {
  const key = objectKey('platform_timestamp');
  const body = {
    kind: 'platform_timestamp',
    schema_version: 1,
    keys: { version: 1, sha256: sha256Hex(keyListBytes) },
  };
  const { object } = certify(body, {
    signer: timestamping,
    issuer,
    objectKey: key,
    version: 1,
    issuedAt: new Date(noon),
  });
  const { signature, ...cert } = object.cert as JsonObject;
  return {
    'certificate-signed': canonicalJson({ ...body, cert }),
    'certificate-signature': lines(['public key', timestamping.publicKey], ['signature', String(signature)]),
    'certificate-object': canonicalJson(object),
    'certificate-sha256': lines(['version', '1'], ['sha256', sha256Hex(canonicalJsonBytes(object))]),
  };
}

async function requestExamples() {
  const common = {
    secret_key: encodeBase64Url(getSeed('ada')),
    created: 1_772_366_400,
    nonce: 'AAECAwQFBgcICQoLDA0ODw',
  };
  const sign = async (method: string, url: string, text: string) => {
    const { output } = await requestSigning.judge({ method, url, body: { text }, ...common });
    const { signature_base, headers } = output as { signature_base: string; headers: Record<string, string> };
    return { base: signature_base, headers: lines(...Object.entries(headers)) };
  };
  const get = await sign('GET', 'https://home.example/v1/feed?wait=20', '');
  const post = await sign(
    'POST',
    'https://home.example/v1/credentials',
    '{"grants":[{"type":"registry_read"}]}',
  );
  return {
    'request-key': lines(
      ['secret key, hexadecimal', toHex(getSeed('ada'))],
      ['public key', ada.publicKey],
      ['key id', ada.keyId],
    ),
    'request-get-base': get.base,
    'request-get-headers': get.headers,
    'request-post-base': post.base,
    'request-post-headers': post.headers,
  };
}

function ledgerExamples() {
  const salt = new Uint8Array(32).fill(7);
  const message = signAuthored(
    {
      kind: 'topic_message',
      schema_version: 1,
      topic_id: 't1',
      message_id: '000001',
      agent_id: 'ada',
      created_at: noon,
      content: { text: '晚上好' },
    },
    ada,
  );
  const { author_sig, ...unsigned } = message;
  const text = canonicalJson(message);
  const header: LedgerHeader = {
    topic_id: 't1',
    sequence: 2,
    previous: sha256Hex(getBytes('the header of entry 1')),
    input: {
      type: 'message',
      agent_id: 'ada',
      object_key: objectKey('topic_message', { topic_id: 't1', agent_id: 'ada', message_id: '000001' }),
      commitment: commitmentOf(salt, getBytes(text)),
    },
    context: { now: '2026-03-01T12:00:01.000Z' },
    verdict: { outcome: 'accepted' },
    state_sha256: sha256Hex(getBytes('{"status":"open"}')),
  };
  return {
    'author-signed': canonicalJson(unsigned),
    'author-signature': canonicalJson(author_sig as JsonObject),
    'ledger-body': lines(['salt', encodeBase64Url(salt)], ['text', text]),
    'ledger-commitment': commitmentOf(salt, getBytes(text)),
    'ledger-header': canonicalJson(header as JsonObject),
    'ledger-header-hash': hashLedgerHeader(header),
  };
}

function policyExamples() {
  const key = objectKey('topic_message', { topic_id: 't1', agent_id: 'ada', message_id: '000001' });
  const ticket = {
    class: 'message',
    action: 'put',
    key,
    not_after: new Date('2026-03-01T12:01:30.500Z'),
  } as const;
  const documentIn = (dialect: 'oss' | 's3') =>
    compilePermissions([ticket], { dialect, bucket: 'home' })[0]?.document ?? '';
  return { 'policy-oss': documentIn('oss'), 'policy-s3': documentIn('s3') };
}

/** Returns every worked example of `docs/protocol`, by the name of its block. */
export async function examples(): Promise<ReadonlyMap<string, string>> {
  const jcs = { text: '晚上好', number: 1e-7, list: [3, 1], empty: {} };
  const publicKey = Buffer.from(ada.publicKey, 'base64url');
  return new Map(
    Object.entries({
      'json-value': JSON.stringify(jcs, null, 2),
      'json-canonical': canonicalJson(jcs),
      'key-id': lines(
        ['public key, hexadecimal', toHex(publicKey)],
        ['SHA-256 of it', sha256Hex(publicKey)],
        ['key id', ada.keyId],
      ),
      'root-set-signed': canonicalJson(rootContent),
      'root-set-signature': canonicalJson((rootSet as JsonObject).signatures ?? null),
      'key-list-signed': canonicalJson(keysContent),
      'key-list-sha256': sha256Hex(keyListBytes),
      'heartbeat-key': lines(
        ['SHA-256 of ada', sha256Hex(getBytes('ada'))],
        ['key, two digits', heartbeatKey('ada', 2)],
      ),
      ...timestampExample(),
      ...(await requestExamples()),
      ...ledgerExamples(),
      ...policyExamples(),
    }),
  );
}
