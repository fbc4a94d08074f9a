import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileDurably } from './durable-file.ts';
import { KeyedLock } from './keyed-lock.ts';
import { type LifecycleRule, lifecycleRuleSchema } from './lifecycle-rules.ts';

const settingsSchema = z.object({ createdAt: z.number(), lifecycle: z.array(lifecycleRuleSchema) });

/** What is set for the bucket as a whole. It is private, and public access is blocked for good. */
export class BucketSettings {
  readonly #path: string;
  readonly #lock = new KeyedLock();
  #settings: z.infer<typeof settingsSchema>;

  private constructor(path: string, settings: z.infer<typeof settingsSchema>) {
    this.#path = path;
    this.#settings = settings;
  }

  static async open(directory: string, now: number): Promise<BucketSettings> {
    const path = join(directory, 'bucket.json');
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text !== undefined) return new BucketSettings(path, settingsSchema.parse(JSON.parse(text)));
    const settings = new BucketSettings(path, { createdAt: now, lifecycle: [] });
    await settings.replaceLifecycle([]);
    return settings;
  }

  get createdAt(): number {
    return this.#settings.createdAt;
  }

  get lifecycle(): LifecycleRule[] {
    return this.#settings.lifecycle;
  }

  async replaceLifecycle(lifecycle: LifecycleRule[]): Promise<void> {
    await this.#lock.run('settings', async () => {
      const settings = { ...this.#settings, lifecycle };
      await writeFileDurably(`${this.#path}.new`, this.#path, JSON.stringify(settings));
      this.#settings = settings;
    });
  }
}
