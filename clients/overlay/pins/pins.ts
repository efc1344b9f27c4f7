import type { QuoteFunctions } from '../../shared/rebind/locate.ts';
import { type Annotation, type RawAnnotation, readAnnotation } from '../feed/annotation.ts';
import { formatMessage, type PinMessages } from '../i18n/messages.ts';
import type { Point } from '../page/geometry.ts';
import { button, h } from '../shadow-host/elements.ts';
import type { ShadowHost } from '../shadow-host/shadow-host.ts';
import { clusterPins } from './clusters.ts';
import { createLocator } from './locate-pins.ts';
import styles from './pins.css';
import { type LocatedAnnotation, pinPosition } from './placement.ts';
import { isLost, stateOf } from './state.ts';

/** Numbered pins on the page. */
export interface Pins {
  /**
   * Shows exactly these annotations; existing pins are kept.
   *
   * @param found public annotations; null for those that are shown
   * @param internal internal annotations; those that are shown by default
   */
  show(found: readonly RawAnnotation[] | null, internal?: readonly RawAnnotation[]): void;
  /**
   * Locates all elements again, in slices, then calls `onLocated`. Earlier results stay until then.
   */
  relocate(): Promise<void>;
  /**
   * Moves each pin to its element. Reads the layout once per pin, before any write.
   *
   * @returns true if a pin moved
   */
  reposition(): boolean;
  all(): Pin[];
  /** Annotations without a certain element: it moved or is gone. */
  missing(): Pin[];
  find(id: string): Pin | undefined;
  /** False while the pins of resolved annotations are hidden. */
  showsResolved(): boolean;
  showResolved(isShown: boolean): void;
}

/** One pin. */
export interface Pin extends LocatedAnnotation {
  readonly button: HTMLButtonElement;
  /** True if somebody answered a comment of this visitor, who has not read it. */
  hasNews: boolean;
  /** Visible button of this pin: its own, or its cluster's; null when neither is visible. */
  visibleButton: HTMLButtonElement | null;
  /** Last position in the window, pixels. */
  point: Point;
}

/** The part of the overlay's context that pins use. */
interface PinsContext {
  readonly shadowHost: ShadowHost;
  /** True if the pins of resolved annotations are hidden at first. */
  readonly hidesResolved: boolean;
  readonly signal: AbortSignal;
}

/** Callbacks of the pins. */
export interface PinHandlers {
  /** Loads the functions for comments on selected text; null when they cannot be loaded. */
  loadQuotes(): Promise<QuoteFunctions | null>;
  onOpen(pin: Pin): void;
  /** Called for a click on a cluster. */
  onCluster(pins: readonly Pin[], at: HTMLButtonElement): void;
  /** Called with the pin under the pointer or with the focus; null when it is left. */
  onPoint(pin: Pin | null): void;
  /** Called when all elements are located. */
  onLocated(): void;
}

/** Adds an empty layer of pins to the shadow root. */
export function createPins(
  { shadowHost, hidesResolved, signal }: PinsContext,
  messages: PinMessages,
  handlers: PinHandlers,
): Pins {
  shadowHost.addStyles(styles);
  const layer = h('div', { class: 'pins' });
  const pins = new Map<string, Pin>();
  const clusters = new Map<string, HTMLButtonElement>();
  let isHidingResolved = hidesResolved;
  let shown: readonly RawAnnotation[] = [];
  let internal: readonly RawAnnotation[] = [];
  shadowHost.root.append(layer);

  const add = (annotation: Annotation): Pin => {
    const marker = button('pin', () => handlers.onOpen(pin), []);
    const pin: Pin = {
      annotation,
      button: marker,
      hasNews: false,
      visibleButton: null,
      element: null,
      state: 'orphaned',
      candidates: [],
      passage: null,
      isLocated: false,
      clippers: [],
      point: { x: 0, y: 0 },
    };
    for (const type of ['pointerenter', 'focus']) marker.addEventListener(type, () => handlers.onPoint(pin));
    for (const type of ['pointerleave', 'blur']) marker.addEventListener(type, () => handlers.onPoint(null));
    marker.hidden = true;
    layer.append(marker);
    return pin;
  };
  /**
   * Returns the button of a cluster. It is reused while the cluster has the same members, so that
   * it keeps the focus.
   */
  const clusterFor = (members: readonly Pin[]): HTMLButtonElement => {
    const key = members.map(({ annotation }) => annotation.id).join();
    const label = formatMessage(messages.cluster, { n: members.length });
    const count = h('span', {}, String(members.length));
    const cluster =
      clusters.get(key) ?? button('pin cluster', () => handlers.onCluster(members, cluster), [count], label);
    if (!clusters.has(key)) layer.append(cluster);
    clusters.set(key, cluster);
    return cluster;
  };

  const locate = createLocator(
    () => handlers.loadQuotes(),
    () => handlers.onLocated(),
    signal,
  );
  const relocate = () => locate([...pins.values()]);
  return {
    show(found, more = internal) {
      shown = found ?? shown;
      internal = more;
      const annotations = [...internal, ...shown].flatMap((raw) => readAnnotation(raw) ?? []);
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
        updateMarker(pin, messages);
      }
      relocate();
    },
    relocate,
    reposition() {
      const shown = [...pins.values()].flatMap((pin) => {
        pin.visibleButton = null;
        const point = isHidingResolved && pin.annotation.status === 'resolved' ? null : pinPosition(pin);
        return point ? [{ pin, point }] : [];
      });
      const used = new Set<HTMLButtonElement>();
      let hasMoved = false;
      for (const group of clusterPins(shown)) {
        const [{ pin, point }] = group;
        const marker = group.length > 1 ? clusterFor(group.map((member) => member.pin)) : pin.button;
        const at = { x: Math.round(point.x), y: Math.round(point.y) };
        hasMoved ||= pin.point.x !== at.x || pin.point.y !== at.y;
        for (const member of group) Object.assign(member.pin, { visibleButton: marker, point: at });
        const transform = `translate(${at.x}px, ${at.y}px)`;
        // Unchanged styles are not written: with hundreds of pins, writes dominate the frame.
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
    missing: () => [...pins.values()].filter((pin) => !pin.element && isLost(stateOf(pin))),
    find: (id) => pins.get(id),
    showsResolved: () => !isHidingResolved,
    showResolved(isShown) {
      isHidingResolved = !isShown;
    },
  };
}

function updateMarker(
  { annotation: { number, status, content, commentCount }, button: marker }: Pin,
  messages: PinMessages,
): void {
  const values = { n: number, status: messages[status], m: commentCount, text: content.slice(0, 80) };
  marker.className = `pin ${status}`;
  marker.setAttribute('aria-label', formatMessage(messages.pin, values));
  marker.replaceChildren(h('span', {}, String(number)));
}
