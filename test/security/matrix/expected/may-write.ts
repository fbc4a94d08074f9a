import { isFloorRelation, type Relation } from '../dimensions.ts';
import type { FloorRow } from './floor-table.ts';

export function mayWrite(floor: FloorRow, ticket: 'message' | 'request', relation: Relation): boolean {
  if (ticket === 'request') return floor.requests === 'audience';
  if (floor.messages.includes('audience')) return true;
  if (floor.messages.includes('audience but past_speaker')) return relation !== 'past_speaker';
  return isFloorRelation(relation) && floor.messages.includes(relation);
}
