import { isQuiet, type LoadReading, loadBetween, type MachineLoad } from './machine-load.ts';

/** Effects of a watch: tests pass their own. */
export interface LoadSensor {
  read(): LoadReading;
  delay(milliseconds: number): Promise<void>;
}

/** Processor time is counted in ticks of 10 ms: a shorter window would measure the ticks. */
const windowSeconds = 0.5;

/** Watches the machine before and during the samples of one bench. */
export class LoadWatch {
  readonly #sensor: LoadSensor;
  readonly #waitSeconds: number;
  readonly #onWait: (load: MachineLoad) => void;
  #spentSeconds = 0;

  /** @param waitSeconds limit for all waiting and repeated samples of this bench */
  constructor(
    sensor: LoadSensor,
    waitSeconds: number,
    onWait: (load: MachineLoad) => void = () => undefined,
  ) {
    this.#sensor = sensor;
    this.#waitSeconds = waitSeconds;
    this.#onWait = onWait;
  }

  get hasTimeLeft(): boolean {
    return this.#spentSeconds < this.#waitSeconds;
  }

  /** Waits for quiet within the limit, takes the sample, and returns it with the load before and during it. */
  async sample<Sample>(
    take: () => Promise<Sample>,
    { isRepeated = false } = {},
  ): Promise<{ taken: Sample; load: MachineLoad; isBusy: boolean }> {
    const before = await this.#waitForQuiet();
    const started = this.#sensor.read();
    const taken = await take();
    const ended = this.#sensor.read();
    if (isRepeated) this.#spentSeconds += ended.atSeconds - started.atSeconds;
    const isShort = ended.atSeconds - started.atSeconds < windowSeconds;
    const load = loadBetween(isShort ? before.from : started, ended);
    return { taken, load, isBusy: !before.isQuiet || !isQuiet(load) };
  }

  async #waitForQuiet(): Promise<{ from: LoadReading; isQuiet: boolean }> {
    for (let round = 0; ; round++) {
      const from = this.#sensor.read();
      await this.#sensor.delay(windowSeconds * 1_000);
      const to = this.#sensor.read();
      const load = loadBetween(from, to);
      if (isQuiet(load)) return { from, isQuiet: true };
      if (!this.hasTimeLeft) return { from, isQuiet: false };
      if (round === 0) this.#onWait(load);
      this.#spentSeconds += to.atSeconds - from.atSeconds;
    }
  }
}
