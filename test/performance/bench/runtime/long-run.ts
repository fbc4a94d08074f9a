import {
  createTool,
  getStart,
  okOutcome,
  type Played,
  playRun,
} from '../../../../packages/agent-runtime/src/testing/play-run.ts';

/** Plays a very long run: 24 rounds, each with two calls whose results have the length of a page. */
export function playLongRun(): Played {
  const { limits, model } = getStart();
  const page = 'A line of what a tool found, as long as lines are.\n'.repeat(20);
  const answers = Array.from({ length: 24 }, (_, round) => ({
    thought: `I look at part ${round}.`,
    calls: [0, 1].map((part) => ({ name: 'read_file', arguments: { path: `parts/${round}/${part}.txt` } })),
  }));
  return playRun({
    started: {
      limits: { ...limits, max_tool_calls: 100, max_tokens: 10_000_000 },
      model: { ...model, context_window: 1_000_000 },
    },
    tools: [
      createTool({
        parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
      }),
    ],
    answers: [...answers, { content: 'That was all of it.' }],
    outcome: ({ arguments: args }) => okOutcome(`${JSON.stringify(args)}\n${page}`),
  });
}
