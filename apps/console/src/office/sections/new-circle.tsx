import { circleEndpoints, requestTo } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { pagePaths } from '../../places/page-paths.ts';
import type { Field } from '../components/field.ts';
import { MadeForm } from '../components/made-form.tsx';
import { circlePolicy } from './circle-actions.ts';

const fields: readonly Field[] = [
  ...circlePolicy.map((field) => ({ ...field, required: field.name !== 'description' })),
  { name: 'listed', kind: 'flag', initial: true },
  { name: 'owner_id', kind: 'owner' },
  { name: 'circle_id', kind: 'text', longest: 63, called: 'new_id' },
];

export function NewCircle() {
  const { t } = useTranslation('office');
  return (
    <section className="stack-tight">
      <h2>{t('action.new_circle')}</h2>
      <MadeForm
        id="new_circle"
        fields={fields}
        change={(body) => ({ ...requestTo(circleEndpoints.found), body })}
        made={(answer, body) => ({
          name: String(body.name),
          href: pagePaths.circle((answer as { circle_id: string }).circle_id),
        })}
      />
    </section>
  );
}
