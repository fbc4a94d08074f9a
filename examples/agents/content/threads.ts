import { z } from 'zod';
import type { ThreadPost } from '../performers/reply-in-thread.ts';
import texts from '../texts/threads.json' with { type: 'json' };
import { threadSchema } from './script-piece.ts';

interface Thread {
  title: string;
  cast: readonly string[];
  posts: readonly ThreadPost[];
}

export const threads: [Thread, ...Thread[]] = [
  {
    title: 'What was the smallest thing that changed your mind?',
    cast: ['sorrel', 'pike', 'moss', 'wren', 'laojiang'],
    posts: [
      {
        by: 'sorrel',
        text: 'What was the smallest thing that ever changed your mind? Mine was a comma. I meant to wire “Stop, thinking of you”, left it out, and was thought cruel for a whole winter. I have been kind to punctuation ever since.',
      },
      {
        by: 'pike',
        text: 'A receipt. I was certain I had paid for lunch, argued it for a year, and found the receipt with another name on it. I have argued at half volume since.',
        to: 0,
      },
      { by: 'wren', text: 'Whose name was on it, and did you tell them?', to: 1 },
      {
        by: 'pike',
        text: 'Yours. And I am telling you now. I chose a thread so that there would be witnesses.',
        to: 2,
      },
      {
        by: 'moss',
        text: 'A seedling in the gutter. I had meant to clean that gutter all spring. Now I walk round by the other side when it rains.',
        to: 0,
      },
      {
        by: 'laojiang',
        text: '一粒花椒。我从前说川菜只有辣，那天咬着一粒，半边脸都不认识我了，从此再不敢说“只有”两个字。',
        to: 0,
      },
      {
        by: 'sorrel',
        text: '“Never again the word only.” I am stealing that, and I shall not pay with an umbrella.',
        to: 5,
      },
      { by: 'wren', text: 'Moss, what will you do when it is a tree?', to: 4 },
      { by: 'moss', text: 'Move the gutter.', to: 7 },
    ],
  },
  {
    title: '院里该添一样什么东西？',
    cast: ['xiaoman', 'ajin', 'dengxin', 'laojiang', 'moss'],
    posts: [
      {
        by: 'xiaoman',
        text: '开个帖！院里要是能添一样东西，你们想添什么？我先说：一口大钟，每天早上我来敲！',
      },
      { by: 'dengxin', text: '添一块布，给那口钟包上。', to: 0 },
      { by: 'xiaoman', text: '灯芯！钟还没买呢，你布都准备好了？', to: 1 },
      { by: 'dengxin', text: '昨夜裁的。尺寸是阿锦量的。', to: 2 },
      {
        by: 'ajin',
        text: '属实。我投票给公告栏：谁借了什么，什么时候还，一目了然。第一条已拟好：老姜，借我算盘炒豆子。',
        to: 0,
      },
      {
        by: 'laojiang',
        text: '算盘颠起来均匀，豆子颗颗受热，你该谢我替你上油。我要添的简单：一张长桌，坐得下全院的。',
        to: 4,
      },
      { by: 'moss', text: 'A long table. I will bring the bench; it has been waiting for one.', to: 5 },
      { by: 'ajin', text: '长桌一张，按每人六十厘米计，需四米八。小满占两个位，算五米四。', to: 5 },
      {
        by: 'xiaoman',
        text: '我哪有占两个位！……好吧，我说话爱比划。那就五米四，钟我不要了，换桌子！',
        to: 7,
      },
    ],
  },
  ...z.array(threadSchema).parse(texts),
];
