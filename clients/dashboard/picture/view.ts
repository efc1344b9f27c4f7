export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  x: number;
  y: number;
}

/** Part of a picture that a pane shows. */
export interface View {
  /** Pixels of the screen per pixel of the picture. */
  scale: number;
  /** Point of the picture at the top left corner of the pane, pixels of the picture. */
  x: number;
  y: number;
  /** Whether the scale follows the width of the pane. */
  isFit: boolean;
}

/** Largest scale, pixels of the screen per CSS pixel of the page. */
const MOST = 8;
/** Smallest scale, as a part of the one at which the picture has the width of the pane. */
const LEAST = 0.25;

/** Scale at which the whole width is visible; pictures are not enlarged. */
const fitScale = (picture: Size, pane: Size, unit: number): number => Math.min(unit, pane.width / picture.width);

/** The view within the picture: a picture narrower than the pane is centered. */
function withinPicture(view: View, picture: Size, pane: Size): View {
  const [width, height] = [pane.width / view.scale, pane.height / view.scale];
  const x = width >= picture.width ? (picture.width - width) / 2 : clamp(view.x, 0, picture.width - width);
  const y = height >= picture.height ? 0 : clamp(view.y, 0, picture.height - height);
  return { ...view, x, y };
}

/**
 * The whole width from the row at the top of the view.
 *
 * @param unit pixels of the screen per pixel of the picture at 100 %
 */
export function fitted(view: View, picture: Size, pane: Size, unit: number): View {
  return withinPicture({ ...view, scale: fitScale(picture, pane, unit), isFit: true }, picture, pane);
}

/** The view after the pane has another size. */
export const resized = (view: View, picture: Size, pane: Size, unit: number): View =>
  view.isFit ? fitted(view, picture, pane, unit) : withinPicture(view, picture, pane);

/** The view with another scale, in which a point of the pane shows what it showed. */
export function zoomed(
  view: View,
  { picture, pane, unit }: { picture: Size; pane: Size; unit: number },
  scale: number,
  point: { x: number; y: number } = { x: pane.width / 2, y: pane.height / 2 },
): View {
  const next = clamp(scale, Math.min(LEAST * fitScale(picture, pane, unit), LEAST), MOST * unit);
  const x = view.x + point.x / view.scale - point.x / next;
  const y = view.y + point.y / view.scale - point.y / next;
  return withinPicture({ scale: next, x, y, isFit: false }, picture, pane);
}

/** The view moved by pixels of the screen. */
export const moved = (view: View, picture: Size, pane: Size, dx: number, dy: number): View =>
  withinPicture({ ...view, x: view.x + dx / view.scale, y: view.y + dy / view.scale }, picture, pane);

/** The view with the box in its middle, or as it is if the box is visible. */
export function revealed(view: View, picture: Size, pane: Size, box: Box): View {
  const [width, height] = [pane.width / view.scale, pane.height / view.scale];
  const isVisible =
    box.x >= view.x && box.y >= view.y && box.x + box.width <= view.x + width && box.y + box.height <= view.y + height;
  if (isVisible) return view;
  // The beginning of a box that does not fit.
  const x = box.width > width ? box.x : box.x + (box.width - width) / 2;
  const y = box.height > height ? box.y : box.y + (box.height - height) / 2;
  return withinPicture({ ...view, x, y }, picture, pane);
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
