import type { OverlayContext } from '../contracts.ts';
import type { Messages } from '../i18n/messages.ts';
import { h } from '../shadow-host/elements.ts';
import type { Picture } from './picture.ts';

/** Max size of a picture that was drawn on, bytes; the service accepts 299,000. */
const LIMIT = 280_000;
/** Time for the message of a loaded frame, ms. Without it, the page's policy forbids the frame. */
const SILENCE_MS = 1_000;

/**
 * Opens the service's frame, in which a person draws on the picture, and changes the picture.
 *
 * @param onClosed called when the frame is gone
 */
export function editPicture(
  { config, language, shadowHost: { root, toast } }: OverlayContext,
  messages: Messages,
  picture: Picture,
  onClosed: () => void,
): void {
  // The first press of two opened it.
  if (root.querySelector('iframe')) return;
  const { canvas, full } = picture;
  const src = `${config.apiUrl}/overlay/draw#${language} ${root.className}`;
  const frame = h('iframe', { class: 'sheet', hidden: '', src, title: messages.draw });
  const close = () => {
    window.removeEventListener('message', onMessage);
    frame.remove();
    onClosed();
  };
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== new URL(src).origin) return;
    const { draw, url, bitmap, full: drawnOn } = data;
    if (draw === 'ready') {
      frame.hidden = false;
      frame.focus();
      return full.toBlob((drawn) =>
        frame.contentWindow?.postMessage({ draw: 'open', picture: drawn, limit: LIMIT }, origin),
      );
    }
    if (url) {
      picture.url = url;
      picture.isDrawn = true;
      show(canvas, bitmap);
      show(full, drawnOn);
    }
    close();
  };
  window.addEventListener('message', onMessage);
  frame.onload = () =>
    setTimeout(() => {
      if (!frame.hidden) return;
      toast(messages.drawFailed);
      close();
    }, SILENCE_MS);
  root.append(frame);
}

function show(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
}
