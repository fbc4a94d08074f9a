import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  type AuthSettings,
  type BindingSettings,
  decodeToolSpec,
  type ToolSpec,
} from '@agent-home/agent-runtime/definition';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fixedPlace } from '../processes/program-place.ts';
import { scratchProject } from '../testing/scratch-project.ts';
import { callTool, toText } from '../testing/tool-calls.ts';
import { Vault } from '../vault/vault.ts';
import { bindTools } from './bind-tools.ts';

function toSpec(auth: string): ToolSpec {
  const spec = {
    inputsSchema: { type: 'object' },
    outputsSchema: {},
    auth: { type: auth, scopes: ['read', 'write'] },
  };
  const metadata = { name: 'the-tool', owner: 'tests', version: '1.0.0' };
  const text = JSON.stringify({ apiVersion: 'agent.platform/v1', kind: 'Tool', metadata, spec });
  return decodeToolSpec(text, { file: 'the-tool.tool.json', expected: { name: 'the-tool' } });
}

function bound(
  binding: BindingSettings,
  {
    auth = 'none',
    secret = '',
    folder = scratchProject().folder,
  }: { auth?: string; secret?: string; folder?: string } = {},
) {
  const environment = { PATH: process.env.PATH ?? '', SECRET: secret };
  const placeOf = fixedPlace(folder, environment);
  const vault = new Vault({ it: { env: 'SECRET' } }, { environment, placeOf });
  return { vault, tools: bindTools([toSpec(auth)], { 'the-tool': binding }, { vault, placeOf }) };
}

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    answer(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('how a bound tool shows who calls', () => {
  test('sends an API key in its header or query only', async () => {
    const key = 'key-with/odd?&=chars';
    const seen: (string | string[] | null | undefined)[] = [];
    const url = await serve((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
      seen.push(request.headers['x-key'] ?? searchParams.getAll('key'));
      response.end(`you asked ${request.url}`);
    });
    const http = { method: 'GET' as const, url: `${url}/{id}`, privateNetwork: true };
    for (const place of [{ header: 'x-key' }, { query: 'key' }]) {
      const { tools, vault } = bound(
        { http: { ...http, auth: { apiKey: { key: 'vault://it', ...place } } } },
        { auth: 'apiKey', secret: key },
      );
      const outcome = await callTool(tools, 'the-tool', { id: '1', key: 'of-the-model' });
      expect(outcome).toMatchObject({ status: 'ok' });
      expect(vault.secrets.clean(toText(outcome))).not.toContain('with/odd');
      expect(vault.secrets.clean(toText(outcome))).not.toContain('with%2Fodd');
    }
    expect(seen).toEqual([key, [key]]);
  });

  test('signs assertions that a token endpoint verifies', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const refused: string[] = [];
    /** Checks an assertion as an authorization server does: issuer, audience, expiry, single use. */
    const used = new Set<unknown>();
    const describeFault = (body: string, endpoint: string): string | undefined => {
      const form = new URLSearchParams(body);
      if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return 'grant_type';
      const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
      const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
      const { alg, kid } = read(header);
      if (alg !== 'RS256' || kid !== 'key-1') return 'header';
      const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }));
      if (!verify('RSA-SHA256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url')))
        return 'signature';
      const { iss, sub, aud, iat, exp, jti, scope } = read(claims);
      const now = Date.now() / 1_000;
      if (iss !== 'me@example' || sub !== 'somebody' || aud !== endpoint || scope !== 'read write')
        return 'claims';
      if (!(iat <= now && now < exp && exp - iat <= 3_600)) return 'time';
      if (used.has(jti)) return 'twice';
      used.add(jti);
      return undefined;
    };
    const url = await serve((request, response, body) => {
      if (request.url === '/token') {
        const wrong = describeFault(body, `${url}/token`);
        if (wrong) refused.push(wrong);
        response
          .writeHead(wrong ? 400 : 200)
          .end(JSON.stringify(wrong ? { error: body } : { access_token: 'the-access-token' }));
      } else
        response
          .writeHead(request.headers.authorization === 'Bearer the-access-token' ? 200 : 403)
          .end('fine');
    });
    const auth: AuthSettings = {
      serviceAccount: {
        tokenUrl: `${url}/token`,
        issuer: 'me@example',
        subject: 'somebody',
        keyId: 'key-1',
        algorithm: 'RS256',
        privateKey: 'vault://it',
      },
    };
    const http = { method: 'GET' as const, url: `${url}/x`, privateNetwork: true, auth };
    const good = bound({ http }, { auth: 'serviceAccount', secret: pem });
    expect(await callTool(good.tools, 'the-tool', {})).toMatchObject({
      status: 'ok',
      content: [{ text: 'fine' }],
    });
    expect(refused).toEqual([]);
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
    const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    for (const secret of [
      stranger.export({ type: 'pkcs8', format: 'pem' }).toString(),
      elliptic.export({ type: 'pkcs8', format: 'pem' }).toString(),
      'no key whatever',
    ]) {
      const { tools } = bound({ http }, { auth: 'serviceAccount', secret });
      const outcome = await callTool(tools, 'the-tool', {});
      expect(outcome).toMatchObject({ status: 'error', error: { code: 'auth_failed' } });
      // The endpoint's response contains the assertion.
      expect(JSON.stringify(outcome)).not.toContain('eyJ');
    }
    expect(refused).toContain('signature');
  });
});

describe('tools that are functions', () => {
  test('calls a module’s function with arguments and signal', async () => {
    const { folder } = scratchProject();
    writeFileSync(
      join(folder, 'tool.mjs'),
      `export default (args, { signal }) => ({ args, ends: signal instanceof AbortSignal });
       export const plain = () => 'plain words';
       export const nothing = async () => undefined;
       export const breaking = () => { throw new Error('it broke'); };
       export const value = 7;`,
    );
    const call = (binding: BindingSettings) =>
      callTool(bound(binding, { folder }).tools, 'the-tool', { a: 1 });
    const module = './tool.mjs';
    expect(await call({ module })).toMatchObject({
      status: 'ok',
      tainted: true,
      content: [{ text: '{"args":{"a":1},"ends":true}' }],
    });
    expect(toText(await call({ module, export: 'plain' }))).toBe('plain words');
    expect(toText(await call({ module, export: 'nothing' }))).toBe('null');
    expect(await call({ module, export: 'breaking' })).toMatchObject({
      status: 'error',
      tainted: true,
      error: { code: 'module_threw', message: 'it broke' },
    });
    for (const wrong of [
      { module, export: 'value' },
      { module, export: 'nowhere' },
      { module: './nowhere.mjs' },
    ])
      expect(await call(wrong)).toMatchObject({ status: 'error', error: { code: 'module_failed' } });
  });
});
