export { Agent, type AgentOptions, type FileOptions, type ModelOptions } from './agent.ts';
export { AgentError, type AgentErrorCode, agentErrorCodes } from './agent-error.ts';
export type { ApprovalRequest, OnApproval } from './approvals.ts';
export { type AgentRun, type RunOptions, run } from './run.ts';
export type { RunEvent } from './run-events.ts';
export type { RunResult, RunUsage } from './run-result.ts';
export { type Tool, type ToolContext, type ToolOptions, tool } from './tool.ts';
export type { TraceOptions } from './trace.ts';
