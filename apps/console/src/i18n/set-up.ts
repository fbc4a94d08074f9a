import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

export const languages = { en: 'English', zh: '中文' } as const;
export type Language = keyof typeof languages;

const loaders = {
  en: () => import('./en/index.ts'),
  zh: () => import('./zh/index.ts'),
};

/** Words of a page that few people open: they come with it. */
const later = {
  office: { en: () => import('./en/office.json'), zh: () => import('./zh/office.json') },
};
const wanted = new Set<keyof typeof later>();

const stored = 'agent-home-language';

/** As chosen on this machine before, else as the browser asks. */
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
  for (const name of wanted) await addLater(name, language);
  i18next.options.defaultNS = 'common';
  await i18next.changeLanguage(language);
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  localStorage.setItem(stored, language);
}

/** Has the words of a page that few people open, in the language that is chosen and in each that will be. */
export async function loadWords(name: keyof typeof later): Promise<void> {
  wanted.add(name);
  await addLater(name, i18next.language === 'zh' ? 'zh' : 'en');
}

async function addLater(name: keyof typeof later, language: Language): Promise<void> {
  const words = await later[name][language]();
  i18next.addResourceBundle(language, name, words.default, true, true);
}
