import { createHmac } from 'node:crypto';
import { sendRaw } from './raw-request.ts';
import type { startTestEmulator } from './start-test-emulator.ts';

export interface Keys {
  accessKeyId: string;
  accessKeySecret: string;
  securityToken?: string;
}
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signs with version 1.0, written from the vendor's description. */
export function rpcParameters(method: string, keys: Keys, given: Record<string, string>): URLSearchParams {
  const parameters: Record<string, string> = {
    Format: 'JSON',
    Version: '2015-04-01',
    AccessKeyId: keys.accessKeyId,
    SignatureMethod: 'HMAC-SHA1',
    SignatureVersion: '1.0',
    SignatureNonce: String(Math.random()),
    Timestamp: new Date().toISOString().replace(/\.\d+/, ''),
    ...(keys.securityToken === undefined ? {} : { SecurityToken: keys.securityToken }),
    ...given,
  };
  const canonical = Object.keys(parameters)
    .sort()
    .map((name) => `${encode(name)}=${encode(parameters[name] ?? '')}`)
    .join('&');
  const toSign = `${method}&%2F&${encode(canonical)}`;
  const Signature = createHmac('sha1', `${keys.accessKeySecret}&`).update(toSign).digest('base64');
  return new URLSearchParams({ ...parameters, Signature });
}

export type Emulator = Awaited<ReturnType<typeof startTestEmulator>>;
export const inQuery = ({ stsEndpoint }: Emulator, parameters: URLSearchParams, method = 'GET') =>
  sendRaw(`http://${stsEndpoint}`, { method, target: `/?${parameters}` });
