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
  /** Height of the picture, pixels. Default: a part of the window's. */
  height?: number;
  /** Whether the picture is loaded when it is near the visible part. */
  isLazy?: boolean;
}

/** The element in the picture of its page, outlined, with its surroundings. */
export function Crop({ imageUrl, box, point, scale, label, height: given, isLazy = false }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  /** Size of the page in CSS pixels, once the image is loaded. */
  const [page, setPage] = useState({ width: Infinity, height: Infinity });
  useLayoutEffect(() => {
    if (!frame.current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const fit = Math.min(1, width / (box.width + 2 * MARGIN), height / (box.height + 2 * MARGIN));
  const zoom = Math.max(LEAST, fit);
  const startOf = (start: number, length: number, visible: number, available: number) =>
    Math.max(0, Math.min(start - Math.max(MARGIN, (visible - length) / 2), available - visible));
  const left = startOf(box.x, box.width, width / zoom, page.width);
  const top = startOf(box.y, box.height, height / zoom, page.height);
  return (
    <div ref={frame} className={classes.frame} style={{ height: given }} role="img" aria-label={label}>
      {width > 0 && (
        <div className={classes.page} style={{ transform: `scale(${zoom}) translate(${-left}px, ${-top}px)` }}>
          <img
            src={imageUrl}
            alt=""
            loading={isLazy ? 'lazy' : 'eager'}
            style={{ transform: `scale(${1 / scale})` }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setPage({ width: naturalWidth / scale, height: naturalHeight / scale })
            }
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
