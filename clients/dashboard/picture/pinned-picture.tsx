import { CircleHelp } from 'lucide-react';
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import classes from './pinned-picture.module.css';

/** Rectangle of a picture, CSS pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PicturePin {
  id: string;
  number: number;
  box: Box;
  /** Place that was clicked in it, at which the pin is; else it is at the corner. */
  point: { x: number; y: number } | null;
  status: 'open' | 'in_progress' | 'resolved';
  /** Whether the element is only the likeliest one. */
  isUnsure: boolean;
  /** Description for screen readers. */
  label: string;
}

export interface PictureHandle {
  /** Scrolls to a pin, and focuses it. */
  showPin(id: string): void;
}

interface Props {
  ref?: Ref<PictureHandle>;
  imageUrl: string;
  /** Size of the picture, CSS pixels: its place is kept until it is loaded. */
  size: { width: number; height: number };
  label: string;
  /** Whether a CSS pixel of the picture is one of the screen; else it fits the width. */
  isZoomed: boolean;
  pins: readonly PicturePin[];
  /** Id of the pin under the pointer, here or in a list. */
  hovered: string | undefined;
  /** Id of the pin whose thread is open. */
  selected: string | undefined;
  onHover(id: string | undefined): void;
  onOpen(id: string): void;
  /** Shown instead of a picture that could not be loaded. */
  failure: ReactNode;
  /** Layers over the picture. */
  children?: ReactNode;
}

/** Pixels by which a pin is beside another one of the same corner. */
const SHIFT = 22;

/** Position and size as parts of the picture. */
export const partOf = ({ x, y, width, height }: Box, size: { width: number; height: number }) => ({
  left: `${(x / size.width) * 100}%`,
  top: `${(y / size.height) * 100}%`,
  width: `${(width / size.width) * 100}%`,
  height: `${(height / size.height) * 100}%`,
});

/** A captured page with pins where their elements are. */
export function PinnedPicture(props: Props) {
  const { ref, imageUrl, size, label, isZoomed, pins, hovered, selected, onHover, onOpen, failure, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState<string>();
  useImperativeHandle(ref, () => ({
    showPin(id) {
      const pin = frame.current?.querySelector<HTMLElement>(`[data-pin="${CSS.escape(id)}"]`);
      pin?.scrollIntoView({ block: 'center', inline: 'center' });
      pin?.focus({ preventScroll: true });
    },
  }));
  const shifts = shiftsOf(pins);
  if (failed === imageUrl) return failure;
  return (
    <div
      ref={frame}
      className={classes.frame}
      style={{
        width: isZoomed ? size.width : '100%',
        maxWidth: isZoomed ? undefined : size.width,
        aspectRatio: `${size.width} / ${size.height}`,
      }}
    >
      <img
        className={classes.image}
        src={imageUrl}
        alt={label}
        width={size.width}
        height={size.height}
        draggable={false}
        onError={() => setFailed(imageUrl)}
      />
      {pins.map(({ id, box }) =>
        id === hovered || id === selected ? (
          <span key={id} className={classes.outline} style={partOf(box, size)} />
        ) : null,
      )}
      {pins.map(({ id, number, box, point, status, isUnsure, label: text }) => (
        <button
          key={id}
          type="button"
          className={classes.pin}
          data-pin={id}
          data-status={status}
          data-unsure={isUnsure}
          aria-label={text}
          aria-current={id === selected ? 'true' : undefined}
          style={{
            left: `clamp(2px, calc(${((point ?? box).x / size.width) * 100}% - 6px + ${shifts.get(id) ?? 0}px), calc(100% - 28px))`,
            top: `clamp(2px, calc(${((point ?? box).y / size.height) * 100}% - 20px), calc(100% - 26px))`,
          }}
          onPointerEnter={() => onHover(id)}
          onPointerLeave={() => onHover(undefined)}
          onFocus={() => onHover(id)}
          onBlur={() => onHover(undefined)}
          onClick={() => onOpen(id)}
        >
          {isUnsure ? <CircleHelp size={14} aria-hidden="true" /> : status === 'resolved' ? '✓' : number}
        </button>
      ))}
      {children}
    </div>
  );
}

/** Distances of pins from the corner that they share with pins before them, pixels, by id. */
function shiftsOf(pins: readonly PicturePin[]): Map<string, number> {
  const counts = new Map<string, number>();
  return new Map(
    pins.map(({ id, box, point }) => {
      const { x, y } = point ?? box;
      const corner = `${Math.round(x / 8)} ${Math.round(y / 8)}`;
      const before = counts.get(corner) ?? 0;
      counts.set(corner, before + 1);
      return [id, before * SHIFT];
    }),
  );
}
