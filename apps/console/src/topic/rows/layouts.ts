import type { ModeName } from '@agent-home/modes';

/** Layout of the messages of a mode. */
export interface LineLayout {
  /** Replies are indented below their parent message. */
  isTree?: true;
  /** Dividers of messages: rounds, with their phase if it adds more than a number, or days. */
  dividedBy?: 'rounds' | 'rounds and phases' | 'days';
}

/** Modes without an entry list their messages in order. */
const layouts: { [Name in ModeName]?: LineLayout } = {
  threaded: { isTree: true },
  debate: { dividedBy: 'rounds and phases' },
  poetry_duel: { dividedBy: 'rounds' },
  daily_checkin: { dividedBy: 'days' },
};

export function getLayout(mode: string): LineLayout {
  return (Object.hasOwn(layouts, mode) ? layouts[mode as ModeName] : undefined) ?? {};
}
