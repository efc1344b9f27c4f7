import { useLayoutEffect, useRef, useState } from 'react';
import classes from './crop.module.css';

/** Part of the page around the element, CSS pixels on each side. */
const MARGIN = 56;
/** Scale at which text is still read; of larger elements, the beginning is shown. */
const LEAST = 0.5;
interface Props {
  imageUrl: string;
  /** Box of what is shown in the image, CSS pixels. */
  box: { x: number; y: number; width: number; height: number };
  /** Place that was clicked in it. */
  point?: { x: number; y: number } | null;
  /** Pixels of the image per CSS pixel. */
  scale: number;
  /** Description for screen readers. */
  label: string;
  /** Height of the picture, pixels. */
  height?: number;
  /** Whether the picture is loaded when it is near the visible part. */
  isLazy?: boolean;
}

/** The element in the picture of its page, outlined, with its surroundings. */
export function Crop({ imageUrl, box, point, scale, label, height = 280, isLazy = false }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!frame.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const fit = Math.min(1, width / (box.width + 2 * MARGIN), height / (box.height + 2 * MARGIN));
  const zoom = Math.max(LEAST, fit);
  const left = Math.max(0, box.x - Math.max(MARGIN, (width / zoom - box.width) / 2));
  const top = Math.max(0, box.y - Math.max(MARGIN, (height / zoom - box.height) / 2));
  return (
    <div ref={frame} className={classes.frame} style={{ height }} role="img" aria-label={label}>
      {width > 0 && (
        <div className={classes.page} style={{ transform: `scale(${zoom}) translate(${-left}px, ${-top}px)` }}>
          <img
            src={imageUrl}
            alt=""
            loading={isLazy ? 'lazy' : 'eager'}
            style={{ transform: `scale(${1 / scale})` }}
            draggable={false}
          />
          <div
            className={classes.outline}
            style={{ left: box.x, top: box.y, width: box.width, height: box.height, outlineWidth: 3 / zoom }}
          />
          {point && (
            <div
              className={classes.point}
              style={{ left: point.x, top: point.y, transform: `translate(-50%, -50%) scale(${1 / zoom})` }}
            />
          )}
        </div>
      )}
    </div>
  );
}
