import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { circleQuery, taskQuery, topicQuery } from '../../read/queries.ts';
import { type Choice, Combobox } from '../components/combobox.tsx';
import { usePlaceChoices } from '../components/use-choices.ts';

/** A circle, a topic or a task, as the audit names it: `circles/poets`. */
export function PlacePicker({
  id,
  value,
  onChange,
}: {
  id: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation('office');
  const name = usePlaceName(value);
  const kinds = { circles: t('place.circles'), topics: t('place.topics'), tasks: t('place.tasks') };
  const usePlaces = (text: string, isLooking: boolean) => usePlaceChoices(text, isLooking, kinds);
  const chosen: Choice | undefined = value === '' ? undefined : { id: value, name };
  return (
    <Combobox id={id} chosen={chosen} useChoices={usePlaces} onChoose={(one) => onChange(one?.id ?? '')} />
  );
}

/** Returns the name of a place. */
export function usePlaceName(place: string): string {
  const [kind, id = ''] = place.split('/');
  const circle = useQuery({ ...circleQuery(id), enabled: kind === 'circles' && id !== '' });
  const topic = useQuery({ ...topicQuery(id), enabled: kind === 'topics' && id !== '' });
  const task = useQuery({ ...taskQuery(id), enabled: kind === 'tasks' && id !== '' });
  if (kind === 'circles') return circle.data?.circle.name ?? id;
  return kind === 'topics' ? (topic.data?.topic.title ?? id) : (task.data?.task.title ?? id);
}
