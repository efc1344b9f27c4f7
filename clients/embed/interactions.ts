import { listen } from '../shared/listen.ts';
import { metadataOf } from './element-metadata.ts';
import { json } from './json.ts';
import { privacyLevelOf } from './privacy.ts';
import { suppressErrors } from './suppress-errors.ts';

/** Interval between recorded hovers, ms. */
const HOVER_INTERVAL_MS = 100;
/** Maximum number of queued events; the oldest ones are dropped. */
const MAX_EVENTS = 1_000;

interface CollectedEvent {
  type: string;
  timestamp: number;
  elementMetadata: object;
  position?: { x: number; y: number };
  inputType?: string;
  valueLength?: number;
}

/** Queue of clicks, hovers and inputs that are not sent yet. */
export interface Interactions {
  /**
   * Removes the oldest events and returns them as a JSON array of at most this many characters; ''
   * if there are none.
   */
  drain(maxLength: number): string;
  start(): void;
  stop(): void;
}

export function recordInteractions(): Interactions {
  let events: CollectedEvent[] = [];
  let hoveredAt = 0;
  let lastInput: Element | null = null;
  let lifetime: AbortController | null = null;

  const add = (event: CollectedEvent, element: Element | null) => {
    lastInput = element;
    events.push(event);
    if (events.length > MAX_EVENTS) events.shift();
  };

  const recordPointer = (
    type: 'click' | 'hover',
    { target, pageX, pageY, isTrusted }: MouseEvent,
    timestamp = Date.now(),
  ) => {
    if (!isTrusted || !isElement(target)) return;
    const privacy = privacyLevelOf(target);
    if (privacy === 'ignored') return;
    const position = { x: Math.round(pageX), y: Math.round(pageY) };
    add({ type, timestamp, elementMetadata: metadataOf(target, privacy), position }, null);
  };

  const onHover = (event: MouseEvent) => {
    const now = Date.now();
    if (now - hoveredAt < HOVER_INTERVAL_MS) return;
    hoveredAt = now;
    recordPointer('hover', event, now);
  };

  const onInput = ({ target }: Event) => {
    if (!isElement(target)) return;
    const privacy = privacyLevelOf(target);
    if (privacy === 'ignored') return;
    const open = privacy === 'open';
    const event: CollectedEvent = {
      type: 'input',
      timestamp: Date.now(),
      elementMetadata: metadataOf(target, privacy),
      inputType: open ? kindOf(target) : 'masked',
      valueLength: open ? lengthOf(target) : 0,
    };
    // Typing causes many input events on one field; only the latest is kept.
    if (lastInput === target && events.length > 0) events.pop();
    add(event, target);
  };

  return {
    drain(maxLength) {
      let list = '';
      let count = 0;
      for (; count < events.length; count++) {
        const text = json(events[count]);
        if (list.length + text.length > maxLength) break;
        list += (list && ',') + text;
      }
      events = events.slice(count);
      lastInput = null;
      return list && `[${list}]`;
    },
    start() {
      if (lifetime) return;
      lifetime = new AbortController();
      const { signal } = lifetime;
      const onClick = suppressErrors((event: MouseEvent) => recordPointer('click', event));
      listen(signal, window, 'click', onClick, true);
      listen(signal, window, 'mouseover', suppressErrors(onHover), true);
      listen(signal, window, 'input', suppressErrors(onInput), true);
    },
    stop() {
      lifetime?.abort();
      lifetime = null;
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
