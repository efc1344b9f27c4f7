import { builder } from './builder.ts';

/** Row of a capture with its viewport, CSS pixels. */
interface Captured {
  viewportWidth: number;
  viewportHeight: number;
  deviceScaleFactor: number;
}

export const ViewportType = builder.objectRef<Captured>('Viewport').implement({
  description: 'Browser viewport of a capture.',
  fields: (t) => ({
    width: t.exposeInt('viewportWidth', { description: 'Width in CSS pixels.' }),
    height: t.exposeInt('viewportHeight', { description: 'Height in CSS pixels.' }),
    deviceScaleFactor: t.exposeFloat('deviceScaleFactor', { description: 'Image pixels per CSS pixel.' }),
  }),
});
