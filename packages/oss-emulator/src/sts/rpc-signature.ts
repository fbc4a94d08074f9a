import { createHmac } from 'node:crypto';
import { equalSignatures } from '../http/signed-request.ts';
import { encodeUriComponent } from '../http/uri-encoding.ts';
import type { CheckedSignature } from '../signing/signature-v1.ts';

/** Signature of version 1.0: one of the parameters of a query or a form, which it signs. */
interface RpcSignature {
  accessKeyId: string;
  signature: string;
  nonce: string;
  timestamp: string;
  token: string | undefined;
}

/** Parses a signature of this version; `undefined` if a parameter is missing or has another value. */
export function parseRpcSignature(parameters: ReadonlyMap<string, string>): RpcSignature | undefined {
  const parameter = (name: string) => parameters.get(name) ?? '';
  const signature = parameter('Signature');
  const accessKeyId = parameter('AccessKeyId');
  const nonce = parameter('SignatureNonce');
  const isKnown =
    parameter('SignatureMethod') === 'HMAC-SHA1' && parameter('SignatureVersion') === '1.0' && nonce !== '';
  if (!isKnown || signature === '' || accessKeyId === '') return undefined;
  const timestamp = parameter('Timestamp');
  return { accessKeyId, signature, nonce, timestamp, token: parameters.get('SecurityToken') };
}

/** Checks a signature that covers every parameter except itself, in query or body. */
export function checkRpcSignature(
  method: string,
  parameters: ReadonlyMap<string, string>,
  claimed: RpcSignature,
  accessKeySecret: string,
): CheckedSignature {
  const canonical = [...parameters]
    .filter(([name]) => name !== 'Signature')
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${encodeUriComponent(name)}=${encodeUriComponent(value)}`)
    .join('&');
  const stringToSign = `${method}&%2F&${encodeUriComponent(canonical)}`;
  const expected = createHmac('sha1', `${accessKeySecret}&`).update(stringToSign).digest('base64');
  return { matches: equalSignatures(expected, claimed.signature), stringToSign };
}
