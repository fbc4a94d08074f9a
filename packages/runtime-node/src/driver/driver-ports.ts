import type { ModelPort, OutputValidators, RunState, RunWriter } from '@agent-home/agent-runtime';
import type { PresentRules } from '@agent-home/agent-runtime/run-log';
import type { Asking } from './asking.ts';
import type { PolicyBundles } from './bundle-input.ts';
import type { Delegation } from './delegation.ts';
import type { EventBus } from './event-bus.ts';
import type { AgentPorts, Legs } from './legs.ts';

export interface DriverPorts {
  writer: RunWriter;
  models: ModelPort;
  /** Ports of the agent that is active when the driver begins. */
  atWork: AgentPorts;
  legs: Legs;
  delegation: Delegation;
  /** Absent where no guardrail has a validator. */
  validators: OutputValidators | undefined;
  bus: EventBus;
  /** RFC 3339 in UTC with milliseconds. */
  now(): string;
  /** Aborted to cancel the run. */
  signal: AbortSignal;
  asking: Asking;
  /** Rules at the time of a resumption; absent if only the original rules are known. */
  presentRules: ((state: RunState) => Promise<PresentRules>) | undefined;
  /** Certified policies of the run's identity; absent outside of a home. */
  policyBundles: PolicyBundles | undefined;
  log: (message: string, facts: Record<string, unknown>) => void;
}
