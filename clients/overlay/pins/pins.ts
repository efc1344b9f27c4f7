import { type Annotation, type Point, readAnnotation } from '../feed/annotation.ts';
import type { RawAnnotation } from '../feed/feed.ts';
import { hasOverPage, isUnder } from '../page/sight.ts';
import { button, h, ICONS, icon } from '../shadow-host/dom.ts';
import type { Surface } from '../shadow-host/shadow-host.ts';
import { fill, type PinWords } from '../words/words.ts';
import { clustersOf } from './clusters.ts';
import { makeSearch } from './locate-pins.ts';
import styles from './pins.css';
import { isMissing, type Placeable, pointOf } from './placement.ts';

/** The numbered pins on the page. */
export interface Pins {
  /** Shows exactly these annotations; what is already shown keeps its pin. */
  show(found: readonly RawAnnotation[]): void;
  /** Looks all elements up again, in slices; `onLocated` is called when done. What was found before stays until then. */
  relocate(): Promise<void>;
  /**
   * Moves each pin to where its element is now. Reads layout once per pin, before anything is written.
   * @returns whether one moved
   */
  place(): boolean;
  all(): Pin[];
  /** Annotations that have no certain place here: their element moved or is gone, or they never had one. */
  missing(): Pin[];
  find(id: string): Pin | undefined;
}

/** One pin. */
export interface Pin extends Placeable {
  readonly button: HTMLButtonElement;
  /** What stands for it on the page: its own button, or its cluster's; null when it is nowhere to be seen. */
  shownBy: HTMLButtonElement | null;
  /** Where it was placed last, in window coordinates. */
  at: Point;
}

/** What pins tell. */
export interface PinHandlers {
  onOpen(pin: Pin): void;
  /** Several pins that lie too close together for each to be clicked. */
  onCluster(pins: readonly Pin[], at: HTMLButtonElement): void;
  /** The pointer or the focus is on a pin; null when it left. */
  onPoint(pin: Pin | null): void;
  /** Elements have been looked up. */
  onLocated(): void;
}

/** Adds an empty layer of pins to the surface. */
export function makePins(surface: Surface, words: PinWords, handlers: PinHandlers, signal: AbortSignal): Pins {
  surface.addStyles(styles);
  const layer = h('div', { class: 'pins' });
  const pins = new Map<string, Pin>();
  const clusters = new Map<string, HTMLButtonElement>();
  surface.root.append(layer);

  const add = (annotation: Annotation): Pin => {
    const marker = button('pin', () => handlers.onOpen(pin), []);
    const pin: Pin = {
      annotation,
      button: marker,
      shownBy: null,
      element: null,
      state: 'orphaned',
      candidates: [],
      passage: null,
      isLocated: false,
      clippers: [],
      at: { x: 0, y: 0 },
    };
    for (const type of ['pointerenter', 'focus']) marker.addEventListener(type, () => handlers.onPoint(pin));
    for (const type of ['pointerleave', 'blur']) marker.addEventListener(type, () => handlers.onPoint(null));
    marker.hidden = true;
    layer.append(marker);
    return pin;
  };
  /** One button for several pins. It stays the same element while its members do, for the focus's sake. */
  const clusterFor = (members: readonly Pin[]): HTMLButtonElement => {
    const key = members.map(({ annotation }) => annotation.id).join();
    const label = fill(words.cluster, { n: members.length });
    const count = h('span', {}, String(members.length));
    const made = clusters.get(key) ?? button('pin cluster', () => handlers.onCluster(members, made), [count], label);
    if (!clusters.has(key)) layer.append(made);
    clusters.set(key, made);
    return made;
  };

  const search = makeSearch(() => handlers.onLocated(), signal);
  const relocate = () => search([...pins.values()]);
  return {
    show(found) {
      const annotations = found.flatMap((raw) => readAnnotation(raw) ?? []);
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
        dress(pin, words);
      }
      relocate();
    },
    relocate,
    place() {
      const isOver = hasOverPage();
      const shown = [...pins.values()].flatMap((pin) => {
        pin.shownBy = null;
        const point = pointOf(pin);
        return point && !(isOver && isUnder(pin, point)) ? [{ pin, point }] : [];
      });
      const used = new Set<HTMLButtonElement>();
      let hasMoved = false;
      for (const group of clustersOf(shown)) {
        const [{ pin, point }] = group;
        const marker = group.length > 1 ? clusterFor(group.map((member) => member.pin)) : pin.button;
        const at = { x: Math.round(point.x), y: Math.round(point.y) };
        hasMoved ||= pin.at.x !== at.x || pin.at.y !== at.y;
        for (const member of group) Object.assign(member.pin, { shownBy: marker, at });
        const transform = `translate(${at.x}px, ${at.y}px)`;
        // With hundreds of pins, writing what is there already is what takes most of a frame.
        if (marker.style.transform !== transform) marker.style.transform = transform;
        used.add(marker);
      }
      for (const { button: marker } of pins.values()) marker.toggleAttribute('hidden', !used.has(marker));
      for (const [key, marker] of clusters) {
        if (used.has(marker)) continue;
        marker.remove();
        clusters.delete(key);
      }
      return hasMoved;
    },
    all: () => [...pins.values()],
    missing: () => [...pins.values()].filter(isMissing),
    find: (id) => pins.get(id),
  };
}

function dress({ annotation: { number, status, content, commentCount }, button: marker }: Pin, words: PinWords): void {
  const values = { n: number, status: words[status], m: commentCount, text: content.slice(0, 80) };
  marker.className = `pin ${status}`;
  marker.setAttribute('aria-label', fill(words.pin, values));
  marker.replaceChildren(status === 'resolved' ? icon(ICONS.check) : h('span', {}, String(number)));
}
