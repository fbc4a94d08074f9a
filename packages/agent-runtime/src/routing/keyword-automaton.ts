/**
 * Finds all keywords in one pass over a text (Aho and Corasick, 1975). It is a tree of their letters, in which each node links to
 * the longest suffix of the text that continues in the tree.
 */
export class KeywordAutomaton {
  /** Letters that are in any keyword, numbered. */
  readonly #letters = new Map<number, number>();
  /** Child nodes by node and letter. */
  readonly #children = new Map<number, number>();
  readonly #fallback: Int32Array;
  /** The keyword that ends at a node, or -1. */
  readonly #keyword: number[] = [-1];
  /** Next node along the failure links at which a keyword ends; 0 if there is none. */
  readonly #nextEnd: Int32Array;
  readonly #parent: number[] = [0];
  readonly #letter: number[] = [0];
  readonly #depth: number[] = [0];

  /** @param keywords non-empty and unique */
  constructor(keywords: readonly string[]) {
    for (const keyword of keywords)
      for (let at = 0; at < keyword.length; at += 1) {
        const unit = keyword.charCodeAt(at);
        if (!this.#letters.has(unit)) this.#letters.set(unit, this.#letters.size);
      }
    for (const [index, keyword] of keywords.entries()) this.#keyword[this.#plant(keyword)] = index;
    this.#fallback = new Int32Array(this.#parent.length);
    this.#nextEnd = new Int32Array(this.#parent.length);
    const byDepth = Array.from(this.#parent.keys()).sort(
      (one, other) => this.#computeDepth(one) - this.#computeDepth(other),
    );
    for (const node of byDepth) if (node !== 0) this.#link(node);
  }

  /** Reports each position at which a keyword ends, in order. */
  scan(text: string, found: (keyword: number, end: number) => void): void {
    let node = 0;
    for (let at = 0; at < text.length; at += 1) {
      const letter = this.#letters.get(text.charCodeAt(at));
      node = letter === undefined ? 0 : this.#step(node, letter);
      const ends = (this.#keyword[node] ?? -1) >= 0 ? node : (this.#nextEnd[node] ?? 0);
      for (let end = ends; end !== 0; end = this.#nextEnd[end] ?? 0) found(this.#keyword[end] ?? -1, at + 1);
    }
  }

  #step(from: number, letter: number): number {
    for (let node = from; ; node = this.#fallback[node] ?? 0) {
      const child = this.#children.get(node * this.#letters.size + letter);
      if (child !== undefined) return child;
      if (node === 0) return 0;
    }
  }

  #plant(keyword: string): number {
    let node = 0;
    for (let at = 0; at < keyword.length; at += 1) {
      const letter = this.#letters.get(keyword.charCodeAt(at)) ?? 0;
      const key = node * this.#letters.size + letter;
      let child = this.#children.get(key);
      if (child === undefined) {
        child = this.#parent.length;
        this.#children.set(key, child);
        this.#parent.push(node);
        this.#letter.push(letter);
        this.#depth.push(this.#computeDepth(node) + 1);
        this.#keyword.push(-1);
      }
      node = child;
    }
    return node;
  }

  /** The parent's failure link is known, because nodes are processed by their depth. */
  #link(node: number): void {
    const parent = this.#parent[node] ?? 0;
    if (parent === 0) return;
    const fallback = this.#step(this.#fallback[parent] ?? 0, this.#letter[node] ?? 0);
    this.#fallback[node] = fallback;
    this.#nextEnd[node] = (this.#keyword[fallback] ?? -1) >= 0 ? fallback : (this.#nextEnd[fallback] ?? 0);
  }

  #computeDepth(node: number): number {
    return this.#depth[node] ?? 0;
  }
}
