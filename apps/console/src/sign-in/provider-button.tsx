import { requestTo, sessionEndpoints } from '@agent-home/http-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../components/problem-text.ts';
import { change } from '../read/api.ts';

/** Signs in at the OpenID provider of this home, with the invitation of a link if there is one. */
export function ProviderButton({
  name,
  invitation,
  back,
}: {
  name: string;
  invitation?: string;
  back: string;
}) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [problem, setProblem] = useState<unknown>();
  const begin = async () => {
    setProblem(undefined);
    try {
      const body = { back, ...(invitation === undefined ? {} : { invitation }) };
      const { url } = await change<{ url: string }>({ ...requestTo(sessionEndpoints.beginOpenId), body });
      location.assign(url);
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <>
      {invitation === undefined ? null : <p>{t('session.invited')}</p>}
      <button type="button" className="button button-main" onClick={() => void begin()}>
        {t('session.sign_in_at', { name })}
      </button>
      {problem === undefined ? null : (
        <p role="alert" className="notice notice-bad">
          {problemText(problem)}
        </p>
      )}
    </>
  );
}

/** Returns the secret of an invitation link. It follows `#`, because browsers send the fragment to no server. */
export function invitationIn(hash: string): string | undefined {
  return /^#invitation=([A-Za-z0-9_-]{43})$/.exec(hash)?.[1];
}
