import type { Media } from '@agent-home/agent-runtime/run-log';

/** Red PNG of 16 by 16 pixels. */
export const redPicture: Media = {
  media_type: 'image/png',
  name: 'picture.png',
  sha256: '204f864f62153665a75f20ece9f0fd4ece67de16f87a63690a96898ebb1eef9c',
  bytes: 79,
  width: 16,
  height: 16,
  data: 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mP4z8BAEmIY1TCqYfhqAACQ+f8B8u7oVwAAAABJRU5ErkJggg==',
};
