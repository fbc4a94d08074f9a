import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { change } from '../read/api.ts';
import { signedIn } from '../read/signed-in.ts';

/** Ends the session; whatever was read as somebody is forgotten. */
export function SignOutButton() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const signOut = async () => {
    signedIn.forget();
    await change('DELETE', '/v1/session');
    // What this browser keeps of ledgers was read as somebody too.
    indexedDB.deleteDatabase('agent-home-ledgers');
    await client.resetQueries();
    location.assign('/');
  };
  return (
    <button type="button" className="button" onClick={() => void signOut()}>
      {t('session.sign_out')}
    </button>
  );
}
