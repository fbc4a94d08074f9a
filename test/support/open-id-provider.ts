import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { freePort } from '@agent-home/local-postgres';
import { Provider } from 'oidc-provider';

export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Subject that signs in next. */
  subject: string;
  close(): Promise<void>;
}

/** Starts a real OpenID provider on this machine that signs in `subject` without a form, and needs no consent. */
export async function startOpenIdProvider(redirectUri: string): Promise<TestProvider> {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const [clientId, clientSecret] = ['agent-home', 'a secret of this test alone'];
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [`${new URL(redirectUri).origin}/`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['of this test'] },
    jwks: {
      keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })],
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, name: `Name of ${sub}`, email: 'same@example.org', email_verified: true }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
  });
  const running = { issuer, clientId, clientSecret, subject: 'nobody' };
  const handle = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
    void (async () => {
      const { params, prompt, session } = await provider.interactionDetails(request, response);
      if (prompt.name === 'login') {
        const result = { login: { accountId: running.subject } };
        return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
      }
      const grant = new provider.Grant({
        accountId: session?.accountId ?? '',
        clientId: String(params.client_id),
      });
      grant.addOIDCScope(String(params.scope));
      const result = { consent: { grantId: await grant.save() } };
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(Number(new URL(issuer).port), '127.0.0.1', resolve);
  });
  return Object.assign(running, {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
