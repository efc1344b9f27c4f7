import { type Attachment, Prisma } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { selectList } from '../../platform/sql/select-list.ts';
import type { Audience } from '../annotations/visibility.ts';

/** Select list of attachments. */
export const ATTACHMENT_COLUMNS = selectList(Prisma.AttachmentScalarFieldEnum);

/** Validity of an upload URL, ms. */
export const UPLOAD_MS = 15 * MINUTE_MS;

const PREFIXES: Record<Audience, string> = { members: 'attachments/', outsiders: 'attachments/public/' };

/**
 * Name of an attachment in signed URLs of objects; its key is known after the upload only. The URL
 * of an outsider ends when the annotation or the reply becomes internal.
 */
export const attachmentName = ({ id }: Pick<Attachment, 'id'>, audience: Audience): string =>
  `${PREFIXES[audience]}${id}`;

/** Extracts an attachment's id and the audience from such a name; undefined for other names. */
export function attachmentOf(name: string): { id: string; audience: Audience } | undefined {
  const audience = name.startsWith(PREFIXES.outsiders) ? 'outsiders' : 'members';
  const prefix = PREFIXES[audience];
  const id = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  return isId(id) ? { id, audience } : undefined;
}

/** SQL expression: visibility of a file `f` of annotation `a` or of its reply `c`. */
export const FILE_VISIBILITY = `CASE WHEN a.visibility = 'internal' THEN a.visibility
  ELSE coalesce(c.visibility, a.visibility) END`;

/** Path that a file is uploaded to. */
export const uploadPath = (id: string): string => `/attachments/${id}/content`;
