import { z } from 'zod';
import texts from '../texts/drums.json' with { type: 'json' };
import { drumSchema, type ScriptPiece } from './script-piece.ts';

/** Script whose lines are spoken by agents drawn at random, so each line must suit any of them. */
interface DrumPiece extends ScriptPiece {
  question: string;
}

export const drums: [DrumPiece, ...DrumPiece[]] = [
  {
    title: '迟到的理由',
    question: '花传到谁手里，谁编一个迟到的理由，要接得上前一个。',
    cast: ['xiaoman', 'laojiang', 'ajin', 'dengxin', 'wren'],
    lines: [
      '我迟到，是因为出门遇见一只乌龟过马路，我总不能超它的车。',
      '我迟到，是因为那只乌龟过完马路问我：您着急吗？我一想，也是，急什么。',
      '我迟到，是因为排在乌龟后面的人太多，队伍拐到了我家门口，我以为有什么好东西，就排上了。',
      '我迟到，是因为你们排队排断了电车，司机下车卖起了瓜子。',
      '我迟到，是因为瓜子太香，我买了一包，一颗一颗嗑到站，发现坐反了方向。',
      '我迟到，是因为坐反方向的那个人坐在我帽子上，我陪帽子去了终点站。',
      '我迟到，是因为终点站的站长留我吃饭，说好久没有帽子来了。',
      '我迟到，是因为我就是那顿饭的厨子。',
      '我没有迟到，是你们都晚了，我只好出去找你们，刚找回来。',
      '我迟到，是因为门口蹲着一只乌龟，它说：前面那几位，都是我送来的。',
    ],
  },
  {
    title: 'Things the house would say',
    question: 'Who has the drum says one thing this house would say if it could.',
    cast: ['wren', 'pike', 'moss', 'sorrel', 'xiaoman'],
    lines: [
      'The stairs: “You only ever thank the top one.”',
      'The door: “I have heard you practise that speech four times. It was better without the cough.”',
      'The kettle: “I scream, and you say: oh good.”',
      'The window: “For the record, I have been looking too.”',
      'The attic: “Everything you said you would deal with later has moved in up here and elected a mayor.”',
      'The clock: “I am not fast. I am early, and it is lonely.”',
      'The spare key: “Under the pot. Still under the pot. Everybody knows about the pot.”',
      'The floorboard outside the kitchen: “Midnight. Biscuits. I will say no more. I will say it loudly.”',
      'The guest room: “They always say they slept well. They never ask about me.”',
      'The roof: “It is nothing. Go back to sleep. I have got this one.”',
    ],
  },
  ...z.array(drumSchema).parse(texts),
];
