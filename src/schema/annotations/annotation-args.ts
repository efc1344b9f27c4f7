import { builder } from '../builder.ts';
import { AnnotationStatusEnum } from './annotation-shared-types.ts';

/** Mentions in a text that a member writes. */
export const mentionsArg = {
  description:
    'User IDs of members whom the text mentions, at most 50. They are notified and watch the thread. BAD_USER_INPUT for ' +
    'anyone who cannot read the text. The text itself contains plain names.',
} as const;

/** Mentions in a text that a member changes. */
export const changedMentionsArg = {
  description: `${mentionsArg.description} Without it, they stay as they are. Only those added are checked and notified.`,
} as const;

/** Arguments of a new annotation by members and visitors. */
export const annotationArgs = builder.args((t) => ({
  content: t.string({ required: true, description: 'Text of the feedback, 1–10 000 characters.' }),
  url: t.string({ required: true, description: 'URL of the page: http or https, at most 2 048 characters.' }),
  position_x: t.float({ description: 'Horizontal position on the page in CSS pixels. Default: 0.' }),
  position_y: t.float({ description: 'Vertical position on the page in CSS pixels. Default: 0.' }),
  metadata: t.field({
    type: 'JSONObject',
    description:
      'Description of the element: selector, xpath, text and other members. Visitors can read `tag`, `selector`, ' +
      '`xpath`, `text`, `styles`, `box`, `traits`, `offset`, `area` and `quote`; only members can read the rest, ' +
      'such as `diagnostics`.',
  }),
  picture: t.string({
    description:
      'Picture of the target, instead of the smaller one in `metadata.diagnostics.picture`: data URL of a PNG, JPEG or ' +
      'WebP picture, at most 400 000 characters and 5 million pixels. It is stored as an image.',
  }),
}));

/** Arguments that narrow a list of annotations. */
export const annotationFilterArgs = builder.args((t) => ({
  url: t.string({
    description:
      'Only this page. URLs are compared without fragment, trailing slash, tracking parameters and order of parameters.',
  }),
  status: t.field({ type: AnnotationStatusEnum, description: 'Only annotations with this status.' }),
  environmentId: t.id({ description: 'Only this environment of the project.' }),
}));
