import { generateKeyPairSync, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BindingSettings, decodeToolSpec, type ToolSpec } from '@agent-home/agent-runtime/definition';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fixedPlace } from '../processes/program-place.ts';
import { scratchProject } from '../testing/scratch-project.ts';
import { callTool, toText } from '../testing/tool-calls.ts';
import { Vault } from '../vault/vault.ts';
import { bindTools } from './bind-tools.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const environment = {
  PATH: process.env.PATH ?? '',
  CLIENT: 'the-secret-of-the-client',
  PEM: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

function toSpec(auth: string, outputsSchema: object = {}): ToolSpec {
  const spec = { inputsSchema: { type: 'object' }, outputsSchema, auth: { type: auth, scopes: ['read'] } };
  const metadata = { name: 'the-tool', owner: 'tests', version: '1.0.0' };
  const text = JSON.stringify({ apiVersion: 'agent.platform/v1', kind: 'Tool', metadata, spec });
  return decodeToolSpec(text, { file: 'the-tool.tool.json', expected: { name: 'the-tool' } });
}

function bound(binding: BindingSettings, spec = toSpec('none')) {
  const placeOf = fixedPlace(scratchProject().folder, environment);
  const vault = new Vault({ client: { env: 'CLIENT' }, pem: { env: 'PEM' } }, { environment, placeOf });
  return bindTools([spec], { 'the-tool': binding }, { vault, placeOf });
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

describe('bound tools', () => {
  test('a token is kept, and renewed once when refused', async () => {
    for (const kind of ['oauth2', 'serviceAccount'] as const) {
      const grants: string[] = [];
      let accepted = 1;
      const url = await serve((request, response, body) => {
        if (request.url === '/token') {
          grants.push(body);
          response.end(JSON.stringify({ access_token: `access-token-${grants.length}`, expires_in: 600 }));
          return;
        }
        const isGood = request.headers.authorization === `Bearer access-token-${accepted}`;
        response.writeHead(isGood ? 200 : 401).end('fine');
      });
      const tokenUrl = `${url}/token`;
      const auth =
        kind === 'oauth2'
          ? { oauth2: { tokenUrl, clientId: 'me', clientSecret: 'vault://client' } }
          : {
              serviceAccount: {
                tokenUrl,
                issuer: 'me',
                algorithm: 'ES256' as const,
                privateKey: 'vault://pem',
              },
            };
      const tools = bound(
        { http: { method: 'GET', url: `${url}/x`, privateNetwork: true, auth } },
        toSpec(kind),
      );
      for (const wanted of [1, 1, 2, 2]) {
        accepted = wanted;
        expect(await callTool(tools, 'the-tool', {})).toMatchObject({ status: 'ok' });
        expect(grants).toHaveLength(wanted);
      }
      expect(new URLSearchParams(grants[0]).get(kind === 'oauth2' ? 'scope' : 'grant_type')).toMatch(
        /^read$|jwt-bearer$/,
      );
      const assertion = new URLSearchParams(grants[0]).get('assertion')?.split('.');
      if (kind === 'serviceAccount')
        expect(
          verify(
            'sha256',
            Buffer.from(`${assertion?.[0]}.${assertion?.[1]}`),
            { key: publicKey, dsaEncoding: 'ieee-p1363' },
            Buffer.from(assertion?.[2] ?? '', 'base64url'),
          ),
        ).toBe(true);
    }
  });

  test('no argument leads a request to another place', async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url);
      response
        .writeHead(request.url?.includes('away') ? 302 : 200, { location: 'http://127.0.0.1:1/' })
        .end();
    });
    const http = { method: 'GET' as const, url: `${url}/items/{id}`, privateNetwork: true };
    const tools = bound({ http });
    for (const id of ['../../etc', 'a?b#c', '//elsewhere.example/', '@elsewhere.example'])
      expect(await callTool(tools, 'the-tool', { id })).toMatchObject({ status: 'ok' });
    expect(asked.every((path) => /^\/items\/[^/?#]+$/.test(path ?? ''))).toBe(true);
    for (const id of ['..', '.', ''])
      expect(await callTool(tools, 'the-tool', { id })).toMatchObject({
        error: { code: 'invalid_arguments' },
      });
    expect(await callTool(tools, 'the-tool', { id: 'away' })).toMatchObject({
      error: { code: 'http_redirect' },
    });
    for (const host of [
      url,
      'http://[::ffff:127.0.0.1]:1',
      'http://169.254.169.254',
      'http://localhost:1',
      'http://2130706433',
    ]) {
      const closed = bound({ http: { method: 'GET', url: `${host}/` } });
      expect([host, await callTool(closed, 'the-tool', {})]).toMatchObject([
        host,
        { error: { code: 'address_refused' } },
      ]);
    }
  });

  test('output that violates its schema is an error', async () => {
    const url = await serve((request, response) => {
      response
        .writeHead(request.url === '/500' ? 500 : 200)
        .end(request.url === '/good' ? '{"n":1}' : '{"n":"x"}');
    });
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const tools = bound(
      { http: { method: 'GET', url: `${url}/{at}`, privateNetwork: true } },
      toSpec('none', schema),
    );
    expect(await callTool(tools, 'the-tool', { at: 'good' })).toMatchObject({ status: 'ok', tainted: true });
    expect(await callTool(tools, 'the-tool', { at: 'bad' })).toMatchObject({
      error: { code: 'invalid_output' },
    });
    expect(await callTool(tools, 'the-tool', { at: '500' })).toMatchObject({
      error: { code: 'http_status' },
    });
  });

  test('a program gets its arguments as JSON or in place', async () => {
    const reading = bound({ command: [process.execPath, '-e', 'process.stdin.pipe(process.stdout)'] });
    expect(toText(await callTool(reading, 'the-tool', { a: '$(id)' }))).toBe('{"a":"$(id)"}');
    const placed = bound({ command: [process.execPath, '-e', 'console.log(process.argv[1])', '{a}'] });
    expect(toText(await callTool(placed, 'the-tool', { a: '$(id)' }))).toBe('$(id)\n');
    expect(await callTool(placed, 'the-tool', { a: '--eval=1' })).toMatchObject({
      error: { code: 'invalid_arguments' },
    });
  });
});
