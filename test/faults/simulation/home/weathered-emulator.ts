import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import type { OssEmulatorOptions } from '@agent-home/oss-emulator';
import { endFork, forkProgram } from '../../../performance/bench/fork-typescript.ts';
import type { Killable } from '../../../support/killable-postgres.ts';
import { clear, type Weather } from '../plan/weather.ts';
import type { EmulatorOrders } from './emulator-process.ts';

/** Store under changing weather. Its process can be killed; acknowledged writes survive. */
export class WeatheredEmulator implements Killable {
  readonly #program: URL;
  readonly #options: OssEmulatorOptions;
  readonly #seed: number;
  #weather: Weather = clear;
  #child: ChildProcess | undefined;
  #life = 0;

  constructor(program: string, options: OssEmulatorOptions, seed: number) {
    this.#program = pathToFileURL(program);
    this.#options = options;
    this.#seed = seed;
  }

  setWeather(weather: Weather): void {
    this.#weather = weather;
    // A process that is being killed may miss the message: the next one gets the weather at its start.
    if (this.#child?.connected) this.#child.send(weather, () => undefined);
  }

  async start(): Promise<void> {
    this.#life += 1;
    const orders: EmulatorOrders = {
      options: this.#options,
      weather: this.#weather,
      seed: this.#seed,
      life: this.#life,
    };
    const { child } = await forkProgram<string>(this.#program, [JSON.stringify(orders)]);
    this.#child = child;
    this.setWeather(this.#weather);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    if (this.#child) await endFork(this.#child);
  }
}
