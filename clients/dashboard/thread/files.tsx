import { FileText, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import type { ThreadFileFragment } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useReport } from '../ui/report.ts';
import { sizeText } from '../ui/size-text.ts';
import { DeleteButton } from './delete-button.tsx';
import classes from './files.module.css';
import { DeleteFileDocument } from './thread.generated.ts';
import type { WaitingFile } from './use-files.ts';

interface FilesProps {
  annotationId: string;
  /** Author of the comment or the reply; null for a visitor. */
  authorId: string | null;
  files: readonly ThreadFileFragment[];
}

/** Files of a comment or a reply. Their author and admins remove them. */
export function Files({ annotationId, authorId, files }: FilesProps) {
  const { messages } = useApp();
  const { viewer } = useShell();
  const { can } = useOrganization();
  const report = useReport();
  const [, remove] = useMutation(DeleteFileDocument);
  if (files.length === 0) return null;
  const canRemove = can('comment.moderate') || (can('comment.create') && authorId === viewer.id);
  return (
    <ul className={classes.files} aria-label={messages.files}>
      {files.map(({ id, name, contentType, size, url }) => (
        <FileItem
          key={id}
          name={name}
          size={size}
          url={url ?? undefined}
          picture={contentType.startsWith('image/') ? (url ?? undefined) : undefined}
        >
          {canRemove && (
            <DeleteButton
              label={fill(messages.removeFile, { name })}
              question={fill(messages.removeFileQuestion, { name })}
              hint={messages.removeFileHint}
              onDelete={() => void remove({ id: annotationId, attachmentId: id }).then((result) => report(result))}
            >
              <X size={14} aria-hidden="true" />
            </DeleteButton>
          )}
        </FileItem>
      ))}
    </ul>
  );
}

interface WaitingProps {
  files: readonly WaitingFile[];
  isSending: boolean;
  onRemove(file: WaitingFile): void;
}

/** Files that are sent with a reply. */
export function WaitingFiles({ files, isSending, onRemove }: WaitingProps) {
  const { messages } = useApp();
  if (files.length === 0) return null;
  return (
    <ul className={`${classes.files} ${classes.waiting}`} aria-label={messages.files} aria-busy={isSending}>
      {files.map((waiting) => {
        const { id, file, preview } = waiting;
        const label = fill(messages.removeFile, { name: file.name });
        return (
          <FileItem key={id} name={file.name} size={file.size} url={undefined} picture={preview}>
            {!isSending && (
              <button type="button" title={label} aria-label={label} onClick={() => onRemove(waiting)}>
                <X size={14} aria-hidden="true" />
              </button>
            )}
          </FileItem>
        );
      })}
    </ul>
  );
}

interface ItemProps {
  name: string;
  /** Bytes. */
  size: number;
  url: string | undefined;
  /** Address of the picture; undefined for other files. */
  picture: string | undefined;
  /** Button that removes it. */
  children: ReactNode;
}

function FileItem({ name, size, url, picture, children }: ItemProps) {
  const { language } = useApp();
  const content = picture ? (
    <img src={picture} alt={name} loading="lazy" decoding="async" draggable={false} />
  ) : (
    <>
      <FileText size={16} aria-hidden="true" />
      <strong className={classes.name}>{name}</strong>
      <span>{sizeText(size, language)}</span>
    </>
  );
  const className = picture ? classes.picture : classes.document;
  return (
    <li className={children ? classes.removable : undefined}>
      {url ? (
        <a className={className} href={url} target="_blank" rel="noreferrer" title={name}>
          {content}
        </a>
      ) : (
        <span className={className} title={name}>
          {content}
        </span>
      )}
      {children && <span className={classes.remove}>{children}</span>}
    </li>
  );
}
