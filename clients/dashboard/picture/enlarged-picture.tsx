import { Maximize2, Minus, Plus, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useApp } from '../app-context.ts';
import classes from './enlarged-picture.module.css';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Props {
  label: string;
  closeLabel: string;
  /** Image; that of a page with what is outlined in it. */
  picture: { url: string; scale?: number; box?: Box; point?: { x: number; y: number } | null };
  onClose(): void;
}

/** Zoom of one step. */
const STEP = 1.25;
const LEAST = 0.1;
const MOST = 8;
/** Zoom per pixel of the wheel. */
const WHEEL = 0.01;
/** Largest zoom at which a small picture opens. */
const OPENED_AT_MOST = 2;

/**
 * Picture over the whole window, scrolled to what is outlined. Zooms by keys, buttons, wheel with
 * Ctrl and double click. Closes by key, by click beside it or by the button.
 */
export default function EnlargedPicture({ label, closeLabel, picture, onClose }: Props) {
  const { messages } = useApp();
  const { url, scale = 1, box, point } = picture;
  const dialog = useRef<HTMLDialogElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const outline = useRef<HTMLDivElement>(null);
  /** Size at 100 %, once the image is loaded. */
  const [size, setSize] = useState<{ width: number; height: number }>();
  const [zoom, setZoom] = useState(1);
  /** Part of the picture in the middle of the window, kept while it is zoomed. */
  const middle = useRef<{ x: number; y: number }>(undefined);
  // Before the image can be loaded: a closed dialog has no size that the picture could fit.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (size) outline.current?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [size]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the zoom decides what is in the middle
  useLayoutEffect(() => {
    const { current: element } = scroller;
    if (!element || !middle.current) return;
    element.scrollLeft = middle.current.x * element.scrollWidth - element.clientWidth / 2;
    element.scrollTop = middle.current.y * element.scrollHeight - element.clientHeight / 2;
  }, [zoom]);

  const fitting = (of: { width: number; height: number }): number => {
    const { clientWidth = 0, clientHeight = 0 } = scroller.current ?? {};
    return Math.min(clientWidth / of.width, clientHeight / of.height);
  };
  function zoomTo(next: number): void {
    const { current: element } = scroller;
    if (!element) return;
    middle.current = {
      x: (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth,
      y: (element.scrollTop + element.clientHeight / 2) / element.scrollHeight,
    };
    setZoom(Math.max(LEAST, Math.min(MOST, next)));
  }
  const fit = () => size && zoomTo(fitting(size));
  function onKey(event: KeyboardEvent): void {
    const target = { '+': zoom * STEP, '=': zoom * STEP, '-': zoom / STEP, '1': 1, '0': size && fitting(size) }[
      event.key
    ];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    zoomTo(target);
  }
  useEffect(() => {
    const { current: element } = scroller;
    // React listens passively, so that the page of the window would zoom, too.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomTo(zoom * Math.exp(-event.deltaY * WHEEL));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  });

  const buttons = [
    [messages.zoomOut, Minus, () => zoomTo(zoom / STEP)],
    [messages.zoomIn, Plus, () => zoomTo(zoom * STEP)],
    [messages.fit, Maximize2, fit],
    [closeLabel, X, () => dialog.current?.close()],
  ] as const;
  const placed = (of: Box) => ({
    left: of.x * zoom,
    top: of.y * zoom,
    width: of.width * zoom,
    height: of.height * zoom,
  });
  return (
    <dialog ref={dialog} className={classes.dialog} aria-label={label} onClose={onClose} onKeyDown={onKey}>
      <div className={classes.bar}>
        <span role="status">{size && `${Math.round(zoom * 100)} %`}</span>
        {buttons.map(([name, Icon, press]) => (
          <button key={name} type="button" title={name} aria-label={name} onClick={press}>
            <Icon size={18} aria-hidden="true" />
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape and a button close it, too */}
      <div
        ref={scroller}
        className={classes.scroller}
        onClick={({ target, currentTarget }) => target === currentTarget && dialog.current?.close()}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and buttons do the same */}
        <div
          className={classes.page}
          style={size && { width: size.width * zoom, height: size.height * zoom }}
          onDoubleClick={() => size && zoomTo(zoom === 1 ? fitting(size) : 1)}
        >
          <img
            src={url}
            alt={label}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              const loaded = { width: naturalWidth / scale, height: naturalHeight / scale };
              setZoom(box ? 1 : Math.min(OPENED_AT_MOST, fitting(loaded)));
              setSize(loaded);
            }}
          />
          {box && <div ref={outline} className={classes.outline} style={placed(box)} />}
          {point && <div className={classes.point} style={{ left: point.x * zoom, top: point.y * zoom }} />}
        </div>
      </div>
    </dialog>
  );
}
