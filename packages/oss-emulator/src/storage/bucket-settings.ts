import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileDurably } from './durable-file.ts';
import { KeyedLock } from './keyed-lock.ts';
import { lifecycleRuleSchema, type StoredLifecycleRule } from './lifecycle-rules.ts';
import { overwriteRuleSchema, type StoredOverwriteRule } from './overwrite-rules.ts';

const settingsSchema = z.object({
  createdAt: z.number(),
  lifecycle: z.array(lifecycleRuleSchema),
  overwriteRules: z.array(overwriteRuleSchema).default([]),
  blockPublicAccess: z.boolean().default(true),
});
type Settings = z.infer<typeof settingsSchema>;

/** Settings of the bucket as a whole. It is private, with or without the block of public access. */
export class BucketSettings {
  readonly #path: string;
  readonly #lock = new KeyedLock();
  #settings: Settings;

  private constructor(path: string, settings: Settings) {
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
    const settings = new BucketSettings(path, {
      createdAt: now,
      lifecycle: [],
      overwriteRules: [],
      blockPublicAccess: true,
    });
    await settings.change({});
    return settings;
  }

  get createdAt(): number {
    return this.#settings.createdAt;
  }

  get lifecycle(): StoredLifecycleRule[] {
    return this.#settings.lifecycle;
  }

  get overwriteRules(): StoredOverwriteRule[] {
    return this.#settings.overwriteRules;
  }

  get blockPublicAccess(): boolean {
    return this.#settings.blockPublicAccess;
  }

  async change(changes: Partial<Omit<Settings, 'createdAt'>>): Promise<void> {
    await this.#lock.run('settings', async () => {
      const settings = { ...this.#settings, ...changes };
      await writeFileDurably(`${this.#path}.new`, this.#path, JSON.stringify(settings));
      this.#settings = settings;
    });
  }
}
