import { requestTo, taskEndpoints } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { pagePaths } from '../../places/page-paths.ts';
import type { Field } from '../components/field.ts';
import { MadeForm } from '../components/made-form.tsx';
import { audienceFields } from './audience-fields.ts';

const fields: readonly Field[] = [
  { name: 'title', kind: 'text', required: true, longest: 200 },
  { name: 'summary', kind: 'long', longest: 4_000 },
  ...audienceFields,
  { name: 'expected_outputs', kind: 'lines' },
  { name: 'timebox_hours', kind: 'number', unit: 'hours', minimum: 0, maximum: 8_760, fraction: true },
  { name: 'task_id', kind: 'text', longest: 63, called: 'new_id' },
];

export function NewTask() {
  const { t } = useTranslation('office');
  return (
    <section className="stack-tight">
      <h2>{t('action.new_task')}</h2>
      <MadeForm
        id="new_task"
        fields={fields}
        change={(body) => ({ ...requestTo(taskEndpoints.open), body })}
        made={(answer, body) => ({
          name: String(body.title),
          href: pagePaths.task((answer as { task_id: string }).task_id),
        })}
      />
    </section>
  );
}
