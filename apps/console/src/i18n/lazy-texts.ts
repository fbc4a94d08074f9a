import i18next from 'i18next';

/** Namespaces that the first page does not need; each is loaded together with its component. */
export const laterWords = {
  en: {
    fleet: () => import('./en/fleet.json'),
    glossary: () => import('./en/glossary.json'),
    mine: () => import('./en/mine.json'),
    office: () => import('./en/office.json'),
    palette: () => import('./en/palette.json'),
    runs: () => import('./en/runs.json'),
    specs: () => import('./en/specs.json'),
  },
  zh: {
    fleet: () => import('./zh/fleet.json'),
    glossary: () => import('./zh/glossary.json'),
    mine: () => import('./zh/mine.json'),
    office: () => import('./zh/office.json'),
    palette: () => import('./zh/palette.json'),
    runs: () => import('./zh/runs.json'),
    specs: () => import('./zh/specs.json'),
  },
} as const;

type Language = keyof typeof laterWords;

export type LaterNamespace = keyof (typeof laterWords)['en'];

const needed = new Set<LaterNamespace>();

/** Loads namespaces, also for languages that are chosen later. Await it before rendering components that use them. */
export async function needWords(...namespaces: LaterNamespace[]): Promise<void> {
  for (const namespace of namespaces) needed.add(namespace);
  await loadNeededWords(i18next.language as Language);
}

export async function loadNeededWords(language: Language): Promise<void> {
  const missing = [...needed].filter((namespace) => !i18next.hasResourceBundle(language, namespace));
  await Promise.all(
    missing.map(async (namespace) => {
      const { default: words } = await laterWords[language][namespace]();
      i18next.addResourceBundle(language, namespace, words, true, true);
    }),
  );
}
