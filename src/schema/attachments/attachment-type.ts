import type { Context } from '../../context.ts';
import type { Attachment } from '../../generated/prisma/client.ts';
import { type Audience, audienceOf } from '../../resolvers/core/annotations/visibility.ts';
import { attachmentName, UPLOAD_MS, uploadPath } from '../../resolvers/core/attachments/attachment-row.ts';
import { builder, type Types } from '../builder.ts';
import { VIA } from '../via.ts';

type AllFields = PothosSchemaTypes.PrismaObjectFieldBuilder<Types, Types['PrismaTypes']['Attachment'], Attachment>;
type Fields = Pick<AllFields, 'expose' | 'exposeID' | 'exposeString'>;
type FileFields = Pick<AllFields, 'expose' | 'exposeString' | 'int' | 'string'>;

const attachmentFields = (t: Fields) => ({
  id: t.exposeID('id', { description: 'UUID.' }),
  annotationId: t.exposeID('annotationId', { description: 'Annotation of the thread.' }),
  commentId: t.exposeID('commentId', { nullable: true, description: 'Reply; null for a file of the annotation.' }),
  name: t.exposeString('name', { description: 'File name, plain text, at most 120 characters.' }),
});

/**
 * Fields of an uploaded file.
 *
 * @param audienceIn audience for which its URL is signed
 */
const fileFields = (t: FileFields, audienceIn: (ctx: Context) => Audience) => ({
  contentType: t.exposeString('contentType', {
    description: 'MIME type of the stored file: image/png, image/jpeg, image/webp, application/pdf or text/plain.',
  }),
  size: t.int({ description: 'Size of the stored file, bytes.', resolve: ({ size }) => size ?? 0 }),
  url: t.string({
    nullable: true,
    description:
      'URL of the file. It needs no header and is valid for 24 hours. Pictures are shown, other files saved; text is ' +
      'sent as text/plain. That of a guest or a visitor ends when the text becomes internal. Null if the storage lost the file.',
    resolve: (file, _args, ctx) =>
      file.objectKey === null ? null : ctx.services.objectUrls.urlOf(attachmentName(file, audienceIn(ctx))),
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
});

/** Readable by the readers of its annotation or reply. */
export const AttachmentType = builder.prismaObject('Attachment', {
  description: 'A file that the author of an annotation or a reply attached to it.',
  fields: (t) => ({
    ...attachmentFields(t),
    ...fileFields(t, audienceOf),
    via: t.exposeID('via', { nullable: true, description: VIA }),
  }),
});

/** Readable by third parties who read the public annotation. */
export const PublicAttachment = builder.prismaObject('Attachment', {
  variant: 'PublicAttachment',
  description: 'A file of a public annotation as visible to visitors.',
  fields: (t) => ({
    ...attachmentFields(t),
    ...fileFields(t, () => 'outsiders'),
  }),
});

export const AttachmentUpload = builder.prismaObject('Attachment', {
  variant: 'AttachmentUpload',
  description: 'An attachment whose file is awaited.',
  fields: (t) => ({
    ...attachmentFields(t),
    contentType: t.exposeString('contentType', { description: 'MIME type that the file must have.' }),
    uploadUrl: t.string({
      description:
        'URL for one PUT of the file as the body, at most 10 MiB. It needs no header. The response is the attachment; ' +
        'a rejected or incomplete upload stores nothing and can be repeated.',
      resolve: ({ id }, _args, { services }) =>
        services.config.http.baseUrl + services.links.sign(uploadPath(id), UPLOAD_MS),
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Expiry of the URL, 15 minutes later.' }),
  }),
});
