import { useState } from 'react';
import { useClient } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { contentTypeOf, MAX_FILE_BYTES, MAX_FILES, uploadFile } from '../data/upload-file.ts';
import { fill } from '../i18n/languages.ts';
import { AnnounceFileDocument, ThreadDocument } from './thread.generated.ts';

/** A file that is sent with the reply. */
export interface WaitingFile {
  /** Number within this tab. */
  id: number;
  file: File;
  /** Address of the picture within this tab; undefined for other files. */
  preview: string | undefined;
}

interface Draft {
  files: readonly WaitingFile[];
  /** Reply that was sent without them, because an upload failed. */
  replyId: string | undefined;
}

const NONE: Draft = { files: [], replyId: undefined };

/** Files by annotation, kept while another thread is open. */
const drafts = new Map<string, Draft>();
let lastId = 0;

/** Files of the reply that is being written. A file that could not be stored stays. */
export function useFiles(annotationId: string) {
  const { messages } = useApp();
  const client = useClient();
  const [draft, setDraft] = useState(drafts.get(annotationId) ?? NONE);
  const [problem, setProblem] = useState<string>();

  /** An upload goes on while another thread is open. */
  function update(change: (draft: Draft) => Draft): void {
    const next = change(drafts.get(annotationId) ?? NONE);
    drafts.set(annotationId, next);
    setDraft(next);
  }

  function remove({ id, preview }: WaitingFile): void {
    if (preview) URL.revokeObjectURL(preview);
    update(({ files, replyId }) => {
      const left = files.filter((waiting) => waiting.id !== id);
      return left.length > 0 ? { files: left, replyId } : NONE;
    });
    setProblem(undefined);
  }

  /** @returns why the service did not store the file; undefined if it did */
  async function store({ file }: WaitingFile, commentId: string): Promise<string | undefined> {
    const contentType = contentTypeOf(file) ?? '';
    const values = { id: annotationId, commentId, name: file.name.slice(-MAX_NAME), contentType };
    const { data, error } = await client.mutation(AnnounceFileDocument, values).toPromise();
    if (!data) return error ? failureText(error, messages) : messages.noResponse;
    const reason = await uploadFile(data.createAttachment.uploadUrl, file);
    return reason === '' ? messages.noResponse : reason;
  }

  return {
    files: draft.files,
    /** Reply whose files are missing. */
    replyId: draft.replyId,
    problem,
    remove,
    add(added: Iterable<File>): void {
      const problems = new Set<string>();
      const accepted: WaitingFile[] = [];
      for (const file of added) {
        const { name, size, type } = file;
        if (draft.files.length + accepted.length >= MAX_FILES) {
          problems.add(fill(messages.tooManyFiles, { n: MAX_FILES }));
        } else if (!contentTypeOf(file)) problems.add(fill(messages.fileOfOtherType, { name }));
        else if (size > MAX_FILE_BYTES) problems.add(fill(messages.fileTooLarge, { name }));
        else {
          lastId += 1;
          const preview = type.startsWith('image/') ? URL.createObjectURL(file) : undefined;
          accepted.push({ id: lastId, file, preview });
        }
      }
      update(({ files, replyId }) => ({ files: [...files, ...accepted], replyId }));
      setProblem([...problems].join(' ') || undefined);
    },
    /** Uploads the files one after another; those that fail stay, with the reason. */
    async upload(commentId: string): Promise<void> {
      const problems: string[] = [];
      for (const waiting of draft.files) {
        const reason = await store(waiting, commentId);
        if (reason === undefined) remove(waiting);
        else problems.push(fill(messages.fileNotStored, { name: waiting.file.name, reason }));
      }
      if (problems.length > 0) update(({ files }) => ({ files, replyId: commentId }));
      setProblem(problems.join(' ') || undefined);
      await client.query(ThreadDocument, { id: annotationId }, { requestPolicy: 'network-only' }).toPromise();
    },
  };
}

/** Longest name of a stored file, characters; the end with the type is kept. */
const MAX_NAME = 120;
