/** Kinds of content that an operator can mark as private. */
export const privateFields = ['prompts', 'messages', 'arguments', 'results'] as const;
export type PrivateField = (typeof privateFields)[number];
