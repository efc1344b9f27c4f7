import { createDrawing } from './drawing.ts';
import { startEditor } from './editor.ts';
import { encode } from './encode.ts';
import { connectHost } from './host.ts';
import { translationOf } from './texts.ts';

/** Opens the editor for the picture of the page that frames this one. */
async function start(): Promise<void> {
  const { task, finish } = await connectHost();
  const { picture, limit } = task;
  // The overlay adds them to the address: language, and the classes of its root.
  const [language = '', ...classes] = decodeURIComponent(location.hash.slice(1)).split(' ');
  const root = document.documentElement;
  root.lang = language;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const update = () => {
    root.classList.toggle('dark', classes.includes('dark') || (classes.includes('auto') && system.matches));
  };
  system.addEventListener('change', update);
  update();
  // A file that is not a picture, whatever its name says.
  const bitmap = picture instanceof Blob ? await createImageBitmap(picture).catch(() => null) : picture;
  if (!bitmap) return finish(null);
  const type = picture instanceof Blob ? picture.type : '';
  const drawing = createDrawing(bitmap);
  startEditor(drawing, translationOf(language), {
    cancel: () => finish(null),
    async accept() {
      if (drawing.size === 0) return finish(null);
      const canvas = document.createElement('canvas');
      drawing.paint(canvas, null);
      const encoded = await encode(canvas, limit, type);
      if (!encoded) return finish(null);
      const [bitmap, full] = await Promise.all([createImageBitmap(encoded), createImageBitmap(canvas)]);
      finish({ picture: encoded, url: await urlOf(encoded), bitmap, full });
    },
  });
}

const urlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.readAsDataURL(blob);
  });

void start();
