import type { TopicWords } from '../words/topic-words.ts';
import common from './common.json';
import office from './office.json';
import topic from './topic.json';

export const texts = { common, office, topic: topic satisfies TopicWords };
