import type { CommandDefinition } from '../command-line/define-command.ts';
import { approvalsApprove } from './agents/approvals/approve.command.ts';
import { approvalsDeny } from './agents/approvals/deny.command.ts';
import { approvalsList } from './agents/approvals/list.command.ts';
import { approvalsSettle } from './agents/approvals/settle.command.ts';
import { approvalsShow } from './agents/approvals/show.command.ts';
import { ask } from './agents/ask.command.ts';
import { agentsBatch } from './agents/batch.command.ts';
import { agentsContextClear } from './agents/context-clear.command.ts';
import { agentsContextExport } from './agents/context-export.command.ts';
import { agentsContextList } from './agents/context-list.command.ts';
import { agentsContextShow } from './agents/context-show.command.ts';
import { agentsCreate } from './agents/create.command.ts';
import { agentsDelete } from './agents/delete.command.ts';
import { agentsDoctor } from './agents/doctor.command.ts';
import { agentsEdit } from './agents/edit.command.ts';
import { explainCall } from './agents/explain-call.command.ts';
import { agentsGraphReplay } from './agents/graph-replay.command.ts';
import { agentsGraphVisualize } from './agents/graph-visualize.command.ts';
import { agentsImport } from './agents/import.command.ts';
import { agentsList } from './agents/list.command.ts';
import { agentsMcpImport } from './agents/mcp-import.command.ts';
import { agentsMcpLogin } from './agents/mcp-login.command.ts';
import { agentsMcpLogout } from './agents/mcp-logout.command.ts';
import { agentsMemoryForget } from './agents/memory-forget.command.ts';
import { agentsMemoryList } from './agents/memory-list.command.ts';
import { agentsMemoryShow } from './agents/memory-show.command.ts';
import { agentsRoutes } from './agents/routes.command.ts';
import { agentsRun } from './agents/run.command.ts';
import { runsCancel } from './agents/runs/cancel.command.ts';
import { runsDag } from './agents/runs/dag.command.ts';
import { runsFork } from './agents/runs/fork.command.ts';
import { runsGuardrails } from './agents/runs/guardrails.command.ts';
import { runsList } from './agents/runs/list.command.ts';
import { runsReplay } from './agents/runs/replay.command.ts';
import { runsResume } from './agents/runs/resume.command.ts';
import { runsShow } from './agents/runs/show.command.ts';
import { runsVerify } from './agents/runs/verify.command.ts';
import { runsWatch } from './agents/runs/watch.command.ts';
import { specsDelete } from './agents/specs/delete.command.ts';
import { specsGet } from './agents/specs/get.command.ts';
import { specsList } from './agents/specs/list.command.ts';
import { specsRegister } from './agents/specs/register.command.ts';
import { specsShow } from './agents/specs/show.command.ts';
import { specsValidate } from './agents/specs/validate.command.ts';
import { agentsTraceExport } from './agents/trace-export.command.ts';
import { agentsTrust } from './agents/trust.command.ts';
import { agentsValidate } from './agents/validate.command.ts';
import { api } from './home/api.command.ts';
import { backup } from './home/backup.command.ts';
import { bucketProtect } from './home/bucket-protect.command.ts';
import { completion } from './home/completion.command.ts';
import { conformanceClient } from './home/conformance/client.command.ts';
import { conformanceServer } from './home/conformance/server.command.ts';
import { doctor } from './home/doctor.command.ts';
import { eventsList } from './home/events-list.command.ts';
import { eventsReplay } from './home/events-replay.command.ts';
import { eventsShow } from './home/events-show.command.ts';
import { explain } from './home/explain.command.ts';
import { join } from './home/join.command.ts';
import { keysFingerprint } from './home/keys-fingerprint.command.ts';
import { keysHandOver } from './home/keys-hand-over.command.ts';
import { keysInit } from './home/keys-init.command.ts';
import { keysProve } from './home/keys-prove.command.ts';
import { keysRotate } from './home/keys-rotate.command.ts';
import { lifecycleApply } from './home/lifecycle-apply.command.ts';
import { lifecycleShow } from './home/lifecycle-show.command.ts';
import { live } from './home/live.command.ts';
import { mcp } from './home/mcp.command.ts';
import { modelEmulator } from './home/model-emulator.command.ts';
import { ossEmulator } from './home/oss-emulator.command.ts';
import { restore } from './home/restore.command.ts';
import { tokenCreate } from './home/token-create.command.ts';
import { topicRead } from './home/topic-read.command.ts';
import { topicReplay } from './home/topic-replay.command.ts';
import { topicWatch } from './home/topic-watch.command.ts';
import { up } from './home/up.command.ts';
import { worker } from './home/worker.command.ts';

/** All commands, in the order of the help. A new command is one more line. */
export const allCommands: readonly CommandDefinition[] = [
  up,
  api,
  worker,
  ossEmulator,
  modelEmulator,
  keysInit,
  keysRotate,
  keysHandOver,
  keysProve,
  keysFingerprint,
  tokenCreate,
  backup,
  restore,
  lifecycleShow,
  lifecycleApply,
  bucketProtect,
  doctor,
  explain,
  eventsList,
  eventsShow,
  eventsReplay,
  topicWatch,
  topicRead,
  topicReplay,
  agentsRun,
  agentsBatch,
  agentsList,
  agentsValidate,
  agentsTrust,
  agentsDoctor,
  agentsCreate,
  agentsEdit,
  agentsDelete,
  agentsImport,
  agentsMcpImport,
  agentsMcpLogin,
  agentsMcpLogout,
  agentsMemoryList,
  agentsMemoryShow,
  agentsMemoryForget,
  agentsTraceExport,
  agentsGraphVisualize,
  agentsGraphReplay,
  ask,
  agentsRoutes,
  agentsContextList,
  agentsContextShow,
  agentsContextExport,
  agentsContextClear,
  specsValidate,
  specsShow,
  specsRegister,
  specsList,
  specsGet,
  specsDelete,
  explainCall,
  live,
  join,
  mcp,
  conformanceServer,
  conformanceClient,
  runsList,
  runsShow,
  runsDag,
  runsGuardrails,
  runsWatch,
  runsVerify,
  runsReplay,
  runsResume,
  runsFork,
  runsCancel,
  approvalsList,
  approvalsShow,
  approvalsApprove,
  approvalsDeny,
  approvalsSettle,
  completion,
];
