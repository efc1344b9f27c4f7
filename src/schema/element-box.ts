import type { Box } from '../infrastructure/images/geometry.ts';
import { builder } from './builder.ts';

export const ElementBox = builder.objectRef<Box>('ElementBox').implement({
  description:
    'Where an element is, in CSS pixels from the top left corner of its page, or of the picture that it is said of.',
  fields: (t) => ({
    x: t.exposeFloat('x', { description: 'From the left.' }),
    y: t.exposeFloat('y', { description: 'From the top.' }),
    width: t.exposeFloat('width', { description: 'How wide.' }),
    height: t.exposeFloat('height', { description: 'How high.' }),
  }),
});
