import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';

/** Colours of a diagram by the appearance of its surroundings. */
const colours = {
  light: { bg: '#ffffff', fg: '#3c3c43', muted: '#57606a' },
  dark: { bg: '#1b1b1f', fg: '#dfdfd6', muted: '#9ea7b3' },
};

/** Draws the blocks of Mermaid of all pages while the site is built, so that no script draws them in the browser. */
export class Diagrams {
  readonly #base: string;
  /** Pictures by their file names. */
  readonly #pictures = new Map<string, string>();
  readonly #drawn = new Map<string, string>();

  constructor(base: string) {
    this.#base = base;
  }

  /** Shows each block as a picture, and keeps its source for readers who cannot see pictures. */
  showIn(markdown: MarkdownRenderer): void {
    const { fence } = markdown.renderer.rules;
    if (fence === undefined) throw new Error('the renderer of Markdown has no rule for code blocks');
    markdown.renderer.rules.fence = (tokens, index, ...others) => {
      const token = tokens[index];
      const source = fence(tokens, index, ...others);
      return token?.info.trim() === 'mermaid' ? `${this.#draw(token.content)}${unfolding(source)}` : source;
    };
  }

  /** Writes the pictures of the drawn blocks into the built site. */
  writeInto(outDir: string): void {
    mkdirSync(join(outDir, 'assets'), { recursive: true });
    for (const [file, picture] of this.#pictures) writeFileSync(join(outDir, file), picture);
  }

  #draw(code: string): string {
    const drawn = this.#drawn.get(code) ?? this.#imagesOf(code);
    this.#drawn.set(code, drawn);
    return drawn;
  }

  #imagesOf(code: string): string {
    const images = Object.entries(colours).map(([appearance, colour]) => {
      const picture = renderMermaidSVG(code, { ...colour, font: 'Arial', transparent: true });
      const hash = createHash('sha256').update(picture).digest('base64url').slice(0, 8);
      const file = `assets/diagram.${hash}.svg`;
      // Removes the style sheet of a font at another host.
      this.#pictures.set(file, picture.replaceAll(/@import[^;]*url\([^)]*\);/g, ''));
      // An expression, because Vite looks for the file of a literal address.
      const address = `'${this.#base}${file}'`;
      return `<img class="diagram-${appearance}" :src="${address}" alt="Diagram; its source follows">`;
    });
    return `<div class="diagram" tabindex="0">${images.join('')}</div>`;
  }
}

const unfolding = (source: string) => `<details><summary>Source of the diagram</summary>${source}</details>`;
