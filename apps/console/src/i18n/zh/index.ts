import type { TopicWords } from '../words/topic-words.ts';
import around from './around.json';
import common from './common.json';
import living from './living.json';
import shell from './shell.json';
import topic from './topic.json';

export const texts = { around, common, living, shell, topic: topic satisfies TopicWords };
