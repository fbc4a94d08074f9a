import { z } from 'zod';

export const pathSchema = z
  .string()
  .min(1)
  .max(4096)
  .describe('Path relative to the project folder, such as src/main.ts. Symbolic links are not followed.');

export const folderSchema = z
  .string()
  .min(1)
  .max(4096)
  .default('.')
  .describe('Folder to search, relative to the project folder. Default: the whole project.');
