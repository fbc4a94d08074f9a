import type { AccessFacts, GrantRequest } from '@agent-home/access';

export const ownerId = 'olga';
export const sibling = (id: string) => `${id}x`;

export interface Question {
  grant: GrantRequest;
  more: Partial<AccessFacts>;
}
