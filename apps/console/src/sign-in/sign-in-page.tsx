import { requestTo, sessionEndpoints } from '@agent-home/http-contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import { problemCode, useProblemText } from '../components/problem-text.ts';
import { usePageTitle } from '../layout/page-title.ts';
import { change } from '../read/api.ts';
import { Problem } from '../read/problem.ts';
import { viewerQuery } from '../read/queries.ts';
import { invitationIn, ProviderButton } from './provider-button.tsx';

export default function SignInPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  usePageTitle(t('session.sign_in'));
  const [location, navigate] = useLocation();
  const [parameters] = useSearchParams();
  const [token, setToken] = useState('');
  const problemText = useProblemText();
  const [problem, setProblem] = useState<unknown>(() => refusedBefore(parameters.get('problem')));
  const provider = useQuery(viewerQuery).data?.sign_in_at;
  const invitation = invitationIn(globalThis.location.hash);
  const back = placeOfOurs(parameters.get('back'));
  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(undefined);
    try {
      await change({ ...requestTo(sessionEndpoints.signIn), body: { token: token.trim() } });
      await client.resetQueries();
      // If this page is shown in place of another page, that page replaces it without navigation.
      if (location === '/sign-in') navigate(back, { replace: true });
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <form
      className="card stack"
      style={{ maxWidth: '28rem', margin: '0 auto' }}
      onSubmit={(e) => void signIn(e)}
    >
      <h1>{t('session.title')}</h1>
      {provider === undefined ? null : (
        <ProviderButton
          name={provider}
          back={location === '/sign-in' ? back : location}
          {...(invitation === undefined ? {} : { invitation })}
        />
      )}
      <div className="field">
        <label htmlFor="token">{t('session.token')}</label>
        <input
          id="token"
          type="password"
          autoComplete="current-password"
          required
          value={token}
          onChange={(event) => setToken(event.target.value)}
          aria-describedby="token-hint"
        />
        <span id="token-hint" className="small soft">
          {t('session.token_hint')}
        </span>
      </div>
      {problem === undefined ? null : (
        <p role="alert" className="notice notice-bad">
          {refusesToken(problem) ? t('session.token_refused') : problemText(problem)}
        </p>
      )}
      <button type="submit" className={provider === undefined ? 'button button-main' : 'button'}>
        {t('session.sign_in')}
      </button>
    </form>
  );
}

/** Returns the provider's refusal, with which the home redirects to this page. */
function refusedBefore(code: string | null): Problem | undefined {
  return code === null ? undefined : new Problem(code, 401, code);
}

/** True for a token that the home does not know, and for text that does not have the form of a token. */
function refusesToken(problem: unknown): boolean {
  return ['unauthenticated', 'invalid_request'].includes(problemCode(problem));
}

/** Accepts only a path of this web UI, because an attacker may have written the address. */
function placeOfOurs(wished: string | null): string {
  if (wished === null || !URL.canParse(wished, location.origin)) return '/';
  const { origin, pathname, search } = new URL(wished, location.origin);
  return origin === location.origin && !pathname.startsWith('//') ? `${pathname}${search}` : '/';
}
