import { askMatrixOnOss } from './live/matrix-on-oss.ts';

askMatrixOnOss(() => ({}));
