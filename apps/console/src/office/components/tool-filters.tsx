import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { useSettled } from './use-choices.ts';

/** Filters are stored in the address, so that a view can be shared and going back works. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [parameters, setParameters] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  const set = (name: Name, value: string) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return { values, set };
}

export function FilterRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search className="filters" aria-label={label}>
      {children}
    </search>
  );
}

/** Searches while the user types. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const settled = useSettled(typed);
  // Depends on typed text alone, because the callback is new at every render.
  const tell = useEffectEvent(() => {
    if (settled !== value) onChange(settled);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed last is what it waits for.
  useEffect(() => tell(), [settled]);
  return (
    <div className="field">
      <label htmlFor={id} className="small soft">
        {label}
      </label>
      <input
        id={id}
        type="search"
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}

export function FilterChoice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation('office');
  return (
    <label className="field">
      <span className="small soft">{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t('any')}</option>
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Filter by a picked item. */
export function FilterPicker({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className="small soft">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
