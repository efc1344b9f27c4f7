import type { Context } from '../../context.ts';
import type { Annotation } from '../../generated/prisma/client.ts';
import type { MeantPart } from '../../resolvers/core/annotations/meant-part.ts';
import { isDrawn, pictureIn, pictureUrlOf } from '../../resolvers/core/annotations/pictures/read-picture.ts';
import { hidesDiagnostics } from '../../resolvers/platform/policies/access.ts';
import { builder } from '../builder.ts';
import { ElementBox } from '../element-box.ts';

const Point = builder.objectRef<{ x: number; y: number }>('PicturePoint').implement({
  description: 'A point of a picture, in CSS pixels from its top left corner.',
  fields: (t) => ({
    x: t.exposeFloat('x', { description: 'Distance from the left edge.' }),
    y: t.exposeFloat('y', { description: 'Distance from the top edge.' }),
  }),
});

export const MeantPartType = builder.objectRef<MeantPart>('MeantPart').implement({
  description: 'Part of a picture that a comment is about.',
  fields: (t) => ({
    box: t.expose('box', {
      type: ElementBox,
      description: 'The area that was drawn or the text that was selected; else the element.',
    }),
    point: t.expose('point', {
      type: Point,
      nullable: true,
      description: 'Place that was clicked on a canvas, a picture or another large element; else null.',
    }),
  }),
});

interface SentPicture {
  url: string;
  isDrawn: boolean;
}

export const SentPictureType = builder.objectRef<SentPicture>('SentPicture').implement({
  description: 'Picture that the author sent with an annotation.',
  fields: (t) => ({
    url: t.exposeString('url', {
      description:
        'URL that needs no header and is valid for 24 hours (WebP), or a data URL until the picture is stored.',
    }),
    isDrawn: t.exposeBoolean('isDrawn', {
      description: 'Whether the author drew on it, wrote on it, blurred or cropped it; false if that is not known.',
    }),
  }),
});

/** Null without a picture, for guests, and for access tokens without `diagnostics.read`. */
export function sentPictureOf(ctx: Context, annotation: Annotation): SentPicture | null {
  if (hidesDiagnostics(ctx)) return null;
  const url = pictureUrlOf(ctx, annotation) ?? pictureIn(annotation.metadata);
  return url === null ? null : { url, isDrawn: isDrawn(annotation.metadata) };
}
