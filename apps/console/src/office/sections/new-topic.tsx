import type { ModeList } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Answer } from '../../parts/answer.tsx';
import { read } from '../../read/api.ts';
import { bodyOf, type Field, type FieldValues, initialValues } from '../parts/field.ts';
import { FieldInput } from '../parts/field-input.tsx';
import { type RulesSchema, ruleFields, rulesFrom } from '../parts/rules-schema.ts';
import { useAction } from '../parts/use-action.ts';
import { audienceFields } from './audience-fields.ts';

const common: readonly Field[] = [
  { name: 'topic_id', kind: 'text' },
  { name: 'title', kind: 'text', required: true },
  { name: 'opening_question', kind: 'long' },
  { name: 'timebox_minutes', kind: 'number' },
  { name: 'author_signature', kind: 'choice', options: ['optional', 'required'] },
  ...audienceFields,
];

/** Opens a topic; what its mode can be told is asked for as the mode itself describes it. */
export function NewTopic() {
  const modes = useQuery({
    queryKey: ['modes'],
    queryFn: ({ signal }) => read<ModeList>('/v1/public/modes', {}, signal),
  });
  return <Answer of={modes}>{(list) => <TopicForm modes={list.modes} />}</Answer>;
}

function TopicForm({ modes }: { modes: ModeList['modes'] }) {
  const { t } = useTranslation('office');
  const { t: ofTopics } = useTranslation('topic');
  const [modeName, setModeName] = useState(modes[0]?.name ?? '');
  const mode = modes.find(({ name }) => name === modeName);
  const fields = mode ? ruleFields(mode.rules_schema as RulesSchema) : [];
  const [values, setValues] = useState<FieldValues>(() => initialValues(common));
  const [rules, setRules] = useState<FieldValues>({});
  const [unreadable, setUnreadable] = useState(false);
  const [opened, setOpened] = useState<string>();
  const { run, isRunning, problem } = useAction((answer) =>
    setOpened((answer as { topic_id: string }).topic_id),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setOpened(undefined);
    setUnreadable(false);
    try {
      const given = rulesFrom(fields, { ...initialValues(fields), ...rules });
      const body = { ...bodyOf(common, values), mode: modeName, rules: given };
      run({ method: 'POST', path: '/v1/admin/topics', body });
    } catch {
      setUnreadable(true);
    }
  };
  return (
    <form className="stack-tight" onSubmit={submit} aria-label={t('action.new_topic')}>
      <label className="field">
        <span className="small soft">{t('field.mode')} *</span>
        <select
          value={modeName}
          onChange={(event) => {
            setModeName(event.target.value);
            setRules({});
          }}
        >
          {modes.map(({ name }) => (
            <option key={name} value={name}>
              {ofTopics(`mode.${name}`, { defaultValue: name })}
            </option>
          ))}
        </select>
      </label>
      {common
        .filter(({ when }) => !when || when(values))
        .map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
      {fields.length > 0 ? (
        <fieldset className="stack-tight fieldset">
          <legend>{t('rules')}</legend>
          {fields.map((field) => (
            <FieldInput
              key={`${modeName}/${field.name}`}
              field={field}
              value={rules[field.name] ?? initialValues([field])[field.name] ?? ''}
              onChange={(value) => setRules((before) => ({ ...before, [field.name]: value }))}
            />
          ))}
        </fieldset>
      ) : null}
      <div className="row">
        <button type="submit" className="button button-main" disabled={isRunning}>
          {t('action.new_topic')}
        </button>
        {opened ? (
          <span role="status">
            <Link href={`/topics/${opened}`}>{opened}</Link>
          </span>
        ) : null}
      </div>
      {unreadable ? (
        <p role="alert" className="notice notice-bad">
          {t('not_json')}
        </p>
      ) : null}
      {problem ? (
        <p role="alert" className="notice notice-bad">
          {problem}
        </p>
      ) : null}
    </form>
  );
}
