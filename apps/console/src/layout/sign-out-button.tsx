import { useTranslation } from 'react-i18next';
import { useSignOut } from './use-sign-out.ts';

export function SignOutButton() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  return (
    <button type="button" className="button" onClick={signOut}>
      {t('session.sign_out')}
    </button>
  );
}
