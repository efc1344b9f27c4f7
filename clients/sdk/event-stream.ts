/** An event of a stream. */
export interface StreamEvent {
  type: string;
  data: string;
}

/** Collects the events of a text/event-stream from its parts. */
export class EventStreamParser {
  private rest = '';
  private type = '';
  private lines: string[] = [];

  /** Returns the events that a part completes. */
  push(part: string): StreamEvent[] {
    const events: StreamEvent[] = [];
    const lines = (this.rest + part).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (this.lines.length > 0 || this.type)
          events.push({ type: this.type || 'message', data: this.lines.join('\n') });
        this.type = '';
        this.lines = [];
      } else this.readField(line);
    }
    return events;
  }

  private readField(line: string): void {
    const [, name = '', value = ''] = /^([^:]*):? ?([\s\S]*)$/.exec(line) ?? [];
    if (name === 'event') this.type = value;
    if (name === 'data') this.lines.push(value);
  }
}
