import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openLanggraph } from '@agent-home/runtime-langgraph';
import { AgentRuntime, createNativeTools, FileRunStore, routeModels } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { SayingTools, said } from '../../../security/boards/doubled-effects/saying-tools.ts';
import { twoRounds } from '../contract/two-rounds.ts';
import { dyingStore } from '../support/dying-store.ts';
import { judgeLog } from '../support/judge-log.ts';
import { openWorkshop } from '../support/reference-home.ts';
import { emulatedModels } from '../support/reference-order.ts';
import { langgraphFolder } from './open-runtime.ts';

test('continues in another process of ours, killed behind each write', { timeout: 300_000 }, async () => {
  const workshop = await openWorkshop(twoRounds.script);
  await writeFile(join(workshop.project, 'note.txt'), 'a note');
  const native = emulatedModels(workshop.emulator.url, { timeoutMs: 10_000 });
  /** Returns the port of a process that has just started, with a LangGraph of its own. */
  const restarted = () => {
    const environment = { ...process.env, AGENT_HOME_LANGGRAPH: langgraphFolder };
    const langgraph = openLanggraph(native, { environment });
    if (!langgraph) throw new Error('LangGraph is not configured');
    return { models: routeModels(native, { langgraph }), close: () => langgraph.close() };
  };
  let deaths = 0;
  for (let writes = 1; ; writes += 1) {
    const folder = join(workshop.folder, `died-after-${writes}`);
    const file = join(workshop.folder, `said-${writes}`);
    const providers = [createNativeTools({ projectFolder: workshop.project }), new SayingTools(file)];
    const runId = `run_${'1'.repeat(9)}${String(writes).padStart(16, '0')}`;
    const order = workshop.order({}, { runtime: { selector: 'langgraph', params: {} } });
    const dying = dyingStore(folder, writes);
    const first = restarted();
    await new AgentRuntime({ store: dying, models: first.models, providers })
      .postMessage(order, { text: 'go', origin: 'user', tainted: false }, { runId })
      .catch(() => undefined);
    await first.close();
    if (!dying.hasDied()) break;
    deaths += 1;
    const store = new FileRunStore(folder);
    const second = restarted();
    const { state } = await new AgentRuntime({ store, models: second.models, providers }).resume(runId);
    await second.close();
    judgeLog(await store.read(runId));
    expect([writes, state.ended?.answer ?? state.ended?.status, said(file).length]).toEqual([
      writes,
      'said',
      1,
    ]);
  }
  expect(deaths).toBeGreaterThan(8);
});
