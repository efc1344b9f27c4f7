import { locateSteps } from '../shared/locate.ts';
import { runInSlices } from '../shared/slices.ts';
import type { Annotation, Point } from './annotation.ts';
import { button, h, ICONS, icon } from './dom.ts';
import { clippersOf, isMissing, type Placeable, pointOf } from './placement.ts';
import { STATUS_WORDS } from './status-words.ts';
import type { Surface } from './surface.ts';

/** The numbered pins on the page. */
export interface Pins {
  /** Shows exactly these annotations; what is already shown keeps its pin. */
  show(annotations: readonly Annotation[]): void;
  /** Looks all elements up again, in slices; `onLocated` is called when done. What was found before stays until then. */
  relocate(): Promise<void>;
  /** Moves each pin to where its element is now. Reads layout once per pin, before anything is written. */
  place(): void;
  /** Annotations that have no place here: their element is gone, or they never had one. */
  missing(): Pin[];
  find(id: string): Pin | undefined;
  /** False for a pin whose annotation is no longer shown. */
  has(pin: Pin): boolean;
}

/** One pin. */
export interface Pin extends Placeable {
  readonly button: HTMLButtonElement;
  /** Where it was placed last, in window coordinates. */
  at: Point;
}

/** What pins tell. */
export interface PinHandlers {
  onOpen(pin: Pin): void;
  /** Elements have been looked up. */
  onLocated(): void;
}

/** Adds an empty layer of pins to the surface. */
export function makePins(surface: Surface, { onOpen, onLocated }: PinHandlers, signal: AbortSignal): Pins {
  const layer = h('div', { class: 'pins' });
  const pins = new Map<string, Pin>();
  surface.root.append(layer);

  const add = (annotation: Annotation): Pin => {
    const marker = button('pin', () => onOpen(pin), []);
    const pin: Pin = { annotation, button: marker, element: null, isLocated: false, clippers: [], at: { x: 0, y: 0 } };
    marker.hidden = true;
    layer.append(marker);
    return pin;
  };
  let search: AbortController | null = null;
  const relocate = async () => {
    search?.abort();
    const mine = new AbortController();
    search = mine;
    const wanted = [...pins.values()];
    const targets = wanted.map(({ annotation }) => annotation.target);
    const found = await runInSlices(locateSteps(document, targets), mine.signal);
    if (!found) return;
    wanted.forEach((pin, i) => {
      pin.element = found[i]?.element ?? null;
      pin.isLocated = true;
      pin.clippers = pin.element ? clippersOf(pin.element) : [];
    });
    onLocated();
  };
  signal.addEventListener('abort', () => search?.abort());
  return {
    show(annotations) {
      const ids = new Set(annotations.map(({ id }) => id));
      for (const [id, pin] of pins) {
        if (ids.has(id)) continue;
        pin.button.remove();
        pins.delete(id);
      }
      for (const annotation of annotations) {
        const pin = pins.get(annotation.id) ?? add(annotation);
        pin.annotation = annotation;
        pins.set(annotation.id, pin);
        dress(pin);
      }
      relocate();
    },
    relocate,
    place() {
      const taken = new Set<string>();
      const places = [...pins.values()].map((pin) => ({ pin, point: pointOf(pin) }));
      for (const { pin, point } of places) {
        pin.button.hidden = !point;
        if (!point) continue;
        pin.at = free(point, taken);
        pin.button.style.transform = `translate(${pin.at.x}px, ${pin.at.y}px)`;
      }
    },
    missing: () => [...pins.values()].filter(isMissing),
    find: (id) => pins.get(id),
    has: (pin) => pins.get(pin.annotation.id) === pin,
  };
}

/** Pins on the same spot stand in a row, so that each can be clicked. */
function free({ x, y }: Point, taken: Set<string>): Point {
  const cell = (left: number) => `${Math.round(left / 20)} ${Math.round(y / 20)}`;
  let left = x;
  while (taken.has(cell(left))) left += 20;
  taken.add(cell(left));
  return { x: Math.round(left), y: Math.round(y) };
}

function dress({ annotation: { number, status, content, commentCount }, button: marker }: Pin): void {
  const replies = commentCount ? `, replies: ${commentCount}` : '';
  marker.className = `pin ${status}`;
  marker.setAttribute('aria-label', `Comment ${number}, ${STATUS_WORDS[status]}${replies}: ${content.slice(0, 80)}`);
  marker.replaceChildren(status === 'resolved' ? icon(ICONS.check) : h('span', {}, String(number)));
}
