import { ArrowLeft, Check, Copy, ExternalLink, Link2, RotateCcw, Trash2 } from 'lucide-react';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import { useToast } from '../data/use-toast.ts';
import { fill } from '../i18n/languages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { pathOf } from '../ui/page-path.ts';
import { DeleteButton } from './delete-button.tsx';
import classes from './thread-header.module.css';
import { useCopyForAgent } from './use-copy-for-agent.ts';
import type { Annotation, ThreadActions } from './use-thread-actions.ts';

interface Props {
  annotation: Annotation;
  actions: ThreadActions;
  onBack(): void;
}

/** Number, page and actions of the open comment. */
export function ThreadHeader({ annotation, actions, onBack }: Props) {
  const { messages } = useApp();
  const toast = useToast();
  const { can } = useOrganization();
  const { isPanel } = useShell();
  const { number, url, status } = annotation;
  const copyForAgent = useCopyForAgent();
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    toast(messages.copied);
  };
  return (
    <header className={classes.header}>
      <Button kind="quiet" className={classes.back} onClick={onBack} aria-label={messages.back}>
        <ArrowLeft size={16} aria-hidden="true" />
      </Button>
      <span className={classes.number}>#{number}</span>
      <span className={classes.page}>{pathOf(url)}</span>
      <span className={classes.actions}>
        <Button
          kind="quiet"
          title={messages.copyLink}
          aria-label={messages.copyLink}
          onClick={() => void copy(`${location.origin}/app/annotations/${annotation.id}`)}
        >
          <Link2 size={16} aria-hidden="true" />
        </Button>
        {can('annotation.delete') && !isPanel && (
          <DeleteButton
            label={messages.deleteComment}
            question={fill(messages.deleteQuestion, { n: `#${number}` })}
            hint={messages.deleteHint}
            onDelete={() => void actions.remove()}
          >
            <Trash2 size={16} aria-hidden="true" />
          </DeleteButton>
        )}
        <Button
          className={`${classes.action} ${classes.copy}`}
          title={messages.copyForAgent}
          aria-label={messages.copyForAgent}
          onClick={() => void copyForAgent(annotation)}
        >
          <span className={classes.wide}>{messages.copyForAgent}</span>
          <Copy size={16} aria-hidden="true" className={classes.narrow} />
        </Button>
        <a
          className={buttonClass('plain', classes.action)}
          title={messages.openPage}
          aria-label={messages.openPage}
          href={url}
          target="_blank"
          rel="noreferrer"
        >
          <span className={classes.wide}>{messages.openPage}</span>
          <ExternalLink size={14} aria-hidden="true" />
        </a>
        {can('annotation.change') && <StatusButton status={status} actions={actions} />}
      </span>
    </header>
  );
}

/** The next step of a comment: to resolve it, or to work on it again. */
function StatusButton({ status, actions }: { status: Annotation['status']; actions: ThreadActions }) {
  const { messages } = useApp();
  if (status === 'resolved') {
    return (
      <Button onClick={() => actions.setStatus('open')}>
        <RotateCcw size={14} aria-hidden="true" />
        {messages.reopen}
      </Button>
    );
  }
  return (
    <Button kind="primary" onClick={actions.resolveAndOpenNext}>
      <Check size={16} aria-hidden="true" />
      {messages.resolveNext}
    </Button>
  );
}
