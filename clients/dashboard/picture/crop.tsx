import { useLayoutEffect, useRef, useState } from 'react';
import classes from './crop.module.css';

/** Part of the page around the element, CSS pixels on each side. */
const MARGIN = 56;
/** Height of the picture, pixels. */
const HEIGHT = 280;

interface Props {
  imageUrl: string;
  /** Box of the element in the image, CSS pixels. */
  box: { x: number; y: number; width: number; height: number };
  /** Pixels of the image per CSS pixel. */
  scale: number;
  /** Description for screen readers. */
  label: string;
}

/** The element in the picture of its page, outlined, with its surroundings. */
export function Crop({ imageUrl, box, scale, label }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!frame.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const zoom = Math.min(1, width / (box.width + 2 * MARGIN), HEIGHT / (box.height + 2 * MARGIN));
  const left = Math.max(0, box.x - Math.max(MARGIN, (width / zoom - box.width) / 2));
  const top = Math.max(0, box.y - Math.max(MARGIN, (HEIGHT / zoom - box.height) / 2));
  return (
    <div ref={frame} className={classes.frame} style={{ height: HEIGHT }} role="img" aria-label={label}>
      {width > 0 && (
        <div className={classes.page} style={{ transform: `scale(${zoom}) translate(${-left}px, ${-top}px)` }}>
          <img src={imageUrl} alt="" style={{ transform: `scale(${1 / scale})` }} draggable={false} />
          <div
            className={classes.outline}
            style={{ left: box.x, top: box.y, width: box.width, height: box.height, outlineWidth: 3 / zoom }}
          />
        </div>
      )}
    </div>
  );
}
