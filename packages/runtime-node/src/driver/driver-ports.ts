import type { MemoryStore, ModelPort, OutputValidators, RunWriter } from '@agent-home/runtime';
import type { Asking } from './asking.ts';
import type { EventBus } from './event-bus.ts';
import type { ToolBox } from './tool-box.ts';

export interface DriverPorts {
  writer: RunWriter;
  models: ModelPort;
  tools: ToolBox;
  /** Absent where nothing is remembered here. */
  memory: MemoryStore | undefined;
  /** Absent where no guardrail has a validator. */
  validators: OutputValidators | undefined;
  bus: EventBus;
  /** RFC 3339 in UTC with milliseconds. */
  now(): string;
  /** Aborted when the run is to be cancelled. */
  signal: AbortSignal;
  asking: Asking;
  log: (message: string, facts: Record<string, unknown>) => void;
}
