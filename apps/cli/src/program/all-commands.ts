import { approvalsApprove } from '../agents/commands/approvals/approve.command.ts';
import { approvalsDeny } from '../agents/commands/approvals/deny.command.ts';
import { approvalsList } from '../agents/commands/approvals/list.command.ts';
import { approvalsPatternsList } from '../agents/commands/approvals/patterns-list.command.ts';
import { approvalsPatternsRemove } from '../agents/commands/approvals/patterns-remove.command.ts';
import { approvalsSettle } from '../agents/commands/approvals/settle.command.ts';
import { approvalsShow } from '../agents/commands/approvals/show.command.ts';
import { ask } from '../agents/commands/ask.command.ts';
import { agentsBatch } from '../agents/commands/batch.command.ts';
import { agentsContextClear } from '../agents/commands/context-clear.command.ts';
import { agentsContextExport } from '../agents/commands/context-export.command.ts';
import { agentsContextList } from '../agents/commands/context-list.command.ts';
import { agentsContextShow } from '../agents/commands/context-show.command.ts';
import { agentsCreate } from '../agents/commands/create.command.ts';
import { agentsDelete } from '../agents/commands/delete.command.ts';
import { agentsDoctor } from '../agents/commands/doctor.command.ts';
import { agentsEdit } from '../agents/commands/edit.command.ts';
import { explainCall } from '../agents/commands/explain-call.command.ts';
import { agentsGraphReplay } from '../agents/commands/graph-replay.command.ts';
import { agentsGraphVisualize } from '../agents/commands/graph-visualize.command.ts';
import { agentsImport } from '../agents/commands/import.command.ts';
import { agentsInit } from '../agents/commands/init.command.ts';
import { agentsList } from '../agents/commands/list.command.ts';
import { agentsMcpImport } from '../agents/commands/mcp-import.command.ts';
import { agentsMcpLogin } from '../agents/commands/mcp-login.command.ts';
import { agentsMcpLogout } from '../agents/commands/mcp-logout.command.ts';
import { agentsMemoryEdit } from '../agents/commands/memory-edit.command.ts';
import { agentsMemoryExport } from '../agents/commands/memory-export.command.ts';
import { agentsMemoryForget } from '../agents/commands/memory-forget.command.ts';
import { agentsMemoryList } from '../agents/commands/memory-list.command.ts';
import { agentsMemoryShow } from '../agents/commands/memory-show.command.ts';
import { modelsAdd } from '../agents/commands/models/add.command.ts';
import { modelsList } from '../agents/commands/models/list.command.ts';
import { modelsRemove } from '../agents/commands/models/remove.command.ts';
import { modelsTest } from '../agents/commands/models/test.command.ts';
import { agentsRoutes } from '../agents/commands/routes.command.ts';
import { agentsRun } from '../agents/commands/run.command.ts';
import { runsCancel } from '../agents/commands/runs/cancel.command.ts';
import { runsDag } from '../agents/commands/runs/dag.command.ts';
import { runsExport } from '../agents/commands/runs/export.command.ts';
import { runsFork } from '../agents/commands/runs/fork.command.ts';
import { runsGuardrails } from '../agents/commands/runs/guardrails.command.ts';
import { runsList } from '../agents/commands/runs/list.command.ts';
import { runsReplay } from '../agents/commands/runs/replay.command.ts';
import { runsResume } from '../agents/commands/runs/resume.command.ts';
import { runsServe } from '../agents/commands/runs/serve.command.ts';
import { runsShow } from '../agents/commands/runs/show.command.ts';
import { runsVerify } from '../agents/commands/runs/verify.command.ts';
import { runsWatch } from '../agents/commands/runs/watch.command.ts';
import { specsDelete } from '../agents/commands/specs/delete.command.ts';
import { specsGet } from '../agents/commands/specs/get.command.ts';
import { specsList } from '../agents/commands/specs/list.command.ts';
import { specsRegister } from '../agents/commands/specs/register.command.ts';
import { specsShow } from '../agents/commands/specs/show.command.ts';
import { specsValidate } from '../agents/commands/specs/validate.command.ts';
import { agentsTraceExport } from '../agents/commands/trace-export.command.ts';
import { agentsTrust } from '../agents/commands/trust.command.ts';
import { agentsValidate } from '../agents/commands/validate.command.ts';
import type { CommandDefinition } from '../command-line/define-command.ts';
import { api } from '../home/commands/api.command.ts';
import { backup } from '../home/commands/backup.command.ts';
import { bucketProtect } from '../home/commands/bucket-protect.command.ts';
import { completion } from '../home/commands/completion.command.ts';
import { conformanceClient } from '../home/commands/conformance/client.command.ts';
import { conformanceServer } from '../home/commands/conformance/server.command.ts';
import { doctor } from '../home/commands/doctor.command.ts';
import { eventsList } from '../home/commands/events-list.command.ts';
import { eventsReplay } from '../home/commands/events-replay.command.ts';
import { eventsShow } from '../home/commands/events-show.command.ts';
import { explain } from '../home/commands/explain.command.ts';
import { join } from '../home/commands/join.command.ts';
import { keysFingerprint } from '../home/commands/keys-fingerprint.command.ts';
import { keysHandOver } from '../home/commands/keys-hand-over.command.ts';
import { keysInit } from '../home/commands/keys-init.command.ts';
import { keysProve } from '../home/commands/keys-prove.command.ts';
import { keysRotate } from '../home/commands/keys-rotate.command.ts';
import { lifecycleApply } from '../home/commands/lifecycle-apply.command.ts';
import { lifecycleShow } from '../home/commands/lifecycle-show.command.ts';
import { live } from '../home/commands/live.command.ts';
import { mcp } from '../home/commands/mcp.command.ts';
import { modelEmulator } from '../home/commands/model-emulator.command.ts';
import { ossEmulator } from '../home/commands/oss-emulator.command.ts';
import { restore } from '../home/commands/restore.command.ts';
import { taskGet } from '../home/commands/task-get.command.ts';
import { taskHandIn } from '../home/commands/task-hand-in.command.ts';
import { tokenCreate } from '../home/commands/token-create.command.ts';
import { topicRead } from '../home/commands/topic-read.command.ts';
import { topicReplay } from '../home/commands/topic-replay.command.ts';
import { topicWatch } from '../home/commands/topic-watch.command.ts';
import { up } from '../home/commands/up.command.ts';
import { worker } from '../home/commands/worker.command.ts';

/** Commands of the program, in the order of the help. Add a new command here. */
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
  taskHandIn,
  taskGet,
  agentsInit,
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
  agentsMemoryEdit,
  agentsMemoryForget,
  agentsMemoryExport,
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
  modelsList,
  modelsAdd,
  modelsTest,
  modelsRemove,
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
  runsServe,
  runsVerify,
  runsExport,
  runsReplay,
  runsResume,
  runsFork,
  runsCancel,
  approvalsList,
  approvalsShow,
  approvalsApprove,
  approvalsDeny,
  approvalsSettle,
  approvalsPatternsList,
  approvalsPatternsRemove,
  completion,
];
