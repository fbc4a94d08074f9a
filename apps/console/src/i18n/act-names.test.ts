import {
  agentActionSchema,
  circleActionSchema,
  moderationSchema,
  ownerScopes,
  personaDecisionSchema,
  taskChangeSchema,
  topicActionSchema,
  userActionSchema,
} from '@agent-home/http-contract';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import enMine from './en/mine.json' with { type: 'json' };
import en from './en/office.json' with { type: 'json' };
import zhMine from './zh/mine.json' with { type: 'json' };
import zh from './zh/office.json' with { type: 'json' };

/** Values of `action` in a request of several forms. */
function collectActions({
  options,
}: {
  options: readonly { shape: { action: z.ZodLiteral<string> } }[];
}): string[] {
  return options.flatMap(({ shape }) => [...shape.action.values]);
}

test('every action that a request can name has words in the audit log', () => {
  const actions: Record<string, string[]> = {
    agent: [
      ...collectActions(agentActionSchema),
      ...personaDecisionSchema.shape.decision.options.map((decision) => `persona_${decision}`),
    ],
    circle: collectActions(circleActionSchema),
    task: collectActions(taskChangeSchema),
    topic: [...collectActions(moderationSchema), ...collectActions(topicActionSchema)],
    user: collectActions(userActionSchema),
  };
  for (const { acts } of [en, zh])
    for (const [kind, names] of Object.entries(actions))
      expect([kind, Object.keys(acts.name[kind as keyof typeof acts.name])]).toEqual([
        kind,
        expect.arrayContaining(names),
      ]);
});

test('every scope of a token has words in the page of its owner', () => {
  for (const { tokens } of [enMine, zhMine])
    expect(Object.keys(tokens.scope).sort()).toEqual([...ownerScopes].sort());
});
