import { createDrawing } from './drawing.ts';
import { startEditor } from './editor.ts';
import { encode } from './encode.ts';
import { connectHost } from './host.ts';
import { translationOf } from './texts.ts';

/** Opens the editor for the picture of the page that frames this one. */
async function start(): Promise<void> {
  const { task, finish } = await connectHost();
  const { picture, limit, language, isDark } = task;
  const root = document.documentElement;
  root.lang = language;
  root.classList.toggle('dark', isDark);
  // A file that is no picture, whatever its name says.
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
      finish(await encode(canvas, limit, type));
    },
  });
}

void start();
