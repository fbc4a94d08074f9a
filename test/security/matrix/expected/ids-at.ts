import type { Relation } from '../dimensions.ts';
import { type FloorRow, floorTable, type MomentIds } from './floor-table.ts';

export function computeFloor(moment: string): FloorRow {
  const row = floorTable[moment];
  if (!row) throw new Error(`no row for ${moment}`);
  return row;
}

/** Returns the message ids that are current, past and future for this agent. */
export function idsAt(moment: string, relation: Relation): MomentIds {
  const { ids, idsOfPastSpeaker } = computeFloor(moment);
  return relation === 'past_speaker' ? (idsOfPastSpeaker ?? ids) : ids;
}
