import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadNeededWords } from './lazy-texts.ts';

export const languages = { en: 'English', zh: '中文' } as const;
export type Language = keyof typeof languages;

const loaders = {
  en: () => import('./en/index.ts'),
  zh: () => import('./zh/index.ts'),
};

const stored = 'agent-home-language';

/** Returns the language chosen on this machine, otherwise the browser's. */
function preferredLanguage(): Language {
  const chosen = localStorage.getItem(stored);
  if (chosen === 'en' || chosen === 'zh') return chosen;
  return navigator.languages.some((language) => language.toLowerCase().startsWith('zh')) &&
    !navigator.languages[0]?.toLowerCase().startsWith('en')
    ? 'zh'
    : 'en';
}

export async function setUpLanguage(): Promise<void> {
  await i18next.use(initReactI18next).init({
    fallbackLng: false,
    interpolation: { escapeValue: false },
    resources: {},
  });
  await chooseLanguage(preferredLanguage());
}

export async function chooseLanguage(language: Language): Promise<void> {
  const { texts } = await loaders[language]();
  for (const [namespace, resources] of Object.entries(texts)) {
    i18next.addResourceBundle(language, namespace, resources, true, true);
  }
  await loadNeededWords(language);
  i18next.options.defaultNS = 'common';
  await i18next.changeLanguage(language);
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  localStorage.setItem(stored, language);
}
