/**
 * The least time on the processor that `act` took in five attempts, in milliseconds: a machine that does other things makes
 * everything late, and nothing busy.
 */
export function processorMs(act: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    act();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}
