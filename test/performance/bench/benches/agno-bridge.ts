import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelPort } from '@agent-home/agent-runtime';
import { openAgno } from '@agent-home/runtime-agno';
import { AgentRuntime, FileRunStore, type FindModel } from '@agent-home/runtime-node';
import { findPythonEnvironment } from '../../../support/python-environment.ts';
import { referenceOrder } from '../../../system/runtime/support/reference-order.ts';
import { endFork, forkTypeScript } from '../fork-typescript.ts';
import type { Bench } from '../measure.ts';
import { openPythonPeer } from '../peers/python-peer.ts';
import { LookUp, scriptedCalls } from '../runtime/scripted-calls.ts';
import { BenchSetupError } from '../setup-missing.ts';

const client = fileURLToPath(new URL('../../../../clients/agno/', import.meta.url));

/** Compares fifty tool calls through agno and the gateway with agno alone: the same model, the same tool. */
export const agnoBridge: Bench = {
  name: 'agno_bridge',
  unit: 'ms',
  floorName: 'agno alone, with external tools that get their results at once',
  target: { atMost: 1.5 },
  pairs: { full: 9, short: 1 },
  requireSetup: () => void requirePython(),
  async open({ short }) {
    const python = requirePython();
    const model = await forkTypeScript<string>(new URL('../runtime/model-process.ts', import.meta.url), []);
    const folder = await mkdtemp(join(tmpdir(), 'agent-home-bench-'));
    const url = `${model.ready}/v1`;
    const find: FindModel = (provider, name) => ({ provider, name, url, fallbacks: [], timeoutMs: 60_000 });
    const agno = openAgno(find, {
      environment: { ...process.env, AGENT_HOME_AGNO_PYTHON: python, PYTHONPATH: join(client, 'src') },
      folder: join(folder, 'agno'),
    });
    if (!agno) throw new Error('the runtime agno was not opened');
    const script = new URL('../peers/agno_process.py', import.meta.url);
    const peer = await openPythonPeer(python, script, [model.ready]);
    // Both programs have loaded agno, and neither start is measured.
    await runOnce(join(folder, 'runs'), agno);
    await peer.measure(1);
    const runs = short ? 1 : 4;
    return {
      async value() {
        const started = performance.now();
        for (let run = 0; run < runs; run++) await runOnce(join(folder, 'runs'), agno);
        return (performance.now() - started) / runs;
      },
      floor: () => peer.measure(runs),
      close: async () => {
        await agno.close();
        await peer.close();
        await endFork(model.child);
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

async function runOnce(folder: string, models: ModelPort): Promise<void> {
  const tools = new LookUp();
  const runtime = new AgentRuntime({ store: new FileRunStore(folder), models, providers: [tools] });
  const order = referenceOrder({ limits: { maxTokens: 10_000_000, maxToolCalls: 100, timeoutMs: 600_000 } });
  order.model.contextWindow = 1_000_000;
  const message = { text: 'Look it all up.', origin: 'user', tainted: false };
  const { state } = await runtime.postMessage(order, message);
  if (state.ended?.status !== 'answered' || tools.calls !== scriptedCalls)
    throw new Error(`${state.ended?.code}: ${tools.calls} calls`);
}

/** @throws BenchSetupError */
function requirePython(): string {
  const commands = findPythonEnvironment('agno', join(client, 'requirements.lock'));
  if (commands === undefined)
    throw new BenchSetupError(
      'agno is not installed; run npm test -- --project agno test/compatibility/agno/program.test.ts, which installs it',
    );
  return join(commands, 'python');
}
