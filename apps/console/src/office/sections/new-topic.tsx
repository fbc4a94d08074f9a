import { type ModeList, modeEndpoints, requestTo, topicEndpoints } from '@agent-home/http-contract';
import { pagePaths } from '../../places/page-paths.ts';
import './new-topic.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { ModeGlyph } from '../../components/mode-glyph.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { read } from '../../read/api.ts';
import { type Field, type FieldValues, getBody, initialValues } from '../components/field.ts';
import { MadeForm } from '../components/made-form.tsx';
import { type RulesSchema, ruleFields } from '../components/rules-schema.ts';
import { audienceFields } from './audience-fields.ts';
import { RulesForm } from './rules-form.tsx';

const common: readonly Field[] = [
  { name: 'title', kind: 'text', required: true, longest: 200 },
  ...audienceFields,
  { name: 'opening_question', kind: 'long', longest: 2_000 },
  { name: 'timebox_minutes', kind: 'number', unit: 'minutes', minimum: 1, maximum: 525_600, isRare: true },
  {
    name: 'author_signature',
    kind: 'choice',
    options: ['optional', 'required'],
    without: 'as_usual',
    isRare: true,
  },
  { name: 'topic_id', kind: 'text', longest: 63, called: 'new_id', isRare: true },
];

/** Form for a new topic, with the rules of its mode. */
export function NewTopic() {
  const { t } = useTranslation('office');
  const modes = useQuery({
    queryKey: ['modes'],
    queryFn: ({ signal }) => read(modeEndpoints.list, {}, signal),
  });
  return (
    <section className="stack-tight">
      <h2>{t('action.new_topic')}</h2>
      <QueryResult of={modes}>{(list) => <TopicForm modes={list.modes} />}</QueryResult>
    </section>
  );
}

function TopicForm({ modes }: { modes: ModeList['modes'] }) {
  const [given] = useSearchParams();
  const [modeName, setModeName] = useState(given.get('mode') ?? modes[0]?.name ?? '');
  const mode = modes.find(({ name }) => name === modeName);
  const fields = mode ? ruleFields(mode.rules_schema as RulesSchema, mode.name) : [];
  const [rules, setRules] = useState<FieldValues>({});
  const values = { ...initialValues(fields), ...rules };
  return (
    <MadeForm
      id="new_topic"
      fields={common}
      change={(body) => ({
        ...requestTo(topicEndpoints.open),
        body: { ...body, mode: modeName, rules: getBody(fields, values) },
      })}
      made={(answer, body) => ({
        name: String(body.title),
        href: pagePaths.topic((answer as { topic_id: string }).topic_id),
      })}
      more={
        <RulesForm
          key={modeName}
          fields={fields}
          values={values}
          onChange={(name, value) => setRules((before) => ({ ...before, [name]: value }))}
        />
      }
    >
      <ModeChoice
        modes={modes}
        chosen={modeName}
        onChoose={(name) => {
          setModeName(name);
          setRules({});
        }}
      />
    </MadeForm>
  );
}

/** Modes with their drawings, chosen like radio buttons. */
function ModeChoice({
  modes,
  chosen,
  onChoose,
}: {
  modes: ModeList['modes'];
  chosen: string;
  onChoose: (name: string) => void;
}) {
  const { t } = useTranslation('office');
  const { t: ofTopics } = useTranslation('topic');
  return (
    <fieldset className="office-several mode-choice">
      <legend>{t('column.mode')}</legend>
      <div className="mode-choices">
        {modes.map(({ name }) => (
          <label key={name} className="mode-choice-one">
            <input
              type="radio"
              name="mode"
              value={name}
              checked={name === chosen}
              onChange={() => onChoose(name)}
            />
            <ModeGlyph mode={name} size={20} />
            <span>{ofTopics(`mode.${name}`, { defaultValue: name })}</span>
          </label>
        ))}
      </div>
      <p className="small soft">{t(`gallery.${chosen}`, { ns: 'living', defaultValue: '' })}</p>
    </fieldset>
  );
}
