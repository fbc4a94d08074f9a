import * as client from 'openid-client';
import { ApiError } from '../errors/api-error.ts';

/** OpenID provider at which named users sign in. */
export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  /** Without a secret the client is public: only PKCE binds the code to it. */
  clientSecret: string | undefined;
  /** Words on the button of the sign-in page. */
  name: string;
}

/** Secrets of one sign-in under way. They are kept by the browser that began it. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

export interface VerifiedIdentity {
  issuer: string;
  subject: string;
  name: string;
}

/** Relying party of one provider. Its metadata is read at the first sign-in and then kept. */
export class OpenIdClient {
  readonly #options: OpenIdOptions;
  #configuration: Promise<client.Configuration> | undefined;

  constructor(options: OpenIdOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  /**
   * Fails the start for settings that can never work. A provider that does not respond now may respond later.
   * @throws ProviderMismatchError
   */
  async requireIssuer(): Promise<void> {
    await this.#discovered().catch((error: unknown) => {
      const cause = error instanceof ApiError ? error.cause : error;
      if (isMismatch(cause)) throw new ProviderMismatchError(this.#options.issuer);
    });
  }

  /**
   * Begins a sign-in. Returns the URL to send the browser to, and the secrets that its return is checked against.
   * @throws ApiError `provider_unavailable`
   */
  async begin(redirectUri: string): Promise<{ url: string; secrets: SignInSecrets }> {
    const configuration = await this.#discovered();
    const secrets = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid profile',
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, secrets };
  }

  /**
   * Exchanges the code of a redirect for the claims of its ID token. State, nonce, issuer, audience, signature and PKCE
   * are checked by the library. @throws ApiError `sign_in_failed`, `provider_unavailable`
   */
  async finish(redirect: URL, secrets: SignInSecrets): Promise<VerifiedIdentity> {
    const configuration = await this.#discovered();
    const tokens = await client
      .authorizationCodeGrant(configuration, redirect, {
        pkceCodeVerifier: secrets.verifier,
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        idTokenExpected: true,
      })
      .catch((error: unknown) => {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
        throw new ApiError(
          'sign_in_failed',
          `the response of the provider does not match this sign-in (${code}); sign in again`,
        );
      });
    const claims = tokens.claims();
    if (claims === undefined)
      throw new ApiError('sign_in_failed', 'the provider sent no ID token; sign in again');
    const { iss: issuer, sub: subject, name, preferred_username: username } = claims;
    const shown = [name, username].find((one): one is string => typeof one === 'string' && one !== '');
    return { issuer, subject, name: shown ?? subject };
  }

  /** Returns the URL that ends the session at the provider; undefined if it offers none. */
  async endUrl(returnTo: string): Promise<string | undefined> {
    const configuration = await this.#discovered().catch(() => undefined);
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined;
    return client.buildEndSessionUrl(configuration, {
      client_id: this.#options.clientId,
      post_logout_redirect_uri: returnTo,
    }).href;
  }

  /** A failed discovery is tried again at the next sign-in. */
  #discovered(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#options;
    const url = new URL(issuer);
    this.#configuration ??= client
      .discovery(
        url,
        clientId,
        undefined,
        clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret),
        // Settings allow plain HTTP only for this machine.
        { execute: url.protocol === 'http:' ? [client.allowInsecureRequests] : [], timeout: 10 },
      )
      .catch((error: unknown) => {
        this.#configuration = undefined;
        throw new ApiError(
          'provider_unavailable',
          `the OpenID provider ${url.origin} does not match AGENT_HOME_OIDC_ISSUER (${error instanceof Error ? error.name : 'unknown'})`,
          { cause: error },
        );
      });
    return this.#configuration;
  }
}

/** The configured address responds, but is not the configured issuer. */
export class ProviderMismatchError extends Error {
  override readonly name = 'ProviderMismatchError';
  readonly code = 'provider_mismatch';

  constructor(issuer: string) {
    super(
      `${new URL(issuer).origin} is not an OpenID provider with the issuer of AGENT_HOME_OIDC_ISSUER: copy the issuer from its openid-configuration, or remove the variable`,
    );
  }
}

/** True for a response that will not change over time: another issuer, no metadata, or a status below 500. */
function isMismatch(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return false;
  const status = error.cause instanceof Response ? error.cause.status : 200;
  return error.code.startsWith('OAUTH_') && !error.code.includes('TIMEOUT') && status < 500;
}
