import type { RunPage } from '@agent-home/agent-runtime/run-log';
import { memo, type ReactNode } from 'react';
import type { CopiedStep } from '../parts/copied.ts';
import { CallStep } from './call-step.tsx';
import { DecisionStep, EndStep, GuardrailStep, MemoryStep, MessageStep, NoteStep } from './plain-steps.tsx';
import { ResponseStep } from './response-step.tsx';
import { AgentStep, BranchesStep, EdgeStep, HandoffStep, NodeStep } from './team-steps.tsx';

/** One step of a run. */
export const Step = memo(function Step({ step, run }: { step: CopiedStep; run: RunPage }): ReactNode {
  const runId = run.run_id;
  switch (step.kind) {
    case 'message':
      return <MessageStep step={step} runId={runId} />;
    case 'response':
      return <ResponseStep step={step} runId={runId} />;
    case 'call':
      return <CallStep step={step} run={run} />;
    case 'decision':
      return <DecisionStep step={step} runId={runId} />;
    case 'agent':
      return <AgentStep step={step} runId={runId} />;
    case 'handoff':
      return <HandoffStep step={step} runId={runId} />;
    case 'node':
      return <NodeStep step={step} runId={runId} />;
    case 'branches':
      return <BranchesStep step={step} run={run} />;
    case 'edge':
      return <EdgeStep step={step} runId={runId} />;
    case 'guardrail':
      return <GuardrailStep step={step} runId={runId} />;
    case 'memory':
      return <MemoryStep step={step} runId={runId} />;
    case 'note':
      return <NoteStep step={step} runId={runId} />;
    case 'end':
      return <EndStep step={step} runId={runId} />;
  }
});
