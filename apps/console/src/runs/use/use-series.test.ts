import { expect, test } from 'vitest';
import { toChart } from './use-series.ts';

const day = (date: string, cost: number) => ({ day: date, runs: 1, input_tokens: 2, output_tokens: 1, cost });

test('days without amounts are in the chart of amounts', () => {
  const chart = toChart(
    {
      from: '2026-02-27',
      until: '2026-03-02',
      agents: [{ agent_id: 'ada', days: [day('2026-02-27', 1), day('2026-03-01', 2)] }],
    },
    'cost',
  );
  expect(chart.days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  expect(chart.series).toEqual([{ agentId: 'ada', values: [1, 0, 2, 0], total: 3 }]);
});

test('small agents and those that the home left out are one sum', () => {
  const agents = Array.from({ length: 9 }, (_, index) => ({
    agent_id: `agent${index}`,
    days: [day('2026-03-01', index)],
  }));
  const { series } = toChart(
    {
      ...{ from: '2026-03-01', until: '2026-03-01', agents },
      others: { agents: 40, days: [day('2026-03-01', 0.5)] },
    },
    'cost',
  );
  expect(series.map(({ agentId }) => agentId)).toEqual([
    ...['agent8', 'agent7', 'agent6', 'agent5', 'agent4', 'agent3'],
    undefined,
  ]);
  expect(series.at(-1)?.total).toBe(3.5);
});

test('an agent without a price has tokens and no cost', () => {
  const use = {
    ...{ from: '2026-03-01', until: '2026-03-01' },
    agents: [{ agent_id: 'ada', days: [day('2026-03-01', 0)] }],
  };
  expect(toChart(use, 'cost').series).toEqual([]);
  expect(toChart(use, 'tokens').series[0]?.total).toBe(3);
});
