import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { usePageTitle } from './page-title.ts';

export function NotFoundPage() {
  const { t } = useTranslation();
  usePageTitle(t('not_found.title'));
  return (
    <div className="stack not-found">
      <h1>{t('not_found.title')}</h1>
      <p>{t('not_found.text')}</p>
      <p>
        <Link href="/">{t('not_found.back')}</Link>
      </p>
    </div>
  );
}
