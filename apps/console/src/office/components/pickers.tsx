import './pickers.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/icon.tsx';
import { nameOfAgent, useAgentNames } from '../../read/agent-names.ts';
import { circleQuery } from '../../read/queries.ts';
import { type Choice, ChoiceShown, Combobox } from './combobox.tsx';
import { useOwnerNames } from './owner-name.tsx';
import { useAgentChoices, useCircleChoices, useOwnerChoices } from './use-choices.ts';

interface Picking {
  id: string;
  value: string;
  onChange: (id: string) => void;
  required?: boolean;
  describedBy?: string | undefined;
}

export function AgentPicker({ value, onChange, ...rest }: Picking) {
  const getName = useAgentNames();
  const chosen: Choice | undefined = value === '' ? undefined : { id: value, name: getName(value) };
  return (
    <Combobox
      {...rest}
      chosen={chosen}
      useChoices={useAgentChoices}
      onChoose={(one) => onChange(one?.id ?? '')}
    />
  );
}

export function CirclePicker({ value, onChange, ...rest }: Picking) {
  const { data } = useQuery({ ...circleQuery(value), enabled: value !== '' });
  const chosen = value === '' ? undefined : { id: value, name: data?.circle.name ?? value };
  return (
    <Combobox
      {...rest}
      chosen={chosen}
      useChoices={useCircleChoices}
      onChoose={(one) => onChange(one?.id ?? '')}
    />
  );
}

export function OwnerPicker({ value, onChange, ...rest }: Picking) {
  const getName = useOwnerNames();
  const chosen = value === '' ? undefined : { id: value, name: getName(value) };
  return (
    <Combobox
      {...rest}
      chosen={chosen}
      useChoices={useOwnerChoices}
      onChoose={(one) => onChange(one?.id ?? '')}
    />
  );
}

/** Picker for several agents: the chosen ones are listed above, each with a button to remove it. */
export function AgentsPicker({
  id,
  values,
  onChange,
  describedBy,
  required = false,
}: {
  id: string;
  values: readonly string[];
  onChange: (ids: string[]) => void;
  describedBy?: string | undefined;
  required?: boolean;
}) {
  const { t } = useTranslation('office');
  useAgentNames();
  const useOthers = (text: string, isLooking: boolean) => {
    const found = useAgentChoices(text, isLooking);
    return { ...found, choices: found.choices.filter((choice) => !values.includes(choice.id)) };
  };
  return (
    <div className="stack-tight">
      {values.length > 0 ? (
        <ul className="picked">
          {values.map((value) => (
            <li key={value} className="picked-one">
              <ChoiceShown choice={{ id: value, name: nameOfAgent(value), hasFace: true }} />
              <button
                type="button"
                className="picked-out"
                aria-label={t('take_out', { name: nameOfAgent(value) })}
                onClick={() => {
                  onChange(values.filter((one) => one !== value));
                  document.getElementById(id)?.focus();
                }}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Combobox
        id={id}
        chosen={undefined}
        useChoices={useOthers}
        onChoose={(one) => one && onChange([...values, one.id])}
        describedBy={describedBy}
        placeholder={t('add_agent')}
        required={required && values.length === 0}
        staysOpen
      />
    </div>
  );
}
