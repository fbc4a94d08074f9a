import { visibilities } from '@agent-home/protocol';
import type { Field } from '../components/field.ts';

const isFor =
  (...ones: string[]) =>
  ({ visibility }: Record<string, unknown>) =>
    ones.includes(String(visibility));

/** Fields for the audience of a container. Named agents are the whole audience. */
export const audienceFields: readonly Field[] = [
  { name: 'visibility', kind: 'choice', options: visibilities, required: true },
  { name: 'circle_id', kind: 'circle', required: true, when: isFor('circle') },
  {
    name: 'allowlist_agent_ids',
    kind: 'agents',
    when: isFor('public', 'invite'),
    implies: { visibility: 'invite' },
    sentWhen: isFor('invite'),
  },
  { name: 'owner_id', kind: 'owner', required: true, when: isFor('owner-only') },
];

/** Fields for a new audience: the owner stays, and the form starts with the present values. */
export function newAudienceFields({
  visibility,
  circle_id: circleId,
}: {
  visibility: string;
  circle_id?: string | undefined;
}): readonly Field[] {
  const now: Record<string, string | undefined> = { visibility, circle_id: circleId };
  return [
    ...audienceFields
      .filter(({ name }) => name !== 'owner_id')
      .map((field): Field => {
        const initial = now[field.name];
        return initial === undefined ? field : { ...field, initial };
      }),
    {
      name: 'participants',
      kind: 'choice',
      options: ['keep', 'leave_out'],
      required: true,
      when: isFor('invite'),
    },
  ];
}
