import { readFile } from 'node:fs/promises';
import { createMetrics } from '@agent-home/platform';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Rules {
  groups: { name: string; rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
}
interface Dashboard {
  uid: string;
  panels: { title: string; targets: { expr: string }[] }[];
}

const read = (file: string) => readFile(new URL(`../../../infra/${file}`, import.meta.url), 'utf8');

/** Returns every metric name that a scrape may contain. */
async function exposed(): Promise<Set<string>> {
  const metrics = await createMetrics().registry.getMetricsAsJSON();
  return new Set(
    metrics.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

function named(expressions: string[]): string[] {
  return [...new Set(expressions.flatMap((expression) => expression.match(/agent_home_\w+/g) ?? []))];
}

test('every metric of an alert or the dashboard exists', async () => {
  const rules = parse(await read('prometheus/rules.yml')) as Rules;
  const dashboard = JSON.parse(await read('grafana/agent-home.json')) as Dashboard;
  const alerts = rules.groups.flatMap((group) => group.rules);
  const names = await exposed();
  const asked = named([
    ...alerts.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]);
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((name) => !names.has(name))).toEqual([]);
  expect(alerts.filter(({ annotations }) => !annotations.summary || !annotations.action)).toEqual([]);
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
});

test('every alert has a case in which it fires alone', async () => {
  const rules = parse(await read('prometheus/rules.yml')) as Rules;
  const { tests } = parse(await read('prometheus/rules.test.yml')) as { tests: { name: string }[] };
  const alerts = rules.groups.flatMap((group) => group.rules.map(({ alert }) => alert));
  expect(tests.map(({ name }) => name)).toEqual(alerts);
});

test('the dashboard shows every metric there is', async () => {
  const dashboard = JSON.parse(await read('grafana/agent-home.json')) as Dashboard;
  const shown = named(dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));
  const metrics = await createMetrics().registry.getMetricsAsJSON();
  const missing = metrics.filter(({ name }) => !shown.some((one) => one.replace(/_bucket$/, '') === name));
  expect(missing.map(({ name }) => name)).toEqual([]);
});
