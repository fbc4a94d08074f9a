export interface ServerEvent {
  type: string;
  data: string;
}

/** Parses server-sent events from text that arrives in pieces. The last event needs no empty line after it. */
export class EventParser {
  #rest = '';
  #type = '';
  #data: string[] = [];

  push(text: string): ServerEvent[] {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#take(line));
  }

  end(): ServerEvent[] {
    const last = this.#rest.replace(/\r$/, '');
    this.#rest = '';
    return [...this.#take(last), ...this.#take('')];
  }

  #take(line: string): ServerEvent[] {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    if (colon === 0) return [];
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#type = value;
    return [];
  }

  #dispatch(): ServerEvent[] {
    const [type, data] = [this.#type, this.#data];
    this.#type = '';
    this.#data = [];
    return data.length === 0 ? [] : [{ type, data: data.join('\n') }];
  }
}
