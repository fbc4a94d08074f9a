import theme from 'vitepress/theme-without-fonts';
import './style.css';

/** The usual theme of VitePress with the fonts of the reader's machine. */
export default theme;
