import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
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

/**
 * Picture over the whole window, scrolled to what is outlined. Closes by key, by click or by the
 * button.
 */
export function EnlargedPicture({ label, closeLabel, picture, onClose }: Props) {
  const { url, scale = 1, box, point } = picture;
  const dialog = useRef<HTMLDialogElement>(null);
  const outline = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (width !== undefined) outline.current?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [width]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={label}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <button type="button" className={classes.close} aria-label={closeLabel} onClick={() => dialog.current?.close()}>
        <X size={18} aria-hidden="true" />
      </button>
      <div className={classes.page}>
        <img
          src={url}
          alt={label}
          draggable={false}
          style={box && { width, maxWidth: 'none' }}
          onLoad={({ currentTarget }) => setWidth(currentTarget.naturalWidth / scale)}
        />
        {box && (
          <div
            ref={outline}
            className={classes.outline}
            style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
          />
        )}
        {point && <div className={classes.point} style={{ left: point.x, top: point.y }} />}
      </div>
    </dialog>
  );
}
