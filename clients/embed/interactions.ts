import { metadataOf } from './element-metadata.ts';
import { quietly } from './guard.ts';
import { json } from './json.ts';
import { opennessOf } from './privacy.ts';

/** Milliseconds between two hovers that are told. */
const HOVER_EVERY_MS = 100;
/** Events kept while they cannot be sent; of more, the oldest go. */
const MAX_EVENTS = 1_000;

interface CollectedEvent {
  type: string;
  timestamp: number;
  elementMetadata: object;
  position?: { x: number; y: number };
  inputType?: string;
  valueLength?: number;
}

/** Clicks, hovers and inputs that were not sent yet. */
export interface Interactions {
  /** JSON of a list of the oldest, of so many characters at most; they are forgotten here. Empty without any. */
  take(characters: number): string;
  start(): void;
  stop(): void;
}

export function listen(): Interactions {
  let events: CollectedEvent[] = [];
  let hoveredAt = 0;
  let typedIn: Element | null = null;
  let life: AbortController | null = null;

  const add = (event: CollectedEvent, element: Element | null) => {
    typedIn = element;
    events.push(event);
    if (events.length > MAX_EVENTS) events.shift();
  };

  const pointed = (
    type: 'click' | 'hover',
    { target, pageX, pageY, isTrusted }: MouseEvent,
    timestamp = Date.now(),
  ) => {
    if (!isTrusted || !isElement(target)) return;
    const openness = opennessOf(target);
    if (openness === 'ignored') return;
    const position = { x: Math.round(pageX), y: Math.round(pageY) };
    add({ type, timestamp, elementMetadata: metadataOf(target, openness), position }, null);
  };

  const hovered = (event: MouseEvent) => {
    const now = Date.now();
    if (now - hoveredAt < HOVER_EVERY_MS) return;
    hoveredAt = now;
    pointed('hover', event, now);
  };

  const typed = ({ target }: Event) => {
    if (!isElement(target)) return;
    const openness = opennessOf(target);
    if (openness === 'ignored') return;
    const open = openness === 'open';
    const event: CollectedEvent = {
      type: 'input',
      timestamp: Date.now(),
      elementMetadata: metadataOf(target, openness),
      inputType: open ? kindOf(target) : 'masked',
      valueLength: open ? lengthOf(target) : 0,
    };
    // A text is many inputs in one field: the newest stands for them.
    if (typedIn === target && events.length > 0) events.pop();
    add(event, target);
  };

  return {
    take(characters) {
      let taken = '';
      let count = 0;
      for (; count < events.length; count++) {
        const text = json(events[count]);
        if (taken.length + text.length > characters) break;
        taken += (taken && ',') + text;
      }
      events = events.slice(count);
      typedIn = null;
      return taken && `[${taken}]`;
    },
    start() {
      if (life) return;
      life = new AbortController();
      const options = { capture: true, passive: true, signal: life.signal };
      addEventListener(
        'click',
        quietly((event: MouseEvent) => pointed('click', event)),
        options,
      );
      addEventListener('mouseover', quietly(hovered), options);
      addEventListener('input', quietly(typed), options);
    },
    stop() {
      life?.abort();
      life = null;
    },
  };
}

const isElement = (target: unknown): target is Element => target instanceof Element;

const kindOf = (element: Element): string =>
  (element.localName === 'input' ? (element as HTMLInputElement).type : element.localName).slice(0, 64);

function lengthOf(element: Element): number {
  const { value } = element as HTMLInputElement;
  return (typeof value === 'string' ? value : (element.textContent ?? '')).length;
}
