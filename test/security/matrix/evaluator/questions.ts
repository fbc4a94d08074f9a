import type { AccessFacts } from '@agent-home/access';
import type { GrantRequest } from '@agent-home/protocol';

export const ownerId = 'olga';
export const sibling = (id: string) => `${id}x`;

export interface Question {
  grant: GrantRequest;
  more: Partial<AccessFacts>;
}
