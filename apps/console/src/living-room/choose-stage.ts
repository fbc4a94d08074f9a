import type { LivingRoom, Room } from '@agent-home/http-contract';

/** Modes that are made to be watched come first; the others are ordered by their latest message. */
const performances = [
  'crosstalk',
  'debate',
  'poetry_duel',
  'skit_chain',
  'roast_banter',
  'idiom_chain',
  'drum_pass',
  'turn_queue',
  'collab_roles',
  'limited_slots',
];

/**
 * Returns the topic on the stage: the present one stays until it has ended, and while it is hovered or focused.
 * Then the next one follows. A topic that the viewer may no longer see is removed at once.
 */
export function nextOnStage(
  current: Room | undefined,
  { rooms, endings }: Pick<LivingRoom, 'rooms' | 'endings'>,
  isHeld: boolean,
): Room | undefined {
  const same = rooms.find(({ topic_id: id }) => id === current?.topic_id);
  if (same) return same;
  const hasEnded = endings.some(({ topic_id: id }) => id === current?.topic_id);
  if (current && isHeld && hasEnded) return current;
  const rank = ({ mode, paused, lines }: Room) => {
    const place = performances.indexOf(mode);
    // A topic without messages is not worth watching.
    return (paused || lines.length === 0 ? 100 : 0) + (place < 0 ? performances.length : place);
  };
  return rooms.toSorted((one, other) => rank(one) - rank(other))[0];
}
