import { useTranslation } from 'react-i18next';
import { chooseLanguage, type Language, languages } from '../i18n/set-up.ts';

export function LanguageChoice({ id }: { id: string }) {
  const { i18n } = useTranslation();
  return (
    <select
      id={id}
      value={i18n.language}
      onChange={(event) => void chooseLanguage(event.target.value as Language)}
    >
      {Object.entries(languages).map(([language, name]) => (
        <option key={language} value={language} lang={language}>
          {name}
        </option>
      ))}
    </select>
  );
}
