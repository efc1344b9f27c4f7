import type { Box } from '../infrastructure/images/geometry.ts';
import { builder } from './builder.ts';

export const ElementBox = builder.objectRef<Box>('ElementBox').implement({
  description: 'Bounding box of an element, in CSS pixels from the top left corner of its page or image.',
  fields: (t) => ({
    x: t.exposeFloat('x', { description: 'Distance from the left edge.' }),
    y: t.exposeFloat('y', { description: 'Distance from the top edge.' }),
    width: t.exposeFloat('width', { description: 'Width.' }),
    height: t.exposeFloat('height', { description: 'Height.' }),
  }),
});
