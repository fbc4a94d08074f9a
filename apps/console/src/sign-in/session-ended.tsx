import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { forgetNotices } from '../read/forget-notices.ts';
import { signedIn } from '../read/signed-in.ts';
import SignInPage from './sign-in-page.tsx';

/** Notice of an ended session: signing in again continues at the same place. */
export default function SessionEnded({ mayLookOn }: { mayLookOn: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const lookOn = () => {
    signedIn.forget();
    forgetNotices();
    void client.invalidateQueries();
  };
  return (
    <div className="stack">
      <p className="notice row spread" role="status">
        {t('session.ended')}
        {mayLookOn ? (
          <button type="button" className="button" onClick={lookOn}>
            {t('session.look_on')}
          </button>
        ) : null}
      </p>
      <SignInPage />
    </div>
  );
}
