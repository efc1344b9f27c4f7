import { builder } from '../builder.ts';

/** What is said of a new annotation, whoever says it. */
export const annotationArgs = builder.args((t) => ({
  content: t.string({ required: true, description: 'The feedback, 1–10 000 characters.' }),
  url: t.string({ required: true, description: 'The page: http or https, at most 2 048 characters.' }),
  position_x: t.float({ description: 'Horizontal place on the page, CSS pixels. Default: 0.' }),
  position_y: t.float({ description: 'Vertical place on the page, CSS pixels. Default: 0.' }),
  metadata: t.field({
    type: 'JSONObject',
    description:
      'The element: selector, xpath, text and whatever else describes it. Visitors see `tag`, `selector`, `xpath`, `text`, ' +
      '`styles`, `box`, `traits`, `offset`, `area` and `quote` of it; any other member, such as `diagnostics`, members alone.',
  }),
}));
