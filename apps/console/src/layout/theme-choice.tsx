import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, chosenTheme, type Theme } from './theme.ts';

export function ThemeChoice({ id }: { id: string }) {
  const { t } = useTranslation();
  const [theme, setTheme] = useState(chosenTheme);
  const choose = (chosen: Theme) => {
    chooseTheme(chosen);
    setTheme(chosen);
  };
  return (
    <select id={id} value={theme} onChange={(event) => choose(event.target.value as Theme)}>
      {(['system', 'light', 'dark'] as const).map((one) => (
        <option key={one} value={one}>
          {t(`theme.${one}`)}
        </option>
      ))}
    </select>
  );
}
