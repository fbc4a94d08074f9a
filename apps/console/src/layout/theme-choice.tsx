import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, chosenTheme, onThemeChosen, type Theme } from './theme.ts';

export function ThemeChoice({ id }: { id: string }) {
  const { t } = useTranslation();
  const theme = useSyncExternalStore(onThemeChosen, chosenTheme);
  return (
    <select id={id} value={theme} onChange={(event) => chooseTheme(event.target.value as Theme)}>
      {(['system', 'light', 'dark'] as const).map((one) => (
        <option key={one} value={one}>
          {t(`theme.${one}`)}
        </option>
      ))}
    </select>
  );
}
