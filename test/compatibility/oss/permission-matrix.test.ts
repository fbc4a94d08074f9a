import { askMatrixOnOss } from '../../security/matrix/live/matrix-on-oss.ts';
import { readOssAccount } from './oss-account.ts';

askMatrixOnOss(() => ({ events: false, environment: readOssAccount(process.env) }));
