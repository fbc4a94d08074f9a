import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Bounds in seconds for what a person or an agent waits for. */
export const quick = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Bounds in seconds for what happens in the background. */
export const slow = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];

/** Makes metrics of one registry, all named `agent_home_…`. */
export function metersOf(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name: `agent_home_${name}`, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name: `agent_home_${name}`, help, labelNames, registers }),
    histogram: <Label extends string>(
      name: string,
      help: string,
      buckets = quick,
      labelNames: Label[] = [],
    ) =>
      new Histogram({
        ...{ name: `agent_home_${name}`, help, buckets, labelNames, registers },
        enableExemplars: true,
      }),
  };
}
export type Meters = ReturnType<typeof metersOf>;
