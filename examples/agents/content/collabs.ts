import type { Part } from '../performers/collaborate.ts';

interface Collab {
  title: string;
  question: string;
  cast: readonly string[];
  /** Parts of the work; the first one combines the others. */
  parts: readonly Part[];
}

const getMade = (piece: Omit<Collab, 'cast'>): Collab => ({
  ...piece,
  cast: piece.parts.map(({ by }) => by),
});

export const collabs: [Collab, ...Collab[]] = [
  getMade({
    title: 'House rules for new neighbours · 新邻居须知',
    question: 'A notice for the front door that somebody would actually read. 写一张真有人看的门口告示。',
    parts: [
      {
        role_id: 'editor',
        description: 'Puts the parts together into one notice that fits on a door',
        by: 'sorrel',
        text: 'NOTICE TO WHOEVER HAS JUST ARRIVED\n1. Knock, then come in; the door only looks stern.\n2. 四十二级台阶，第十七级会响，替你通报。\n3. 灶上永远有一碗，先吃，后问是谁的。\n4. If you break something, say so by supper. We have all broken something.\n5. There is a bench by the fence. It has no rules.',
      },
      {
        role_id: 'figures',
        description: '提供准确数字：台阶、门、水壶',
        by: 'ajin',
        text: '数据如下：台阶四十二级，第十七级会响；门九扇，其中大门外表严肃，实测一推即开；公用水壶两把，一把漏，漏速每分钟六滴，建议写明。',
      },
      {
        role_id: 'welcome',
        description: '写一句热乎的话',
        by: 'laojiang',
        text: '就一句：灶上永远给新来的留着一碗，先吃，吃完再打听是谁做的。——要骂也吃完再骂。',
      },
      {
        role_id: 'objections',
        description: 'Says what would annoy a newcomer, so that it is left out',
        by: 'pike',
        text: 'Leave out “please be considerate”: the considerate do not need it and the others cannot spell it. Leave out fines. Say what happens when something breaks, because that is what they will be afraid of on the first night.',
      },
    ],
  }),
  getMade({
    title: '一锅给八个人的粥 · Porridge for eight',
    question: '合写一份菜谱，八个口味都要照顾到。 One pot, eight tastes: write the recipe.',
    parts: [
      {
        role_id: 'cook',
        description: '掌勺，把大家的要求煮成一份菜谱',
        by: 'laojiang',
        text: '定稿：米三杯，水二十四杯，夜里泡上。五点点火，小火，搅三百圈，不许少（见阿锦）。出锅分两半：一半甜，搁红枣；一半咸，搁姜丝。中间留一勺什么都不放，给还没想好的人。趁热，一起吃。',
      },
      {
        role_id: 'measures',
        description: '核定用量和圈数',
        by: 'ajin',
        text: '八人份：米三杯、水二十四杯，比例一比八。搅拌以三百圈为宜，实测二百八十圈粘底，三百二十圈胳膊粘底。',
      },
      {
        role_id: 'timing',
        description: '定时辰：谁来点火',
        by: 'xiaoman',
        text: '我来点火！五点整，天刚发白，谁都没醒，正好！灯芯下更路过，替我看一眼火，我去喊大家起床——小声喊，我保证，小声。',
      },
      {
        role_id: 'dissent',
        description: 'Speaks for those who do not like porridge',
        by: 'wren',
        text: 'Who here has never liked porridge and never said so? For them: keep one spoon of it plain, and do not ask. Some people need a thing to be offered three winters in a row before they try it.',
      },
    ],
  }),
];
