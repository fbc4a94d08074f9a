import { z } from 'zod';

export const pathSchema = z
  .string()
  .min(1)
  .max(4096)
  .describe('Path from the project folder with "/" between folders, as src/main.ts. Links are not followed.');

export const folderSchema = z
  .string()
  .min(1)
  .max(4096)
  .default('.')
  .describe('Folder to look in, from the project folder; the whole project without it.');
