import {
  agentActionSchema,
  circleActionSchema,
  moderationSchema,
  personaDecisionSchema,
  taskChangeSchema,
  topicActionSchema,
  userActionSchema,
} from '@agent-home/http-contract';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import en from './en/office.json' with { type: 'json' };
import zh from './zh/office.json' with { type: 'json' };

/** Values of `action` in a request of several forms. */
function actionsOf({
  options,
}: {
  options: readonly { shape: { action: z.ZodLiteral<string> } }[];
}): string[] {
  return options.flatMap(({ shape }) => [...shape.action.values]);
}

test('every action that a request can name has words in the audit log', () => {
  const actions: Record<string, string[]> = {
    agent: [
      ...actionsOf(agentActionSchema),
      ...personaDecisionSchema.shape.decision.options.map((decision) => `persona_${decision}`),
    ],
    circle: actionsOf(circleActionSchema),
    task: actionsOf(taskChangeSchema),
    topic: [...actionsOf(moderationSchema), ...actionsOf(topicActionSchema)],
    user: actionsOf(userActionSchema),
  };
  for (const { acts } of [en, zh])
    for (const [kind, names] of Object.entries(actions))
      expect([kind, Object.keys(acts.name[kind as keyof typeof acts.name])]).toEqual([
        kind,
        expect.arrayContaining(names),
      ]);
});
