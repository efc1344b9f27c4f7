import { useApp } from '../app-context.ts';
import { Notice } from '../ui/notice.tsx';

/** Beside a list without an open thread. */
export function NoComment() {
  const { messages } = useApp();
  return (
    <Notice title={messages.selectComment}>
      <p>{messages.selectCommentHint}</p>
    </Notice>
  );
}
