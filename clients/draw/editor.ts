import type { Drawing } from './drawing.ts';
import { find, label } from './label.ts';
import { type Color, letterHeight, type Shape, type Tool } from './shapes.ts';
import type { Texts } from './texts.ts';

/** Largest enlargement of a small picture. */
const MAX_ZOOM = 3;
const MARGIN = 12;

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Lets a person draw by pointer, touch and keyboard. */
export function startEditor(
  drawing: Drawing,
  texts: Texts,
  { cancel, accept }: { cancel(): void; accept(): Promise<void> },
): void {
  const canvas = find<HTMLCanvasElement>('picture');
  const words = find<HTMLInputElement>('words');
  const [undo, done] = [find<HTMLButtonElement>('undo'), find<HTMLButtonElement>('done')];
  const main = canvas.parentElement as HTMLElement;
  const tools = Array.from(document.querySelectorAll<HTMLButtonElement>('#tools button'));
  const colors = Array.from(document.querySelectorAll<HTMLButtonElement>('#colors button'));
  let tool: Tool = 'arrow';
  let color: Color = 'red';
  let draft: Shape | null = null;

  const paint = () => {
    drawing.paint(canvas, draft);
    const { width, height } = drawing.view;
    const room = [main.clientWidth - 2 * MARGIN, main.clientHeight - 2 * MARGIN] as const;
    const zoom = Math.min(MAX_ZOOM, room[0] / width, room[1] / height);
    canvas.style.width = `${width * zoom}px`;
    canvas.style.height = `${height * zoom}px`;
    undo.disabled = drawing.size === 0;
  };
  const select = (next: Tool) => {
    tool = next;
    draft = null;
    for (const button of tools) button.setAttribute('aria-pressed', String(button.dataset.name === next));
    paint();
  };
  const paintIn = (next: Color) => {
    color = next;
    if (draft) draft = { ...draft, color };
    for (const button of colors) button.setAttribute('aria-pressed', String(button.dataset.color === next));
    paint();
  };
  const add = (shape: Shape) => {
    draft = null;
    if (drawing.add(shape)) find('status').textContent = texts[shape.tool];
    paint();
  };
  const shapeAt = (x: number, y: number, endX = x, endY = y): Shape => {
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    return { tool, x, y, endX, endY, way: [], color, words: '', seed };
  };
  /** Opens the field for words at the start of a shape. */
  const write = (shape: Shape) => {
    draft = shape;
    paint();
    words.hidden = false;
    words.value = '';
    const zoom = canvas.clientWidth / drawing.view.width;
    // Phones zoom into fields with smaller letters.
    words.style.fontSize = `${Math.min(40, Math.max(16, letterHeight(drawing.view) * zoom))}px`;
    const left = canvas.offsetLeft + (shape.x - drawing.view.x) * zoom;
    const top = canvas.offsetTop + (shape.y - drawing.view.y) * zoom;
    words.style.left = `${Math.max(8, Math.min(left, main.clientWidth - words.offsetWidth - 8))}px`;
    words.style.top = `${Math.max(8, Math.min(top, main.clientHeight - words.offsetHeight - 8))}px`;
    words.focus();
  };
  const endWords = (isKept: boolean) => {
    if (words.hidden) return;
    words.hidden = true;
    const value = isKept ? words.value.trim() : '';
    if (draft && value) add({ ...draft, words: value });
    draft = null;
    paint();
  };
  const complete = (shape: Shape) => (tool === 'text' ? write(shape) : add(shape));
  const finish = async () => {
    endWords(true);
    if (draft) add(draft);
    done.disabled = true;
    await accept();
  };

  /** Returns the position of a pointer in the picture. */
  const positionOf = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const { view } = drawing;
    return [
      view.x + ((clientX - left) / width) * view.width,
      view.y + ((clientY - top) / height) * view.height,
    ] as const;
  };
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    endWords(true);
    // Enter must end the drawing, not press the tool again.
    canvas.focus();
    canvas.setPointerCapture(event.pointerId);
    draft = shapeAt(...positionOf(event));
    paint();
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!draft || !canvas.hasPointerCapture(event.pointerId)) return;
    const [endX, endY] = positionOf(event);
    const way = draft.tool === 'pen' ? [...draft.way, [draft.endX, draft.endY] as const] : [];
    draft = { ...draft, endX, endY, way };
    paint();
  });
  canvas.addEventListener('pointerup', (event) => {
    if (draft && canvas.hasPointerCapture(event.pointerId)) complete(draft);
  });
  // The browser would move the focus after the field for words has received it.
  canvas.addEventListener('mousedown', (event) => event.preventDefault());
  // A drag that the browser takes for a swipe would swallow the next tap.
  canvas.addEventListener('touchstart', (event) => event.preventDefault(), { passive: false });
  canvas.addEventListener('pointercancel', () => {
    draft = null;
    paint();
  });

  /** Moves the shape that is being drawn, or its end; starts one in the middle. */
  const onArrow = ([across, down]: readonly [number, number], isSizing: boolean) => {
    const { x, y, width, height } = drawing.view;
    const step = Math.max(width, height) / 60;
    if (!draft) draft = shapeAt(x + width * 0.35, y + height * 0.35, x + width * 0.65, y + height * 0.65);
    else {
      const [right, lower] = [across * step, down * step];
      const { endX, endY } = draft;
      const start = isSizing ? draft : { x: draft.x + right, y: draft.y + lower };
      draft = { ...draft, x: start.x, y: start.y, endX: endX + right, endY: endY + lower };
    }
    paint();
  };
  const dropDraft = () => {
    draft = null;
    paint();
  };
  words.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    endWords(event.key === 'Enter');
    canvas.focus();
  });
  words.addEventListener('blur', () => endWords(true));
  document.addEventListener('keydown', (event) => {
    const { key, shiftKey, target } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const isOnButton = target instanceof HTMLButtonElement;
    const arrow = ARROWS[key];
    if (key === 'Escape') {
      if (draft) dropDraft();
      else cancel();
    } else if (key === 'Enter' && (isCommand || !isOnButton)) {
      if (draft && !isCommand) complete(draft);
      else void finish();
    } else if (arrow && target === canvas) onArrow(arrow, shiftKey);
    else if (isCommand && key.toLowerCase() === 'z' && target !== words) onUndo();
    else return;
    event.preventDefault();
  });

  const onUndo = () => {
    if (draft) return dropDraft();
    drawing.undo();
    paint();
    // A disabled button loses the focus.
    if (undo.disabled) canvas.focus();
  };
  undo.addEventListener('click', onUndo);
  done.addEventListener('click', () => void finish());
  find('cancel').addEventListener('click', cancel);
  for (const button of tools) button.addEventListener('click', () => select(button.dataset.name as Tool));

  for (const button of colors) button.addEventListener('click', () => paintIn(button.dataset.color as Color));

  label(texts);
  document.body.hidden = false;
  new ResizeObserver(paint).observe(main);
  select(tool);
  paintIn(color);
  canvas.focus();
}
