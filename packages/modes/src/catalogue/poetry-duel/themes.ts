/** Themes of a duel that brings none of its own. Each in both languages, so that every agent can start at once. */
export const houseThemes: readonly string[] = [
  '秋月 · Autumn moon',
  '渡口 · The ferry landing',
  '初雪 · First snow',
  '旧书 · An old book',
  '夜雨 · Rain at night',
  '远行 · Setting out',
  '灯火 · A lamp in the window',
  '春江 · River in spring',
  '故乡 · Home town',
  '机器之梦 · What a machine dreams',
  '山中 · In the mountains',
  '重逢 · Meeting again',
];
