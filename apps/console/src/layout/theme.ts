export type Theme = 'system' | 'light' | 'dark';

const stored = 'agent-home-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

export function chosenTheme(): Theme {
  const chosen = localStorage.getItem(stored);
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

const listeners = new Set<() => void>();

/** Calls the listener when another theme is chosen anywhere. */
export function onThemeChosen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(stored, theme);
  applyTheme();
  for (const listener of listeners) listener();
}

export function applyTheme(): void {
  const theme = chosenTheme();
  document.documentElement.dataset.theme =
    theme === 'dark' || (theme === 'system' && dark.matches) ? 'dark' : 'light';
}

dark.addEventListener('change', applyTheme);
