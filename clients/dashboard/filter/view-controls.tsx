import { Menu } from '@base-ui/react/menu';
import { Bookmark } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { type CombinedError, useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { filterOf, type ListSearch, searchOf } from '../data/list-search.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import { useToast } from '../data/use-toast.ts';
import { useViews } from '../data/use-views.ts';
import { DeleteViewDocument, SaveViewDocument, ShareViewDocument } from '../data/views.generated.ts';
import type { AnnotationFilter } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { Button } from '../ui/button.tsx';
import dialog from '../ui/dialog.module.css';
import { Field, FormError } from '../ui/field.tsx';
import menu from '../ui/menu.module.css';
import classes from './filter-bar.module.css';

interface Props {
  search: ListSearch;
  base: AnnotationFilter;
}

/** Saves the filters in use as a view; names the view if they are one. */
export default function ViewControls({ search, base }: Props) {
  const { messages } = useApp();
  const { viewer } = useShell();
  const { can } = useOrganization();
  const views = useViews();
  const form = useRef<HTMLDialogElement>(null);
  const [projectId] = base.projectIds ?? [];
  const address = JSON.stringify(searchOf(filterOf(search, viewer.id), search.order ?? 'newest', viewer.id));
  const present = views.find((view) => view.projectId === projectId && JSON.stringify(view.search) === address);
  if (!can('view.manage')) return null;
  if (present) return <ViewMenu view={present} isOwn={present.userId === viewer.id} />;
  return (
    <>
      <button type="button" className={classes.button} onClick={() => form.current?.showModal()}>
        <Bookmark size={14} aria-hidden="true" />
        {messages.saveView}
      </button>
      <dialog ref={form} className={dialog.dialog} aria-labelledby="save-view">
        <SaveForm search={search} base={base} onEnd={() => form.current?.close()} />
      </dialog>
    </>
  );
}

function SaveForm({ search, base, onEnd }: Props & { onEnd(): void }) {
  const { messages } = useApp();
  const { viewer } = useShell();
  const { organization, can } = useOrganization();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [{ fetching, error }, save] = useMutation(SaveViewDocument);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!organization) return;
    const filter = { ...filterOf(search, viewer.id), ...base };
    const { data } = await save({ organizationId: organization.id, name, filter, orderBy: search.order, isShared });
    if (data) onEnd();
  }
  return (
    <form onSubmit={submit}>
      <h2 id="save-view" className={dialog.title}>
        {messages.saveView}
      </h2>
      <Field
        label={messages.viewName}
        value={name}
        maxLength={120}
        required
        onChange={({ target }) => setName(target.value)}
      />
      {can('view.share') && (
        <label className={classes.check}>
          <input type="checkbox" checked={isShared} onChange={({ target }) => setShared(target.checked)} />
          {messages.shareView}
        </label>
      )}
      <FormError>{error && fill(messages.notSaved, { reason: failureText(error, messages) })}</FormError>
      <div className={dialog.actions}>
        <Button onClick={onEnd}>{messages.cancel}</Button>
        <Button kind="primary" type="submit" disabled={fetching}>
          {messages.save}
        </Button>
      </div>
    </form>
  );
}

function ViewMenu({ view, isOwn }: { view: { id: string; name: string; isShared: boolean }; isOwn: boolean }) {
  const { messages } = useApp();
  const toast = useToast();
  const { can } = useOrganization();
  const [, share] = useMutation(ShareViewDocument);
  const [, remove] = useMutation(DeleteViewDocument);
  const report = ({ error }: { error?: CombinedError }) => {
    if (error) toast(fill(messages.notSaved, { reason: failureText(error, messages) }), undefined, true);
  };
  return (
    <Menu.Root>
      <Menu.Trigger className={classes.button}>
        <Bookmark size={14} fill="currentColor" aria-hidden="true" />
        <span className={classes.value}>{view.name}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className={menu.positioner}>
          <Menu.Popup className={menu.popup}>
            {isOwn && can('view.share') && (
              <Menu.CheckboxItem
                className={menu.item}
                checked={view.isShared}
                onCheckedChange={(isShared) => void share({ id: view.id, isShared }).then(report)}
              >
                {messages.shareView}
              </Menu.CheckboxItem>
            )}
            {(isOwn || can('view.share')) && (
              <Menu.Item className={menu.item} onClick={() => void remove({ id: view.id }).then(report)}>
                {messages.deleteView}
              </Menu.Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
