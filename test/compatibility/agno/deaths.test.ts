import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentRuntime, createNativeTools, FileRunStore, type FindModel } from '@agent-home/runtime-node';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SayingTools, said } from '../../security/boards/doubled-effects/saying-tools.ts';
import { eventually } from '../../support/eventually.ts';
import { TcpProxy } from '../../support/tcp-proxy.ts';
import {
  nativeRuntime,
  type PlayedRuntime,
  playScenario,
} from '../../system/runtime/contract/play-scenario.ts';
import type { RuntimeScenario } from '../../system/runtime/contract/scenarios.ts';
import { twoRounds } from '../../system/runtime/contract/two-rounds.ts';
import { dyingStore } from '../../system/runtime/support/dying-store.ts';
import { judgeLog } from '../../system/runtime/support/judge-log.ts';
import { openWorkshop } from '../../system/runtime/support/reference-home.ts';
import { type ServedAgno, serveAgno, shareAgno } from './open-runtime.ts';

const agno = shareAgno();
let served: ServedAgno;
beforeAll(async () => {
  served = await serveAgno();
});
afterAll(() => Promise.all([agno.close(), served.close()]));

/** Runs `act` before each request to agno after the first one. */
function disturbed(act: () => Promise<void>): PlayedRuntime {
  return {
    selector: agno.selector,
    open(find, native) {
      const port = agno.open(find, native);
      let requests = 0;
      return {
        async ask(request, context) {
          requests += 1;
          if (requests > 1) await act();
          return port.ask(request, context);
        },
      };
    },
  };
}

async function killProgram(): Promise<void> {
  const { pid } = agno.agno;
  if (pid === undefined) throw new Error('agno does not run');
  process.kill(pid, 'SIGKILL');
}

describe('deaths', () => {
  test('continues a run whose agno was killed between two requests', async () => {
    const native = await playScenario(twoRounds, nativeRuntime);
    const played = await playScenario(twoRounds, disturbed(killProgram));
    expect([played.end, played.said]).toEqual(['answered', ['hello']]);
    expect(withoutAttempts(played.events)).toEqual(withoutAttempts(native.events));
    expect(played.shown).toEqual(native.shown);
  });

  test('repeats a request during which agno was killed', async () => {
    const slow: RuntimeScenario = {
      ...twoRounds,
      name: 'slow',
      faults: [{ times: 9, fault: { kind: 'slow', delayMs: 700, chunkDelayMs: 0 } }],
    };
    let kills = 1;
    const runtime: PlayedRuntime = {
      selector: 'agno',
      open(find, native) {
        const port = agno.open(find, native);
        return {
          ask(request, context) {
            if (kills-- > 0) setTimeout(() => void killProgram(), 300);
            return port.ask(request, context);
          },
        };
      },
    };
    const played = await playScenario(slow, runtime);
    expect([played.end, played.said, played.results]).toEqual(['answered', ['hello'], ['ok', 'ok']]);
  });

  test('repeats a request whose connection to agno broke', async () => {
    const proxy = await TcpProxy.start();
    onTestFinished(() => proxy.close());
    proxy.to(Number(new URL(served.environment.AGENT_HOME_AGNO_URL).port));
    const breaking = async () => {
      proxy.cut();
      await proxy.mend();
    };
    const slow: RuntimeScenario = {
      ...twoRounds,
      faults: [{ times: 9, fault: { kind: 'slow', delayMs: 3_000, chunkDelayMs: 0 } }],
    };
    let breaks = 0;
    const played = await playScenario(slow, {
      selector: 'agno',
      open(find) {
        const port = served.restarted(find, `http://127.0.0.1:${proxy.port}`);
        return {
          async ask(request, context) {
            breaks += 1;
            const { url } = await find(request.provider, request.model);
            const before = await countRequests(url);
            const asked = port.ask(request, context);
            await eventually(async () => expect(await countRequests(url)).toBeGreaterThan(before));
            await breaking();
            return asked;
          },
        };
      },
    });
    expect([played.end, played.said, breaks]).toEqual(['answered', ['hello'], 3]);
    // Each of the three requests was made again.
    expect(played.shown.length).toBe(6);
  });

  test('registers an agent again that the program has dropped', async () => {
    const { AGENT_HOME_AGNO_URL: url, AGENT_HOME_AGNO_TOKEN: token } = served.environment;
    const definition = {
      ...{ name: 'other', instructions: '', tools: [] },
      model: { url: 'http://127.0.0.1:1/v1', name: 'none', timeout_seconds: 1 },
    };
    const registerOthers = async () => {
      for (let other = 0; other < 256; other++) {
        const answer = await fetch(`${url}/agent-home/agents/other-${other}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(definition),
        });
        expect(answer.status).toBe(204);
      }
    };
    const native = await playScenario(twoRounds, nativeRuntime);
    const played = await playScenario(twoRounds, {
      selector: 'agno',
      open(find) {
        const port = served.restarted(find);
        return {
          async ask(request, context) {
            const asked = await port.ask(request, context);
            await registerOthers();
            return asked;
          },
        };
      },
    });
    expect(played.events).toEqual(native.events);
    expect(played.shown).toEqual(native.shown);
  });

  test('continues in another process of ours, killed behind each write', async () => {
    const workshop = await openWorkshop(twoRounds.script);
    await writeFile(join(workshop.project, 'note.txt'), 'a note');
    const url = `${workshop.emulator.url}/v1`;
    const find: FindModel = (provider, name) => ({ provider, name, url, fallbacks: [], timeoutMs: 10_000 });
    let deaths = 0;
    for (let writes = 1; ; writes += 1) {
      const folder = join(workshop.folder, `died-after-${writes}`);
      const file = join(workshop.folder, `said-${writes}`);
      const providers = [createNativeTools({ projectFolder: workshop.project }), new SayingTools(file)];
      const runId = `run_${'1'.repeat(9)}${String(writes).padStart(16, '0')}`;
      const order = workshop.order({}, { runtime: { selector: 'agno', params: {} } });
      const dying = dyingStore(folder, writes);
      const models = served.restarted(find);
      await new AgentRuntime({ store: dying, models, providers })
        .postMessage(order, { text: 'go', origin: 'user', tainted: false }, { runId })
        .catch(() => undefined);
      if (!dying.hasDied()) break;
      deaths += 1;
      const store = new FileRunStore(folder);
      const { state } = await new AgentRuntime({ store, models: served.restarted(find), providers }).resume(
        runId,
      );
      judgeLog(await store.read(runId));
      expect([writes, state.ended?.answer ?? state.ended?.status, said(file).length]).toEqual([
        writes,
        'said',
        1,
      ]);
    }
    expect(deaths).toBeGreaterThan(8);
  });

  test('finds the paused run that a process before it began', async () => {
    const native = await playScenario(twoRounds, nativeRuntime);
    // Each request comes from a process that knows nothing of the others, with the same agno.
    const played = await playScenario(twoRounds, {
      selector: 'agno',
      open: (find) => ({ ask: (request, context) => served.restarted(find).ask(request, context) }),
    });
    expect(played.events).toEqual(native.events);
    expect(played.shown).toEqual(native.shown);
  });
});

/** Returns the number of requests that the scripted model has received. */
async function countRequests(url: string): Promise<number> {
  const answer = await fetch(new URL('/-/journal', url));
  return ((await answer.json()) as { requests: unknown[] }).requests.length;
}

/** A killed program costs an attempt. */
function withoutAttempts(events: readonly unknown[]): unknown {
  return JSON.parse(
    JSON.stringify(events, (key, value: unknown) => (key === 'attempts' ? undefined : value)),
  );
}
