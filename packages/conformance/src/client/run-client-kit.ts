import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DrivenClient } from '../driver-protocol/driven-client.ts';
import { KitError } from '../errors/kit-error.ts';
import { Findings } from '../report/findings.ts';
import { createReport, type Report } from '../report/report.ts';
import { clientRequirements } from '../requirements/client-requirements.ts';
import { honestScenarios } from '../scenarios/honest-scenarios.ts';
import { ledgerScenarios } from '../scenarios/ledger-scenarios.ts';
import { objectScenarios } from '../scenarios/object-scenarios.ts';
import { type Scenario, Stage, Unmet } from '../scenarios/scenario.ts';
import { troubleScenarios } from '../scenarios/trouble-scenarios.ts';
import { trustScenarios } from '../scenarios/trust-scenarios.ts';
import { ScriptedHome } from '../scripted/scripted-home.ts';

export interface ClientKitOptions {
  /** Program and its arguments; it is started without a shell. */
  command: readonly string[];
  /** Time limit of one order. Default 30 000. */
  timeoutMs?: number;
}

const scenarios: readonly Scenario[] = [
  ...honestScenarios,
  ...trustScenarios,
  ...objectScenarios,
  ...ledgerScenarios,
  ...troubleScenarios,
];

/** Plays every scenario to one client, each at a home of its own. */
export async function runClientKit({ command, timeoutMs = 30_000 }: ClientKitOptions): Promise<Report> {
  const startedAt = new Date();
  const findings = new Findings(clientRequirements);
  const client = new DrivenClient(command, timeoutMs);
  try {
    for (const scenario of scenarios) findings.judge(scenario.id, await play(scenario, client));
  } finally {
    await client.stop();
  }
  const milliseconds = Date.now() - startedAt.getTime();
  return createReport(
    { kit: 'client', subject: command.join(' '), startedAt, milliseconds },
    findings.results(),
  );
}

/** Returns the fault of the client. */
async function play(scenario: Scenario, client: DrivenClient): Promise<string | false> {
  const home = await ScriptedHome.start();
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-conformance-'));
  try {
    await scenario.play(new Stage(home, client, folder));
    return false;
  } catch (error) {
    if (error instanceof Unmet) return error.message;
    if (!(error instanceof KitError)) throw error;
    await client.stop();
    return `${error.message} [${error.code}]`;
  } finally {
    await home.close();
    // The client keeps running and may still save its state in the folder.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
