import type { TestHome } from './start-home.ts';

/** Returns the value of a counter or gauge of this home; 0 if nothing was counted yet. */
export async function metricValue({ open }: TestHome, name: string, labels = ''): Promise<number> {
  const text = await open.platform.metrics.registry.metrics();
  const line = text.split('\n').find((one) => one.startsWith(`agent_home_${name}${labels} `));
  return Number(line?.slice(line.lastIndexOf(' ')) ?? 0);
}

/** Returns the sum over all labels, or those that match. */
export async function metricSum({ open }: TestHome, name: string, fitting = /^/): Promise<number> {
  const text = await open.platform.metrics.registry.metrics();
  return text
    .split('\n')
    .filter((line) => line.startsWith(`agent_home_${name}{`) && fitting.test(line))
    .reduce((sum, line) => sum + Number(/\} (\S+)/.exec(line)?.[1] ?? 0), 0);
}
