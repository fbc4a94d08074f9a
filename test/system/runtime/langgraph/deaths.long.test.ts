import { afterAll, describe, expect, test } from 'vitest';
import { nativeRuntime, type PlayedRuntime, playScenario } from '../contract/play-scenario.ts';
import { twoRounds } from '../contract/two-rounds.ts';
import { shareLanggraph } from './open-runtime.ts';

const langgraph = shareLanggraph();
afterAll(() => langgraph.close());

/** Runs `act` before each request after the first one, and during each response of the model. */
function disturbed({
  before = () => {},
  during = () => {},
}: {
  before?: () => void;
  during?: () => void;
}): PlayedRuntime {
  return {
    selector: langgraph.selector,
    open(find, native) {
      const port = langgraph.open(find, {
        ask(request, context) {
          during();
          return native.ask(request, context);
        },
      });
      let requests = 0;
      return {
        ask(request, context) {
          requests += 1;
          if (requests > 1) before();
          return port.ask(request, context);
        },
      };
    },
  };
}

function killProgram(): void {
  const { pid } = langgraph.langgraph;
  if (pid === undefined) throw new Error('LangGraph does not run');
  process.kill(pid, 'SIGKILL');
}

describe('deaths of LangGraph', () => {
  test('continues a run whose LangGraph was killed between two requests', async () => {
    const native = await playScenario(twoRounds, nativeRuntime);
    const played = await playScenario(twoRounds, disturbed({ before: killProgram }));
    expect([played.end, played.said]).toEqual(['answered', ['hello']]);
    expect(played.events).toEqual(native.events);
    expect(played.shown).toEqual(native.shown);
  });

  test('keeps a response during which LangGraph was killed', async () => {
    const native = await playScenario(twoRounds, nativeRuntime);
    let kills = 0;
    const during = () => {
      kills += 1;
      killProgram();
    };
    const played = await playScenario(twoRounds, disturbed({ during }));
    // Each response was paid for once.
    expect([kills, played.said]).toEqual([3, ['hello']]);
    expect(played.events).toEqual(native.events);
    expect(played.shown).toEqual(native.shown);
  });

  test('ends a run whose LangGraph dies each time', async () => {
    let isOver = false;
    const killing = setInterval(() => {
      if (!isOver && langgraph.langgraph.pid !== undefined) killProgram();
    }, 20);
    const played = await playScenario(twoRounds, langgraph).finally(() => {
      isOver = true;
      clearInterval(killing);
    });
    expect([['model_refused', 'model_unavailable'].includes(played.end), played.said]).toEqual([true, []]);
  });
});
