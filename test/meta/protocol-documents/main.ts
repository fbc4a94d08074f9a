import { writeOrCheck } from '../../support/generated-files.ts';
import { chaptersFolder, wantedChapters } from './chapters.ts';

/** `npm run generate -- protocol` and `npm run check -- protocol`: the worked examples in `docs/protocol`. */
await writeOrCheck({
  what: 'chapters of the protocol',
  folder: chaptersFolder,
  wanted: await wantedChapters(),
  isGenerated: () => false,
  generate: 'npm run generate -- protocol',
});
