import type { OfficeHealth, OfficeHealthHistory } from '@agent-home/http-contract';
import type { Platform } from '../../foundation/platform/platform.ts';

const everySeconds = 60;
/** Six hours. */
const keptAtMost = 360;

export interface HealthHistory {
  show(): OfficeHealthHistory;
  stop(): void;
}

/**
 * Samples the home's health every minute and keeps the last hours in this process, as a history for homes
 * without a metrics server. Does not keep the process alive.
 */
export function keepHealthHistory(
  platform: Pick<Platform, 'now' | 'log'>,
  readHealth: () => Promise<OfficeHealth>,
): HealthHistory {
  const seen: OfficeHealthHistory['seen'] = [];
  const startedAt = platform.now().toISOString();
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const { versions: _, ...health } = await readHealth();
      seen.push(health);
      if (seen.length > keptAtMost) seen.shift();
    } catch (error) {
      platform.log.debug({ err: error }, 'health could not be read for its history');
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), everySeconds * 1000);
  timer.unref();
  return {
    show: () => ({
      since: seen.length === keptAtMost ? (seen[0]?.measured_at ?? startedAt) : startedAt,
      every_seconds: everySeconds,
      seen: [...seen],
    }),
    stop: () => clearInterval(timer),
  };
}
