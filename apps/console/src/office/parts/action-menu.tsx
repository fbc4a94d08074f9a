import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionForm, type OfficeAction } from './action-form.tsx';

/** One of several actions, and its form. */
export function ActionMenu({ actions }: { actions: readonly OfficeAction[] }) {
  const { t } = useTranslation('office');
  const [chosen, setChosen] = useState('');
  const action = actions.find(({ id }) => id === chosen);
  return (
    <div className="stack-tight">
      <label className="field">
        <span className="small soft">{t('what_to_do')}</span>
        <select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">–</option>
          {actions.map(({ id }) => (
            <option key={id} value={id}>
              {t(`action.${id}`)}
            </option>
          ))}
        </select>
      </label>
      {action ? <ActionForm key={action.id} action={action} /> : null}
    </div>
  );
}
